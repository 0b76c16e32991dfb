//! The one sealer, and whoever watches that it keeps up.

use super::{Backlog, Seals};
use crate::kernel::{
    clock::Clock,
    jobs::{Count, Job, Lease, Level, Report, Schedule},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use chrono::TimeDelta;
use std::{sync::Arc, time::Duration};

/// Gives what was committed to chains its places.
#[derive(Clone)]
pub struct SealChains {
    pub chains: Vec<Arc<dyn Seals>>,
}

impl SealChains {
    /// What was committed has its place within a second: the rest before a run, and the run.
    const INTERVAL: Duration = Duration::from_millis(250);
    /// A run takes a part of a second. A node that is gone is replaced soon.
    const HELD: TimeDelta = TimeDelta::seconds(10);
    /// So much is sealed in one transaction, and so many transactions make one run of the job.
    const PAGE: i64 = 1_000;
    const PAGES: usize = 10;

    /// Seals all that waits by now, and answers how much that was.
    ///
    /// # Errors
    /// When the store is unavailable; what was sealed until then is.
    pub async fn all(&self) -> Result<u64, Unavailable> {
        let mut sealed = 0;
        for chain in &self.chains {
            sealed += seal(chain.as_ref(), usize::MAX).await?;
        }
        Ok(sealed)
    }
}

/// Seals what waits, in so many pages at most.
async fn seal(chain: &dyn Seals, pages: usize) -> Result<u64, Unavailable> {
    let (mut sealed, mut after) = (0, 0);
    for _ in 0..pages {
        let page = chain.seal(after, SealChains::PAGE).await?;
        sealed += page.sealed;
        let Some(last) = page.last else { break };
        after = last;
    }
    Ok(sealed)
}

#[async_trait]
impl Job for SealChains {
    fn schedule(&self) -> Schedule {
        Schedule { name: "seal_chains", interval: Self::INTERVAL, lease: Lease::OneNode(Self::HELD) }
    }

    async fn has_work(&self) -> Result<bool, Unavailable> {
        for chain in &self.chains {
            if chain.waiting().await?.count > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        let mut counts = Vec::new();
        for chain in &self.chains {
            let number = seal(chain.as_ref(), Self::PAGES).await?;
            counts.push(Count { metric: "sealed_total", label: ("chain", chain.name()), number });
        }
        Ok(Report { counts, ..Report::default() })
    }
}

/// Measures what waits for the sealer, on each node, so that a sealer that stands still shows.
#[derive(Clone)]
pub struct WatchChains {
    pub chains: Vec<Arc<dyn Seals>>,
    pub clock: Arc<dyn Clock>,
}

impl WatchChains {
    const INTERVAL: Duration = Duration::from_secs(15);
    /// Many times what the sealer needs.
    const TOO_LONG: TimeDelta = TimeDelta::minutes(1);
}

#[async_trait]
impl Job for WatchChains {
    fn schedule(&self) -> Schedule {
        Schedule { name: "watch_chains", interval: Self::INTERVAL, lease: Lease::EachNode }
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        let now = self.clock.now();
        let mut waiting: Vec<Backlog> = Vec::new();
        for chain in &self.chains {
            waiting.push(chain.waiting().await?);
        }
        let oldest = waiting.iter().map(|waiting| waiting.age(now)).max().unwrap_or_default();
        let levels = [
            Level { metric: "unsealed_records", number: waiting.iter().map(|waiting| waiting.count).sum() },
            Level { metric: "unsealed_seconds", number: oldest.num_seconds().unsigned_abs() },
        ];
        let warning = (oldest > Self::TOO_LONG).then_some("records have waited for their place in a chain for more than a minute");
        Ok(Report { levels: levels.into(), warning, ..Report::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::jobs::{Node, Outcome},
        testing::{World, a_user},
    };
    use uuid::Uuid;

    fn node(world: &World, number: u128) -> Node {
        Node { id: Uuid::from_u128(number), leases: world.store().leases, clock: world.clock.clone() }
    }

    #[tokio::test]
    async fn what_was_committed_has_its_place_after_the_next_run_and_then_there_is_nothing_to_do() -> Result<(), Box<dyn std::error::Error>>
    {
        let world = World::default();
        let (job, one, other) = (world.store().sealing(), node(&world, 1), node(&world, 2));
        assert_eq!(one.run_once(&job).await, Outcome::Idle);
        world.signed_up(a_user()).await?;
        let waiting = world.audit().waiting().await?;
        assert_eq!((waiting.count, world.audit().verify(None).await?.whole), (1, 0));
        let counted = |chain, number| Count { metric: "sealed_total", label: ("chain", chain), number };
        let counts = vec![counted("audit", 1), counted("ledger", 0)];
        assert_eq!(one.run_once(&job).await, Outcome::Done(Report { counts, ..Report::default() }));
        assert_eq!((world.audit().waiting().await?.count, world.audit().verify(None).await?.whole), (0, 1));
        assert_eq!(one.run_once(&job).await, Outcome::Idle);
        world.signed_up(a_user().email("bob@example.com")).await?;
        assert_eq!(other.run_once(&job).await, Outcome::Elsewhere);
        world.clock.advance(SealChains::HELD);
        assert!(matches!(other.run_once(&job).await, Outcome::Done(_)), "the node that is gone is replaced");
        Ok(())
    }

    #[tokio::test]
    async fn how_long_something_waits_is_measured_and_told_when_it_is_too_long() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let job = world.store().watching(world.clock.clone());
        let levels =
            |count, age| vec![Level { metric: "unsealed_records", number: count }, Level { metric: "unsealed_seconds", number: age }];
        assert_eq!(job.run().await?, Report { levels: levels(0, 0), ..Report::default() });
        world.signed_up(a_user()).await?;
        world.clock.advance(WatchChains::TOO_LONG);
        assert_eq!(job.run().await?, Report { levels: levels(1, 60), ..Report::default() });
        world.clock.advance(TimeDelta::seconds(1));
        let report = job.run().await?;
        assert_eq!((report.levels, report.warning.is_some()), (levels(1, 61), true));
        world.store().sealing().all().await?;
        assert_eq!(job.run().await?, Report { levels: levels(0, 0), ..Report::default() });
        Ok(())
    }
}
