//! The end of a business date: once per date, on one node or on several at once, from wherever it was broken off.
//!
//! Everything that a page does is one commit together with how far the day is then ([`changes::Change::DaySaved`]). So whoever
//! goes on after a crash begins behind what is done, and of two who are at it at once one is told that the other was faster,
//! reads where it is, and goes on from there.

pub mod changes;
pub mod ports;

mod job;
mod list;
mod move_clock;
mod steps;
mod telling;

use crate::programmes::Programmes;
use crate::receivables::Receivables;
use crate::servicing::Servicing;
use crate::{
    business_time::BusinessTime,
    cash::{Cash, MoneyAudit},
    facilities::ports::FacilityRecords,
    house::House,
    kernel::{
        clock::{BusinessClock, Clock},
        commit::{Commit, CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::Idempotency,
        outbox::Mail,
        unavailable::Unavailable,
    },
    ledger::LedgerAudit,
    papers::Papers,
};
use changes::Change;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use ports::EndOfDayRecords;
use sooner_domain::{
    end_of_day::{
        day::{EndOfDay, StepRun},
        step::{EndOfDayState, Failure, FailureCode},
    },
    house::settings::HOUSE,
    identity::operator::OperatorRight,
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        coded::Coded,
    },
};
use std::sync::Arc;

pub use list::EndOfDayPage;

/// The use cases of the end of day and their ports.
#[derive(Clone)]
pub struct EndOfDays {
    pub records: Arc<dyn EndOfDayRecords>,
    pub commit: Arc<dyn Commit<Change>>,
    pub receivables: Arc<Receivables>,
    pub programmes: Arc<Programmes>,
    pub servicing: Arc<Servicing>,
    pub cash: Arc<Cash>,
    pub papers: Arc<Papers>,
    pub facilities: Arc<dyn FacilityRecords>,
    pub ledger: LedgerAudit,
    /// What is kept of money beside it.
    pub money: MoneyAudit,
    pub house: House,
    pub time: BusinessTime,
    /// Dates and the cut-off go by it.
    pub business: Arc<dyn BusinessClock>,
    pub clock: Arc<dyn Clock>,
    pub idempotency: Arc<dyn Idempotency>,
    /// How many rows a page has.
    pub page: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndOfDayError {
    #[error("it takes another role: {}", .0.code())]
    Forbidden(OperatorRight),
    /// It was not begun.
    #[error("there is no end of this day yet")]
    NotFound,
    #[error("the day ends at {0}")]
    TooEarly(DateTime<Utc>),
    /// A later date was ended: what stood on this one is not known any more.
    #[error("{0} was ended since")]
    PassedOver(NaiveDate),
    /// Nothing was ended yet, and every date from this one on would be.
    #[error("an instance begins at {0} or later: every date since would be ended too")]
    TooLongAgo(NaiveDate),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Why a step goes no further.
enum Stopped {
    Failed(Failure),
    /// Somebody else went on with the day, or something it changes was changed: it is read again.
    Overtaken,
    Unavailable(Unavailable),
}

impl From<CommitError> for Stopped {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Stale => Self::Overtaken,
            error => Self::Unavailable(error.unexpected()),
        }
    }
}

impl From<Unavailable> for Stopped {
    fn from(unavailable: Unavailable) -> Self {
        Self::Unavailable(unavailable)
    }
}

/// A day somebody is at.
#[derive(Clone)]
struct Run {
    day: EndOfDay,
    /// As it was when the trail told of it last.
    told: EndOfDay,
    is_saved: bool,
    by: Actor,
}

impl Run {
    fn new(day: EndOfDay, by: Actor) -> Self {
        Self { told: day.clone(), is_saved: day.parts().version > 0, day, by }
    }

    /// Changes how far it is, which is not stored yet.
    fn go_on(&mut self, change: impl FnOnce(&mut EndOfDay)) {
        change(&mut self.day);
        self.is_saved = false;
    }

