//! How much one account may ask for. Every write leaves a record in a trail that cannot be deleted, and every read takes
//! processor time that others wait for: see [`Allowance::spend`].

use crate::kernel::too_many::TooMany;
use chrono::{DateTime, TimeDelta, Utc};
use sooner_domain::kernel::{
    allotment::Allotment,
    ids::{SessionId, UserId},
};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};
use uuid::Uuid;

/// Whose allowance something is taken from.
pub struct Spender(Uuid);

impl From<UserId> for Spender {
    fn from(UserId(id): UserId) -> Self {
        Self(id)
    }
}

impl From<SessionId> for Spender {
    fn from(SessionId(id): SessionId) -> Self {
        Self(id)
    }
}

/// What each account may still ask for, in the memory of this node: a write of its own for each request would cost more than
/// what it guards, and a node that starts anew gives back one window's worth at most. What is written has budgets in the
/// store besides: see [`crate::kernel::budgets`].
pub struct Allowance {
    of: Allotment,
    units: i32,
    window: TimeDelta,
    spent: Mutex<Spent>,
}

#[derive(Default)]
struct Spent {
    /// When an account that asks for no more may ask for as much as ever.
    until: HashMap<Uuid, DateTime<Utc>>,
    /// How many accounts there are before those that have all of it again are forgotten.
    forget_at: usize,
}

impl Allowance {
    /// Enough for a form that saves itself while a person types: more than one save every six seconds for an hour.
    pub const WRITES_AN_HOUR: i32 = 600;
    /// Twenty a second: a screen asks for a dozen when it opens.
    pub const READS_A_MINUTE: i32 = 1_200;
    /// A minute's reads come evenly enough that one account cannot have them all at once.
    const BURSTS_A_MINUTE: i32 = 4;
    /// A person tries a file that is too large in three ways and then asks; five leave room for that.
    pub const IN_VAIN_AN_HOUR: i32 = 5;
    const FEW: usize = 1_024;

    /// So many writes at once, and as many again within an hour, evenly.
    pub fn an_hour(units: i32) -> Self {
        Self { of: Allotment::Writes, units, window: TimeDelta::hours(1), spent: Mutex::default() }
    }

    /// Files that take too much to read: a few at once, and as many again within an hour, evenly. It belongs to the node, as the processors
    /// do that read them.
    pub fn in_vain() -> Self {
        Self { of: Allotment::Readings, ..Self::an_hour(Self::IN_VAIN_AN_HOUR) }
    }

    /// So many reads within a minute, evenly, and a quarter of them at once.
    pub fn a_minute(units: i32) -> Self {
        Self {
            of: Allotment::Reads,
            units: units / Self::BURSTS_A_MINUTE,
            window: TimeDelta::seconds(60 / i64::from(Self::BURSTS_A_MINUTE)),
            spent: Mutex::default(),
        }
    }

    /// Takes so many units of this account's or session's.
    ///
    /// # Errors
    /// `TooMany` when less is left.
    pub fn spend(&self, whose: impl Into<Spender>, units: i32, now: DateTime<Utc>) -> Result<(), TooMany> {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let Spender(whose) = whose.into();
        let until = self.until(&spent, whose, units, now)?;
        spent.until.insert(whose, until);
        if spent.until.len() > spent.forget_at.max(Self::FEW) {
            spent.until.retain(|_, until| *until > now);
            spent.forget_at = 2 * spent.until.len();
        }
        Ok(())
    }

    /// Whether so many units of this account's are left.
    ///
    /// # Errors
    /// `TooMany` when less is left.
    pub fn left(&self, account: UserId, units: i32, now: DateTime<Utc>) -> Result<(), TooMany> {
        let spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        self.until(&spent, account.0, units, now).map(drop)
    }

    /// When they would have all of it again.
    fn until(&self, spent: &Spent, whose: Uuid, units: i32, now: DateTime<Utc>) -> Result<DateTime<Utc>, TooMany> {
        let refused = |wait: TimeDelta| Err(TooMany { of: Some(self.of), retry_after_seconds: wait.num_seconds() + 1 });
        let Some(cost) = self.window.checked_div(self.units).and_then(|each| each.checked_mul(units)) else { return refused(self.window) };
        let until = spent.until.get(&whose).map_or(now, |until| now.max(*until)) + cost;
        if until - now > self.window { refused(until - now - self.window) } else { Ok(until) }
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

    fn account(number: u128) -> UserId {
        UserId(Uuid::from_u128(number))
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn an_account_writes_so_many_at_once_and_then_one_every_few_seconds() {
        let writes = Allowance::an_hour(600);
        let all = (0..1_000).take_while(|_| writes.spend(account(1), 1, at(0)).is_ok()).count();
        assert_eq!(all, 600);
        assert_eq!(writes.spend(account(1), 1, at(0)), Err(TooMany { of: Some(Allotment::Writes), retry_after_seconds: 7 }));
        assert!(writes.spend(account(2), 1, at(0)).is_ok(), "another account has its own");
        assert!(writes.spend(account(1), 1, at(6)).is_ok());
        assert!(writes.spend(account(1), 1, at(6)).is_err());
    }

    #[test]
    fn what_costs_more_takes_more_and_less_than_it_is_too_little() {
        let reads = Allowance::a_minute(1_200);
        assert_eq!((0..100).take_while(|_| reads.spend(account(1), 20, at(0)).is_ok()).count(), 15);
        assert!(reads.spend(account(1), 1, at(0)).is_err());
        assert!(reads.spend(account(1), 19, at(1)).is_ok(), "twenty come back in a second");
        assert_eq!(reads.spend(account(1), 20, at(1)), Err(TooMany { of: Some(Allotment::Reads), retry_after_seconds: 1 }));
        assert!(reads.spend(account(1), 1, at(1)).is_ok());
    }

    #[test]
    fn a_day_has_a_bound() {
        let writes = Allowance::an_hour(600);
        let day = (0..24 * 3_600).flat_map(|second| [second, second]);
        let made = day.filter(|second| writes.spend(account(1), 1, at(*second)).is_ok()).count();
        assert!((14_900..=15_000).contains(&made), "{made}");
    }

    #[test]
    fn an_account_that_asks_for_no_more_is_forgotten() {
        let writes = Allowance::an_hour(600);
        for number in 0..100_000 {
            writes.spend(account(number), 1, at(i64::try_from(number).unwrap_or(0))).ok();
        }
        assert!(writes.remembered() <= 1_025, "{}", writes.remembered());
    }
}
