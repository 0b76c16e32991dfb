//! Saving the draft.

use super::{ChangeError, Onboarding, View};
use sooner_domain::{
    onboarding::{
        actions::ApplicantAction,
        application::{Application, Form},
        merge::Edit,
    },
    parties::membership::Membership,
};

impl Onboarding {
    /// Replaces the draft with what the form holds now; parts may be missing. Whoever names the version they saw replaces
    /// that one and no other.
    ///
    /// # Errors
    /// `Blocked(NotEditable)` once it was submitted, `Stale` when it is not at the version that was seen.
    pub async fn save_form(&self, by: Membership, form: Form, seen: Option<i64>) -> Result<View, ChangeError> {
        let now = self.clock.now();
        let save = |application: &mut Application| {
            if seen.is_some_and(|seen| seen != application.parts().version) {
                return Err(ChangeError::Stale);
            }
            Ok(application.save_form(form.clone(), now)?)
        };
        self.change(&by, ApplicantAction::EditForm, None, save).await
    }

    /// Changes some fields of the draft, beside whoever changes others.
    ///
    /// # Errors
    /// `Blocked`: with `NotEditable` once it was submitted, `Conflict` with the fields that changed since they were read,
    /// `TooManyPeople`. `Stale` when the version that was seen is none the application ever had.
    pub async fn edit_form(&self, by: Membership, edit: Edit, seen: i64) -> Result<View, ChangeError> {
        let now = self.clock.now();
        let make = |application: &mut Application| {
            // What was seen before a back-up was brought back may be anything.
            if seen > application.parts().version {
                return Err(ChangeError::Stale);
            }
            Ok(application.edit_form(&edit, now)?)
        };
        self.change(&by, ApplicantAction::EditForm, None, make).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user, complete_form};
    use sooner_domain::{
        kernel::text::Line,
        onboarding::{
            application::Blocked,
            merge::{CompanyField, Field},
        },
    };

    /// An edit of the legal name.
    fn renaming(before: Option<&str>, after: &str) -> Edit {
        let form = |name: Option<&str>| {
            let mut form = complete_form();
            form.company.legal_name = name.map(|name| Line::parse(name).unwrap());
            form
        };
        Edit { fields: [Field::Company(CompanyField::LegalName)].into(), before: form(before), after: form(Some(after)) }
    }

    #[tokio::test]
    async fn a_draft_is_kept_as_it_grows() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let before = world.onboarding().view(me).await?;
        assert_eq!(before.application.form(), &Form::default());
        let after = world.onboarding().save_form(me, complete_form(), None).await?;
        assert_eq!(after.application.form(), &complete_form());
        assert!(after.missing().len() < before.missing().len());
        Ok(())
    }

    #[tokio::test]
    async fn a_submitted_form_is_closed() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.submitted(a_user()).await?;
        let answer = world.onboarding().save_form(me, Form::default(), None).await;
        assert_eq!(answer.err(), Some(Blocked::NotEditable.into()));
        Ok(())
    }

    #[tokio::test]
    async fn a_version_that_was_seen_is_replaced_and_no_other() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let list = world.onboarding();
        assert_eq!(list.save_form(me, complete_form(), Some(1)).await.err(), Some(ChangeError::Stale));
        assert_eq!(list.save_form(me, complete_form(), Some(0)).await?.application.parts().version, 1);
        assert_eq!(list.save_form(me, Form::default(), Some(0)).await.err(), Some(ChangeError::Stale));
        assert_eq!(list.edit_form(me, renaming(None, "Nordwind AG"), 2).await.err(), Some(ChangeError::Stale));
        assert_eq!(list.view(me).await?.application.form(), &complete_form());
        Ok(())
    }

    #[tokio::test]
    async fn two_who_edit_see_each_other_and_neither_is_overwritten() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let list = world.onboarding();
        let seen = list.save_form(me, complete_form(), None).await?.application.parts().version;
        let old = complete_form().company.legal_name;
        let old = old.as_ref().map(Line::as_str);
        let mine = list.edit_form(me, renaming(old, "Nordwind AG"), seen).await?;
        let mut city = Edit { fields: [Field::Company(CompanyField::City)].into(), before: complete_form(), after: complete_form() };
        city.after.company.address.city = Some(Line::parse("Kiel")?);
        let both = list.edit_form(me, city, seen).await?;
        let company = |view: &View| view.application.form().company.clone();
        assert_eq!(company(&both).legal_name, company(&mine).legal_name);
        assert_eq!(company(&both).address.city.as_ref().map(Line::as_str), Some("Kiel"));
        let late = list.edit_form(me, renaming(old, "Südwind AG"), seen).await;
        let now = Box::new(both.application.form().clone());
        let conflict = Blocked::Conflict { fields: [Field::Company(CompanyField::LegalName)].into(), now };
        assert_eq!(late.err(), Some(conflict.into()));
        assert_eq!(list.view(me).await?.application.form(), both.application.form());
        Ok(())
    }

    #[tokio::test]
    async fn what_changes_nothing_is_not_written() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.membership;
        let list = world.onboarding();
        let before = list.save_form(me, complete_form(), None).await?;
        let records = world.records().await?.len();
        assert_eq!(list.save_form(me, complete_form(), None).await?.application, before.application);
        assert_eq!(list.edit_form(me, renaming(None, "Mühle Brandt GmbH"), 1).await?.application, before.application);
        assert_eq!(world.records().await?.len(), records);
        Ok(())
    }
}
