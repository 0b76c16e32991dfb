//! The list of buyers: it starts empty and grows by one at a time.

use super::{Onboarding, stands};
use crate::{
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{IdempotencyError, RequestKey, once},
        unavailable::Unavailable,
    },
    parties::changes::{Change as PartyChange, LISTED_BUYER},
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::CompanyId,
    },
    onboarding::{actions::ApplicantAction, application::Blocked},
    parties::{
        buyer::{Buyer, BuyerDetails, BuyerId},
        membership::Membership,
    },
};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddBuyerError {
    #[error("the list is full")]
    ListFull,
    /// The application is with the operator, or disapproved; or it takes another role.
    #[error(transparent)]
    Blocked(#[from] Blocked),
    /// One on the list is the same legal entity.
    #[error("the buyer is on the list already")]
    AlreadyListed,
    /// The request was done before, and the buyer taken off the list since.
    #[error("the buyer was taken off the list")]
    TakenAway,
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Onboarding {
    /// Appends one buyer to the company's list and answers it. A repetition under the same key answers the first one's.
    ///
    /// # Errors
    /// `Blocked(NotEditable)` while the application is with the operator, `ListFull`, `AlreadyListed`, `OtherContent` when the key was
    /// used for another buyer, `TakenAway`.
    pub async fn add_buyer(&self, by: Membership, details: BuyerDetails, request: Option<RequestKey>) -> Result<Buyer, AddBuyerError> {
        let repeat = async |made| {
            let buyer = self.buyers.by_id(by.company, BuyerId(made)).await?;
            buyer.ok_or(AddBuyerError::TakenAway)
        };
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let filed = self.applications.filed(by.company).await?;
            self.open(&filed, &by).member_may(ApplicantAction::AddBuyers, &by)?;
            let now = self.clock.now();
            let buyer = Buyer::named(BuyerId(self.ids.next()), by.company, details, now);
            let about = Subjects::of_company(by.company, buyer.id.0);
            let entry = Entry::new(now, Actor::User(by.user), AuditAction::BuyerAdded, about).new_values(buyer.details.answers());
            let mails = self.mails_of_new_buyer(filed.application.as_ref(), &buyer, now).await?;
            let context = WriteContext { mails, ..WriteContext::of(entry) };
            let context = context.under(request.as_ref().map(|request| request.made(buyer.id.0, now)));
            let added = PartyChange::BuyerAdded { buyer: buyer.clone(), max: Buyer::MAX_PER_SELLER };
            match self.commit.commit(vec![stands(&by), added.into()], context).await {
                Ok(()) => Ok(buyer),
                Err(CommitError::Full) => Err(AddBuyerError::ListFull),
                Err(CommitError::Taken(LISTED_BUYER)) => Err(AddBuyerError::AlreadyListed),
                Err(error) => Err(error.unexpected().into()),
            }
        })
        .await
    }

    /// The company's list.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn buyers(&self, seller: CompanyId) -> Result<Vec<Buyer>, Unavailable> {
        self.buyers.of(seller).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::idempotency::IdempotencyKey,
        testing::{World, a_user, buyer_details},
    };

    fn once(me: Membership, content: u8) -> Option<RequestKey> {
        let key = IdempotencyKey::parse("one").unwrap();
        Some(RequestKey { user: me.user, key, fingerprint: [content; 32] })
    }

    #[tokio::test]
    async fn the_list_starts_empty_and_grows_by_one_at_a_time() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let list = world.onboarding();
        assert_eq!(list.buyers(me.membership.company).await?, vec![]);
        let first = list.add_buyer(me.membership, buyer_details("Nordwind AG"), None).await?;
        let second = list.add_buyer(me.membership, buyer_details("Südwind AG"), None).await?;
        assert_eq!(list.buyers(me.membership.company).await?, vec![first, second]);
        let other = world.member(a_user().email("bob@example.com")).await?;
        assert_eq!(list.buyers(other.membership.company).await?, vec![]);
        Ok(())
    }

    #[tokio::test]
    async fn a_repeated_request_adds_nothing_and_answers_the_same() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let list = world.onboarding();
        let first = list.add_buyer(me, buyer_details("Nordwind AG"), once(me, 1)).await?;
        assert_eq!(list.add_buyer(me, buyer_details("Nordwind AG"), once(me, 1)).await?, first);
        assert_eq!(
            list.add_buyer(me, buyer_details("Südwind AG"), once(me, 2)).await,
            Err(AddBuyerError::Idempotency(IdempotencyError::OtherContent))
        );
        assert_eq!(list.buyers(me.company).await?.len(), 1);
        Ok(())
    }

    #[tokio::test]
    async fn while_the_operator_looks_the_list_stays_as_it_is() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.submitted(a_user()).await?;
        assert_eq!(world.onboarding().add_buyer(me, buyer_details("Südwind AG"), None).await, Err(Blocked::NotEditable.into()));
        assert_eq!(world.onboarding().buyers(me.company).await?.len(), 1);
        Ok(())
    }

    #[tokio::test]
    async fn the_list_has_room_for_two_hundred() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        for number in 0..Buyer::MAX_PER_SELLER {
            world.onboarding().add_buyer(me, buyer_details(&format!("Buyer {number}")), None).await?;
        }
        assert_eq!(world.onboarding().add_buyer(me, buyer_details("Südwind AG"), None).await, Err(AddBuyerError::ListFull));
        Ok(())
    }
}
