//! What changes papers.

use super::ports::PaperFile;

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    /// Stale when it was made before.
    PaperMade(Box<PaperFile>),
}
