//! A seller's month and its own books tell the same as the ledger, whatever happens.

use super::{
    story::{Run, story},
    tests::{day, parties},
    *,
};
use crate::{
    ledger::{
        account::AccountKind,
        entry::{Booking, Entry, EntryId, Parts as EntryParts, Posting},
    },
    receivables::{
        month::{Balances, MonthEvent, MonthFigure, movements},
        own_books::{BookRole, Treatment, in_own_books},
    },
};
use chrono::DateTime;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// What there is, by what it is called.
fn summed<T: Ord>(all: impl IntoIterator<Item = (T, Minor)>) -> BTreeMap<T, i64> {
    let mut sums = BTreeMap::new();
    for (of, amount) in all {
        *sums.entry(of).or_default() += amount.get();
    }
    sums
}

/// Each entry, and at last the payout of what the seller is owed, as it is released, carried out, and comes back in part.
fn entries(run: &Run) -> Vec<(Event, Vec<Posting>)> {
    let mut all: Vec<_> = run.journal.iter().map(|posted| (posted.event, posted.draft.postings())).collect();
    let Parties { receivable, seller, .. } = parties();
    let owed = -run.journal.iter().map(|posted| posted.draft.total(AccountKind::SellersPayable)).sum::<Minor>();
    let payable = Place::sellers_payable(seller, receivable);
    let draft = || Draft::new(run.book.basis.terms.parts().currency);
    let back = Minor::new(owed.get() / 3);
    all.push((Event::PayoutReleased, draft().transfer(payable, Place::payouts_in_transit(), owed).postings()));
    all.push((Event::PayoutExecuted, draft().transfer(Place::payouts_in_transit(), Place::bank(), owed).postings()));
    all.push((Event::PayoutReturned, draft().transfer(Place::bank(), payable, back).postings()));
    all.retain(|(_, postings)| !postings.is_empty());
    all
}

fn entry(event: Event, postings: &[Posting]) -> Entry {
    let Parties { receivable, .. } = parties();
    let id = EntryId(receivable.0);
    let booking = Booking { id, on: day(0), booked_at: DateTime::UNIX_EPOCH, event, subject: receivable.0, cause: None };
    Entry::restore(EntryParts { booking, reverses: None, postings: postings.to_vec() }).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn each_entry_in_a_seller_s_books_adds_up_and_all_of_them_to_the_month(story in story()) {
        let Some(run) = story.told(|run, fact| { run.record(fact); Ok(()) })? else { return Ok(()) };
        let entries = entries(&run);
        let mut balances = Balances::default();
        entries.iter().for_each(|(event, postings)| balances.book(&entry(*event, postings)));
        let month = summed(entries.iter().flat_map(|(event, postings)| movements(*event, postings)));
        let told = |event| month.get(&event).copied().unwrap_or_default();
        let figure = |of| balances.figure(of).get();
        prop_assert_eq!(told(MonthEvent::Sold), run.book.basis.price.components().case.face.get());
        for treatment in [Treatment::Sale, Treatment::Borrowing] {
            let mut lines = Vec::new();
            for (event, postings) in &entries {
                let booked = in_own_books(treatment, *event, postings);
                prop_assert!(booked.iter().map(|(_, amount)| *amount).sum::<Minor>().is_zero(), "{:?} {:?}", event, booked);
                prop_assert!(booked.iter().all(|(_, amount)| !amount.is_zero()));
                lines.extend(booked);
            }
            let books = summed(lines);
            let role = |of| books.get(&of).copied().unwrap_or_default();
            let charges = [BookRole::Fees, BookRole::Interest, BookRole::LateCharges, BookRole::Tax].map(role);
            let expected = [MonthEvent::Fee, MonthEvent::Discount, MonthEvent::LateCharge, MonthEvent::Tax].map(told);
            prop_assert_eq!(charges, expected);
            prop_assert_eq!(role(BookRole::Bank), told(MonthEvent::PaidOut) + told(MonthEvent::PayoutReturned) - told(MonthEvent::Paid));
            prop_assert_eq!(role(BookRole::DueFromHouse), figure(MonthFigure::Payable));
            prop_assert_eq!(role(BookRole::OwedToHouse), -figure(MonthFigure::Owed));
            let lent = figure(MonthFigure::Reserve) - figure(MonthFigure::Open);
            let expected = match treatment {
                Treatment::Sale => (figure(MonthFigure::Reserve), 0),
                Treatment::Borrowing => (0, lent),
            };
            prop_assert_eq!((role(BookRole::Reserve), role(BookRole::Loan)), expected);
        }
    }
}

/// The lines of an entry, as `role amount`.
fn told(treatment: Treatment, (event, postings): &(Event, Vec<Posting>)) -> String {
    let line = |(role, amount): (BookRole, Minor)| format!("{} {}", crate::kernel::coded::Coded::code(role), amount.get());
    in_own_books(treatment, *event, postings).into_iter().map(line).collect::<Vec<_>>().join(", ")
}

#[test]
fn an_invoice_that_is_paid_on_time_is_a_sale_or_a_loan() {
    let parts = crate::facilities::examples::factoring();
    let case = Case { face: Minor::new(1_000_000), certain: Minor::new(1_000_000), payout_on: day(0), due_on: day(45) };
    let mut run = Run::of(Basis::of(parties(), Terms::parse(parts).unwrap(), case).unwrap());
    let receipt = Receipt { value_on: day(45), booked_on: day(45), amount: Minor::new(1_000_000), from: MoneyFrom::Debtor };
    for fact in [Fact::Funded { on: day(0) }, Fact::Executed { on: day(0) }, Fact::Received(receipt)] {
        assert!(run.record(fact));
    }
    let entries = entries(&run);
    let all = |treatment| entries.iter().map(|entry| told(treatment, entry)).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(format!("{}\n\n{}", all(Treatment::Sale), all(Treatment::Borrowing)));
}
