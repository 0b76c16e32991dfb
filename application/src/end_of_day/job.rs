//! The end of day by itself.

use super::EndOfDays;
use crate::kernel::{
    jobs::{Count, Job, Lease, Report, Schedule},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    end_of_day::{day::EndOfDay, step::EndOfDayState},
    kernel::audit::Actor,
};
use std::time::Duration;

impl EndOfDays {
    /// What failed is tried again after so long.
    pub const TRIED_AGAIN_AFTER: TimeDelta = TimeDelta::hours(1);
    const INTERVAL: Duration = Duration::from_secs(30);
    /// A node that is longer at it shares the work with the one that takes over.
    const HELD: TimeDelta = TimeDelta::minutes(10);

    /// Dates of which something failed long enough ago, oldest first.
    async fn to_try_again(&self) -> Result<Vec<NaiveDate>, Unavailable> {
        let before = self.clock.now() - Self::TRIED_AGAIN_AFTER;
        let is_due = |day: &&EndOfDay| day.state() == EndOfDayState::Failed && day.ended_at().is_none_or(|failed| failed <= before);
        Ok(self.records.unfinished().await?.iter().filter(is_due).map(EndOfDay::on).collect())
    }
}

#[async_trait]
impl Job for EndOfDays {
    fn schedule(&self) -> Schedule {
        Schedule { name: "end_of_day", interval: Self::INTERVAL, lease: Lease::OneNode(Self::HELD) }
    }

    async fn has_work(&self) -> Result<bool, Unavailable> {
        Ok(!self.due().await?.is_empty() || !self.to_try_again().await?.is_empty())
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        let mut ended = self.end_all(self.to_try_again().await?, Actor::System).await?;
        let due = self.due().await?;
        if Self::too_many(&due) {
            let warning = Some("too many dates are due: if the clock is right, run sooner end-of-day --all");
            return Ok(Report { warning, ..Report::default() });
        }
        ended.extend(self.end_all(due, Actor::System).await?);
        let number = |state: EndOfDayState| ended.iter().filter(|day| day.state() == state).count() as u64;
        let count = |label, state| Count { metric: "ends_of_days_total", label: ("outcome", label), number: number(state) };
        Ok(Report {
            counts: vec![count("done", EndOfDayState::Done), count("failed", EndOfDayState::Failed)],
            warning: (number(EndOfDayState::Failed) > 0).then_some("a step of the end of day failed"),
            ..Report::default()
        })
    }
}