    /// What the trail tells of the day.
    fn entry(&self, at: DateTime<Utc>) -> Entry {
        let entry = Entry::new(at, self.by, AuditAction::EndOfDayRun, Subjects::house(HOUSE));
        let entry = entry.change("businessDate", None, Some(self.day.on().to_string()));
        let steps = self.told.parts().steps.iter().zip(&self.day.parts().steps);
        let moved = steps.filter(|(before, after)| told(before) != told(after));
        moved.fold(entry, |entry, (before, after)| {
            entry.change(&format!("endOfDay.{}", after.step.code()), Some(told(before)), Some(told(after)))
        })
    }
}

/// How far a step is, as the trail has it.
fn told(run: &StepRun) -> String {
    let failure = run.failure.as_ref().map(|failure| format!(" {}", failure.code.code())).unwrap_or_default();
    format!("{} {}/{}{failure}", run.state.code(), run.changed, run.seen)
}

impl EndOfDays {
    pub const PAGE: i64 = 200;
    /// As many days back an instance may begin, and no more dates are ended by themselves. What was ended stays so: a clock that is wrong
    /// is found before.
    pub const MOST_DAYS: u16 = 31;

    /// Ends a business date, or goes on with it: what is done is not done again, and what failed is tried once more.
    ///
    /// # Errors
    /// `TooEarly` before its cut-off, `PassedOver`. A step that fails is no error: the day says so.
    pub async fn end(&self, on: NaiveDate, by: Actor) -> Result<EndOfDay, EndOfDayError> {
        let begun = self.clock.now();
        let (mut run, mut overtaken) = (Run::new(self.begun(on).await?, by), 0);
        loop {
            let version = run.day.parts().version;
            match self.one_step(&mut run, begun).await {
                Ok(true) => {}
                Ok(false) => return Ok(run.day),
                Err(Stopped::Overtaken) => {
                    run = Run::new(self.begun(on).await?, by);
                    // As long as anybody goes on with it, it comes to its end.
                    overtaken = if run.day.parts().version > version { 0 } else { overtaken + 1 };
                    if overtaken > MAX_ATTEMPTS {
                        return Err(Unavailable::Busy("end of day").into());
                    }
                }
                Err(Stopped::Unavailable(unavailable)) => return Err(unavailable.into()),
                Err(Stopped::Failed(failure)) => return Err(Unavailable::Failed(failure.code.code().to_owned()).into()),
            }
        }
    }

    /// The next step, whatever becomes of it; no when none is left.
    async fn one_step(&self, run: &mut Run, begun: DateTime<Utc>) -> Result<bool, Stopped> {
        let Some(step) = run.day.next_step(begun) else {
            if !run.is_saved {
                self.save(run, Vec::new(), None).await?;
            }
            return Ok(false);
        };
        let failure = match self.step(step, run).await {
            Ok(()) => {
                let now = self.clock.now();
                run.go_on(|day| day.done(step, now));
                return Ok(true);
            }
            Err(Stopped::Overtaken) => return Err(Stopped::Overtaken),
            Err(Stopped::Failed(failure)) => failure,
            Err(Stopped::Unavailable(error)) => {
                // Whether the last write was done is read, for nobody may know.
                *run = Run::new(self.records.day(run.day.on()).await?.unwrap_or_else(|| EndOfDay::begin(run.day.on(), begun)), run.by);
                Failure { code: FailureCode::Unavailable, about: Some(error.to_string().chars().take(Failure::MAX_ABOUT).collect()) }
            }
        };
        let now = self.clock.now();
        run.go_on(|day| day.failed(step, failure, now));
        self.save(run, Vec::new(), None).await?;
        Ok(true)
    }

    /// As far as it is, or about to begin.
    async fn begun(&self, on: NaiveDate) -> Result<EndOfDay, EndOfDayError> {
        if let Some(day) = self.records.day(on).await? {
            return Ok(day);
        }
        let cut_off = self.house.business_days().await?.cut_off_on(on);
        if self.business.now().await? < cut_off {
            return Err(EndOfDayError::TooEarly(cut_off));
        }
        match self.newest().await? {
            Some(newest) if newest > on => Err(EndOfDayError::PassedOver(newest)),
            None => {
                let today = self.house.business_days().await?.date_of(self.business.now().await?);
                let earliest = today - TimeDelta::days(Self::MOST_DAYS.into());
                if on < earliest { Err(EndOfDayError::TooLongAgo(earliest)) } else { Ok(EndOfDay::begin(on, self.clock.now())) }
            }
            _ => Ok(EndOfDay::begin(on, self.clock.now())),
        }
    }

