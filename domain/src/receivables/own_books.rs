//! What a seller's month is in its own books: the other side of what the ledger says of it.

use super::month::{discount, fees, posted};
use crate::{
    kernel::{coded::coded_enum, minor::Minor},
    ledger::{
        account::AccountKind as K,
        entry::{Event, Posting},
    },
};
use std::collections::BTreeMap;

coded_enum!(
    /// How a seller books what it sells. Which of the two is right, its accountant says. (finance.md, section 8)
    Treatment {
        /// The invoices leave its books.
        Sale = "sale",
        /// They stay, and what it gets for them is a loan that they secure.
        Borrowing = "borrowing",
    }
);

coded_enum!(
    /// What an account in a seller's books is for.
    BookRole {
        /// What its buyers owe.
        TradeReceivables = "trade_receivables",
        Bank = "bank",
        /// What the house owes, to be paid out.
        DueFromHouse = "due_from_house",
        OwedToHouse = "owed_to_house",
        /// What the house holds back of what it bought.
        Reserve = "reserve",
        /// What the house lent.
        Loan = "loan",
        Fees = "fees",
        Interest = "interest",
        LateCharges = "late_charges",
        /// On fees.
        Tax = "tax",
        /// What buyers did not pay, as far as the seller bears it.
        Losses = "losses",
        /// What the house gave up.
        Waived = "waived",
    }
);

/// The account that an account of the house is the other side of; none where it is no business of the seller's, or follows from
/// the rest.
fn other_side(treatment: Treatment, event: Event, kind: K) -> Option<BookRole> {
    match (treatment, kind) {
        (_, K::SellersPayable) => Some(BookRole::DueFromHouse),
        (_, K::SellersOwe) => Some(BookRole::OwedToHouse),
        (Treatment::Sale, K::Reserves) => Some(BookRole::Reserve),
        (Treatment::Borrowing, K::Reserves | K::ReceivablesPurchased) => Some(BookRole::Loan),
        // The buyer paid the seller: it had that in its books, and passes it on.
        (Treatment::Sale, K::ReceivablesPurchased) if event == Event::Forwarded => Some(BookRole::TradeReceivables),
        (_, K::TaxPayable) => Some(BookRole::Tax),
        (_, K::LateCharges) if event == Event::Settled => Some(BookRole::LateCharges),
        _ => None,
    }
}

/// Where what is left of an entry goes.
fn rest(treatment: Treatment, event: Event) -> BookRole {
    match (treatment, event) {
        (_, Event::PayoutReleased | Event::PayoutReturned | Event::SellerPaid | Event::Forwarded) => BookRole::Bank,
        (_, Event::GivenUp | Event::DebtTakenBack) => BookRole::Waived,
        (Treatment::Sale, Event::WrittenOff | Event::Recovered) => BookRole::Losses,
        _ => BookRole::TradeReceivables,
    }
}

/// An entry about a seller as it is in its own books, debit positive: it adds up to nothing, and may be none at all.
pub fn in_own_books(treatment: Treatment, event: Event, postings: &[Posting]) -> Vec<(BookRole, Minor)> {
    let mut booked = BTreeMap::<BookRole, Minor>::new();
    for kind in [K::SellersPayable, K::SellersOwe, K::Reserves, K::ReceivablesPurchased, K::TaxPayable, K::LateCharges] {
        if let Some(role) = other_side(treatment, event, kind) {
            *booked.entry(role).or_default() -= posted(postings, kind);
        }
    }
    for (role, amount) in [(BookRole::Fees, fees(postings)), (BookRole::Interest, discount(postings))] {
        *booked.entry(role).or_default() += amount;
    }
    let left: Minor = booked.values().copied().sum();
    *booked.entry(rest(treatment, event)).or_default() -= left;
    booked.into_iter().filter(|(_, amount)| !amount.is_zero()).collect()
}
