//! What the end of a day changes.

use crate::{papers, receivables};
use chrono::NaiveDate;
use sooner_domain::end_of_day::{day::EndOfDay, position::PositionRow, reminder::Reminder, result::DayResult, task::Task};

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Receivables(Box<receivables::changes::Change>),
    Papers(papers::changes::Change),
    /// None of these was raised before: see [`Task::is_among`].
    TasksRaised(Vec<Task>),
    /// None of these was sent before: see [`Reminder::is_among`].
    RemindersSent(Vec<Reminder>),
    /// The day has no other result of this receivable.
    ResultNoted(DayResult),
    /// Added to the rows of this date. Of one change no two rows have the same key.
    PositionsAdded {
        on: NaiveDate,
        rows: Vec<PositionRow>,
    },
    /// How far it is now, with the version that was read. Stale when somebody else went on with it since; the stored version is
    /// one higher.
    DaySaved(Box<EndOfDay>),
}

impl From<receivables::changes::Change> for Change {
    fn from(change: receivables::changes::Change) -> Self {
        Self::Receivables(Box::new(change))
    }
}

impl From<papers::changes::Change> for Change {
    fn from(change: papers::changes::Change) -> Self {
        Self::Papers(change)
    }
}
