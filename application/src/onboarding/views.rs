//! What the applicant sees.

use super::Onboarding;
use crate::kernel::unavailable::Unavailable;
use chrono::NaiveDate;
use sooner_domain::{
    onboarding::{
        actions::ApplicantAction,
        application::Application,
        decision::Transition,
        requirements::{Progress, Requirement},
    },
    parties::membership::Membership,
};

/// The application with its history.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub application: Application,
    pub history: Vec<Transition>,
    /// The day it is looked at: rules compare dates with it.
    pub today: NaiveDate,
    /// The member of its company who looks; none where it is an operator.
    pub reader: Option<Membership>,
}

impl View {
    /// What the applicant has to do before handing in; nothing while there is nothing to hand in.
    pub fn missing(&self) -> Vec<Requirement> {
        if self.application.next_step().is_some() { self.application.missing(self.today) } else { Vec::new() }
    }

    /// How far it is towards handing in.
    pub fn progress(&self) -> Progress {
        self.application.progress(self.today)
    }

    /// What whoever looks may do now. The client shows what is listed, and knows no rule of its own.
    pub fn allowed_actions(&self) -> Vec<ApplicantAction> {
        self.reader.iter().flat_map(|me| self.application.members_actions(me)).collect()
    }
}

impl Onboarding {
    /// The application of somebody's company; a blank one before the first change.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn view(&self, by: Membership) -> Result<View, Unavailable> {
        let filed = self.applications.filed(by.company).await?;
        Ok(View { application: self.open(&filed, &by), history: filed.history, today: self.clock.now().date_naive(), reader: Some(by) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user};
    use sooner_domain::onboarding::status::Action;

    #[tokio::test]
    async fn what_may_be_done_follows_the_status() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let ada = world.member(a_user()).await?.membership;
        let allowed = world.onboarding().view(ada).await?.allowed_actions();
        let expected = [
            ApplicantAction::EditForm,
            ApplicantAction::AttachDocuments,
            ApplicantAction::AddBuyers,
            ApplicantAction::EditBuyers,
            ApplicantAction::Move(Action::Submit),
        ];
        assert_eq!(allowed, expected);
        let bob = world.submitted(a_user().email("bob@example.com")).await?;
        assert!(world.onboarding().view(bob).await?.allowed_actions().is_empty());
        Ok(())
    }
}
