//! The one infrastructure error.

use crate::kernel::too_many::TooMany;

/// Something the product needs does not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// Too much is waiting already, and nothing was done; trying again in a moment helps.
    #[error("too busy: {0}")]
    Busy(&'static str),
    /// What was to be changed changed each time it was read, and nothing was done: it is to be looked at again.
    #[error("changed meanwhile: {0}")]
    Conflicted(&'static str),
    /// The account has used up a budget of records, files or mails, and nothing was done.
    #[error(transparent)]
    OverBudget(#[from] TooMany),
    /// It failed, and nothing was done; the text is for the log alone.
    #[error("unavailable: {0}")]
    Failed(String),
    /// A write was handed over and no answer came: it may have been done, or still be. Whoever asks again under the same
    /// idempotency key has it done once. Nothing may be undone on this.
    #[error("outcome unknown: {0}")]
    OutcomeUnknown(String),
}
