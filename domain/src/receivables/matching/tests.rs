//! What is booked by itself, and what is suggested with which reasons.

use super::*;
use crate::{
    house::reference_code::ReferenceCode,
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId},
    },
    receivables::{
        fingerprint::{InvoiceNumber, NORMALISED},
        quoting::references_in_text,
    },
};
use chrono::NaiveDate;
use proptest::prelude::*;
use uuid::Uuid;

mod by_itself;
mod closed;
mod suggested;

const SELLER: CompanyId = CompanyId(Uuid::from_u128(50));
const NORDWIND: DebtorId = DebtorId(Uuid::from_u128(7));
const MARKTKETTE: DebtorId = DebtorId(Uuid::from_u128(8));

fn house() -> ReferenceCode {
    ReferenceCode::parse("K7QM").unwrap()
}

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, day).unwrap()
}

/// Nordwind's, due later the higher its number is.
fn owing(number: u32, invoice: &str, open: i64) -> Owing {
    Owing {
        id: ReceivableId(Uuid::from_u128(number.into())),
        reference: Reference::new(house(), number.into()),
        number: InvoiceNumber::parse(invoice).unwrap(),
        debtor: Some(NORDWIND),
        seller: SELLER,
        open: Minor::new(open),
        due_on: day(number.min(28)),
        is_stopped: false,
        discount: None,
    }
}

fn of(debtor: DebtorId, owing: Owing) -> Owing {
    Owing { debtor: Some(debtor), ..owing }
}

fn nobody() -> Payers {
    Payers::default()
}

fn by_name(debtor: DebtorId) -> Payers {
    Payers { name: [(Party::Debtor(debtor), MatchSign::PayerName)].into(), ..Payers::default() }
}

fn by_account(debtor: DebtorId) -> Payers {
    Payers { account: [(Party::Debtor(debtor), MatchSign::PayerAccount)].into(), ..Payers::default() }
}

fn seller() -> Payers {
    Payers { account: [(Party::Seller(SELLER), MatchSign::PayerAccount)].into(), ..Payers::default() }
}

fn named(text: &str, open: &[Owing]) -> Named {
    OpenBook::of(open.to_vec()).named(&references_in_text(text, house()), &Written::of(text, &[]))
}

fn booked(amount: i64, text: &str, payers: &Payers, open: &[Owing]) -> Option<(MatchReason, Vec<(u128, i64)>)> {
    booked_of(amount, text, payers, named(text, open))
}

fn booked_of(amount: i64, text: &str, payers: &Payers, named: Named) -> Option<(MatchReason, Vec<(u128, i64)>)> {
    let told = Told { amount: Minor::new(amount), paid_on: day(10), text, payers };
    let found = by_itself(&told, &named)?;
    let recognised: Vec<_> = found.recognised(&named).into_iter().map(|(id, _)| id).collect();
    assert_eq!(recognised, found.parts.iter().map(|(id, _)| *id).collect::<Vec<_>>(), "it is told by what each was recognised");
    Some((found.reason, found.parts.iter().map(|(id, amount)| (id.0.as_u128(), amount.get())).collect()))
}

/// The signs of a suggestion, in words, and its parts with what they leave open.
type Offered = (Vec<&'static str>, Vec<(u128, i64, i64)>);

fn offered(amount: i64, text: &str, payers: &Payers, open: &[Owing]) -> Vec<Offered> {
    let book = OpenBook::of(open.to_vec());
    let named = book.named(&references_in_text(text, house()), &Written::of(text, &[]));
    let found = book.suggestions(&Told { amount: Minor::new(amount), paid_on: day(10), text, payers }, &named);
    let part = |part: &Suggested| (part.id.0.as_u128(), part.amount.get(), part.leaves_open.get());
    let offered = |suggestion: &Suggestion| {
        assert_eq!(suggestion.parts.iter().map(|part| part.amount).sum::<Minor>(), Minor::new(amount), "it is all of the money");
        (suggestion.signs.iter().map(|sign| sign.code()).collect(), suggestion.parts.iter().map(part).collect())
    };
    found.iter().map(offered).collect()
}
