//! Work that no request waits for: how often it is done, on which node, and what it did.
//!
//! The loop that waits, and tells of each run, is the binary's: it alone knows a runtime.

use super::{clock::Clock, unavailable::Unavailable};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};
use uuid::Uuid;

/// Where a job is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lease {
    /// On each node: what it does is the node's own, or nodes at it at once do not disturb each other.
    EachNode,
    /// On one node at a time. It keeps the job for this long after each run began, so longer than the interval and
    /// longer than a run can take; after that another node takes over.
    OneNode(TimeDelta),
}

/// When and where a job is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// Its name in the lease, in measurements and in the log.
    pub name: &'static str,
    /// How long it rests before each run.
    pub interval: Duration,
    pub lease: Lease,
}

/// So many more of something, measured as `metric{label="value"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub metric: &'static str,
    pub label: (&'static str, &'static str),
    pub number: u64,
}

/// How much of something there is now, measured as `metric`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    pub metric: &'static str,
    pub number: u64,
}

/// What one run did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    pub counts: Vec<Count>,
    pub levels: Vec<Level>,
    /// What operators should read of it in the log.
    pub warning: Option<&'static str>,
}

/// Work that is done again and again, beside the requests.
#[async_trait]
pub trait Job: Send + Sync {
    fn schedule(&self) -> Schedule;
    /// Whether there is anything to do. It is asked before the lease is taken, which is a write: what is done every moment and
    /// mostly finds nothing leaves the store alone by looking first.
    async fn has_work(&self) -> Result<bool, Unavailable> {
        Ok(true)
    }
    /// Does what there is to do by now, once. It may be cut off at any point when the process ends.
    async fn run(&self) -> Result<Report, Unavailable>;
}

/// Which node does what only one at a time may do. Nodes must agree on the time, to within a fraction of a lease.
#[async_trait]
pub trait Leases: Send + Sync {
    /// Whether this node holds the lease now, and then until `until`: it was free, had run out by `now`, or was its own.
    async fn take(&self, name: &str, node: Uuid, now: DateTime<Utc>, until: DateTime<Utc>) -> Result<bool, Unavailable>;
    /// Frees the lease if this node holds it.
    async fn give_back(&self, name: &str, node: Uuid) -> Result<(), Unavailable>;
}

/// How a run came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done(Report),
    /// There was nothing to do.
    Idle,
    /// Another node does it.
    Elsewhere,
    Failed(Unavailable),
    Panicked,
}

/// One process among those that share a store.
#[derive(Clone)]
pub struct Node {
    /// Its own for as long as it runs.
    pub id: Uuid,
    pub leases: Arc<dyn Leases>,
    pub clock: Arc<dyn Clock>,
}

impl Node {
    /// Runs a job once, if it is this node's to run. A node on which it goes wrong lets another one try.
    pub async fn run_once(&self, job: &dyn Job) -> Outcome {
        let Schedule { name, lease, .. } = job.schedule();
        match unless_it_panics(job.has_work()).await {
            Some(Ok(true)) => {}
            Some(Ok(false)) => return Outcome::Idle,
            Some(Err(error)) => return Outcome::Failed(error),
            None => return Outcome::Panicked,
        }
        if let Lease::OneNode(held_for) = lease {
            let now = self.clock.now();
            match self.leases.take(name, self.id, now, now + held_for).await {
                Ok(true) => {}
                Ok(false) => return Outcome::Elsewhere,
                Err(error) => return Outcome::Failed(error),
            }
        }
        let went_wrong = match unless_it_panics(async { job.run().await }).await {
            Some(Ok(report)) => return Outcome::Done(report),
            Some(Err(error)) => Outcome::Failed(error),
            None => Outcome::Panicked,
        };
        if lease != Lease::EachNode {
            // If this fails too, the lease runs out by itself.
            self.leases.give_back(name, self.id).await.ok();
        }
        went_wrong
    }
}

