//! Days on which banks move money.

use chrono::{Datelike, Days, NaiveDate, TimeDelta, Weekday};
use std::collections::BTreeSet;

/// Business days: Monday to Friday, without the holidays of TARGET, the Eurosystem's payment system, and without the
/// house's own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Calendar {
    extra: BTreeSet<NaiveDate>,
}

impl Calendar {
    /// `extra`: days on which the house is closed besides.
    pub fn new(extra: BTreeSet<NaiveDate>) -> Self {
        Self { extra }
    }

    pub fn is_business_day(&self, day: NaiveDate) -> bool {
        !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) && !is_target_holiday(day) && !self.extra.contains(&day)
    }

    /// This day, or the first business day after it.
    pub fn on_or_after(&self, day: NaiveDate) -> NaiveDate {
        // The set of extra days is finite, and no other closed stretch is longer than five days.
        let mut day = day;
        while !self.is_business_day(day) && day < NaiveDate::MAX {
            day = day + Days::new(1);
        }
        day
    }

    /// The first business day after this day.
    pub fn next_business_day(&self, after: NaiveDate) -> NaiveDate {
        self.on_or_after(after.succ_opt().unwrap_or(after))
    }
}

/// Between these days anything is dated. They stand before and behind all others as text too, which years of another length don't.
pub const FIRST_DAY: NaiveDate = day_or(NaiveDate::from_ymd_opt(1, 1, 1), NaiveDate::MIN);
pub const LAST_DAY: NaiveDate = day_or(NaiveDate::from_ymd_opt(9999, 12, 31), NaiveDate::MAX);

const fn day_or(day: Option<NaiveDate>, other: NaiveDate) -> NaiveDate {
    match day {
        Some(day) => day,
        None => other,
    }
}

/// The days, both included, that are no further apart from this one, before or after it.
pub fn around(day: NaiveDate, apart: TimeDelta) -> (NaiveDate, NaiveDate) {
    let (from, to) = (day.checked_sub_signed(apart).unwrap_or(FIRST_DAY), day.checked_add_signed(apart).unwrap_or(LAST_DAY));
    (from.max(FIRST_DAY), to.min(LAST_DAY))
}

/// Each day from the first to the last of these, both included.
pub fn days_of((from, to): (NaiveDate, NaiveDate)) -> impl Iterator<Item = NaiveDate> {
    from.iter_days().take_while(move |day| *day <= to)
}

/// New Year's Day, Good Friday, Easter Monday, 1 May, 25 and 26 December (European Central Bank, since 2002).
fn is_target_holiday(day: NaiveDate) -> bool {
    if matches!((day.month(), day.day()), (1 | 5, 1) | (12, 25 | 26)) {
        return true;
    }
    let from_easter = easter(day.year()).map(|easter| (day - easter).num_days());
    matches!(from_easter, Some(-2 | 1))
}

/// Easter Sunday of the Gregorian calendar, as worked out by the anonymous algorithm of Meeus, Jones and Butcher.
fn easter(year: i32) -> Option<NaiveDate> {
    let (a, b, c) = (year % 19, year / 100, year % 100);
    let epact = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    let weekday = (32 + 2 * (b % 4) + 2 * (c / 4) - epact - c % 4) % 7;
    let correction = (a + 11 * epact + 22 * weekday) / 451;
    let month_and_day = epact + weekday - 7 * correction + 114;
    NaiveDate::from_ymd_opt(year, u32::try_from(month_and_day / 31).ok()?, u32::try_from(month_and_day % 31 + 1).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn easter_falls_where_the_church_has_it() {
        // Among them the earliest and the latest that can be: 22 March and 25 April.
        for sunday in ["1818-03-22", "1943-04-25", "2000-04-23", "2024-03-31", "2026-04-05", "2027-03-28", "2038-04-25", "2285-03-22"] {
            assert_eq!(easter(day(sunday).year()), Some(day(sunday)));
        }
    }

    #[test]
    fn banks_are_closed_on_weekends_and_on_the_holidays_of_target() {
        let calendar = Calendar::default();
        for closed in ["2027-01-01", "2027-03-26", "2027-03-29", "2026-05-01", "2026-12-25", "2028-12-26", "2027-01-02", "2027-01-03"] {
            assert!(!calendar.is_business_day(day(closed)), "{closed}");
        }
        for open in ["2027-01-04", "2027-03-25", "2027-03-30", "2026-12-24", "2026-12-31", "2026-11-02", "2028-02-29"] {
            assert!(calendar.is_business_day(day(open)), "{open}");
        }
    }

    #[test]
    fn what_falls_on_a_closed_day_waits_for_the_next_open_one() {
        let calendar = Calendar::new([day("2027-03-30"), day("2026-12-24")].into());
        assert_eq!(calendar.on_or_after(day("2027-03-26")), day("2027-03-31"));
        assert_eq!(calendar.next_business_day(day("2027-03-25")), day("2027-03-31"));
        assert_eq!(calendar.on_or_after(day("2027-03-25")), day("2027-03-25"));
        assert_eq!(calendar.next_business_day(day("2026-12-23")), day("2026-12-28"));
        assert_eq!(calendar.next_business_day(NaiveDate::MAX), NaiveDate::MAX);
    }
}
