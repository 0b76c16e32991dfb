//! What is written is read back, in either syntax.

mod cii;
mod model;
mod ubl;

use super::*;
use model::{Written, invoices};
use proptest::prelude::*;
use sooner_domain::receivables::{
    checks::{EInvoice, Party},
    einvoice::{Known, KnownParties, PaymentInstructions},
};

/// What invoices say to whoever is to pay them, and to nobody else.
const ORDINARY: &[&str] = &[
    "Payable within 30 days net. 2 % discount within 10 days.",
    "Please transfer the amount to our account below and quote the invoice number.",
    "Zahlbar innerhalb von 14 Tagen ohne Abzug. Bei Verzug berechnen wir Zinsen und gegebenenfalls Mahngebühren.",
    "Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum. Eine Abtretung Ihrer Ansprüche bedarf unserer Zustimmung.",
    "Bitte überweisen Sie den Betrag auf unser unten genanntes Bankkonto.",
    "Paiement à 30 jours. Pas d’escompte pour paiement anticipé.",
];

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

    /// Whoever names nobody else to be paid has sold to nobody, whatever the invoice says besides.
    #[test]
    fn an_invoice_that_names_no_payee_is_nobody_elses(invoice in invoices(), said in prop::sample::select(ORDINARY)) {
        let own = PaymentAccount { number: "DE02120300000000202051".to_owned(), name: None, bic: None };
        let seller = Known { accounts: vec![own.number.clone()], ..Known::default() };
        let known = KnownParties { seller, ..KnownParties::default() };
        let note = InvoiceNote { subject: None, text: said.to_owned() };
        // A subject of its own may be that of an assignment.
        let others = invoice.data.notes.iter().map(|note| InvoiceNote { subject: None, ..note.clone() });
        let notes = others.chain([note]).collect();
        let payment_terms = Some(said.to_owned());
        let data = InvoiceData { payee: None, accounts: vec![own], means: vec![58], type_code: Some(380), notes, payment_terms, ..invoice.data.clone() };
        let invoice = Written { data, ..invoice };
        let PaymentInstructions { means, is_paid, .. } = invoice.data.instructions();
        let ordinary = EInvoice { accounts: vec![Party::Seller], type_code: Some(380), means, is_paid, ..EInvoice::default() };
        for file in [ubl::written(&invoice, Syntax::UblInvoice, "ubl"), cii::written(&invoice, "ram")] {
            let read = read(file.as_bytes()).unwrap();
            prop_assert_eq!(read.instructions().case(&known), ordinary.clone());
        }
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
