//! Documents that back up what the form says.

use crate::kernel::{Invalid, coded::coded_enum, ids::id, text::Note};
use chrono::{DateTime, Utc};

pub use super::document_kind::DocumentKind;

id!(
    /// An uploaded document.
    DocumentId
);

coded_enum!(
    /// The file types a person can open safely, and data.
    FileType {
        Pdf = "application/pdf",
        Png = "image/png",
        Jpeg = "image/jpeg",
        /// An e-invoice: nothing that backs up an application.
        Xml = "application/xml",
    }
);

impl FileType {
    /// Whether it shows a person something.
    pub fn is_shown(self) -> bool {
        self != Self::Xml
    }
}

coded_enum!(
    /// What the reviewer found.
    Verdict {
        Pending = "pending",
        Accepted = "accepted",
        Rejected = "rejected",
    }
);

/// A verdict with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    verdict: Verdict,
    reason: Option<Note>,
}

impl Judgement {
    /// Only a rejection keeps a reason: it is what the applicant has to mend.
    ///
    /// # Errors
    /// When a rejection has none.
    pub fn of(verdict: Verdict, reason: Option<Note>) -> Result<Self, Invalid> {
        match (verdict, reason) {
            (Verdict::Rejected, None) => Err(Invalid::RejectionUnexplained),
            (Verdict::Rejected, reason) => Ok(Self { verdict, reason }),
            (Verdict::Pending | Verdict::Accepted, _) => Ok(Self { verdict, reason: None }),
        }
    }
}

impl Document {
    /// Stands judged from now on.
    pub(super) fn judge(&mut self, Judgement { verdict, reason }: Judgement) {
        (self.verdict, self.verdict_reason) = (verdict, reason);
    }
}

/// An uploaded document. The file lies elsewhere, under the id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub id: DocumentId,
    pub kind: DocumentKind,
    pub name: FileName,
    pub file_type: FileType,
    pub size_bytes: u64,
    pub sha256: [u8; 32],
    pub uploaded_at: DateTime<Utc>,
    pub verdict: Verdict,
    /// Why, where the reviewer said so; the applicant reads it.
    pub verdict_reason: Option<Note>,
    /// Since when another one stands in its place: it is history, and counts no more.
    pub replaced_at: Option<DateTime<Utc>>,
}

impl Document {
    /// Scans of a few pages fit; a film does not.
    pub const MAX_BYTES: u64 = 10 * 1024 * 1024;
    /// Six kinds, several of them more than once. What was asked for has room beyond them.
    pub const MAX_PER_APPLICATION: usize = 20;
}

/// The name a person gave the file: kept as text to show, never used as a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName(String);

impl FileName {
    const MAX_CHARS: usize = 200;

    /// # Errors
    /// When empty, or without an extension that names a known file type.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        // Some browsers send a path.
        let last = text.rsplit(['/', '\\']).next().unwrap_or_default();
        let clean: String =
            last.chars().filter(|c| !c.is_control() && !matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')).collect();
        let chars = clean.chars().count();
        // The end holds the extension.
        let kept: String = clean.chars().skip(chars.saturating_sub(Self::MAX_CHARS)).collect();
        let name = Self(kept.trim().to_owned());
        if name.file_type().is_none() { Err(Invalid::FileTypeUnsupported) } else { Ok(name) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The type its extension claims.
    pub fn file_type(&self) -> Option<FileType> {
        let (stem, extension) = self.0.rsplit_once('.')?;
        if stem.is_empty() {
            return None;
        }
        match extension.to_ascii_lowercase().as_str() {
            "pdf" => Some(FileType::Pdf),
            "png" => Some(FileType::Png),
            "jpg" | "jpeg" => Some(FileType::Jpeg),
            "xml" => Some(FileType::Xml),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_has_at_most_ten_mebibytes() {
        assert_eq!(Document::MAX_BYTES, 10_485_760);
    }

    #[test]
    fn marks_that_turn_text_around_are_taken_out_of_a_name() -> Result<(), Invalid> {
        assert_eq!(FileName::parse("a\u{202E}b\u{2066}c\u{7}.pdf")?.as_str(), "abc.pdf");
        Ok(())
    }

    #[test]
    fn a_file_name_is_text_and_claims_a_type() {
        assert_eq!(FileName::parse("C:\\scans\\Übersicht.PDF").as_ref().map(FileName::as_str), Ok("Übersicht.PDF"));
        assert_eq!(FileName::parse("../../etc/passwd.png").as_ref().map(FileName::as_str), Ok("passwd.png"));
        let long = FileName::parse(&format!("{}.jpeg", "é".repeat(500)));
        assert_eq!(long.as_ref().ok().and_then(FileName::file_type), Some(FileType::Jpeg));
        assert_eq!(long.map(|name| name.as_str().chars().count()), Ok(200));
        for bad in ["", "pdf", ".pdf", "page.html", "photo.svg", "a.pdf.exe"] {
            assert!(FileName::parse(bad).is_err(), "{bad:?} was accepted");
        }
    }
}
