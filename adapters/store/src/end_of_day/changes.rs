//! What the end of a day changes.

use super::{days, positions, reminders, results, tasks};
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{end_of_day::changes::Change, kernel::commit::CommitError};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::Receivables(change) => change.apply(conn),
            Self::Papers(change) => change.apply(conn),
            Self::TasksRaised(raised) => tasks::raise(conn, &raised),
            Self::RemindersSent(sent) => reminders::add(conn, &sent),
            Self::ResultNoted(result) => results::add(conn, result),
            Self::PositionsAdded { on, rows } => positions::add(conn, on, &rows),
            Self::DaySaved(day) => days::save(conn, &day),
        }
    }
}
