//! A file that is kept and belongs to nothing yet.

use sooner_domain::{
    onboarding::document::DocumentId,
    receivables::facts::{InvoiceDocument, InvoiceDocumentId},
};

/// A document whose file is kept.
pub(crate) struct StoredFile {
    pub document: InvoiceDocument,
    pub bytes: u64,
}

/// Where the file lies.
pub(crate) fn place(id: InvoiceDocumentId) -> DocumentId {
    DocumentId(id.0)
}

pub(crate) fn named(document: &InvoiceDocument) -> [(&'static str, String); 2] {
    [("document", document.name.as_str().to_owned()), ("sha256", document.sha256.to_string())]
}
