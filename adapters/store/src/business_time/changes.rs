//! What moves business time.

use super::rows;
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{business_time::changes::Change, kernel::commit::CommitError};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::Identity(change) => change.apply(conn),
            Self::Moved { seen, moved } => rows::advance(conn, seen, moved),
        }
    }
}
