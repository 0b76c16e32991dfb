//! What changes approvals.

use super::rows;
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{approvals::changes::Change, kernel::commit::CommitError};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::House(change) => change.apply(conn),
            Self::Ledger(change) => change.apply(conn),
            Self::Receivables(change) => change.apply(conn),
            Self::Facilities(change) => change.apply(conn),
            Self::Papers(change) => change.apply(conn),
            Self::Proposed(approval) => rows::insert(conn, &approval),
            Self::Waits(id) => rows::stands(conn, id),
            Self::Ended(approval) => rows::end(conn, &approval),
        }
    }
}
