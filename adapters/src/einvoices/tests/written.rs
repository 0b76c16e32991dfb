//! What is written is read back, in either syntax.

mod cii;
mod model;
mod ubl;

use super::*;
use model::{Written, invoices};
use proptest::prelude::*;

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&#62;")
}

/// An element with whatever is in it, and an attribute if there is one.
fn element(name: &str, attribute: Option<(&str, &str)>, content: &str) -> String {
    let attribute = attribute.map(|(key, value)| format!(" {key}=\"{}\"", escaped(value).replace('"', "&quot;")));
    format!("<{name}{}>{content}</{name}>", attribute.unwrap_or_default())
}

fn tag(name: &str, text: &str) -> String {
    element(name, None, &escaped(text))
}

fn tag_if(name: &str, text: Option<&String>) -> String {
    text.map(|text| tag(name, text)).unwrap_or_default()
}

fn identified(name: &str, identifier: &Identifier) -> String {
    element(name, identifier.scheme.as_deref().map(|scheme| ("schemeID", scheme)), &escaped(&identifier.value))
}

proptest! {
    #[test]
    fn an_invoice_is_read_as_it_was_entered(invoice in invoices(), prefix in "[a-z]{1,4}") {
        for syntax in [Syntax::UblInvoice, Syntax::UblCreditNote] {
            let expected = InvoiceData { syntax, ..invoice.data.clone() };
            prop_assert_eq!(read(ubl::written(&invoice, syntax, &prefix).as_bytes()), Ok(expected));
        }
        let expected = InvoiceData { syntax: Syntax::Cii, ..invoice.data.clone() };
        prop_assert_eq!(read(cii::written(&invoice, &prefix).as_bytes()), Ok(expected));
    }

    /// And so it is in a PDF.
    #[test]
    fn an_invoice_in_a_pdf_is_the_same(invoice in invoices(), is_packed in any::<bool>()) {
        let file = cii::written(&invoice, "ram");
        let pdf = in_pdf::pdf(&[("factur-x.xml", file.as_bytes())], is_packed);
        let expected = InvoiceData { syntax: Syntax::Cii, in_pdf: true, ..invoice.data };
        prop_assert_eq!(read(&pdf), Ok(expected));
    }
}
