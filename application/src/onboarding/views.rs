//! What the applicant sees.

use super::{Onboarding, ports::Overview};
use crate::{
    identity::{Caller, Identity},
    kernel::unavailable::Unavailable,
};
use sooner_domain::{
    kernel::{coded::Coded, ids::UserId},
    onboarding::{application::Application, decision::Transition, document::DocumentKind, requirements::Requirement, status::Action},
};

/// The application with its history.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub application: Application,
    pub history: Vec<Transition>,
}

/// What the applicant may do now. The client shows what is listed, and knows no rule of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicantAction {
    EditForm,
    AttachDocuments,
    AddBuyers,
    Move(Action),
}

impl View {
    /// What the applicant has to do before handing in; nothing while there is nothing to hand in.
    pub fn missing(&self) -> Vec<Requirement> {
        let may_move = Action::possible_from(self.application.status()).any(Action::is_applicants);
        if may_move { self.application.missing() } else { Vec::new() }
    }

    /// What the applicant may do now.
    pub fn allowed_actions(&self) -> Vec<ApplicantAction> {
        let application = &self.application;
        let edit = application.form_is_editable().then_some(ApplicantAction::EditForm);
        let attach = DocumentKind::ALL.iter().any(|kind| application.accepts(*kind)).then_some(ApplicantAction::AttachDocuments);
        let name = application.status().accepts_buyers().then_some(ApplicantAction::AddBuyers);
        let moves = Action::possible_from(application.status()).filter(|action| action.is_applicants());
        edit.into_iter().chain(attach).chain(name).chain(moves.map(ApplicantAction::Move)).collect()
    }
}

impl Onboarding {
    /// The applicant's application; a blank one before the first change.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn view(&self, applicant: UserId) -> Result<View, Unavailable> {
        let application = self.load(applicant).await?;
        let history = self.applications.history(application.parts().id).await?;
        Ok(View { application, history })
    }

    /// Who holds this access token, as `Identity::caller` says, and what their first screen shows; nothing for nobody.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn first_screen(&self, identity: &Identity, token: &str) -> Result<Option<(Caller, Overview)>, Unavailable> {
        let Some(session) = identity.session_of(token) else { return Ok(None) };
        let found = self.applications.first_screen(session).await?;
        Ok(found.map(|(session, user, overview)| (identity.caller_with(session, user), overview)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user};

    #[tokio::test]
    async fn what_may_be_done_follows_the_status() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let ada = world.member(a_user()).await?.user.id();
        let allowed = world.onboarding().view(ada).await?.allowed_actions();
        let expected = [
            ApplicantAction::EditForm,
            ApplicantAction::AttachDocuments,
            ApplicantAction::AddBuyers,
            ApplicantAction::Move(Action::Submit),
        ];
        assert_eq!(allowed, expected);
        let bob = world.submitted(a_user().email("bob@example.com")).await?;
        assert!(world.onboarding().view(bob).await?.allowed_actions().is_empty());
        Ok(())
    }
}
