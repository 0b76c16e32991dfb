//! The one runner of everything that is done beside the requests.

use actix_web::rt;
use async_trait::async_trait;
use metrics_exporter_prometheus::PrometheusHandle;
use sooner_application::kernel::{
    jobs::{Count, Job, Lease, Level, Node, Outcome, Report, Schedule},
    unavailable::Unavailable,
};
use std::{path::PathBuf, sync::Arc, time::Duration};

/// Does each job for ever, each in its own time. They end with the runtime, wherever they are.
pub fn spawn(node: &Node, jobs: Vec<Arc<dyn Job>>) {
    for job in jobs {
        rt::spawn(repeat(node.clone(), job));
    }
}

/// Whatever becomes of a run, there is a next one.
async fn repeat(node: Node, job: Arc<dyn Job>) {
    let Schedule { name, interval, .. } = job.schedule();
    loop {
        rt::time::sleep(interval).await;
        let outcome = node.run_once(job.as_ref()).await;
        metrics::counter!("job_runs_total", "job" => name, "outcome" => label(&outcome)).increment(1);
        match outcome {
            Outcome::Done(report) => tell(name, &report),
            Outcome::Idle => {}
            Outcome::Elsewhere => tracing::debug!(job = name, "another node does it"),
            Outcome::Failed(error) => tracing::error!(job = name, %error, "the job failed"),
            Outcome::Panicked => tracing::error!(job = name, "the job panicked"),
        }
    }
}

fn label(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Done(_) => "done",
        Outcome::Idle => "idle",
        Outcome::Elsewhere => "elsewhere",
        Outcome::Failed(_) => "failed",
        Outcome::Panicked => "panicked",
    }
}

fn tell(job: &str, Report { counts, levels, warning }: &Report) {
    for Count { metric, label: (key, value), number } in counts {
        metrics::counter!(*metric, *key => *value).increment(*number);
    }
    for Level { metric, number } in levels {
        metrics::gauge!(*metric).set(*number as f64);
    }
    let counted = counts.iter().filter(|count| count.number > 0).map(|count| format!("{}: {}", count.label.1, count.number));
    let counted = counted.collect::<Vec<_>>().join(", ");
    match warning {
        Some(warning) => tracing::warn!(job, counted, "{warning}"),
        None if !counted.is_empty() => tracing::debug!(job, counted, "done"),
        None => {}
    }
}

/// Folds measurements together; otherwise each one is kept.
pub struct FoldMeasurements(pub PrometheusHandle);

#[async_trait]
impl Job for FoldMeasurements {
    fn schedule(&self) -> Schedule {
        Schedule { name: "fold_measurements", interval: Duration::from_secs(5), lease: Lease::EachNode }
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        self.0.run_upkeep();
        Ok(Report::default())
    }
}

/// Measures how much the disks under these folders have left, by what each folder holds.
pub struct MeasureDisks(pub Vec<(&'static str, PathBuf)>);

#[async_trait]
impl Job for MeasureDisks {
    fn schedule(&self) -> Schedule {
        Schedule { name: "measure_disks", interval: Duration::from_secs(10), lease: Lease::EachNode }
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        for (holds, folder) in &self.0 {
            let disk = rustix::fs::statvfs(folder).map_err(|error| Unavailable::Failed(format!("{}: {error}", folder.display())))?;
            // What is kept back for root is not free.
            metrics::gauge!("disk_free_bytes", "holds" => *holds).set(disk.f_bavail.saturating_mul(disk.f_frsize) as f64);
            metrics::gauge!("disk_bytes", "holds" => *holds).set(disk.f_blocks.saturating_mul(disk.f_frsize) as f64);
        }
        Ok(Report::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, Utc};
    use sooner_adapters::system::{SystemClock, Uuid7};
    use sooner_application::kernel::{ids::Ids, jobs::Leases};
    use std::sync::atomic::{AtomicU64, Ordering};

    enum Kind {
        Good,
        Failing,
        Panicking,
    }

    struct Chore {
        kind: Kind,
        runs: AtomicU64,
    }

    #[async_trait]
    impl Job for Chore {
        fn schedule(&self) -> Schedule {
            Schedule { name: "chore", interval: Duration::from_millis(1), lease: Lease::EachNode }
        }

        async fn run(&self) -> Result<Report, Unavailable> {
            self.runs.fetch_add(1, Ordering::Relaxed);
            match self.kind {
                Kind::Good => Ok(Report { warning: Some("well done"), ..Report::default() }),
                Kind::Failing => Err(Unavailable::Busy("chore")),
                Kind::Panicking => panic!("the chore panics"),
            }
        }
    }

    struct NoLeases;

    #[async_trait]
    impl Leases for NoLeases {
        async fn take(&self, _: &str, _: uuid::Uuid, _: DateTime<Utc>, _: DateTime<Utc>) -> Result<bool, Unavailable> {
            Ok(false)
        }

        async fn give_back(&self, _: &str, _: uuid::Uuid) -> Result<(), Unavailable> {
            Ok(())
        }
    }

    #[actix_web::test]
    async fn a_job_that_fails_or_panics_is_done_again_and_stops_no_other() {
        let node = Node { id: Uuid7.next(), leases: Arc::new(NoLeases), clock: Arc::new(SystemClock) };
        let chores: Vec<_> =
            [Kind::Panicking, Kind::Failing, Kind::Good].map(|kind| Arc::new(Chore { kind, runs: AtomicU64::new(0) })).into();
        spawn(&node, chores.iter().map(|chore| chore.clone() as Arc<dyn Job>).collect());
        let all_ran = async {
            while chores.iter().any(|chore| chore.runs.load(Ordering::Relaxed) < 3) {
                rt::time::sleep(Duration::from_millis(1)).await;
            }
        };
        assert!(rt::time::timeout(Duration::from_secs(10), all_ran).await.is_ok(), "each runs again and again");
    }
}
