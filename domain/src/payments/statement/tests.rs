//! What is told, checked and cut.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, number).unwrap()
}

fn entry(amount: i64, reference: Option<&str>) -> Entry {
    Entry {
        line: 9,
        amount: Minor::new(amount),
        booked_on: day(4),
        value_on: day(4),
        reference: reference.map(str::to_owned),
        charges: Minor::ZERO,
        names: vec!["batch".to_owned()],
        text: None,
        details: Vec::new(),
    }
}

fn detail(amount: Option<i64>, text: &str) -> Detail {
    Detail { amount: amount.map(Minor::new), text: Some(text.to_owned()), names: vec![text.to_owned()], ..Detail::default() }
}

fn of(entries: Vec<Entry>) -> Statement {
    let (opening, closing) = (None, None);
    Statement {
        line: 3,
        account: "DE1".to_owned(),
        currency: Currency::parse("EUR").unwrap(),
        name: String::new(),
        opening,
        closing,
        entries,
    }
}

fn lines_of(statement: &Statement) -> Vec<StatementLine> {
    statement.lines(&mut SeenLines::default()).into_iter().map(|(_, line)| line).collect()
}

fn keys(statement: &Statement) -> Vec<Digest> {
    lines_of(statement).iter().map(|line| line.key).collect()
}

#[test]
fn it_must_add_up() {
    let balance = |amount| Some(Balance { on: day(4), amount: Minor::new(amount) });
    let mut statement = Statement { opening: balance(-50), closing: balance(40), ..of(vec![entry(100, None), entry(-10, None)]) };
    assert_eq!(statement.check(), Ok(()));
    statement.closing = balance(41);
    assert_eq!(statement.check(), Err(NotRead::Balances { line: 3, by: Minor::new(1) }));
    statement.opening = None;
    assert_eq!(statement.check(), Ok(()), "nothing to compare with");
    statement.entries[0].details = vec![detail(Some(60), "a"), detail(Some(39), "b")];
    assert_eq!(statement.check(), Err(NotRead::Details { line: 9, by: Minor::new(1) }));
    statement.entries[0].details[1].amount = None;
    assert_eq!(statement.check(), Ok(()), "the bank does not tell all amounts");
}

#[test]
fn each_detail_with_an_amount_is_a_line_and_what_the_bank_kept_another() {
    let parts = vec![detail(Some(60), "a"), detail(Some(42), "b")];
    let statement = of(vec![Entry { details: parts, charges: Minor::new(-2), ..entry(100, Some("X")) }]);
    assert_eq!(statement.check(), Ok(()));
    let lines = lines_of(&statement);
    let told: Vec<_> = lines.iter().map(|line| (line.amount.get(), line.names.join(" "), line.is_charge)).collect();
    assert_eq!(told, [(60, "a batch".to_owned(), false), (42, "b batch".to_owned(), false), (-2, "batch".to_owned(), true)]);
    assert_eq!(keys(&statement).into_iter().collect::<BTreeSet<_>>().len(), 3);
    let one = of(vec![Entry { details: vec![detail(None, "a"), detail(Some(42), "b")], ..entry(100, Some("X")) }]);
    let lines = lines_of(&one);
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].amount.get(), lines[0].text.as_ref().map(Note::as_str)), (100, Some("a b")), "in one sum, with all that is told");
}

#[test]
fn what_the_bank_kept_whole_is_a_charge() {
    for (details, charges, is_charge) in [
        (vec![], -5, true),
        (vec![detail(None, "fee")], -5, true),
        (vec![detail(None, "fee")], 0, false),
        (vec![detail(None, "fee"), detail(None, "more")], -5, false),
    ] {
        let lines = lines_of(&of(vec![Entry { details, charges: Minor::new(charges), ..entry(-5, Some("X")) }]));
        assert_eq!(lines.iter().map(|line| line.is_charge).collect::<Vec<_>>(), [is_charge]);
    }
}

