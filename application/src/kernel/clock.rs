//! What time it is: for machines, and for the business.

use super::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::kernel::test_clock::TestClock;
use std::sync::Arc;

/// What time it is. Sessions, tokens, codes, links, rate limits, the outbox and leases go by it, always: whoever moves business
/// time ends nobody's session by that.
pub trait Clock: Send + Sync {
    /// Now, in whole microseconds: what a database keeps.
    fn now(&self) -> DateTime<Utc>;
}

/// What time it is for the business: dates, offers, the cut-off and the end of day go by it.
#[async_trait]
pub trait BusinessClock: Send + Sync {
    /// Whether operators may move it.
    fn is_movable(&self) -> bool;

    /// Now, in whole microseconds. All nodes agree on it as far as their machines do, and it never runs backwards, not by a
    /// restart either. It may take a call of the store.
    async fn now(&self) -> Result<DateTime<Utc>, Unavailable>;
}

/// How far business time was moved.
#[async_trait]
pub trait TestClocks: Send + Sync {
    /// The clock as it was moved last; the default one when it never was.
    async fn test_clock(&self) -> Result<TestClock, Unavailable>;
}

/// Business time that nobody moves: the machine's, at no cost.
pub struct MachineTime(pub Arc<dyn Clock>);

#[async_trait]
impl BusinessClock for MachineTime {
    fn is_movable(&self) -> bool {
        false
    }

    async fn now(&self) -> Result<DateTime<Utc>, Unavailable> {
        Ok(self.0.now())
    }
}

/// Business time that operators move, to try out what a day brings.
pub struct MovableTime {
    pub machine: Arc<dyn Clock>,
    pub test_clocks: Arc<dyn TestClocks>,
}

#[async_trait]
impl BusinessClock for MovableTime {
    fn is_movable(&self) -> bool {
        true
    }

    async fn now(&self) -> Result<DateTime<Utc>, Unavailable> {
        Ok(self.test_clocks.test_clock().await?.at(self.machine.now()))
    }
}
