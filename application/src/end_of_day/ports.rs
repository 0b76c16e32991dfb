//! What the end of a day needs from a store.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::NaiveDate;
use sooner_domain::{
    end_of_day::{
        day::EndOfDay,
        position::{PositionKey, PositionRow},
        reminder::Reminder,
        result::DayResult,
        task::{Task, TaskKind},
    },
    kernel::ids::ReceivableId,
};

/// Which task of a day, in the order in which they are listed.
pub type TaskPlace = (ReceivableId, TaskKind);

/// Ends of days, and what they wrote down.
#[async_trait]
pub trait EndOfDayRecords: Send + Sync {
    /// None where it was not begun.
    async fn day(&self, on: NaiveDate) -> Result<Option<EndOfDay>, Unavailable>;
    /// At most so many of the dates before one, newest first.
    async fn page(&self, before: Option<NaiveDate>, most: i64) -> Result<Vec<EndOfDay>, Unavailable>;
    /// All that run or failed, oldest first.
    async fn unfinished(&self) -> Result<Vec<EndOfDay>, Unavailable>;
    /// What was raised of these receivables, on whatever day.
    async fn raised_of(&self, receivables: Vec<ReceivableId>) -> Result<Vec<Task>, Unavailable>;
    /// What was sent of these receivables, on whatever day.
    async fn reminders_of(&self, receivables: Vec<ReceivableId>) -> Result<Vec<Reminder>, Unavailable>;
    /// At most so many tasks that a day raised, behind one, by receivable and kind.
    async fn tasks(&self, raised_on: NaiveDate, after: Option<TaskPlace>, most: i64) -> Result<Vec<Task>, Unavailable>;
    /// At most so many of what was sent on a day, behind one receivable, in the order of the receivables: of each one at most.
    async fn reminders(&self, sent_on: NaiveDate, after: Option<ReceivableId>, most: i64) -> Result<Vec<Reminder>, Unavailable>;
    /// At most so many results of a day, behind one receivable, in the order of the receivables.
    async fn results(&self, on: NaiveDate, after: Option<ReceivableId>, most: i64) -> Result<Vec<DayResult>, Unavailable>;
    /// At most so many rows of a day, behind one, by the ids of facility and debtor and the codes of currency and bucket.
    async fn positions(&self, on: NaiveDate, after: Option<PositionKey>, most: i64) -> Result<Vec<PositionRow>, Unavailable>;
}
