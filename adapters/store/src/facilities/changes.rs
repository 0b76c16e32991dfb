//! What changes facilities.

use super::exposures;
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{facilities::changes::Change, kernel::commit::CommitError};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::Exposed(exposure) => exposures::expose(conn, exposure),
        }
    }
}
