//! Ends of days in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    end_of_day::{
        changes::Change,
        ports::{EndOfDayRecords, TaskPlace},
    },
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use async_trait::async_trait;
use chrono::NaiveDate;
use sooner_domain::{
    end_of_day::{
        day::EndOfDay,
        position::{PositionFigures, PositionKey, PositionRow},
        reminder::Reminder,
        result::DayResult,
        step::EndOfDayState,
        task::Task,
    },
    kernel::{
        coded::Coded,
        ids::{DebtorId, FacilityId, ReceivableId},
    },
};
use std::{collections::BTreeMap, sync::Arc};

#[derive(Default, Clone)]
pub(crate) struct Rows {
    days: BTreeMap<NaiveDate, EndOfDay>,
    tasks: Vec<Task>,
    reminders: Vec<Reminder>,
    results: Vec<DayResult>,
    positions: BTreeMap<(NaiveDate, PositionKey), PositionFigures>,
}

impl Rows {
    fn save(&mut self, mut day: EndOfDay) -> Result<(), CommitError> {
        let stored = self.days.get(&day.on()).map_or(0, |stored| stored.parts().version);
        if stored != day.parts().version {
            return Err(CommitError::Stale);
        }
        day.stored();
        self.days.insert(day.on(), day);
        Ok(())
    }

    fn raise(&mut self, tasks: Vec<Task>) -> Result<(), CommitError> {
        if tasks.iter().any(|task| task.is_among(&self.tasks)) {
            return Err(Unavailable::Failed("raised twice".to_owned()).into());
        }
        self.tasks.extend(tasks);
        Ok(())
    }

    fn remind(&mut self, reminders: Vec<Reminder>) -> Result<(), CommitError> {
        if reminders.iter().any(|reminder| reminder.is_among(&self.reminders)) {
            return Err(Unavailable::Failed("reminded twice".to_owned()).into());
        }
        self.reminders.extend(reminders);
        Ok(())
    }

    fn note(&mut self, result: DayResult) -> Result<(), CommitError> {
        if self.results.iter().any(|noted| (noted.on, noted.receivable) == (result.on, result.receivable)) {
            return Err(Unavailable::Failed("noted twice".to_owned()).into());
        }
        self.results.push(result);
        Ok(())
    }
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        let rows = &mut state.end_of_day;
        match self {
            Self::Receivables(change) => change.apply(state),
            Self::Papers(change) => change.apply(state),
            Self::TasksRaised(tasks) => rows.raise(tasks),
            Self::RemindersSent(reminders) => rows.remind(reminders),
            Self::ResultNoted(result) => rows.note(result),
            Self::PositionsAdded { on, rows: added } => {
                for PositionRow { key, figures } in added {
                    let row = rows.positions.entry((on, key)).or_default();
                    *row = row.and(figures);
                }
                Ok(())
            }
            Self::DaySaved(day) => rows.save(*day),
        }
    }
}

/// Keeps the contracts of the end of day.
pub(crate) struct InMemoryEndOfDays(pub(crate) Arc<Memory>);

fn first<T>(all: impl IntoIterator<Item = T>, most: i64) -> Vec<T> {
    all.into_iter().take(usize::try_from(most).unwrap_or(0)).collect()
}

/// As a database puts them in order.
fn place(key: &PositionKey) -> (FacilityId, DebtorId, &'static str, &'static str) {
    (key.facility, key.debtor, key.currency.code(), key.bucket.code())
}

#[async_trait]
impl EndOfDayRecords for InMemoryEndOfDays {
    async fn day(&self, on: NaiveDate) -> Result<Option<EndOfDay>, Unavailable> {
        Ok(self.0.call().await.end_of_day.days.get(&on).cloned())
    }

    async fn page(&self, before: Option<NaiveDate>, most: i64) -> Result<Vec<EndOfDay>, Unavailable> {
        let state = self.0.call().await;
        let days = state.end_of_day.days.values().rev().filter(|day| before.is_none_or(|before| day.on() < before));
        Ok(first(days.cloned(), most))
    }

    async fn unfinished(&self) -> Result<Vec<EndOfDay>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.end_of_day.days.values().filter(|day| day.state() != EndOfDayState::Done).cloned().collect())
    }

    async fn raised_of(&self, receivables: Vec<ReceivableId>) -> Result<Vec<Task>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.end_of_day.tasks.iter().filter(|task| receivables.contains(&task.receivable)).copied().collect())
    }

    async fn reminders_of(&self, receivables: Vec<ReceivableId>) -> Result<Vec<Reminder>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.end_of_day.reminders.iter().filter(|reminder| receivables.contains(&reminder.receivable)).copied().collect())
    }

    async fn tasks(&self, raised_on: NaiveDate, after: Option<TaskPlace>, most: i64) -> Result<Vec<Task>, Unavailable> {
        let state = self.0.call().await;
        let mut tasks: Vec<_> = state.end_of_day.tasks.iter().filter(|task| task.raised_on == raised_on).copied().collect();
        tasks.sort_by_key(|task| (task.receivable, task.kind.code()));
        let behind = |task: &Task| after.is_none_or(|after| (task.receivable, task.kind.code()) > (after.0, after.1.code()));
        Ok(first(tasks.into_iter().filter(behind), most))
    }

    async fn reminders(&self, sent_on: NaiveDate, after: Option<ReceivableId>, most: i64) -> Result<Vec<Reminder>, Unavailable> {
        let state = self.0.call().await;
        let mut sent: Vec<_> = state.end_of_day.reminders.iter().filter(|reminder| reminder.sent_on == sent_on).copied().collect();
        sent.sort_by_key(|reminder| reminder.receivable);
        Ok(first(sent.into_iter().filter(|reminder| Some(reminder.receivable) > after), most))
    }

    async fn results(&self, on: NaiveDate, after: Option<ReceivableId>, most: i64) -> Result<Vec<DayResult>, Unavailable> {
        let state = self.0.call().await;
        let mut results: Vec<_> = state.end_of_day.results.iter().filter(|result| result.on == on).copied().collect();
        results.sort_by_key(|result| result.receivable);
        Ok(first(results.into_iter().filter(|result| Some(result.receivable) > after), most))
    }

    async fn positions(&self, on: NaiveDate, after: Option<PositionKey>, most: i64) -> Result<Vec<PositionRow>, Unavailable> {
        let state = self.0.call().await;
        let of_day = state.end_of_day.positions.iter().filter(|((day, _), _)| *day == on);
        let mut rows: Vec<_> = of_day.map(|((_, key), figures)| PositionRow { key: *key, figures: *figures }).collect();
        rows.sort_by_key(|row| place(&row.key));
        Ok(first(rows.into_iter().filter(|row| after.is_none_or(|after| place(&row.key) > place(&after))), most))
    }
}
