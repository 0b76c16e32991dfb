//! Papers: what the house puts in writing for debtors and companies. A use case has its facts worded and the paper written,
//! and knows neither the words nor the format.

pub mod changes;
pub mod facts;
mod fees;
mod letters;
mod making;
pub mod paper;
pub mod ports;
mod telling;
mod terms;

#[cfg(test)]
mod tests;

pub use fees::Invoicing;
pub use letters::{CheckError, Checked};
pub use making::{PaperError, Scheduled};
pub use telling::Telling;

use crate::{
    cash::Cash,
    facilities::ports::FacilityRecords,
    house::House,
    identity::Identity,
    kernel::{clock::BusinessClock, commit::Commit},
    parties::ports::Debtors,
    receivables::{Receivables, ports::ReceivableRecords},
    servicing::Servicing,
};
use async_trait::async_trait;
use changes::Change;
use facts::{Content, Cover};
use paper::Paper;
use ports::{FeeInvoices, Letters, PaperFiles};
use std::sync::Arc;

/// Why a paper cannot be given as a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotWritten {
    /// No font of this instance has these letters of it: each once, in their order, so many as say which script it is.
    #[error("no font has the letters {0}")]
    Letters(String),
    #[error("{0}")]
    Failed(String),
}

/// How papers become files.
#[async_trait]
pub trait PaperFormat: Send + Sync {
    /// The file. The same paper gives the same bytes, whenever it is written. None is on a thread that serves.
    ///
    /// # Errors
    /// Why there is none.
    async fn write(&self, paper: Paper) -> Result<Vec<u8>, NotWritten>;
}

/// How what a paper tells is said.
pub trait PaperWords: Send + Sync {
    /// In the language of the cover.
    fn say(&self, cover: &Cover, content: &Content) -> Paper;
}

/// Papers, made when they are asked for first and given as they are ever after.
#[derive(Clone)]
pub struct Papers {
    pub receivables: Arc<Receivables>,
    pub servicing: Arc<Servicing>,
    pub cash: Arc<Cash>,
    pub records: Arc<dyn ReceivableRecords>,
    pub facilities: Arc<dyn FacilityRecords>,
    pub debtors: Arc<dyn Debtors>,
    pub identity: Identity,
    pub house: House,
    pub business: Arc<dyn BusinessClock>,
    pub files: Arc<dyn PaperFiles>,
    pub letters: Arc<dyn Letters>,
    pub invoices: Arc<dyn FeeInvoices>,
    pub words: Arc<dyn PaperWords>,
    pub format: Arc<dyn PaperFormat>,
    pub commit: Arc<dyn Commit<Change>>,
    /// Where the code on a letter is checked, as it is printed.
    pub check_page: String,
}
