//! What changes papers.

use super::{files, invoices, letters};
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{kernel::commit::CommitError, papers::changes::Change};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::PaperMade(paper) => files::insert(conn, *paper),
            Self::LetterMade(file) => Ok(letters::insert(conn, *file)?),
            Self::FeesInvoiced(file) => invoices::insert(conn, *file),
            Self::DebtorReplaced { before, after } => Ok(letters::replace_debtor(conn, before, after)?),
            Self::DebtorTold { debtor, on, about } => Ok(letters::tell(conn, (debtor, on), &about)?),
        }
    }
}
