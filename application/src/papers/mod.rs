//! Papers: what the house puts in writing for debtors and companies. A use case has its facts worded and the paper written,
//! and knows neither the words nor the format.

pub mod facts;
pub mod paper;

use facts::{Content, Cover};
use paper::Paper;

/// Why a paper cannot be given as a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotWritten(pub String);

/// How papers become files.
pub trait PaperFormat: Send + Sync {
    /// The file. The same paper gives the same bytes, whenever it is written.
    ///
    /// # Errors
    /// Why there is none.
    fn write(&self, paper: &Paper) -> Result<Vec<u8>, NotWritten>;
}

/// How what a paper tells is said.
pub trait PaperWords: Send + Sync {
    /// In the language of the cover.
    fn say(&self, cover: &Cover, content: &Content) -> Paper;
}
