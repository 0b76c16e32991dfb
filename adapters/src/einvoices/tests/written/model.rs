//! Any invoice.

use super::*;
use proptest::{collection::vec, option};

/// An invoice with each of what it sums up.
#[derive(Debug, Clone)]
pub struct Written {
    pub data: InvoiceData,
    pub lines: Vec<Minor>,
    pub allowances: Vec<Minor>,
    pub charges: Vec<Minor>,
}

impl Written {
    /// An amount as it is written.
    pub fn amount(&self, amount: Minor) -> String {
        amount.in_major(self.data.currency.unwrap())
    }
}

fn words() -> impl Strategy<Value = String> {
    "[A-Zäöü0-9&<>'\"/:-]{1,12}( [a-zé0-9]{1,8}){0,3}".prop_filter("it stands for nothing", |text| text != "NA")
}

fn paragraphs() -> impl Strategy<Value = String> {
    vec(words(), 1..4).prop_map(|lines| lines.join("\n"))
}

fn maybe() -> impl Strategy<Value = Option<String>> {
    option::of(words())
}

fn days() -> impl Strategy<Value = Option<NaiveDate>> {
    let day = (1990..2100_i32, 1..=366_u32).prop_filter_map("leap years", |(year, day)| NaiveDate::from_yo_opt(year, day));
    option::of(day)
}

fn amounts() -> impl Strategy<Value = Minor> {
    prop_oneof![-1_000_000_i64..1_000_000, -InvoiceData::MAX_MINOR..=InvoiceData::MAX_MINOR].prop_map(Minor::new)
}

/// None where it is nothing.
fn if_any() -> impl Strategy<Value = Option<Minor>> {
    option::of(amounts()).prop_map(|amount| amount.filter(|amount| !amount.is_zero()))
}

fn identifier() -> impl Strategy<Value = Identifier> {
    (option::of("[0-9]{4}|EM"), words()).prop_map(|(scheme, value)| Identifier { scheme, value })
}

fn identifiers() -> impl Strategy<Value = Vec<Identifier>> {
    vec(identifier(), 0..3).prop_map(|mut all| {
        all.sort();
        all
    })
}

fn parties() -> impl Strategy<Value = InvoiceParty> {
    let named = (maybe(), maybe(), maybe(), maybe(), option::of(identifier()), identifiers(), option::of(identifier()));
    let address = (vec(words(), 0..=3), maybe(), maybe(), maybe(), option::of("[A-Z]{2}"));
    let contact = (maybe(), maybe(), maybe()).prop_map(|(name, phone, email)| InvoiceContact { name, phone, email });
    (named, address, contact).prop_map(|(named, address, contact)| {
        let (name, trading_name, vat_id, tax_number, registration, identifiers, electronic_address) = named;
        let (lines, city, post_code, subdivision, country) = address;
        let address = InvoiceAddress { lines, city, post_code, subdivision, country };
        InvoiceParty { name, trading_name, vat_id, tax_number, registration, identifiers, electronic_address, address, contact }
    })
}

fn payees() -> impl Strategy<Value = Payee> {
    let payee = (maybe(), identifiers(), option::of(identifier()));
    payee.prop_map(|(name, identifiers, registration)| Payee { name, identifiers, registration })
}

fn accounts() -> impl Strategy<Value = PaymentAccount> {
    ("[A-Z]{2}[0-9]{4,30}", maybe(), maybe()).prop_map(|(number, name, bic)| PaymentAccount { number, name, bic })
}

fn totals() -> impl Strategy<Value = Totals> {
    let always = (option::of(amounts()), option::of(amounts()), option::of(amounts()), option::of(amounts()));
    (always, if_any(), if_any(), if_any(), if_any(), if_any()).prop_map(|(always, allowances, charges, vat, paid, rounding)| {
        let (lines, net, gross, due) = always;
        Totals { lines, allowances, charges, net, vat, gross, paid, rounding, for_others: None, due }
    })
}

fn parts() -> impl Strategy<Value = VatPart> {
    let rate = option::of((0..=10_000_i64).prop_map(|points| Percentage::parse_basis_points(points).unwrap()));
    (option::of(amounts()), option::of(amounts()), option::of("[A-Z]{1,2}"), rate).prop_map(|(taxable, tax, category, rate)| VatPart {
        taxable,
        tax,
        category,
        rate,
    })
}

fn notes() -> impl Strategy<Value = InvoiceNote> {
    (option::of("[A-Z]{3}"), paragraphs()).prop_map(|(subject, text)| InvoiceNote { subject, text })
}

fn summed(amounts: &[Minor]) -> Summed {
    amounts.iter().fold(Summed::default(), |sum, amount| sum.and(Some(*amount)))
}

pub fn invoices() -> impl Strategy<Value = Written> {
    let head = (maybe(), maybe(), days(), option::of(1..1_000_i64), days(), maybe(), maybe(), option::of(paragraphs()));
    let currency = prop_oneof!["EUR", "JPY", "KWD", "CHF"].prop_map(|code| Currency::parse(&code).unwrap());
    let who = (parties(), parties(), option::of(payees()), vec(accounts(), 0..3));
    let sums = (totals(), vec(parts(), 0..4), vec(amounts(), 0..6), vec(amounts(), 0..3), vec(amounts(), 0..3));
    (head, currency, vec(notes(), 0..4), vec(words(), 0..3), who, sums).prop_map(|(head, currency, notes, preceding, who, sums)| {
        let (specification, number, issued_on, type_code, due_on, buyer_reference, order, payment_terms) = head;
        let (seller, buyer, payee, accounts) = who;
        let (totals, mut vat, lines, allowances, charges) = sums;
        vat.sort_by_key(|part| (part.category.clone(), part.rate, part.taxable, part.tax));
        let data = InvoiceData {
            specification,
            number,
            issued_on,
            type_code,
            currency: Some(currency),
            due_on,
            buyer_reference,
            order,
            payment_terms,
            notes,
            preceding,
            seller,
            buyer: InvoiceParty { tax_number: None, ..buyer },
            payee,
            // Each account is written with this code.
            means: accounts.first().map(|_| 58).into_iter().collect(),
            accounts,
            totals,
            vat,
            lines: summed(&lines),
            allowances: summed(&allowances),
            charges: summed(&charges),
            ..InvoiceData::new(Syntax::Cii)
        };
        Written { data, lines, allowances, charges }
    })
}
