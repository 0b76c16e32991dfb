//! The days that something may be booked on. Every day that a person or a bank names passes here before an entry is dated by it.

use chrono::{Days, NaiveDate};

/// Why nothing is booked on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotOpen {
    #[error("in the future")]
    Future,
    /// The first day that is possible.
    #[error("not before {0}")]
    Before(NaiveDate),
}

/// Days that are open for entries: from the first one after what is closed to today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenDays {
    from: NaiveDate,
    today: NaiveDate,
}

impl OpenDays {
    /// So far back a person may name a day. What is older is a slip of the pen, or belongs into books that were closed long ago.
    pub const BACK: Days = Days::new(366);

    /// `open_from`: the first day after the months that are closed; none where none is.
    pub fn new(today: NaiveDate, open_from: Option<NaiveDate>) -> Self {
        Self { from: open_from.unwrap_or(NaiveDate::MIN), today }
    }

    /// Those that a person may name.
    #[must_use]
    pub fn by_hand(self) -> Self {
        self.since(self.today.checked_sub_days(Self::BACK).unwrap_or(NaiveDate::MIN))
    }

    /// Those from this day on: nothing happens to a thing before it is there.
    #[must_use]
    pub fn since(self, first: NaiveDate) -> Self {
        Self { from: self.from.max(first), ..self }
    }

    /// The last of them.
    pub fn today(self) -> NaiveDate {
        self.today
    }

    /// Whether something may be booked on this day.
    ///
    /// # Errors
    /// `Future`; `Before` the first open one.
    pub fn check(&self, on: NaiveDate) -> Result<(), NotOpen> {
        match on {
            on if on > self.today => Err(NotOpen::Future),
            on if on < self.from => Err(NotOpen::Before(self.from)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn nothing_is_booked_tomorrow_nor_into_what_is_closed() {
        let days = OpenDays::new(day("2027-03-30"), Some(day("2027-03-01")));
        assert_eq!(days.check(day("2027-03-31")), Err(NotOpen::Future));
        assert_eq!(days.check(day("2027-03-30")), Ok(()));
        assert_eq!(days.check(day("2027-03-01")), Ok(()));
        assert_eq!(days.check(day("2027-02-28")), Err(NotOpen::Before(day("2027-03-01"))));
        assert_eq!(OpenDays::new(day("2027-03-30"), None).check(day("1999-01-01")), Ok(()), "what a bank tells may be old");
    }

    #[test]
    fn a_person_names_no_day_of_long_ago() {
        let days = OpenDays::new(day("2027-03-30"), None).by_hand();
        assert_eq!(days.check(day("2026-03-29")), Ok(()));
        assert_eq!(days.check(day("2026-03-28")), Err(NotOpen::Before(day("2026-03-29"))));
    }

    proptest! {
        #[test]
        fn what_narrows_opens_no_other_day(today in 0_i64..4_000, closed in 0_i64..4_000, first in 0_i64..4_000, on in 0_i64..4_000) {
            let at = |days: i64| day("2027-01-01") + chrono::TimeDelta::days(days);
            let all = OpenDays::new(at(today), Some(at(closed)));
            for narrower in [all.by_hand(), all.since(at(first)), all.since(at(first)).by_hand()] {
                prop_assert!(narrower.check(at(on)).is_err() || all.check(at(on)).is_ok());
            }
            prop_assert_eq!(all.since(at(first)).check(at(on)).is_ok(), on <= today && on >= closed && on >= first);
        }
    }
}
