//! Looking at a document and taking one away.

use super::{ChangeError, Onboarding, ports::ByteStream};
use crate::{kernel::unavailable::Unavailable, parties::Member};
use sooner_domain::{
    identity::operator::OperatorRight,
    kernel::ids::CompanyId,
    onboarding::{
        actions::ApplicantAction,
        document::{Document, DocumentId},
    },
    parties::membership::Membership,
};

impl Onboarding {
    /// A document and its content, for its company's members and operators; none for anybody else, as if it did not exist.
    ///
    /// # Errors
    /// When the store or the files are unavailable.
    pub async fn open_document(&self, me: &Member, id: DocumentId) -> Result<Option<(Document, ByteStream)>, Unavailable> {
        let found = self.applications.document(id).await?;
        let may_look = |owner: CompanyId| owner == me.membership.company || me.operator().may(OperatorRight::ReadApplications);
        match found.filter(|(owner, _)| may_look(*owner)) {
            Some((_, document)) => Ok(Some((document, self.files.read(id).await?))),
            None => Ok(None),
        }
    }

    /// Takes a document away, first from the application, then from the disk.
    ///
    /// # Errors
    /// `Blocked` when it is not the applicant's, or part of a submission.
    pub async fn remove_document(&self, by: Membership, id: DocumentId) -> Result<(), ChangeError> {
        let now = self.clock.now();
        self.change(&by, ApplicantAction::AttachDocuments, None, |application| application.remove(id, now)).await?;
        // It is taken away, also where its file stays: that is swept later.
        self.files.delete(id).await.ok();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        onboarding::ChangeError,
        testing::{World, a_user},
    };
    use sooner_domain::onboarding::application::Blocked;

    #[tokio::test]
    async fn a_document_is_its_owners_alone() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let ada = world.member(a_user()).await?;
        let bob = world.member(a_user().email("bob@example.com")).await?;
        let document = world.document(ada.membership).await?;
        let onboarding = world.onboarding();
        assert!(onboarding.open_document(&ada, document.id).await?.is_some());
        assert!(onboarding.open_document(&bob, document.id).await?.is_none());
        let stranger = onboarding.remove_document(bob.membership, document.id).await;
        assert_eq!(stranger, Err(ChangeError::Blocked(Blocked::NoSuchDocument)));
        onboarding.remove_document(ada.membership, document.id).await?;
        assert_eq!(world.files.count(), 0);
        assert!(onboarding.open_document(&ada, document.id).await?.is_none());
        Ok(())
    }

    #[tokio::test]
    async fn an_operator_may_look() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let ada = world.member(a_user()).await?;
        let document = world.document(ada.membership).await?;
        let operator = world.operator().await?;
        assert!(world.onboarding().open_document(&operator, document.id).await?.is_some());
        Ok(())
    }
}
