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
        sequence: None,
        opening,
        closing,
        entries,
        odd: Vec::new(),
    }
}

fn lines_of(statement: &Statement) -> Vec<StatementLine> {
    statement.lines().into_iter().map(|(_, line)| line).collect()
}

/// What tells its entries apart.
fn identities(statement: &Statement) -> Vec<String> {
    let of = |entry: &Entry| entry.told().identity((&statement.account, statement.currency), entry.booked_on).to_string();
    statement.entries.iter().map(of).collect()
}

#[test]
fn it_must_add_up() {
    let balance = |amount| Some(Balance { on: day(4), amount: Minor::new(amount) });
    let mut statement = Statement { opening: balance(-50), closing: balance(40), ..of(vec![entry(100, None), entry(-10, None)]) };
    assert_eq!(statement.check(), Ok(()));
    statement.closing = balance(41);
    assert_eq!(statement.check(), Err(NotRead::Balances { line: 3, by: Minor::new(1), currency: statement.currency }));
    statement.opening = None;
    assert_eq!(statement.check(), Ok(()), "nothing to compare with");
    statement.opening = balance(-50);
    statement.odd = vec![Odd { line: 8, what: "Amt", legible: Legible::default() }];
    assert_eq!((statement.check(), statement.differs()), (Ok(()), Some(Minor::new(1))), "what cannot be read may be the difference");
}

fn on(day: NaiveDate, amount: i64) -> Entry {
    Entry { booked_on: day, ..entry(amount, None) }
}

/// Opened with nothing, and closed on Friday the 8th.
fn closed(closing: i64, entries: Vec<Entry>) -> Statement {
    let balance = |on, amount| Some(Balance { on, amount: Minor::new(amount) });
    Statement { opening: balance(day(7), 0), closing: balance(day(8), closing), ..of(entries) }
}

fn balances(statement: &Statement) -> Vec<Option<(i64, i64)>> {
    statement.days().into_iter().map(|day| day.balances.map(|(from, to)| (from.get(), to.get()))).collect()
}

#[test]
fn a_closing_balance_may_leave_out_what_is_booked_later() {
    let entries = || vec![on(day(8), 100), on(day(11), 7), on(day(12), 5)];
    let without = closed(100, entries());
    assert_eq!((without.check(), without.differs(), without.excludes_later()), (Ok(()), Some(Minor::ZERO), true));
    assert_eq!(balances(&without), [Some((0, 100)), Some((100, 107)), None], "of Tuesday nothing says what Monday had besides");
    let with = closed(112, entries());
    assert_eq!((with.check(), with.excludes_later()), (Ok(()), false));
    assert_eq!(balances(&with), [Some((0, 100)), Some((100, 107)), Some((107, 112))]);
    for neither in [101, 107, 105, 0] {
        let statement = closed(neither, entries());
        let by = Minor::new(neither - 112);
        assert_eq!(statement.check(), Err(NotRead::Balances { line: 3, by, currency: statement.currency }), "{neither}");
    }
    let behind_a_gap = closed(100, vec![on(day(8), 100), on(day(12), 5)]);
    assert_eq!((behind_a_gap.check(), balances(&behind_a_gap)), (Ok(()), vec![Some((0, 100)), None]));
}

#[test]
fn amounts_of_entries_that_cannot_be_read_say_what_a_closing_balance_holds() {
    let odd = |direction: Option<&str>, booked_on| {
        let direction = direction.map(|word| Line::parse(word).unwrap());
        let legible = Legible { magnitude: Some(Minor::new(30)), direction, booked_on, ..Legible::default() };
        Odd { line: 8, what: "BookgDt", legible }
    };
    let with_odd = |odd| Statement { odd: vec![odd], ..closed(130, vec![on(day(8), 100), on(day(11), 7)]) };
    let told = with_odd(odd(Some("CRDT"), None));
    assert_eq!((told.excludes_later(), told.differs()), (true, Some(Minor::new(30))));
    let either_way = with_odd(odd(None, None));
    assert_eq!((either_way.excludes_later(), either_way.differs()), (true, Some(Minor::new(30))), "which way the money went, it says too");
    let nothing = Odd { line: 8, what: "Amt", legible: Legible::default() };
    for unsure in [nothing, odd(Some("DBIT"), None), odd(Some("CRDT"), Some(day(11)))] {
        let unsure = with_odd(unsure);
        assert_eq!((unsure.excludes_later(), unsure.differs()), (false, Some(Minor::new(23))));
    }
    let later = Statement { odd: vec![odd(Some("CRDT"), Some(day(11)))], ..closed(100, vec![on(day(8), 100), on(day(11), 7)]) };
    assert_eq!((later.excludes_later(), later.differs()), (true, Some(Minor::ZERO)), "the balance leaves it out as well");
    assert_eq!(balances(&told), [None, Some((130, 137))], "what cannot be read is before the balance");
    assert_eq!(balances(&later), [None, None], "and here among what is behind it");
}

