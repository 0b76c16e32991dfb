//! What changes papers.

use super::ports::{LetterFile, PaperFile};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::ids::{DebtorId, ReceivableId},
    receivables::notice::Told,
};

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    /// Stale when it was made before.
    PaperMade(Box<PaperFile>),
    LetterMade(Box<LetterFile>),
    /// What the debtor of these was told last, or why it was not, in place of what was so before.
    DebtorTold {
        debtor: DebtorId,
        on: NaiveDate,
        about: Vec<(ReceivableId, Told)>,
    },
}
