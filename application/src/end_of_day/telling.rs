//! What those it concerns are mailed of a day. It is read from what the day wrote down, so that a run that goes on after a crash mails
//! all of it, and once.

use super::{EndOfDays, Run, Stopped};
use crate::cash::{DayTelling, Unpaid};
use chrono::NaiveDate;
use sooner_domain::{
    end_of_day::{
        result::{DayResult, DayResultKind},
        step::EndOfDayStep,
        task::TaskKind,
    },
    kernel::ids::ReceivableId,
    receivables::status::ReceivableStatus,
};
use std::collections::{BTreeMap, HashMap};

/// Why people are mailed about a receivable today.
#[derive(Debug, Clone, Copy, Default)]
struct Noted {
    /// It became overdue.
    is_late: bool,
    /// They are reminded: how many days it is after the due date.
    days: Option<i64>,
}

impl EndOfDays {
    /// Ends one of the steps that find what is told of a day. The last of them to be done, as a rule `Overdue`, is done with the mails:
    /// one to each person, however much there is and of whatever kind. Where one of them failed, the other one leaves the mails to it.
    pub(super) async fn tell_of_day(&self, run: &mut Run, step: EndOfDayStep) -> Result<(), Stopped> {
        let finds = [EndOfDayStep::Lapse, EndOfDayStep::Overdue];
        if finds.into_iter().any(|other| other != step && !run.day.is_done(other)) {
            return Ok(());
        }
        let mut telling = DayTelling::default();
        self.tell_due(run.day.on(), &mut telling).await?;
        self.tell_results(run.day.on(), &mut telling).await?;
        let now = self.clock.now();
        let mails = self.cash.mails_of_day(telling, now);
        if mails.is_empty() {
            return Ok(());
        }
        run.go_on(|day| day.done(step, now));
        self.save_and_tell(run, Vec::new(), None, mails).await
    }

    /// Adds what became overdue, and what people are reminded of.
    async fn tell_due(&self, on: NaiveDate, telling: &mut DayTelling) -> Result<(), Stopped> {
        let due: Vec<_> = self.noted(on).await?.into_iter().collect();
        for part in due.chunks(usize::try_from(self.page).unwrap_or(1).max(1)) {
            let noted: HashMap<_, _> = part.iter().copied().collect();
            let mut kept = self.receivables.records.by_ids(part.iter().map(|(id, _)| *id).collect()).await?;
            kept.retain(|kept| matches!(kept.receivable.status(), ReceivableStatus::Accepted | ReceivableStatus::Funded));
            let (mut soon, mut unpaid) = (Vec::new(), Vec::new());
            for kept in kept {
                match noted.get(&kept.receivable.id()).copied().unwrap_or_default() {
                    Noted { is_late: false, days: None } => {}
                    Noted { days: Some(days), .. } if days < 0 => soon.push(kept),
                    Noted { is_late: true, days: None } => unpaid.push((kept, Unpaid::New)),
                    Noted { is_late: false, days: Some(_) } => unpaid.push((kept, Unpaid::Still)),
                    Noted { is_late: true, days: Some(_) } => unpaid.push((kept, Unpaid::NewAndReminded)),
                }
            }
            let told = self.papers.told_before(unpaid.iter().map(|(kept, _)| kept.receivable.id()), on).await?;
            self.cash.tell_unpaid(telling, unpaid, &told).await?;
            self.cash.tell_due(telling, soon).await?;
        }
        Ok(())
    }

    /// Adds what the day made of receivables.
    async fn tell_results(&self, on: NaiveDate, telling: &mut DayTelling) -> Result<(), Stopped> {
        let mut after = None;
        loop {
            let results = self.records.results(on, after, self.page).await?;
            if results.is_empty() {
                return Ok(());
            }
            after = results.last().map(|result| result.receivable);
            let is_last = i64::try_from(results.len()).is_ok_and(|found| found < self.page);
            let (lapsed, sold): (Vec<_>, Vec<_>) = results.into_iter().partition(|result| result.kind == DayResultKind::Lapsed);
            let ids = |results: Vec<DayResult>| results.into_iter().map(|result| result.receivable).collect();
            self.cash.tell_lapsed(telling, self.receivables.records.by_ids(ids(lapsed)).await?).await?;
            self.cash.tell_sold(telling, self.receivables.records.by_ids(ids(sold)).await?).await?;
            if is_last {
                return Ok(());
            }
        }
    }

    /// What became overdue on a day, and what people are reminded of on it.
    async fn noted(&self, on: NaiveDate) -> Result<BTreeMap<ReceivableId, Noted>, Stopped> {
        let (mut noted, mut after) = (BTreeMap::<ReceivableId, Noted>::new(), None);
        loop {
            let tasks = self.records.tasks(on, after, self.page).await?;
            after = tasks.last().map(|task| (task.receivable, task.kind));
            for task in tasks.iter().filter(|task| task.kind == TaskKind::Overdue) {
                noted.entry(task.receivable).or_default().is_late = true;
            }
            if i64::try_from(tasks.len()).is_ok_and(|found| found < self.page) {
                break;
            }
        }
        let mut after = None;
        loop {
            let reminders = self.records.reminders(on, after, self.page).await?;
            after = reminders.last().map(|reminder| reminder.receivable);
            for reminder in &reminders {
                noted.entry(reminder.receivable).or_default().days = Some(reminder.days);
            }
            if i64::try_from(reminders.len()).is_ok_and(|found| found < self.page) {
                return Ok(noted);
            }
        }
    }
}
