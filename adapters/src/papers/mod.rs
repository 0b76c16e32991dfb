//! Papers as PDF.

mod faces;
mod layout;
mod rows;
#[cfg(test)]
mod samples;
mod sheets;
#[cfg(test)]
mod tests;
mod words;
mod write;

pub use words::Wording;

use async_trait::async_trait;
use faces::Faces;
use sooner_application::papers::{NotWritten, PaperFormat, paper::Paper};
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// Writes papers for archives, which every reader shows the same, and which can be read aloud.
#[derive(Clone)]
pub struct PdfPapers {
    faces: Arc<Faces>,
}

impl PdfPapers {
    /// # Errors
    /// When the fonts that are built in are unreadable.
    pub fn new() -> Result<Self, NotWritten> {
        Ok(Self { faces: Arc::new(Faces::new()?) })
    }

    /// The file, on this thread.
    ///
    /// # Errors
    /// Why there is none.
    pub fn pdf(&self, paper: &Paper) -> Result<Vec<u8>, NotWritten> {
        write::write(paper, &layout::lay_out(paper, &self.faces), &self.faces)
    }
}

#[async_trait]
impl PaperFormat for PdfPapers {
    async fn write(&self, paper: Paper) -> Result<Vec<u8>, NotWritten> {
        let printer = self.clone();
        spawn_blocking(move || printer.pdf(&paper)).await.map_err(|error| NotWritten(error.to_string()))?
    }
}
