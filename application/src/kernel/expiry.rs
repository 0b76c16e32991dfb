//! Clearing away what has expired. Nothing shows it any more; it only takes room.

use super::{
    clock::Clock,
    jobs::{Count, Job, Lease, Report, Schedule},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use std::{sync::Arc, time::Duration};

/// How many rows of a table were cleared away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cleared {
    pub table: &'static str,
    pub rows: u64,
}

/// What expires in the store.
#[async_trait]
pub trait Expiry: Send + Sync {
    /// Deletes what has expired by `now`: sessions, links, invitations, rate limits, idempotency keys, addresses not used for long.
    /// Each table is named in the answer.
    async fn clear(&self, now: DateTime<Utc>) -> Result<Vec<Cleared>, Unavailable>;
}

/// Clears away what has expired.
pub struct ClearExpired {
    pub expiry: Arc<dyn Expiry>,
    pub clock: Arc<dyn Clock>,
}

impl ClearExpired {
    /// Often, so that each run has little to do.
    const INTERVAL: Duration = Duration::from_secs(60);
    /// A node that is gone is replaced after its third missed run.
    const HELD: TimeDelta = TimeDelta::minutes(3);
}

#[async_trait]
impl Job for ClearExpired {
    fn schedule(&self) -> Schedule {
        Schedule { name: "clear_expired", interval: Self::INTERVAL, lease: Lease::OneNode(Self::HELD) }
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        let cleared = self.expiry.clear(self.clock.now()).await?;
        let count = |Cleared { table, rows }| Count { metric: "expired_rows_total", label: ("table", table), number: rows };
        Ok(Report { counts: cleared.into_iter().map(count).collect(), ..Report::default() })
    }
}