#[test]
fn a_line_is_the_same_in_every_file_and_another_one_is_not() {
    let one = |change: &dyn Fn(&mut Entry)| {
        let mut entry = Entry { details: vec![detail(None, "thanks")], ..entry(100, None) };
        change(&mut entry);
        keys(&of(vec![entry]))[0]
    };
    let plain = one(&|_| {});
    assert_eq!(plain, one(&|_| {}));
    let with_reference = one(&|entry| entry.reference = Some("A".to_owned()));
    let changed_text = one(&|entry| (entry.reference, entry.details) = (Some("A".to_owned()), Vec::new()));
    assert_eq!(with_reference, changed_text, "the bank's reference alone tells");
    let altered = one(&|entry| (entry.reference, entry.amount) = (Some("A".to_owned()), Minor::new(101)));
    assert_eq!(with_reference, altered, "also of an altered copy: it is no other entry");
    let next_year = one(&|entry| {
        (entry.reference, entry.booked_on) = (Some("A".to_owned()), NaiveDate::from_ymd_opt(2028, 1, 4).unwrap());
    });
    let all = [
        plain,
        with_reference,
        next_year,
        one(&|entry| entry.amount = Minor::new(-100)),
        one(&|entry| entry.booked_on = day(5)),
        one(&|entry| entry.details[0].text = Some("thank you".to_owned())),
        one(&|entry| entry.details[0].other.name = Line::parse("Nordwind").ok()),
    ];
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    let twice = keys(&of(vec![entry(100, None), entry(100, None)]));
    assert_ne!(twice[0], twice[1], "two that are alike on one day");
    let other = Statement { account: "DE2".to_owned(), ..of(vec![entry(100, None)]) };
    assert_ne!(keys(&other)[0], twice[0], "another account");
}

#[test]
fn nothing_is_said_in_the_ways_of_banks() {
    for nothing in ["", " ", "NOTPROVIDED", "NotProvided", "NOT PROVIDED", "NONREF", "not-provided"] {
        assert_eq!(said(nothing), None, "{nothing}");
    }
    assert_eq!(said(" RE-1 "), Some("RE-1"));
}

proptest! {
    #[test]
    fn the_lines_of_what_adds_up_add_up_to_it(drawn in prop::collection::vec((-900_i64..900, prop::collection::vec(1_i64..300, 0..4)), 0..12)) {
        let entries: Vec<_> = drawn.iter().map(|(amount, parts)| {
            let details: Vec<_> = parts.iter().map(|part| detail(Some(*part), "x")).collect();
            let amount = if parts.is_empty() { *amount } else { parts.iter().sum() };
            Entry { details, ..entry(amount, None) }
        }).collect();
        let statement = of(entries);
        prop_assert_eq!(statement.check(), Ok(()));
        let lines = lines_of(&statement);
        prop_assert_eq!(lines.iter().map(|line| line.amount).sum::<Minor>(), statement.booked());
        prop_assert_eq!(keys(&statement).into_iter().collect::<BTreeSet<_>>().len(), lines.len());
    }
}

#[test]
fn entries_book_a_line_when_they_take_its_amount_from_the_bank() {
    use crate::{
        kernel::money::Currency,
        ledger::{
            account::{Account, AccountKind, Owner},
            entry::{Booking, Draft, Entry as Booked, EntryId, Event, Place},
        },
    };
    let euro = Currency::parse("EUR").unwrap();
    let bank = Account::of(AccountKind::Bank, euro, Owner::House).unwrap();
    let booked = |from, to, amount| {
        let (id, on) = (uuid::Uuid::nil(), NaiveDate::from_ymd_opt(2027, 1, 4).unwrap());
        let booking =
            Booking { id: EntryId(id), on, booked_at: chrono::DateTime::UNIX_EPOCH, event: Event::BankCharge, subject: id, cause: None };
        Booked::new(booking, &Draft::new(euro).transfer(to, from, Minor::new(amount))).unwrap()
    };
    let out = |amount| booked(Place::bank(), Place::bank_charges(), amount);
    let line = &lines_of(&of(vec![entry(-5, Some("X"))]))[0];
    for (entries, is_booked) in [
        (vec![out(5)], true),
        (vec![out(2), out(3)], true),
        (vec![], false),
        (vec![out(4)], false),
        (vec![out(6), booked(Place::capital(), Place::bank(), 1)], false),
        (vec![out(5), booked(Place::capital(), Place::suspense(), 1)], false),
    ] {
        assert_eq!(line.is_booked_by(bank, &entries), is_booked, "{entries:?}");
    }
}
