//! What is larger than any invoice, or becomes so.

use super::*;

fn within(content: &str) -> String {
    format!(
        "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2' \
         xmlns:c='urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'>{content}</Invoice>"
    )
}

#[test]
fn no_file_has_more_bytes_than_are_read() {
    assert_eq!(read(&vec![b'<'; InvoiceData::MAX_BYTES + 1]), Err(NotEInvoice::TooLarge));
    assert_eq!(xml(&vec![b'<'; InvoiceData::MAX_BYTES + 1]), Err(NotEInvoice::TooLarge));
    let pdf = [b"%PDF-1.7\n".as_slice(), &vec![b' '; InvoiceData::MAX_BYTES]].concat();
    assert_eq!(read(&pdf), Err(NotEInvoice::TooLarge));
}

#[test]
fn no_invoice_is_deeper_or_longer() {
    let deep = |depth: usize| within(&format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth)));
    assert!(read(deep(63).as_bytes()).is_ok());
    assert_eq!(refusal(&deep(64)), NotEInvoice::TooMuch);
    assert_eq!(refusal(&deep(1_000_000)), NotEInvoice::TooMuch);
    let many = |count: usize| within(&"<a/>".repeat(count));
    assert!(read(many(InvoiceData::MAX_ELEMENTS - 1).as_bytes()).is_ok());
    assert_eq!(refusal(&many(InvoiceData::MAX_ELEMENTS)), NotEInvoice::TooMuch);
    let notes = |count: usize| within(&"<c:Note>a</c:Note>".repeat(count));
    assert_eq!(read(notes(20_000).as_bytes()).unwrap().notes.len(), 20_000);
    assert_eq!(refusal(&notes(20_001)), NotEInvoice::TooMuch);
    let lines = within(&"<InvoiceLine><c:LineExtensionAmount>1</c:LineExtensionAmount></InvoiceLine>".repeat(90_000));
    assert_eq!(read(lines.as_bytes()).unwrap().lines.count, 90_000);
}

#[test]
fn a_document_in_it_may_be_long_and_what_is_kept_not() {
    let document = "QUJD".repeat(500_000);
    let inside = format!("<AdditionalDocumentReference><c:Object>{document}</c:Object></AdditionalDocumentReference>");
    assert_eq!(read(within(&inside).as_bytes()), Ok(InvoiceData::new(Syntax::UblInvoice)));
    assert_eq!(refusal(&within(&format!("<c:Note>{}</c:Note>", "x".repeat(65_537)))), NotEInvoice::TooMuch);
    assert_eq!(refusal(&within(&format!("<c:Note a='{}'/>", "x".repeat(65_537)))), NotEInvoice::TooMuch);
    let prefixes: String = (0..100).map(|number| format!(" xmlns:p{number}='urn:p'")).collect();
    assert_eq!(refusal(&within(&format!("<a{prefixes}><a{prefixes}><a{prefixes}/></a></a>"))), NotEInvoice::TooMuch);
    assert!(read(within(&format!("<a{prefixes}/>").repeat(100)).as_bytes()).is_ok());
}