    async fn newest(&self) -> Result<Option<NaiveDate>, Unavailable> {
        Ok(self.records.page(None, 1).await?.pop().map(|day| day.on()))
    }

    /// Writes what a page changed, and how far the day is by that. Without an entry of what was changed, the trail tells of the
    /// day.
    async fn save(&self, run: &mut Run, changes: Vec<Change>, entry: Option<Entry>) -> Result<(), Stopped> {
        self.save_and_tell(run, changes, entry, Vec::new()).await
    }

    /// The same with the mails that tell of it.
    async fn save_and_tell(&self, run: &mut Run, changes: Vec<Change>, entry: Option<Entry>, mails: Vec<Mail>) -> Result<(), Stopped> {
        Ok(self.write(run, changes, entry, mails).await?)
    }

    async fn write(&self, run: &mut Run, changes: Vec<Change>, entry: Option<Entry>, mails: Vec<Mail>) -> Result<(), CommitError> {
        let is_of_day = entry.is_none();
        let context = WriteContext { mails, ..WriteContext::of(entry.unwrap_or_else(|| run.entry(self.clock.now()))) };
        // The day first: whoever else is at it waits there, and finds it changed, before they meet anything of the other's.
        let changes = [Change::DaySaved(Box::new(run.day.clone()))].into_iter().chain(changes).collect();
        self.commit.commit(changes, context).await?;
        run.day.stored();
        run.is_saved = true;
        if is_of_day {
            run.told = run.day.clone();
        }
        Ok(())
    }

    /// The dates to be ended now, oldest first: those that were broken off, and those that passed since the newest. An instance
    /// begins with the date on which it first sees a cut-off.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn due(&self) -> Result<Vec<NaiveDate>, Unavailable> {
        let (now, days) = (self.business.now().await?, self.house.business_days().await?);
        let ended = days.last_ended(now);
        let first = match self.newest().await? {
            Some(newest) => newest.succ_opt(),
            None => Some(days.date_of(now)),
        };
        let unfinished = self.records.unfinished().await?;
        let broken_off = unfinished.iter().filter(|day| day.state() == EndOfDayState::Running).map(EndOfDay::on);
        let passed = first.into_iter().flat_map(|first| first.iter_days().take_while(|day| *day <= ended));
        Ok(broken_off.chain(passed).collect())
    }

    /// Whether so many dates are due that nobody but a person should end them: a clock that is wrong would end them for good.
    pub fn too_many(due: &[NaiveDate]) -> bool {
        due.len() > Self::MOST_DAYS.into()
    }

    /// Tries again whatever failed, and ends every date that is due, oldest first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn make_up(&self, by: Actor) -> Result<Vec<EndOfDay>, Unavailable> {
        let unfinished = self.records.unfinished().await?;
        let failed = unfinished.iter().filter(|day| day.state() == EndOfDayState::Failed).map(EndOfDay::on).collect();
        let mut ended = self.end_all(failed, by).await?;
        ended.extend(self.catch_up(by).await?);
        Ok(ended)
    }

    /// Ends every date that is due, oldest first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn catch_up(&self, by: Actor) -> Result<Vec<EndOfDay>, Unavailable> {
        self.end_all(self.due().await?, by).await
    }

    async fn end_all(&self, dates: Vec<NaiveDate>, by: Actor) -> Result<Vec<EndOfDay>, Unavailable> {
        let mut ended = Vec::new();
        for on in dates {
            match self.end(on, by).await {
                Ok(day) => ended.push(day),
                Err(EndOfDayError::Unavailable(unavailable)) => return Err(unavailable),
                // The house changed its cut-off meanwhile, or somebody else is further already.
                Err(_) => {}
            }
        }
        Ok(ended)
    }
}

#[cfg(test)]
mod tests;
