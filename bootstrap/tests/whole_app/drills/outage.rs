//! What somebody notices of an outage.

use super::super::support::Instance;
use actix_web::rt::{self, task::JoinHandle, time::sleep};
use std::{
    cell::Cell,
    error::Error,
    fmt,
    rc::Rc,
    time::{Duration, Instant},
};

/// Asks for the same thing again and again until it is told to stop.
pub struct Probe {
    stop: Rc<Cell<bool>>,
    asking: JoinHandle<Outage>,
}

/// The requests that failed.
#[derive(Debug, Default)]
pub struct Outage {
    pub asked: usize,
    pub failed: usize,
    /// Statuses of those that were answered all the same, and whether each said when to try again.
    pub refusals: Vec<(u16, bool)>,
    pub first: Option<Instant>,
    pub last: Option<Instant>,
    pub slowest: Duration,
}

impl Outage {
    /// From the first failed request to the end of the last one.
    pub fn length(&self) -> Duration {
        self.first.zip(self.last).map(|(first, last)| last - first).unwrap_or_default()
    }
}

impl fmt::Display for Outage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, failed, slowest, .. } = self;
        write!(
            f,
            "first to last failed request {} ms ({failed} of {asked}; slowest answer {} ms)",
            self.length().as_millis(),
            slowest.as_millis()
        )
    }
}

impl Probe {
    /// How often it asks.
    const PAUSE: Duration = Duration::from_millis(10);

    pub fn start(instance: &Instance, path: &str, token: &str) -> Self {
        let request = instance.client.get(instance.url(path)).bearer_auth(token);
        let stop = Rc::new(Cell::new(false));
        let stopped = stop.clone();
        let asking = rt::spawn(async move {
            let mut outage = Outage::default();
            while !stopped.get() {
                let Some(request) = request.try_clone() else { break };
                let began = Instant::now();
                let answer = request.send().await;
                outage.asked += 1;
                outage.slowest = outage.slowest.max(began.elapsed());
                if !answer.as_ref().is_ok_and(|answer| answer.status().is_success()) {
                    outage.failed += 1;
                    outage.first.get_or_insert(began);
                    outage.last = Some(Instant::now());
                    outage
                        .refusals
                        .extend(answer.ok().map(|answer| (answer.status().as_u16(), answer.headers().contains_key("retry-after"))));
                }
                sleep(Self::PAUSE).await;
            }
            outage
        });
        Self { stop, asking }
    }

    pub async fn stop(self) -> Result<Outage, Box<dyn Error>> {
        self.stop.set(true);
        Ok(self.asking.await?)
    }
}
