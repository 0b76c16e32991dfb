//! The clock that people move to try out what a day brings: how far business time is ahead of the machine's.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

/// How far business time is ahead of the machine's clock, in whole microseconds. It only ever grows, so business time never
/// runs backwards: what was dated stays in the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct TestClock {
    ahead: TimeDelta,
}

/// Why a clock is not moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoveRefused {
    #[error("it would go back")]
    Back,
    #[error("it would be more than {} years ahead", TestClock::MAX_YEARS)]
    TooFar,
}

impl TestClock {
    /// Longer than any facility runs, and near enough for every date to be computed with.
    pub const MAX_YEARS: i64 = 10;
    /// The same in days, with every leap day there may be.
    const MAX_AHEAD: TimeDelta = TimeDelta::days(3_653);

    /// The clock as it was stored; none if it is behind the machine's, or further ahead than any may be.
    pub fn restore(ahead_micros: i64) -> Option<Self> {
        let ahead = TimeDelta::microseconds(ahead_micros);
        (TimeDelta::zero()..=Self::MAX_AHEAD).contains(&ahead).then_some(Self { ahead })
    }

    /// How far it is ahead, in microseconds.
    pub fn ahead_micros(self) -> i64 {
        self.ahead.num_microseconds().unwrap_or_default()
    }

    /// Business time when this is the machine's.
    pub fn at(self, machine: DateTime<Utc>) -> DateTime<Utc> {
        machine + self.ahead
    }

    /// The clock that shows `to`, in whole microseconds, when this is the machine's time.
    ///
    /// # Errors
    /// `Back` unless it shows less now; `TooFar` when it would be more than [`Self::MAX_YEARS`] ahead of the machine's.
    pub fn moved(self, to: DateTime<Utc>, machine: DateTime<Utc>) -> Result<Self, MoveRefused> {
        let ahead = to.trunc_subsecs(6) - machine;
        if ahead > Self::MAX_AHEAD {
            return Err(MoveRefused::TooFar);
        }
        if ahead <= self.ahead {
            return Err(MoveRefused::Back);
        }
        Ok(Self { ahead })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_781_524_800, 123_456_000).unwrap()
    }

    #[test]
    fn a_clock_that_nobody_moved_is_the_machines() {
        assert_eq!(TestClock::default().at(noon()), noon());
        assert_eq!(TestClock::restore(0), Some(TestClock::default()));
    }

    #[test]
    fn a_moved_clock_goes_on() {
        let moved = TestClock::default().moved(noon() + TimeDelta::days(30), noon()).unwrap();
        assert_eq!(moved.at(noon() + TimeDelta::seconds(5)), noon() + TimeDelta::days(30) + TimeDelta::seconds(5));
    }

    #[test]
    fn it_is_moved_to_a_later_time_than_it_shows_and_to_no_other() {
        let moved = TestClock::default().moved(noon() + TimeDelta::days(2), noon()).unwrap();
        let later = noon() + TimeDelta::days(1);
        assert_eq!(moved.moved(moved.at(later), later), Err(MoveRefused::Back), "the time it shows");
        assert_eq!(moved.moved(moved.at(later) - TimeDelta::microseconds(1), later), Err(MoveRefused::Back));
        let just_after = moved.at(later) + TimeDelta::microseconds(1);
        assert_eq!(moved.moved(just_after, later).map(|clock| clock.at(later)), Ok(just_after));
        let less_than_it_keeps = moved.at(later) + TimeDelta::nanoseconds(999);
        assert_eq!(moved.moved(less_than_it_keeps, later), Err(MoveRefused::Back));
    }

    #[test]
    fn it_is_ten_years_ahead_at_most_whatever_it_is_asked_for() {
        let most = noon() + TestClock::MAX_AHEAD;
        let furthest = TestClock::default().moved(most, noon()).unwrap();
        assert_eq!(TestClock::restore(furthest.ahead_micros()), Some(furthest));
        assert_eq!(TestClock::restore(furthest.ahead_micros() + 1), None);
        for to in [most + TimeDelta::microseconds(1), DateTime::<Utc>::MAX_UTC] {
            assert_eq!(TestClock::default().moved(to, noon()), Err(MoveRefused::TooFar));
            assert_eq!(furthest.moved(to, noon()), Err(MoveRefused::TooFar));
        }
        assert_eq!(furthest.moved(DateTime::<Utc>::MIN_UTC, noon()), Err(MoveRefused::Back));
        for odd in [-1, i64::MIN, i64::MAX] {
            assert_eq!(TestClock::restore(odd), None, "{odd}");
        }
    }

    proptest! {
        #[test]
        fn business_time_never_runs_backwards(steps in proptest::collection::vec((0..10_000_000_000_i64, -1_000_000_000_000..1_000_000_000_000_i64), 0..50)) {
            let (mut clock, mut machine, mut shown) = (TestClock::default(), noon(), noon());
            for (passes, by) in steps {
                machine += TimeDelta::microseconds(passes);
                let to = clock.at(machine) + TimeDelta::microseconds(by);
                match clock.moved(to, machine) {
                    Ok(moved) => {
                        prop_assert!(by > 0);
                        prop_assert_eq!(moved.at(machine), to);
                        prop_assert_eq!(TestClock::restore(moved.ahead_micros()), Some(moved));
                        clock = moved;
                    }
                    Err(refused) => prop_assert_eq!(refused, MoveRefused::Back),
                }
                prop_assert!(clock.at(machine) >= shown);
                shown = clock.at(machine);
            }
        }
    }
}
