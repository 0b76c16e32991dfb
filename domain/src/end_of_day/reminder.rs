//! What somebody was reminded of.

use crate::kernel::ids::ReceivableId;
use chrono::NaiveDate;

/// A reminder. Of a receivable there is one for each day that the house reminds on, and due date: a debtor who was given more time
/// is reminded anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reminder {
    pub receivable: ReceivableId,
    pub due_on: NaiveDate,
    /// From the due date: −5 is five days before.
    pub days: i64,
    /// The end of day that sent it.
    pub sent_on: NaiveDate,
}

impl Reminder {
    /// Whether it was sent already as one of these.
    pub fn is_among(&self, sent: &[Self]) -> bool {
        sent.iter().any(|reminder| (reminder.receivable, reminder.due_on, reminder.days) == (self.receivable, self.due_on, self.days))
    }
}
