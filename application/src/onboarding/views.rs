//! What the applicant sees.

use super::{Onboarding, ports::Overview};
use crate::ports::Unavailable;
use sooner_domain::{
    coded::Coded,
    ids::UserId,
    onboarding::{
        application::{Application, Transition},
        document::DocumentKind,
        status::Action,
    },
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
    Move(Action),
}

impl ApplicantAction {
    /// Every action's code.
    pub const CODES: [&'static str; 4] = ["edit_form", "attach_documents", "submit", "resubmit"];

    pub fn code(self) -> &'static str {
        match self {
            Self::EditForm => "edit_form",
            Self::AttachDocuments => "attach_documents",
            Self::Move(action) => action.code(),
        }
    }
}

impl View {
    /// What the applicant may do now.
    pub fn allowed_actions(&self) -> Vec<ApplicantAction> {
        let application = &self.application;
        let edit = application.form_is_editable().then_some(ApplicantAction::EditForm);
        let attach = DocumentKind::ALL.iter().any(|kind| application.accepts(*kind)).then_some(ApplicantAction::AttachDocuments);
        let moves = Action::possible_from(application.status()).filter(|action| action.is_applicants());
        edit.into_iter().chain(attach).chain(moves.map(ApplicantAction::Move)).collect()
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

    /// What the applicant's first screen shows.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn overview(&self, applicant: UserId) -> Result<Overview, Unavailable> {
        self.applications.overview(applicant).await
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{World, a_user};

    #[tokio::test]
    async fn what_may_be_done_follows_the_status() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let ada = world.member(a_user()).await?.user.id();
        let codes = |view: super::View| view.allowed_actions().into_iter().map(super::ApplicantAction::code).collect::<Vec<_>>();
        assert_eq!(codes(world.onboarding().view(ada).await?), ["edit_form", "attach_documents", "submit"]);
        let bob = world.submitted(a_user().email("bob@example.com")).await?;
        assert!(codes(world.onboarding().view(bob).await?).is_empty());
        Ok(())
    }
}
