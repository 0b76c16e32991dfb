//! On which days before and after a payment is due whoever owes it is reminded.

use crate::kernel::Invalid;
use chrono::NaiveDate;
use std::collections::BTreeSet;

/// So many days away from the day something is due, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReminderDays(BTreeSet<i64>);

impl ReminderDays {
    /// More would be a nuisance.
    pub const MAX: usize = 5;
    /// A quarter of a year: what is longer overdue is beyond reminders.
    pub const FURTHEST: i64 = 90;

    /// # Errors
    /// `OutOfRange`, `NamedTwice`, `TooMany`.
    pub fn parse(days: &[i64]) -> Result<Self, Invalid> {
        let mut parsed = BTreeSet::new();
        for day in days {
            if !(1..=Self::FURTHEST).contains(day) {
                return Err(Invalid::OutOfRange { min: 1, max: Self::FURTHEST });
            }
            if !parsed.insert(*day) {
                return Err(Invalid::NamedTwice);
            }
        }
        if parsed.len() > Self::MAX { Err(Invalid::TooMany { max: Self::MAX as i64 }) } else { Ok(Self(parsed)) }
    }

    /// The fewest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = i64> {
        self.0.iter().copied()
    }

    /// As the trail has them; none when there are none.
    pub(super) fn told(&self) -> Option<String> {
        let days: Vec<_> = self.iter().map(|day| day.to_string()).collect();
        (!days.is_empty()).then(|| days.join(", "))
    }
}

/// When the house reminds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reminders {
    /// The buyers of programmes, of what they are going to pay.
    pub before_due: ReminderDays,
    /// Whoever owes what was not paid.
    pub after_due: ReminderDays,
}

impl Default for Reminders {
    /// Five days before. To debtors nobody writes before the house wants it.
    fn default() -> Self {
        Self { before_due: ReminderDays(BTreeSet::from([5])), after_due: ReminderDays::default() }
    }
}

impl Reminders {
    /// So many days later a reminder that was left out is still sent. What has been overdue for longer when the house sets a day
    /// is not written about.
    const MADE_UP_FOR: i64 = 7;

    /// The reminder whose turn it is at the end of this date, as days from the due date: −5 is five days before. One that was
    /// left out is made up for, and of several that were the last one counts. It is the same until the next one's turn, so it is
    /// sent unless it was before.
    pub fn turn(&self, due_on: NaiveDate, on: NaiveDate) -> Option<i64> {
        let from_due = on.signed_duration_since(due_on).num_days();
        if from_due < 0 {
            self.before_due.iter().map(|days| -days).find(|turn| *turn <= from_due)
        } else {
            self.after_due.iter().rfind(|turn| *turn <= from_due).filter(|turn| from_due - turn <= Self::MADE_UP_FOR)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use proptest::prelude::*;

    fn due_on() -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 3, 4).unwrap_or_default()
    }

    fn reminders(before: &[i64], after: &[i64]) -> Result<Reminders, Invalid> {
        Ok(Reminders { before_due: ReminderDays::parse(before)?, after_due: ReminderDays::parse(after)? })
    }

    #[test]
    fn days_are_few_near_and_named_once() {
        assert_eq!(ReminderDays::parse(&[0]), Err(Invalid::OutOfRange { min: 1, max: 90 }));
        assert_eq!(ReminderDays::parse(&[3, 91]), Err(Invalid::OutOfRange { min: 1, max: 90 }));
        assert_eq!(ReminderDays::parse(&[3, 7, 3]), Err(Invalid::NamedTwice));
        assert_eq!(ReminderDays::parse(&[1, 2, 3, 4, 5, 6]), Err(Invalid::TooMany { max: 5 }));
        assert_eq!(ReminderDays::parse(&[14, 1, 90]).map(|days| days.iter().collect()), Ok(vec![1, 14, 90]));
        assert_eq!(ReminderDays::parse(&[]), Ok(ReminderDays::default()));
    }

    #[test]
    fn buyers_are_reminded_five_days_before_and_nobody_afterwards_until_the_house_says_so() {
        let turn = |days| Reminders::default().turn(due_on(), due_on() + TimeDelta::days(days));
        assert_eq!([-6, -5, -4, -1, 0, 1, 30].map(turn), [None, Some(-5), Some(-5), Some(-5), None, None, None]);
    }

    #[test]
    fn it_is_one_reminders_turn_until_the_next_and_for_a_week_after_the_last() -> Result<(), Invalid> {
        let set = reminders(&[1, 10], &[3, 5])?;
        let turn = |days| set.turn(due_on(), due_on() + TimeDelta::days(days));
        assert_eq!([-11, -10, -2, -1, 0, 2].map(turn), [None, Some(-10), Some(-10), Some(-1), None, None]);
        assert_eq!([3, 4, 5, 12, 13].map(turn), [Some(3), Some(3), Some(5), Some(5), None]);
        Ok(())
    }

    proptest! {
        /// Whichever dates are ended, nobody is reminded twice of the same day, too early, or on the day it is due; where none
        /// is left out, of every day.
        #[test]
        fn each_reminder_is_sent_once_and_all_are_where_no_date_is_left_out(
            before in proptest::collection::btree_set(1_i64..=90, 0..=5),
            after in proptest::collection::btree_set(1_i64..=90, 0..=5),
            ended in proptest::collection::vec(proptest::bool::weighted(0.8), 260),
            leaves_out in any::<bool>(),
        ) {
            let days = |set: &BTreeSet<i64>| set.iter().copied().collect::<Vec<_>>();
            let set = reminders(&days(&before), &days(&after)).map_err(|_| TestCaseError::fail("not parsed"))?;
            let mut sent = Vec::new();
            for (day, is_ended) in (-130_i64..130).zip(ended) {
                if leaves_out && !is_ended { continue }
                let Some(turn) = set.turn(due_on(), due_on() + TimeDelta::days(day)) else { continue };
                prop_assert!(turn <= day && (turn < 0) == (day < 0) && day != 0);
                if !sent.contains(&turn) { sent.push(turn) }
            }
            let all: Vec<_> = before.iter().rev().map(|day| -day).chain(after.iter().copied()).collect();
            prop_assert!(sent.is_sorted() && sent.iter().all(|turn| all.contains(turn)));
            if !leaves_out { prop_assert_eq!(sent, all) }
        }
    }
}