/// What the work answers; none when it panics. The panic's message has been printed by then.
async fn unless_it_panics<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    // Nothing the panic left half done is looked at again: the work is dropped.
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(poll) => poll.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FixedClock, Memory, store_ports};
    use std::sync::atomic::{AtomicU64, Ordering};

    /// What every job here leases itself for.
    const HELD: TimeDelta = TimeDelta::minutes(3);

    enum Ending {
        Well,
        Badly,
        InPanic,
    }

    struct Chore {
        lease: Lease,
        ending: Ending,
        runs: AtomicU64,
    }

    impl Chore {
        fn new(lease: Lease, ending: Ending) -> Self {
            Self { lease, ending, runs: AtomicU64::new(0) }
        }

        fn runs(&self) -> u64 {
            self.runs.load(Ordering::Relaxed)
        }
    }

    #[async_trait]
    impl Job for Chore {
        fn schedule(&self) -> Schedule {
            Schedule { name: "chore", interval: Duration::from_secs(60), lease: self.lease }
        }

        async fn run(&self) -> Result<Report, Unavailable> {
            let number = self.runs.fetch_add(1, Ordering::Relaxed) + 1;
            match self.ending {
                Ending::Well => Ok(Report { levels: vec![Level { metric: "chores", number }], ..Report::default() }),
                Ending::Badly => Err(Unavailable::Busy("chore")),
                Ending::InPanic => panic!("the chore panics"),
            }
        }
    }

    /// Two nodes on one store, and their clock.
    fn nodes() -> (Node, Node, Arc<FixedClock>) {
        let (leases, clock) = (store_ports(&Arc::new(Memory::default())).leases, Arc::new(FixedClock::default()));
        let node = |number| Node { id: Uuid::from_u128(number), leases: leases.clone(), clock: clock.clone() };
        (node(1), node(2), clock.clone())
    }

    fn done(number: u64) -> Outcome {
        Outcome::Done(Report { levels: vec![Level { metric: "chores", number }], ..Report::default() })
    }

    #[tokio::test]
    async fn a_job_of_each_node_is_done_by_each() {
        let (one, other, _) = nodes();
        let chore = Chore::new(Lease::EachNode, Ending::Well);
        assert_eq!(one.run_once(&chore).await, done(1));
        assert_eq!(other.run_once(&chore).await, done(2));
    }

    #[tokio::test]
    async fn a_job_of_one_node_stays_with_it_until_it_is_not_heard_of_any_more() {
        let (one, other, clock) = nodes();
        let chore = Chore::new(Lease::OneNode(HELD), Ending::Well);
        assert_eq!(one.run_once(&chore).await, done(1));
        for number in 2..5 {
            clock.advance(HELD / 2);
            assert_eq!(other.run_once(&chore).await, Outcome::Elsewhere);
            assert_eq!(one.run_once(&chore).await, done(number));
        }
        clock.advance(HELD);
        assert_eq!(other.run_once(&chore).await, done(5));
        assert_eq!(one.run_once(&chore).await, Outcome::Elsewhere);
    }

    #[tokio::test]
    async fn where_a_job_goes_wrong_another_node_may_try() {
        let (one, other, _) = nodes();
        for (ending, outcome) in [(Ending::Badly, Outcome::Failed(Unavailable::Busy("chore"))), (Ending::InPanic, Outcome::Panicked)] {
            let chore = Chore::new(Lease::OneNode(HELD), ending);
            assert_eq!(one.run_once(&chore).await, outcome);
            assert_eq!(other.run_once(&chore).await, outcome);
            assert_eq!(chore.runs(), 2);
        }
    }

    #[tokio::test]
    async fn without_its_lease_a_job_is_not_done() {
        struct NoLeases;

        #[async_trait]
        impl Leases for NoLeases {
            async fn take(&self, _: &str, _: Uuid, _: DateTime<Utc>, _: DateTime<Utc>) -> Result<bool, Unavailable> {
                Err(Unavailable::Busy("leases"))
            }

            async fn give_back(&self, _: &str, _: Uuid) -> Result<(), Unavailable> {
                Err(Unavailable::Busy("leases"))
            }
        }

        let (node, ..) = nodes();
        let node = Node { leases: Arc::new(NoLeases), ..node };
        let chore = Chore::new(Lease::OneNode(HELD), Ending::Well);
        assert_eq!(node.run_once(&chore).await, Outcome::Failed(Unavailable::Busy("leases")));
        assert_eq!(chore.runs(), 0);
    }
}
