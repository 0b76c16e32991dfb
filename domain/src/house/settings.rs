//! Everything that is set for the house, as one thing with one version.

use super::{
    accounts::HouseAccounts, business_days::BusinessDays, details::HouseDetails, local_time::TimeZone, reference_code::ReferenceCode,
};
use crate::{
    identity::operator::OperatorRight,
    kernel::{calendar::Calendar, change::Changed},
    parties::operator::Operator,
};
use uuid::Uuid;

/// What the house's settings are called in the trail and in proposals: there is one house.
pub const HOUSE: Uuid = Uuid::nil();

/// All that is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// Counts every change.
    pub version: i64,
    pub details: HouseDetails,
    pub accounts: HouseAccounts,
    /// None before the first reference was given out with one.
    pub reference_code: Option<ReferenceCode>,
}

/// What is set for the house.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HouseSettings {
    version: i64,
    details: HouseDetails,
    accounts: HouseAccounts,
    reference_code: Option<ReferenceCode>,
}

/// Whoever asks is no admin of the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it takes another role")]
pub struct NotTheirs;

impl HouseSettings {
    /// Whether this operator may change anything of it.
    ///
    /// # Errors
    /// When they may not.
    pub fn may_change(by: &Operator) -> Result<(), NotTheirs> {
        if by.may(OperatorRight::ManageHouse) { Ok(()) } else { Err(NotTheirs) }
    }

    /// As it was stored.
    pub fn restore(Parts { version, details, accounts, reference_code }: Parts) -> Self {
        Self { version, details, accounts, reference_code }
    }

    /// The version that was read; a change is stored under the next one.
    pub fn version(&self) -> i64 {
        self.version
    }

    pub fn details(&self) -> &HouseDetails {
        &self.details
    }

    pub fn accounts(&self) -> &HouseAccounts {
        &self.accounts
    }

    /// What tells the references of this house from others. It is made once, and no person changes it.
    pub fn reference_code(&self) -> Option<ReferenceCode> {
        self.reference_code
    }

    /// Takes these details; what is different, field by field.
    ///
    /// # Errors
    /// When whoever asks may not.
    pub fn take_details(&mut self, details: HouseDetails, by: &Operator) -> Result<Vec<Changed>, NotTheirs> {
        Self::may_change(by)?;
        let changes = self.details.changes(&details);
        self.details = details;
        Ok(changes)
    }

    /// Takes these accounts. Whoever calls has seen to the second person it needs.
    pub fn take_accounts(&mut self, accounts: HouseAccounts) {
        self.accounts = accounts;
    }

    /// Where the house's day begins and ends; `instance` is where, while nothing else is set.
    pub fn time_zone(&self, instance: TimeZone) -> TimeZone {
        self.details.time_zone.unwrap_or(instance)
    }

    /// The days the house works, told by its clock.
    pub fn business_days(&self, instance: TimeZone) -> BusinessDays {
        let calendar = Calendar::new(self.details.extra_holidays.days());
        BusinessDays::new(self.time_zone(instance), self.details.cut_off, calendar)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::examples::{account, details},
        *,
    };
    use crate::{
        identity::operator::OperatorRole,
        kernel::{Invalid, coded::Coded},
        onboarding::examples::operator,
    };

    #[test]
    fn an_admin_changes_the_house_and_nobody_else() -> Result<(), Invalid> {
        for role in OperatorRole::ALL {
            let by = Operator { roles: [*role].into_iter().collect(), ..operator(1) };
            let mut settings = HouseSettings::default();
            let expected = *role == OperatorRole::Admin;
            assert_eq!(settings.take_details(details()?, &by).is_ok(), expected, "{role:?}");
            assert_eq!(settings.details() == &details()?, expected);
            assert_eq!(HouseSettings::may_change(&by).is_ok(), expected);
        }
        Ok(())
    }

    #[test]
    fn it_is_read_as_it_was_stored() -> Result<(), Invalid> {
        let mut accounts = HouseAccounts::default();
        accounts.add(account("EUR", "DE89370400440532013000")?)?;
        let parts = Parts { version: 7, details: details()?, accounts, reference_code: Some(ReferenceCode::parse("K7QM")?) };
        let mut settings = HouseSettings::restore(parts.clone());
        assert_eq!((settings.version(), settings.details(), settings.accounts()), (7, &parts.details, &parts.accounts));
        assert_eq!(settings.reference_code(), parts.reference_code);
        settings.take_accounts(HouseAccounts::default());
        assert_eq!((settings.details(), settings.accounts()), (&parts.details, &HouseAccounts::default()));
        Ok(())
    }

    #[test]
    fn the_instances_time_zone_counts_until_another_one_is_set() -> Result<(), Invalid> {
        let lisbon = TimeZone::parse("Europe/Lisbon")?;
        assert_eq!(HouseSettings::default().time_zone(lisbon), lisbon);
        let set = HouseSettings::restore(Parts { details: details()?, ..Parts::default() });
        assert_eq!(set.time_zone(lisbon).name(), "Europe/Berlin");
        let eve = "2026-12-24".parse().unwrap_or_default();
        assert!(!set.business_days(lisbon).calendar().is_business_day(eve), "the house is closed");
        Ok(())
    }
}
