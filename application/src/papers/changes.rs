//! What changes papers.

use super::ports::{FeeInvoiceFile, LetterFile, News, PaperFile};
use chrono::NaiveDate;
use sooner_domain::kernel::ids::DebtorId;

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    /// Stale when it was made before.
    PaperMade(Box<PaperFile>),
    LetterMade(Box<LetterFile>),
    /// Stale when its number is not the next one of its year, or something in it was invoiced before.
    FeesInvoiced(Box<FeeInvoiceFile>),
    /// What the debtor of these was told last, or why it was not, in place of what was so before.
    DebtorTold {
        debtor: DebtorId,
        on: NaiveDate,
        about: Vec<News>,
    },
    /// What one debtor was told last of what it owes, another one was.
    DebtorReplaced {
        before: DebtorId,
        after: DebtorId,
    },
}
