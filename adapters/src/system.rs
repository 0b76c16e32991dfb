//! The real clock and real ids: the only place that asks the machine for either.

use chrono::{DateTime, SubsecRound, Utc};
use sooner_application::kernel::{clock::Clock, ids::Ids};
use uuid::Uuid;

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the Clock port's adapter")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// UUIDs of version 7: later ones sort behind earlier ones, and 74 random bits keep them from being guessed.
pub struct Uuid7;

impl Ids for Uuid7 {
    #[expect(clippy::disallowed_methods, reason = "this is the Ids port's adapter")]
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}
