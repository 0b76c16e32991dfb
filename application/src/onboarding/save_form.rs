//! Saving the draft.

use super::{ChangeError, Onboarding, View};
use sooner_domain::{onboarding::application::Form, parties::membership::Membership};

impl Onboarding {
    /// Replaces the draft with what the form holds now; parts may be missing.
    ///
    /// # Errors
    /// `Blocked(NotEditable)` once it was submitted.
    pub async fn save_form(&self, by: Membership, form: Form) -> Result<View, ChangeError> {
        let now = self.clock.now();
        self.change(&by, None, |application| application.save_form(form.clone(), now)).await
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{World, a_user, complete_form};
    use sooner_domain::onboarding::application::{Blocked, Form};

    #[tokio::test]
    async fn a_draft_is_kept_as_it_grows() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let before = world.onboarding().view(me).await?;
        assert_eq!(before.application.form(), &Form::default());
        let after = world.onboarding().save_form(me, complete_form()).await?;
        assert_eq!(after.application.form(), &complete_form());
        assert!(after.missing().len() < before.missing().len());
        Ok(())
    }

    #[tokio::test]
    async fn a_submitted_form_is_closed() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.submitted(a_user()).await?;
        let answer = world.onboarding().save_form(me, Form::default()).await;
        assert_eq!(answer.err(), Some(Blocked::NotEditable.into()));
        Ok(())
    }
}
