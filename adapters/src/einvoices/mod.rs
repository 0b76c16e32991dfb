//! E-invoices by EN 16931: UBL 2.1, Cross Industry Invoice, and either of them in a PDF (Factur-X, ZUGFeRD); and ZUGFeRD 1.0, in part.
//!
//! The XML is read from its begin to its end, once. What is kept of it is its head, and of each line its amount.

mod cii;
mod head;
mod pdf;
#[cfg(test)]
mod tests;
mod ubl;
mod values;
mod zugferd1;

use crate::xml::{Limits, Xml, letters};
use async_trait::async_trait;
use futures_util::TryStreamExt;
use sooner_application::{
    kernel::{sender::Sender, unavailable::Unavailable},
    onboarding::ports::ByteStream,
    receivables::einvoices::{InvoiceReader, ReadInvoice, ReadInvoiceError},
};
use sooner_domain::{
    payments::statement::NotRead,
    receivables::einvoice::{InvoiceData, NotEInvoice},
};
use sooner_shared::file_gate::{FileGate, FileKind};
use tokio::sync::Semaphore;

/// Invoices hold whole documents as text, which are passed over.
const LIMITS: Limits = Limits {
    bytes: InvoiceData::MAX_BYTES,
    parts: InvoiceData::MAX_ELEMENTS,
    text: InvoiceData::MAX_BYTES,
    instructions: true,
    attributes: &["schemeID", "currencyID", "format", "unitCode"],
    namespaces: &["urn:oasis:names:specification:ubl:schema:xsd:", "urn:un:unece:uncefact:data:", "urn:ferd:CrossIndustryDocument:"],
};

/// As many files are fetched at a time.
const AT_ONCE: usize = 2;

/// Reads what sellers write by EN 16931.
pub struct EInvoices {
    gate: FileGate,
    fetched: Semaphore,
}

impl EInvoices {
    pub fn new(gate: FileGate) -> Self {
        Self { gate, fetched: Semaphore::new(AT_ONCE) }
    }
}

#[async_trait]
impl InvoiceReader for EInvoices {
    async fn read(&self, by: Sender, mut content: ByteStream) -> Result<ReadInvoice, ReadInvoiceError> {
        let failed = |error: &dyn std::fmt::Display| Unavailable::Failed(error.to_string());
        let turn = self.gate.turn(by).await?;
        let _fetched = self.fetched.acquire().await.map_err(|error| failed(&error))?;
        let mut whole = Vec::new();
        while let Some(chunk) = content.try_next().await? {
            whole.extend_from_slice(&chunk);
            if whole.len() > InvoiceData::MAX_BYTES {
                return Err(NotEInvoice::TooLarge.into());
            }
        }
        let reader = |plain: &[u8]| of_plain(plain).map(ReadInvoice::from);
        Ok(self.gate.read(turn, FileKind::Invoice, whole.into(), NotEInvoice::TooMuch, reader).await??)
    }
}

/// What the plain form of an invoice begins with, before its XML.
const FROM_XML: &[u8] = b"xml\n";
const FROM_PDF: &[u8] = b"pdf\n";

/// Why there is no plain form of a file, as it stands in place of one.
const REFUSALS: [(&[u8], NotEInvoice); 5] = [
    (b"too large", NotEInvoice::TooLarge),
    (b"none in pdf", NotEInvoice::NoneInPdf),
    (b"damaged pdf", NotEInvoice::DamagedPdf),
    (b"encrypted pdf", NotEInvoice::EncryptedPdf),
    (b"too large unpacked", NotEInvoice::TooLargeUnpacked),
];

/// The plain form of an invoice: its XML, also where a PDF holds it; or why there is none.
pub fn plain(content: &[u8]) -> Vec<u8> {
    if content.len() > InvoiceData::MAX_BYTES {
        return refusal(&NotEInvoice::TooLarge);
    }
    if !pdf::is_pdf(content) {
        xml(content).ok();
        return [FROM_XML, content].concat();
    }
    pdf::invoice(content, xml).map_or_else(|why| refusal(&why), |xml| [FROM_PDF, &xml].concat())
}

fn refusal(why: &NotEInvoice) -> Vec<u8> {
    REFUSALS.iter().find(|(_, other)| other == why).map(|(text, _)| text.to_vec()).unwrap_or_default()
}

fn of_plain(plain: &[u8]) -> Result<InvoiceData, NotEInvoice> {
    if let Some(content) = plain.strip_prefix(FROM_XML) {
        return xml(content);
    }
    if let Some(content) = plain.strip_prefix(FROM_PDF) {
        return xml(content).map(|data| InvoiceData { in_pdf: true, ..data });
    }
    Err(REFUSALS.into_iter().find(|(text, _)| *text == plain).map_or(NotEInvoice::Unknown, |(_, why)| why))
}

/// What a file says, be it XML or a PDF with XML in it.
///
/// # Errors
/// Why it is not taken.
pub fn read(content: &[u8]) -> Result<InvoiceData, NotEInvoice> {
    of_plain(&plain(content))
}

/// What an invoice as XML says.
///
/// # Errors
/// Why it is not taken.
pub fn xml(content: &[u8]) -> Result<InvoiceData, NotEInvoice> {
    if content.len() > InvoiceData::MAX_BYTES {
        return Err(NotEInvoice::TooLarge);
    }
    document(content).map_err(|error| match error {
        NotRead::TooLarge => NotEInvoice::TooMuch,
        NotRead::Malformed(line) | NotRead::Unreadable { line, .. } => NotEInvoice::Malformed(line),
        NotRead::Letters(charset) => NotEInvoice::Letters(charset),
        NotRead::WrongLetters { line, charset } => NotEInvoice::WrongLetters { line, charset },
        _ => NotEInvoice::Unknown,
    })
}

fn document(content: &[u8]) -> Result<InvoiceData, NotRead> {
    let text = letters::decoded(content, LIMITS)?;
    let mut xml = Xml::new(&text, LIMITS);
    let root = xml.root()?.ok_or(NotRead::Unknown)?;
    let namespace = root.namespace.clone().unwrap_or_default();
    let read = match (root.name, &*namespace) {
        ("Invoice", ubl::INVOICE) | ("CreditNote", ubl::CREDIT_NOTE) => ubl::read,
        ("CrossIndustryInvoice", cii::INVOICE) => cii::read,
        ("CrossIndustryDocument", zugferd1::INVOICE) => zugferd1::read,
        _ => return Err(NotRead::Unknown),
    };
    let data = read(&mut xml, root)?;
    xml.finish()?;
    Ok(data)
}
