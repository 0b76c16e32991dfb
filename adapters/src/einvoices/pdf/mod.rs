//! The invoice in a PDF: Factur-X, ZUGFeRD and XRechnung keep it as an embedded file.
//!
//! Nothing is read but what leads there. All that is unpacked on the way comes to so many bytes together.

mod file;
mod packed;
mod places;
mod value;

use file::Pdf;
use sooner_domain::receivables::einvoice::{InvoiceData, NotEInvoice};
use value::{Dict, Value};

/// What the file is called that is the invoice, the newest first; ZUGFeRD writes its name in capitals and small letters.
const NAMES: &[&str] = &["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml"];
/// More files than anybody embeds.
const FILES: usize = 200;
/// Where the head of a PDF begins at the latest.
const HEAD: usize = 1024;

/// Whether it begins like a PDF.
pub fn is_pdf(content: &[u8]) -> bool {
    head(content).is_some()
}

fn head(content: &[u8]) -> Option<usize> {
    content.get(..HEAD.min(content.len()))?.windows(5).position(|part| part == b"%PDF-")
}

/// The invoice in it: the likeliest file that can be read as one, or that has its name and should be one.
///
/// # Errors
/// `DamagedPdf`; `EncryptedPdf`; `TooLargeUnpacked`; `NoneInPdf` where nothing can be an invoice; `Unknown` where what has its name is
/// something else.
pub fn invoice<T>(content: &[u8], read: impl Fn(&[u8]) -> Result<T, NotEInvoice>) -> Result<Vec<u8>, NotEInvoice> {
    let begin = head(content).ok_or(NotEInvoice::DamagedPdf)?;
    let bytes = content.get(begin..).unwrap_or_default();
    let (mut pdf, mut found) = match Pdf::open(bytes).and_then(with_embedded) {
        Err(NotEInvoice::DamagedPdf) if is_whole(bytes) => Pdf::repaired(bytes).and_then(with_embedded)?,
        read => read?,
    };
    found.sort_unstable();
    found.dedup();
    let mut refusal = NotEInvoice::NoneInPdf;
    for (rank, file) in found {
        let is_named = rank < NAMES.len();
        let file = match pdf.unpacked(file, InvoiceData::MAX_BYTES) {
            Err(_) if !is_named => continue,
            unpacked => unpacked?,
        };
        match read(&file) {
            Err(NotEInvoice::Unknown) if is_named => refusal = NotEInvoice::Unknown,
            Err(_) if !is_named => {}
            Ok(_) | Err(_) => return Ok(file),
        }
    }
    Err(refusal)
}

/// Whether it goes on to its end: what was cut off is not repaired.
fn is_whole(bytes: &[u8]) -> bool {
    const END: &[u8] = b"%%EOF";
    let last = bytes.get(bytes.len().saturating_sub(HEAD)..).unwrap_or_default();
    last.windows(END.len()).any(|part| part == END)
}

fn with_embedded(mut pdf: Pdf<'_>) -> Result<(Pdf<'_>, Vec<(usize, u32)>), NotEInvoice> {
    let found = embedded(&mut pdf)?;
    Ok((pdf, found))
}

/// Streams of files, by the number of their object, each with how likely it is the invoice.
fn embedded(pdf: &mut Pdf<'_>) -> Result<Vec<(usize, u32)>, NotEInvoice> {
    let root = pdf.root()?;
    let mut found = Vec::new();
    if let Value::Dict(names) = pdf.get(&root, "Names")? {
        let mut nodes = vec![pdf.get(&names, "EmbeddedFiles")?];
        while let Some(node) = nodes.pop() {
            let Value::Dict(node) = node else { continue };
            for kid in list(pdf.get(&node, "Kids")?) {
                nodes.push(pdf.resolved(kid)?);
            }
            // Each name stands before what it is the name of.
            let mut names = list(pdf.get(&node, "Names")?).into_iter();
            while let (Some(name), Some(file)) = (names.next(), names.next()) {
                found.extend(stream(pdf, Some(name), file)?);
            }
        }
    }
    for file in list(pdf.get(&root, "AF")?) {
        found.extend(stream(pdf, None, file)?);
    }
    if found.len() > FILES { Err(NotEInvoice::TooLargeUnpacked) } else { Ok(found) }
}

fn list(value: Value) -> Vec<Value> {
    if let Value::List(all) = value { all } else { Vec::new() }
}

/// The stream of a file, if its name says that it may be an invoice.
fn stream(pdf: &mut Pdf<'_>, name: Option<Value>, file: Value) -> Result<Option<(usize, u32)>, NotEInvoice> {
    let Value::Dict(file) = pdf.resolved(file)? else { return Ok(None) };
    let names = [pdf.get(&file, "UF")?, pdf.get(&file, "F")?].into_iter().chain(name);
    let rank = names.filter_map(|name| if let Value::Text(name) = name { rank(&text(&name)) } else { None }).min();
    let Value::Dict(streams) = pdf.get(&file, "EF")? else { return Ok(None) };
    let stream = reference(&streams, "F").or(reference(&streams, "UF"));
    Ok(rank.zip(stream))
}

fn reference(dict: &Dict, name: &str) -> Option<u32> {
    if let Some(Value::Reference(number)) = dict.get(name) { Some(*number) } else { None }
}

/// Which of the names it is; whatever else is called XML comes last.
fn rank(name: &str) -> Option<usize> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
    let known = NAMES.iter().position(|known| *known == name);
    known.or_else(|| name.ends_with(".xml").then_some(NAMES.len()))
}

/// A text as PDFs write it: UTF-16 with a mark, else letters of one byte.
fn text(bytes: &[u8]) -> String {
    match bytes.strip_prefix(b"\xFE\xFF") {
        Some(wide) => {
            let letters = wide.as_chunks::<2>().0.iter().map(|pair| u16::from_be_bytes(*pair));
            char::decode_utf16(letters).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
        }
        None => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
