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
        /// The buyer of a programme was told that it is due soon.
        PaymentNotice = "payment_notice",
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
    /// How many days before it is due the buyer of a programme is told.
    pub const NOTICE_DAYS: i64 = 5;

    /// Whether it is raised already by one of these.
    pub fn is_among(&self, raised: &[Task]) -> bool {
        raised.iter().any(|task| (task.receivable, task.kind, task.due_on) == (self.receivable, self.kind, self.due_on))
    }
}
