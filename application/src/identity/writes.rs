//! How much one account may write. Every write leaves a record in a trail that cannot be deleted, so there is a bound to
//! what one account adds to it in a day: see [`Writes::spend`].

use crate::kernel::rate_limits::TooMany;
use chrono::{DateTime, TimeDelta, Utc};
use sooner_domain::kernel::ids::UserId;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// What each account may still write, in the memory of this node: a write of its own for each write would cost more than
/// what it guards, and a node that starts anew gives back an hour's worth at most.
pub struct Writes {
    an_hour: i32,
    spent: Mutex<Spent>,
}

#[derive(Default)]
struct Spent {
    /// When an account that writes no more may write as much as ever.
    until: HashMap<UserId, DateTime<Utc>>,
    /// How many accounts there are before those that have all of it again are forgotten.
    forget_at: usize,
}

impl Writes {
    /// Enough for a form that saves itself while somebody types: more than one save every six seconds for an hour.
    pub const DEFAULT_AN_HOUR: i32 = 600;
    const FEW: usize = 1_024;

    /// So many at once, and as many again within an hour, evenly.
    pub fn an_hour(an_hour: i32) -> Self {
        Self { an_hour, spent: Mutex::default() }
    }

    /// Counts one write of this account. In a day it may make 25 times what it may in an hour.
    ///
    /// # Errors
    /// `TooMany` when nothing is left.
    pub fn spend(&self, account: UserId, now: DateTime<Utc>) -> Result<(), TooMany> {
        let hour = TimeDelta::hours(1);
        let Some(each) = hour.checked_div(self.an_hour) else { return Err(TooMany { retry_after_seconds: hour.num_seconds() }) };
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let until = spent.until.get(&account).map_or(now, |until| now.max(*until)) + each;
        if until - now > hour {
            let wait = until - now - hour;
            return Err(TooMany { retry_after_seconds: wait.num_seconds() + 1 });
        }
        spent.until.insert(account, until);
        if spent.until.len() > spent.forget_at.max(Self::FEW) {
            spent.until.retain(|_, until| *until > now);
            spent.forget_at = 2 * spent.until.len();
        }
        Ok(())
    }

    /// How many accounts are remembered.
    #[cfg(test)]
    fn remembered(&self) -> usize {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).until.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn account(number: u128) -> UserId {
        UserId(Uuid::from_u128(number))
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn an_account_writes_so_many_at_once_and_then_one_every_few_seconds() {
        let writes = Writes::an_hour(600);
        let all = (0..1_000).take_while(|_| writes.spend(account(1), at(0)).is_ok()).count();
        assert_eq!(all, 600);
        assert_eq!(writes.spend(account(1), at(0)), Err(TooMany { retry_after_seconds: 7 }));
        assert!(writes.spend(account(2), at(0)).is_ok(), "another account has its own");
        assert!(writes.spend(account(1), at(6)).is_ok());
        assert!(writes.spend(account(1), at(6)).is_err());
    }

    #[test]
    fn a_day_has_a_bound() {
        let writes = Writes::an_hour(600);
        let day = (0..24 * 3_600).flat_map(|second| [second, second]);
        let made = day.filter(|second| writes.spend(account(1), at(*second)).is_ok()).count();
        assert!((14_900..=15_000).contains(&made), "{made}");
    }

    #[test]
    fn whoever_writes_no_more_is_forgotten() {
        let writes = Writes::an_hour(600);
        for number in 0..100_000 {
            writes.spend(account(number), at(i64::try_from(number).unwrap_or(0))).ok();
        }
        assert!(writes.remembered() <= 1_025, "{}", writes.remembered());
    }
}
