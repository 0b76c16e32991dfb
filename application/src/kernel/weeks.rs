//! Weeks that are looked ahead.

use chrono::{NaiveDate, TimeDelta, Weekday};
use std::ops::RangeInclusive;

/// How many, the present one among them.
pub const WEEKS: usize = 8;

/// From `on` until its Sunday, and the whole weeks behind it: no day twice, none left out.
pub fn weeks_ahead(on: NaiveDate) -> impl Iterator<Item = RangeInclusive<NaiveDate>> {
    let sunday = on.week(Weekday::Mon).last_day();
    let week = move |number: i64| {
        let to = sunday + TimeDelta::weeks(number);
        let from = if number == 0 { on } else { to - TimeDelta::days(6) };
        from..=to
    };
    (0..).take(WEEKS).map(week)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_week_ends_on_its_sunday_and_the_first_begins_today() {
        let weeks: Vec<_> = weeks_ahead(day("2026-09-04")).collect();
        assert_eq!(weeks.len(), WEEKS);
        assert_eq!(weeks[0], day("2026-09-04")..=day("2026-09-06"));
        assert_eq!(weeks[1], day("2026-09-07")..=day("2026-09-13"));
        assert_eq!(weeks[7], day("2026-10-19")..=day("2026-10-25"));
        assert!(weeks.windows(2).all(|two| two[0].end().succ_opt().as_ref() == Some(two[1].start())));
        let sunday: Vec<_> = weeks_ahead(day("2026-09-06")).take(2).collect();
        assert_eq!(sunday, [day("2026-09-06")..=day("2026-09-06"), day("2026-09-07")..=day("2026-09-13")]);
    }
}