#[test]
fn what_is_in_another_currency_or_of_an_unknown_day_says_no_less_what_a_closing_balance_holds() {
    let odd = |amount: &str, magnitude: Option<i64>| {
        let [amount, direction] = [amount, "CRDT"].map(|text| Line::parse(text).ok());
        let legible = Legible { amount, direction, magnitude: magnitude.map(Minor::new), ..Legible::default() };
        Odd { line: 8, what: "Ntry", legible }
    };
    let [foreign, undated] = [odd("9.99 USD", None), odd("30 EUR", Some(30))];
    let with = |closing, odd: &[&Odd]| {
        let odd = odd.iter().map(|odd| (*odd).clone()).collect();
        let statement = Statement { odd, ..closed(closing, vec![on(day(8), 100), on(day(11), 7)]) };
        (statement.excludes_later(), statement.differs().map(Minor::get))
    };
    assert_eq!(with(100, &[&foreign]), (true, Some(0)), "the account has nothing of it");
    assert_eq!(with(107, &[&foreign]), (false, Some(0)));
    assert_eq!(with(130, &[&foreign, &undated]), (true, Some(30)));
    assert_eq!(with(137, &[&foreign, &undated]), (false, Some(30)));
    assert_eq!(with(100, &[&foreign, &undated]), (true, Some(0)), "what has no day is of a later one");
    assert_eq!(with(108, &[&foreign]), (false, Some(1)), "what neither explains stays");
    let statement = Statement { odd: vec![foreign], ..closed(100, vec![on(day(8), 100), on(day(11), 7)]) };
    assert_eq!(balances(&statement), [Some((0, 100)), Some((100, 107))], "its days are proven");
}

#[test]
fn details_that_do_not_add_up_are_one_line_of_the_entrys_amount() {
    let of_details = |details: Vec<Detail>| {
        let entry = Entry { details, ..entry(100, Some("X")) };
        (entry.adds_up(), lines_of(&of(vec![entry])).iter().map(|line| line.amount.get()).collect::<Vec<_>>())
    };
    assert_eq!(of_details(vec![detail(Some(60), "a"), detail(Some(39), "b")]), (false, vec![100]));
    assert_eq!(of_details(vec![detail(Some(60), "a"), detail(None, "b")]), (true, vec![100]), "the bank does not tell all amounts");
    assert_eq!(of_details(vec![detail(Some(0), "a")]), (true, vec![100]), "one alone says what the entry says");
    assert_eq!(of_details(vec![detail(Some(0), "a"), detail(Some(0), "b")]), (true, vec![100]));
    assert_eq!(of_details(vec![detail(Some(60), "a"), detail(Some(40), "b")]), (true, vec![60, 40]));
}

#[test]
fn its_days_lead_from_balance_to_balance() {
    let balance = |amount| Some(Balance { on: day(4), amount: Minor::new(amount) });
    let later = Entry { booked_on: day(5), ..entry(7, None) };
    let mut statement = Statement { opening: balance(0), closing: balance(117), ..of(vec![entry(100, None), later, entry(10, None)]) };
    let days = |statement: &Statement| {
        let told = |day: DayOfStatement| (day.balances.map(|(from, to)| (from.get(), to.get())), day.entries);
        statement.days().into_iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(days(&statement), [(Some((0, 110)), vec![0, 2]), (Some((110, 117)), vec![1])]);
    statement.odd = vec![Odd { line: 8, what: "Amt", legible: Legible::default() }];
    assert_eq!(days(&statement), [(None, vec![0, 2]), (None, vec![1])]);
}

#[test]
fn each_detail_with_an_amount_is_a_line_and_what_the_bank_kept_another() {
    let parts = vec![detail(Some(60), "a"), detail(Some(42), "b")];
    let statement = of(vec![Entry { details: parts, charges: Minor::new(-2), ..entry(100, Some("X")) }]);
    assert_eq!(statement.check(), Ok(()));
    let lines = lines_of(&statement);
    let told: Vec<_> = lines.iter().map(|line| (line.amount.get(), line.names.join(" "), line.is_charge)).collect();
    assert_eq!(told, [(60, "a batch".to_owned(), false), (42, "b batch".to_owned(), false), (-2, "batch".to_owned(), true)]);
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
fn an_entry_is_told_apart_by_all_that_the_bank_says_of_it() {
    let one = |change: &dyn Fn(&mut Entry)| {
        let mut entry = Entry { details: vec![detail(None, "thanks")], ..entry(100, None) };
        change(&mut entry);
        identities(&of(vec![entry])).remove(0)
    };
    let plain = one(&|_| {});
    assert_eq!(plain, one(&|entry| entry.details[0].text = Some(" Thanks ".to_owned())), "capitals and spaces make no difference");
    let all = [
        plain.clone(),
        one(&|entry| entry.reference = Some("A".to_owned())),
        one(&|entry| entry.amount = Minor::new(-100)),
        one(&|entry| entry.booked_on = day(5)),
        one(&|entry| entry.details[0].text = Some("thank you".to_owned())),
        one(&|entry| entry.details[0].other.name = Line::parse("Nordwind").ok()),
        one(&|entry| entry.details[0].other.iban = Line::parse("DE1").ok()),
    ];
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    let other = Statement { account: "DE2".to_owned(), ..of(vec![entry(100, None)]) };
    assert_ne!(identities(&other), identities(&of(vec![entry(100, None)])), "another account");
    let of_parts = |parts: [(i64, &str); 2]| {
        let details = parts.map(|(amount, text)| detail(Some(amount), text)).to_vec();
        identities(&of(vec![Entry { details, ..entry(100, None) }]))
    };
    assert_eq!(of_parts([(60, "a"), (40, "b")]), of_parts([(40, "b"), (60, "a")]), "in whichever order its parts are told");
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
