//! Invoices of fictional companies.

mod bombs;
mod cases;
mod in_pdf;
mod places;
mod refused;
mod samples;
mod written;

use super::{read, xml};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        minor::Minor,
        money::{Currency, Percentage},
    },
    receivables::einvoice::{
        Identifier, InvoiceAddress, InvoiceContact, InvoiceData, InvoiceNote, InvoiceParty, NotEInvoice, Payee, PaymentAccount, Summed,
        Syntax, Term, Totals, Unreadable, VatPart,
    },
};

const UBL: &str = include_str!("samples/ubl.xml");
const CII: &str = include_str!("samples/cii.xml");

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn euro(amount: i64) -> Option<Minor> {
    Some(Minor::new(amount))
}

fn date(text: &str) -> Option<NaiveDate> {
    Some(text.parse().unwrap())
}

fn identifier(scheme: Option<&str>, value: &str) -> Identifier {
    Identifier { scheme: scheme.map(str::to_owned), value: value.to_owned() }
}

fn refusal(file: &str) -> NotEInvoice {
    read(file.as_bytes()).unwrap_err()
}

/// The sample with something else in one place.
fn with(sample: &str, from: &str, to: &str) -> InvoiceData {
    assert!(sample.contains(from), "{from}");
    read(sample.replacen(from, to, 1).as_bytes()).unwrap()
}
