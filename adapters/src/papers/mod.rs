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

use faces::Faces;
use sooner_application::papers::{NotWritten, PaperFormat, paper::Paper};

/// Writes papers for archives, which every reader shows the same, and which can be read aloud.
pub struct PdfPapers {
    faces: Faces,
}

impl PdfPapers {
    /// # Errors
    /// When the fonts that are built in are unreadable.
    pub fn new() -> Result<Self, NotWritten> {
        Ok(Self { faces: Faces::new()? })
    }
}

impl PaperFormat for PdfPapers {
    fn write(&self, paper: &Paper) -> Result<Vec<u8>, NotWritten> {
        write::write(paper, &layout::lay_out(paper, &self.faces), &self.faces)
    }
}
