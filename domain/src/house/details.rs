//! What holds for the house, but for its accounts.

use super::{
    local_time::{CutOff, TimeZone},
    profile::HouseProfile,
    reminders::Reminders,
};
use crate::kernel::{
    Invalid,
    change::Changed,
    coded::{Coded, coded_enum},
    money::{Currency, Money},
    text::Line,
};
use chrono::NaiveDate;
use std::collections::{BTreeMap, BTreeSet};

/// What an admin of the house changes at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HouseDetails {
    /// None before the house’s details are set.
    pub profile: Option<HouseProfile>,
    /// None: the one the instance is set up with.
    pub time_zone: Option<TimeZone>,
    pub cut_off: CutOff,
    pub extra_holidays: ExtraHolidays,
    pub short_below: ShortBelow,
    pub reminders: Reminders,
    pub priced_on: PricedOn,
}

coded_enum!(
    /// What is advanced on of an invoice that grants a cash discount.
    #[derive(Default)]
    PricedOn {
        /// What comes for certain: the face less the discount.
        #[default]
        Certain = "certain",
        Face = "face",
    }
);

/// Days on which the house is closed though banks are open, each with what it is called.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExtraHolidays(BTreeMap<NaiveDate, Line>);

impl ExtraHolidays {
    /// Some ten a year, for twenty years.
    pub const MAX: usize = 200;

    /// # Errors
    /// `NamedTwice` when the day is one already, `TooMany`.
    pub fn add(&mut self, day: NaiveDate, name: Line) -> Result<(), Invalid> {
        if self.0.contains_key(&day) {
            return Err(Invalid::NamedTwice);
        }
        if self.0.len() == Self::MAX {
            return Err(Invalid::TooMany { max: Self::MAX as i64 });
        }
        self.0.insert(day, name);
        Ok(())
    }

    /// Each, the earliest first.
    pub fn iter(&self) -> impl Iterator<Item = (NaiveDate, &Line)> {
        self.0.iter().map(|(day, name)| (*day, name))
    }

    pub fn days(&self) -> BTreeSet<NaiveDate> {
        self.0.keys().copied().collect()
    }
}

/// Up to how much may be missing from a payment, by currency, so that what was owed is taken for paid. Nothing, where nothing
/// is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShortBelow(BTreeMap<Currency, Money>);

impl ShortBelow {
    /// In minor units. It is meant for a few euro that are not worth a letter: more is a slip of the hand.
    pub const MAX_MINOR: i64 = 100_000;

    /// # Errors
    /// `NamedTwice` when something is said of this currency already, `AmountTooLarge`.
    pub fn add(&mut self, amount: Money) -> Result<(), Invalid> {
        if amount.amount_minor() > Self::MAX_MINOR {
            return Err(Invalid::AmountTooLarge { max: Self::MAX_MINOR });
        }
        if self.0.contains_key(&amount.currency()) {
            return Err(Invalid::NamedTwice);
        }
        self.0.insert(amount.currency(), amount);
        Ok(())
    }

    /// In minor units of this currency.
    pub fn minor(&self, currency: Currency) -> i64 {
        self.0.get(&currency).map_or(0, Money::amount_minor)
    }

    /// Each, in the order of their currencies.
    pub fn iter(&self) -> impl Iterator<Item = Money> {
        self.0.values().copied()
    }
}

impl HouseDetails {
    /// What is different in the other ones, field by field.
    pub fn changes(&self, after: &Self) -> Vec<Changed> {
        Changed::between(&self.fields(), &after.fields())
    }

    fn fields(&self) -> Vec<(String, String)> {
        let Self { profile, time_zone, cut_off, extra_holidays, short_below, reminders, priced_on } = self;
        let mut fields = profile.as_ref().map(HouseProfile::fields).unwrap_or_default();
        fields.extend(time_zone.map(|zone| ("house.timeZone".to_owned(), zone.name().to_owned())));
        fields.push(("house.cutOff".to_owned(), cut_off.to_string()));
        fields.extend(extra_holidays.iter().map(|(day, name)| (format!("house.extraHolidays.{day}"), name.as_str().to_owned())));
        fields.extend(short_below.iter().map(|amount| (format!("house.shortBelow.{}", amount.currency().code()), amount.to_string())));
        let days = [("beforeDue", &reminders.before_due), ("afterDue", &reminders.after_due)];
        fields.extend(days.into_iter().filter_map(|(field, days)| Some((format!("house.reminders.{field}"), days.told()?))));
        fields.extend((*priced_on != PricedOn::default()).then(|| ("house.pricedOn".to_owned(), priced_on.code().to_owned())));
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::{super::examples::details, *};

    #[test]
    fn a_day_is_listed_once_and_so_many_days_at_most() -> Result<(), Invalid> {
        let mut holidays = ExtraHolidays::default();
        let name = Line::parse("Carnival Monday")?;
        for day in NaiveDate::default().iter_days().take(ExtraHolidays::MAX) {
            holidays.add(day, name.clone())?;
        }
        assert_eq!(holidays.add(NaiveDate::default(), name.clone()), Err(Invalid::NamedTwice));
        assert_eq!(holidays.add(NaiveDate::MAX, name), Err(Invalid::TooMany { max: 200 }));
        assert_eq!(holidays.days().len(), 200);
        Ok(())
    }

    #[test]
    fn what_may_be_missing_is_little_and_said_once_for_a_currency() -> Result<(), Invalid> {
        let (euro, yen) = (Currency::parse("EUR")?, Currency::parse("JPY")?);
        let mut short_below = ShortBelow::default();
        assert_eq!(short_below.add(Money::parse(100_001, euro)?), Err(Invalid::AmountTooLarge { max: 100_000 }));
        short_below.add(Money::parse(500, euro)?)?;
        assert_eq!(short_below.add(Money::parse(400, euro)?), Err(Invalid::NamedTwice));
        assert_eq!((short_below.minor(euro), short_below.minor(yen)), (500, 0));
        Ok(())
    }

    #[test]
    fn what_changes_is_told_field_by_field() -> Result<(), Invalid> {
        let before = details()?;
        let mut after = before.clone();
        after.cut_off = CutOff::parse("12:30")?;
        after.extra_holidays = ExtraHolidays::default();
        after.time_zone = None;
        if let Some(profile) = &mut after.profile {
            profile.legal_name = Line::parse("Sooner Finance SE")?;
        }
        let told: Vec<_> = before.changes(&after).into_iter().map(|change| format!("{change:?}")).collect();
        insta::assert_snapshot!(told.join("\n"));
        let all: Vec<_> = before.fields().into_iter().map(|(field, value)| format!("{field} = {value}")).collect();
        insta::assert_snapshot!(all.join("\n"));
        assert_eq!(HouseDetails::default().changes(&before).len(), before.fields().len(), "the cut-off and the reminders are others");
        Ok(())
    }
}
