//! Papers as PDF.

mod faces;
mod fonts;
mod grid;
mod layout;
#[cfg(test)]
mod layout_tests;
#[cfg(test)]
mod letters_tests;
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
use std::{collections::BTreeSet, path::PathBuf, sync::Arc};
use tokio::task::spawn_blocking;

/// Writes papers for archives, which every reader shows the same, and which can be read aloud.
#[derive(Clone)]
pub struct PdfPapers {
    faces: Arc<Faces>,
}

impl PdfPapers {
    /// How many of the letters that no font has are named.
    const NAMED: usize = 40;

    /// Letters that the built-in fonts lack are set in fonts from these folders, and those within them. The folders are read when
    /// the first such letter comes; one that is not there is as an empty one.
    ///
    /// # Errors
    /// When the fonts that are built in are unreadable.
    pub fn new(folders: Vec<PathBuf>) -> Result<Self, NotWritten> {
        Ok(Self { faces: Arc::new(Faces::new(folders)?) })
    }

    /// The file, on this thread.
    ///
    /// # Errors
    /// `Letters` where a name or anything else in it could not be read; else why there is none.
    pub fn pdf(&self, paper: &Paper) -> Result<Vec<u8>, NotWritten> {
        let lacking: BTreeSet<char> = paper.texts().flat_map(|text| self.faces.lacking(text)).collect();
        if !lacking.is_empty() {
            return Err(NotWritten::Letters(lacking.into_iter().take(Self::NAMED).collect()));
        }
        write::write(paper, &layout::lay_out(paper, &self.faces)?, &self.faces)
    }
}

#[async_trait]
impl PaperFormat for PdfPapers {
    async fn write(&self, paper: Paper) -> Result<Vec<u8>, NotWritten> {
        let printer = self.clone();
        spawn_blocking(move || printer.pdf(&paper)).await.map_err(|error| NotWritten::Failed(error.to_string()))?
    }
}
