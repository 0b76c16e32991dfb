//! What somebody has to see to since a day ended.

use crate::kernel::{coded::coded_enum, ids::ReceivableId};
use chrono::NaiveDate;

coded_enum!(
    /// Why a receivable is somebody's to see to.
    TaskKind {
        /// Its debtor did not pay by the day it was due.
        Overdue = "overdue",
        /// It may be charged back, or counts as a default.
        Recourse = "recourse",
    }
);

/// A task. Of a receivable there is one of each kind for a due date: a debtor who was given more time is late anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Task {
    /// The end of day that raised it.
    pub raised_on: NaiveDate,
    pub receivable: ReceivableId,
    pub kind: TaskKind,
    pub due_on: NaiveDate,
}

impl Task {
    /// Whether it is raised already by one of these.
    pub fn is_among(&self, raised: &[Task]) -> bool {
        raised.iter().any(|task| (task.receivable, task.kind, task.due_on) == (self.receivable, self.kind, self.due_on))
    }
}
