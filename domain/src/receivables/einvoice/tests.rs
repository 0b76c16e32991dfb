//! What is made of what an e-invoice says.

mod assigned;
mod wrong;

use super::*;
use crate::receivables::checks::{EInvoice, Party};

pub(super) fn euro(amount: i64) -> Option<Minor> {
    Some(Minor::new(amount))
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn identifier(scheme: Option<&str>, value: &str) -> Identifier {
    Identifier { scheme: scheme.map(str::to_owned), value: value.to_owned() }
}

fn account(number: &str) -> PaymentAccount {
    PaymentAccount { number: number.to_owned(), name: None, bic: None }
}

/// An invoice that is as it should be: 1,000 less 50, with 10 of freight, at 19 %.
pub(super) fn invoice() -> InvoiceData {
    InvoiceData {
        number: text("MB-1001"),
        issued_on: NaiveDate::from_ymd_opt(2026, 11, 12),
        type_code: Some(380),
        currency: Currency::parse("EUR").ok(),
        seller: InvoiceParty {
            name: text("Mühle & Söhne GmbH"),
            trading_name: text("Kornblume"),
            vat_id: text("DE123456789"),
            ..InvoiceParty::default()
        },
        buyer: InvoiceParty { name: text("Alte Spinnerei KG"), ..InvoiceParty::default() },
        accounts: vec![account("DE02120300000000202051")],
        totals: Totals {
            lines: euro(100_000),
            allowances: euro(5_000),
            charges: euro(1_000),
            net: euro(96_000),
            vat: euro(18_240),
            gross: euro(114_240),
            paid: euro(14_240),
            rounding: euro(-1),
            for_others: euro(101),
            due: euro(100_100),
        },
        vat: vec![
            VatPart { taxable: euro(95_000), tax: euro(18_050), category: text("S"), rate: Percentage::parse_basis_points(1_900).ok() },
            VatPart { taxable: euro(1_000), tax: euro(190), category: text("S"), rate: None },
        ],
        lines: Summed { count: 2, sum: euro(100_000) },
        allowances: Summed { count: 1, sum: euro(5_000) },
        charges: Summed { count: 1, sum: euro(1_000) },
        ..InvoiceData::new(Syntax::UblInvoice)
    }
}

fn known() -> KnownParties {
    let all = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    KnownParties {
        seller: Known {
            names: all(&["Mühle & Söhne GmbH", "Kornblume"]),
            numbers: all(&["DE123456789", "HRB 12345"]),
            accounts: all(&["DE02 1203 0000 0000 2020 51"]),
        },
        house: Known {
            names: all(&["Sooner Finance AG"]),
            numbers: all(&["CHE-123.456.789"]),
            accounts: all(&["CH93 0076 2011 6238 5295 7"]),
        },
    }
}

#[test]
fn an_ordinary_invoice_names_the_seller() {
    let plain = invoice().instructions().case(&known());
    assert_eq!(
        plain,
        EInvoice { payee: None, accounts: vec![Party::Seller], assignment_notices: 0, type_code: Some(380), ..EInvoice::default() }
    );
    assert_eq!(InvoiceData::new(Syntax::Cii).instructions().case(&KnownParties::default()), EInvoice::default());
}

#[test]
fn whoever_is_paid_is_told_by_number_or_name() {
    let named = |name: &str| Payee { name: text(name), ..Payee::default() };
    let registered = |number: &str| Payee { registration: Some(identifier(Some("0204"), number)), ..named("Somebody") };
    let identified = |number: &str| Payee { identifiers: vec![identifier(None, number)], ..Payee::default() };
    for (payee, who) in [
        (named("MUHLE + SOHNE GMBH"), Party::Seller),
        (named("kornblume"), Party::Seller),
        (registered("hrb12345"), Party::Seller),
        (identified("DE 123 456 789"), Party::Seller),
        (named("Sooner Finance AG"), Party::House),
        (identified("CHE 123456789"), Party::House),
        (named("Muster Factoring GmbH"), Party::SomebodyElse),
        (named("Mühle & Söhne"), Party::SomebodyElse),
        (registered("HRB 123456"), Party::SomebodyElse),
        (Payee::default(), Party::SomebodyElse),
        (named(""), Party::SomebodyElse),
        (named("-"), Party::SomebodyElse),
    ] {
        let case = InvoiceData { payee: Some(payee.clone()), ..invoice() }.instructions().case(&known());
        assert_eq!(case.payee, Some(who), "{payee:?}");
    }
}

#[test]
fn each_account_is_somebodys() {
    let accounts = ["DE02120300000000202051", "CH9300762011623852957", "DE89370400440532013000", "de02 1203 0000 0000 2020 51", ""];
    let accounts = accounts.into_iter().map(account).collect();
    let case = InvoiceData { accounts, ..invoice() }.instructions().case(&known());
    assert_eq!(case.accounts, [Party::Seller, Party::House, Party::SomebodyElse, Party::Seller, Party::SomebodyElse]);
}

#[test]
fn a_seller_is_known_by_number_or_name() {
    let seller = known().seller;
    assert!(seller.is(&invoice().seller));
    let party =
        |name: &str, vat_id: Option<&str>| InvoiceParty { name: text(name), vat_id: vat_id.map(str::to_owned), ..InvoiceParty::default() };
    assert!(seller.is(&party("Somebody", Some("de123456789"))));
    assert!(!seller.is(&party("Somebody", Some("DE123456780"))));
    assert!(!seller.is(&InvoiceParty::default()));
    assert!(!Known::default().is(&InvoiceParty::default()));
    assert!(seller.is(&InvoiceParty { registration: Some(identifier(None, "HRB 12345")), ..InvoiceParty::default() }));
}

#[test]
fn what_cannot_be_read_has_no_sum() {
    assert_eq!(Summed::default().and(euro(1)).and(euro(-3)), Summed { count: 2, sum: euro(-2) });
    assert_eq!(Summed::default().and(euro(1)).and(None).and(euro(1)), Summed { count: 3, sum: None });
    assert_eq!(Summed::default().and(euro(i64::MAX)).and(euro(1)).sum, None);
}
