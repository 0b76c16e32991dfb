//! The one infrastructure error.

/// Something the product needs does not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// Too much is waiting already; trying again in a moment helps.
    #[error("too busy: {0}")]
    Busy(&'static str),
    /// It failed; the text is for the log alone.
    #[error("unavailable: {0}")]
    Failed(String),
}
