//! Who the house is and when it works: an admin changes it at once.

use super::{House, changes::Change};
use crate::{
    identity::{StepUpRequired, changes::Change as AccountChange},
    kernel::{
        commit::{CommitError, WriteContext},
        unavailable::Unavailable,
    },
    parties::Member,
};
use sooner_domain::{
    house::{
        details::HouseDetails,
        settings::{HOUSE, NotTheirs},
    },
    kernel::audit::{Actor, AuditAction, Entry, Subjects},
};

/// What an admin wants to be set, and what they saw.
#[derive(Debug, Clone)]
pub struct SettingsCommand {
    pub by: Member,
    pub version: i64,
    pub details: HouseDetails,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeSettingsError {
    #[error("it takes another role")]
    Forbidden,
    /// They are not at the version that was seen.
    #[error("changed meanwhile")]
    Stale,
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<NotTheirs> for ChangeSettingsError {
    fn from(NotTheirs: NotTheirs) -> Self {
        Self::Forbidden
    }
}

impl House {
    /// Sets everything but the accounts. What is set already is not written, whatever version was seen: so asking again after a lost
    /// answer does no harm.
    ///
    /// # Errors
    /// `Forbidden`; `Stale` when something was changed since it was seen; `StepUpRequired` where they didn’t confirm this very request:
    /// who the house is stands on papers, bank files and mails.
    pub async fn change_settings(&self, command: SettingsCommand) -> Result<(), ChangeSettingsError> {
        let by = command.by.operator();
        let mut settings = self.settings.settings().await?;
        let changes = settings.take_details(command.details, &by)?;
        if changes.is_empty() {
            return Ok(());
        }
        if settings.version() != command.version {
            return Err(ChangeSettingsError::Stale);
        }
        command.by.confirmed(self.clock.now())?;
        let actor = Actor::User(by.user());
        let mut entry = Entry::new(self.clock.now(), actor, AuditAction::HouseSettingsChanged, Subjects::house(HOUSE));
        entry.changes = changes;
        let works = AccountChange::OperatorStands { id: by.user(), roles: by.roles };
        let changes = vec![works.into(), Change::SettingsChanged(Box::new(settings))];
        match self.commit.commit(changes, WriteContext::of(entry)).await {
            Ok(()) => Ok(()),
            Err(CommitError::Stale) => Err(ChangeSettingsError::Stale),
            // A role was given to them or taken from them meanwhile: with another one they look again.
            Err(CommitError::NotAllowed) => Err(ChangeSettingsError::Forbidden),
            Err(error) => Err(error.unexpected().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user, confirmed, house_details};
    use sooner_domain::{
        house::{
            local_time::{CutOff, TimeZone},
            settings::HouseSettings,
        },
        identity::operator::{OperatorRole, OperatorRoles},
    };
    use std::error::Error;

    type Checked = Result<(), Box<dyn Error>>;

    fn command(by: &Member, version: i64, details: HouseDetails) -> SettingsCommand {
        SettingsCommand { by: confirmed(by), version, details }
    }

    async fn set(world: &World) -> Result<HouseSettings, Box<dyn Error>> {
        Ok(world.house().settings().await?)
    }

    #[tokio::test]
    async fn an_admin_sets_what_holds_for_the_house_and_the_trail_says_what_was_changed() -> Checked {
        let world = World::default();
        let olga = world.operator_of("olga@example.com", [OperatorRole::Admin].into_iter().collect()).await?;
        assert_eq!(set(&world).await?, HouseSettings::default());
        world.house().change_settings(command(&olga, 0, house_details())).await?;
        assert_eq!((set(&world).await?.version(), set(&world).await?.details()), (1, &house_details()));
        let later = HouseDetails { cut_off: CutOff::parse("16:45")?, ..house_details() };
        world.house().change_settings(command(&olga, 1, later.clone())).await?;
        let entry = world.last_entry().await?;
        assert_eq!((entry.action, entry.by), (AuditAction::HouseSettingsChanged, Actor::User(olga.user.id())));
        assert_eq!(entry.about, Subjects::house(HOUSE));
        let told: Vec<_> = entry.changes.into_iter().map(|change| (change.field, change.before, change.after)).collect();
        assert_eq!(told, [("house.cutOff".to_owned(), Some("15:00".to_owned()), Some("16:45".to_owned()))]);
        assert_eq!((set(&world).await?.version(), set(&world).await?.details()), (2, &later));
        Ok(())
    }

    #[tokio::test]
    async fn what_somebody_else_changed_is_not_written_over_and_asking_again_is_the_same() -> Checked {
        let world = World::default();
        let olga = world.operator().await?;
        world.house().change_settings(command(&olga, 0, house_details())).await?;
        world.house().change_settings(command(&olga, 0, house_details())).await?;
        assert_eq!(set(&world).await?.version(), 1, "it is set already");
        let stale = world.house().change_settings(command(&olga, 0, HouseDetails::default())).await;
        assert_eq!(stale, Err(ChangeSettingsError::Stale));
        assert_eq!(set(&world).await?.details(), &house_details());
        Ok(())
    }

    #[tokio::test]
    async fn nobody_else_changes_it_nor_an_admin_who_is_none_any_more() -> Checked {
        let world = World::default();
        let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await?;
        let auditor = world.operator_of("anna@example.com", [OperatorRole::Auditor, OperatorRole::Credit].into_iter().collect()).await?;
        for by in [&auditor, &world.member(a_user()).await?] {
            let refused = world.house().change_settings(command(by, 0, house_details())).await;
            assert_eq!(refused, Err(ChangeSettingsError::Forbidden));
        }
        world.parties().set_roles(omar.user.email(), [OperatorRole::Auditor].into_iter().collect()).await?;
        let refused = world.house().change_settings(command(&omar, 0, house_details())).await;
        assert_eq!(refused, Err(ChangeSettingsError::Forbidden), "as he was when he signed in");
        assert_eq!(set(&world).await?, HouseSettings::default());
        Ok(())
    }

    #[tokio::test]
    async fn whoever_changes_it_confirms_that() -> Checked {
        let world = World::default();
        let olga = world.operator().await?;
        let unconfirmed = SettingsCommand { by: olga.clone(), ..command(&olga, 0, house_details()) };
        let refused = world.house().change_settings(unconfirmed.clone()).await;
        assert_eq!(refused, Err(ChangeSettingsError::StepUpRequired(StepUpRequired { act: None })));
        assert_eq!(set(&world).await?, HouseSettings::default());
        world.house().change_settings(command(&olga, 0, house_details())).await?;
        world.house().change_settings(unconfirmed).await?;
        assert_eq!(set(&world).await?.version(), 1, "what is set already is not written");
        Ok(())
    }

    #[tokio::test]
    async fn the_house_works_by_the_instances_clock_until_another_one_is_set() -> Checked {
        let world = World::default();
        let olga = world.operator().await?;
        let house = House { time_zone: TimeZone::parse("Asia/Tokyo")?, ..world.house() };
        let evening = "2027-01-04T22:00:00Z".parse()?;
        assert_eq!(house.business_days().await?.date_of(evening).to_string(), "2027-01-05");
        house.change_settings(command(&olga, 0, house_details())).await?;
        assert_eq!(house.business_days().await?.date_of(evening).to_string(), "2027-01-04", "in Berlin");
        Ok(())
    }
}
