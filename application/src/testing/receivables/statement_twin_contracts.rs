//! Lines that two statements have: each counts once, and what the ledger differs by is said once.

use super::{
    super::payments::statements::{Told, file},
    statement_contracts::{bare, books},
};
use crate::{
    StorePorts,
    cash::{
        Cash, CashError, DecideHeldCommand, DueLines, EnteredLine, HeldIs, ImportedFile, ReopenHeldCommand, SeenHeldLine, TakeBackCommand,
    },
    kernel::{clock::BusinessClock as _, jobs::Job as _},
    parties::Member,
    payments::{
        ports::{HeldLines, Receipts},
        statements::{HeldLine, StatementFile},
    },
    testing::{
        World,
        contracts::{Checked, Made},
    },
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    kernel::{
        minor::Minor,
        text::{Line, Note},
    },
    payments::{
        receipt::{EnteredPayer, Explained, Payer, ReceiptId},
        statement::{Balance, DifferencePart, HeldReason, Legible, LineId, Odd},
    },
};
use std::{collections::BTreeSet, sync::Arc};

/// What the bank has of an account.
struct Bank {
    world: World,
    olga: Member,
    cash: Arc<Cash>,
}

/// A line of a statement: its day, its amount, the bank's reference, and its text.
type Entered = (NaiveDate, i64, &'static str, &'static str);

impl Bank {
    async fn of(ports: &StorePorts) -> Made<Self> {
        let (world, olga) = bare(ports).await?;
        let cash = world.cash();
        Ok(Self { world, olga, cash })
    }

    async fn today(&self) -> Made<NaiveDate> {
        Ok(self.world.business().now().await?.date_naive())
    }

    async fn import(&self, file: StatementFile) -> Result<ImportedFile, CashError> {
        self.cash.import_statements(file, &self.cash.by_hand(&self.olga)?).await
    }

    /// Whatever the statement imported so many before the last one differs by: the whole, its parts, and the rest.
    async fn differs(&self, before: usize) -> Made<(i64, Vec<(DifferencePart, i64)>, i64)> {
        let page = self.cash.statements(&self.olga.operator(), None).await?;
        let of = page.statements.get(before).ok_or("no statement")?;
        let parts = of.parts.iter().map(|(part, amount)| (*part, amount.get())).collect();
        Ok((of.difference().ok_or("not compared")?.get(), parts, of.rest().ok_or("not compared")?.get()))
    }

    async fn waiting(&self) -> Made<Vec<(HeldReason, Option<LineId>)>> {
        let lines = self.cash.held_lines(&self.olga.operator(), HeldLines::Waiting, None).await?.lines;
        Ok(lines.iter().map(|seen| (seen.held.why, seen.held.perhaps)).collect())
    }

    async fn decide(&self, why: HeldReason, decision: HeldIs) -> Made<LineId> {
        let lines = self.cash.held_lines(&self.olga.operator(), HeldLines::Waiting, None).await?.lines;
        let seen = lines.into_iter().find(|seen| seen.held.why == why).ok_or("it does not wait")?;
        let command = DecideHeldCommand { by: self.olga.clone(), version: seen.version, decision, request: None };
        Ok(self.cash.decide_held(seen.held.id, command).await?.held.id)
    }

    /// What is perhaps known is what it is like.
    async fn know_alike(&self) -> Checked {
        while let Some((_, known)) = self.waiting().await?.into_iter().find(|(why, _)| *why == HeldReason::PerhapsKnown) {
            self.decide(HeldReason::PerhapsKnown, HeldIs::Known(known.ok_or("like nothing")?)).await?;
        }
        Ok(())
    }

    /// The lines that wait and are of this amount, as far as it was read, the first told first.
    async fn waiting_of(&self, amount: i64) -> Made<Vec<HeldLine>> {
        let lines = self.cash.held_lines(&self.olga.operator(), HeldLines::Waiting, None).await?.lines;
        let read = |held: &HeldLine| match (&held.line, &held.legible) {
            (Some(line), _) => Some(line.amount),
            (None, legible) => legible.as_ref().and_then(|legible| legible.signed()),
        };
        let mut found: Vec<_> = lines.into_iter().map(|seen| seen.held).filter(|held| read(held) == Some(Minor::new(amount))).collect();
        found.sort_by_key(|held| held.id);
        Ok(found)
    }

    async fn decide_line(&self, id: LineId, decision: HeldIs) -> Result<SeenHeldLine, CashError> {
        let version = self.cash.held_line(id).await?.version;
        let command = DecideHeldCommand { by: self.olga.clone(), version, decision, request: None };
        self.cash.decide_held(id, command).await
    }

    async fn receipts(&self, amount: i64) -> Made<Vec<Explained>> {
        let all = self.world.store().receipts.page(Receipts::Unexplained, None, 1_000).await?;
        Ok(all.into_iter().filter(|found| found.receipt.amount.amount_minor() == amount).collect())
    }

    async fn twin(&self, of: &Explained) -> Made<Option<ReceiptId>> {
        Ok(self.cash.origins(std::slice::from_ref(of)).await?.pop().ok_or("no answer")?.twin)
    }

    async fn is_same(&self, one: &Explained, other: &Explained) -> Result<Explained, CashError> {
        let same_as = BTreeSet::from([other.receipt.id]);
        self.cash.take_back_receipt(one.receipt.id, TakeBackCommand { by: self.olga.clone(), same_as, request: None }).await
    }

    async fn holds(&self) -> Made<i64> {
        Ok(books(&self.world).await?[0])
    }

    async fn proves(&self) -> Checked {
        self.world.store().sealing().all().await?;
        assert_eq!(self.world.store().money_audit().verify().await?, None);
        Ok(())
    }
}

/// A statement that leads from one balance to another, if it says so.
fn statement(number: u8, balances: Option<((NaiveDate, i64), (NaiveDate, i64))>, entries: &[Entered]) -> Made<StatementFile> {
    let payer = || Payer { name: Line::parse("Morgen GmbH").ok(), iban: None };
    let line = |(on, amount, _, text): &Entered| Told { on: *on, amount: *amount, text: (*text).to_owned(), payer: payer() };
    let mut file = file(number, entries.iter().map(line).collect())?;
    for statement in &mut file.statements {
        let balance = |(on, amount)| Balance { on, amount: Minor::new(amount) };
        statement.opening = balances.map(|(opening, _)| balance(opening));
        statement.closing = balances.map(|(_, closing)| balance(closing));
        for (entry, (_, _, reference, _)) in statement.entries.iter_mut().zip(entries) {
            entry.reference = Some((*reference).to_owned()).filter(|reference| !reference.is_empty());
        }
    }
    Ok(file)
}

/// With an entry without a day, of this amount if that can be read.
fn with_undated(mut file: StatementFile, amount: Option<i64>) -> StatementFile {
    let direction = amount.and_then(|amount| Line::parse(if amount < 0 { "DBIT" } else { "CRDT" }).ok());
    let magnitude = amount.map(|amount| Minor::new(amount.abs()));
    let legible = Legible { magnitude, direction, raw: "<Ntry>?</Ntry>".to_owned(), ..Legible::default() };
    file.statements.iter_mut().for_each(|statement| statement.odd = vec![Odd { line: 77, what: "BookgDt", legible: legible.clone() }]);
    file
}

fn by_hand(on: NaiveDate, amount: i64) -> HeldIs {
    let (amount, other) = (Minor::new(amount), EnteredPayer::default());
    HeldIs::Entered(Box::new(EnteredLine { booked_on: on, value_on: on, amount, other, text: None }))
}

/// What becomes of the entry without a day before the next day.
#[derive(Debug, Clone, Copy)]
enum Odds {
    None,
    Waits,
    SetAside,
    Entered,
}

/// One payment is told a day before it is booked, beside an entry without a day, and by the day's own statement with another reference.
pub async fn a_payment_told_before_its_day_counts_once_whatever_stands_beside_it(ports: &StorePorts) -> Checked {
    const BASE: i64 = 870;
    const AHEAD: i64 = 4_545;
    const ODD: i64 = 23_232;
    const MORE: i64 = 1_111;
    let bank = Bank::of(ports).await?;
    let (mut number, mut balance) = (0, 0);
    let cases = [(Odds::None, true), (Odds::Waits, true), (Odds::Waits, false), (Odds::SetAside, true), (Odds::SetAside, false)];
    let cases = cases.into_iter().chain([(Odds::Entered, true), (Odds::Entered, false)]);
    for (odds, is_amount_read) in cases {
        for (other, text) in [("X2", "booked tomorrow"), ("Y7", "booked tomorrow"), ("", "booked tomorrow"), ("Y7", "in other words")] {
            for is_job_first in [false, true] {
                let which = format!("{odds:?} {is_amount_read} {other} {text} {is_job_first}");
                let today = bank.today().await?;
                let (tomorrow, odd) = (today + TimeDelta::days(1), if matches!(odds, Odds::None) { 0 } else { ODD });
                let closing = balance + BASE + odd;
                let entries = [(today, BASE, "X1", "of the day"), (tomorrow, AHEAD, "X2", "booked tomorrow")];
                let mut first = statement(number, Some(((today, balance), (today, closing))), &entries)?;
                if odd != 0 {
                    first = with_undated(first, is_amount_read.then_some(ODD));
                }
                bank.import(first).await?;
                match odds {
                    Odds::None | Odds::Waits => {}
                    Odds::SetAside => drop(bank.decide(HeldReason::Unreadable, HeldIs::SetAside(Note::parse("odd")?)).await?),
                    Odds::Entered => drop(bank.decide(HeldReason::Unreadable, by_hand(today, ODD)).await?),
                }
                bank.world.business().advance(TimeDelta::days(1));
                let job = DueLines(bank.cash.clone());
                if is_job_first {
                    job.run().await?;
                }
                let entries = [(tomorrow, AHEAD, other, text), (tomorrow, MORE, "Z1", "other")];
                balance = closing + AHEAD + MORE;
                bank.import(statement(number + 1, Some(((tomorrow, closing), (tomorrow, balance))), &entries)?).await?;
                job.run().await?;
                let of_day: Vec<_> = bank.receipts(AHEAD).await?.into_iter().filter(|found| found.receipt.booked_on == tomorrow).collect();
                assert_eq!(of_day.len(), 1, "it counts once: {which}");
                for before in [0, 1] {
                    let (difference, parts, rest) = bank.differs(before).await?;
                    assert_eq!(rest, 0, "{which}: {before} {difference} {parts:?}");
                }
                let alike: Vec<_> = bank.waiting().await?.into_iter().filter(|(why, _)| *why != HeldReason::Unreadable).collect();
                assert!(alike.iter().all(|held| matches!(held, (HeldReason::PerhapsKnown, Some(_)))), "{which}: {alike:?}");
                let is_proven = is_amount_read && alike.is_empty();
                assert!(is_proven || !is_amount_read, "the balances decide: {which}: {alike:?}");
                // The next case begins afresh.
                bank.know_alike().await?;
                if matches!(odds, Odds::Waits) {
                    bank.decide(HeldReason::Unreadable, by_hand(today, ODD)).await?;
                }
                bank.world.business().advance(TimeDelta::days(1));
                number += 2;
            }
        }
    }
    bank.proves().await
}

/// Two files without balances have one payment under two references, and a person says so.
pub async fn one_payment_that_two_statements_have_is_taken_back_as_one(ports: &StorePorts) -> Checked {
    let bank = Bank::of(ports).await?;
    let today = bank.today().await?;
    bank.import(statement(1, None, &[(today, 4_545, "X2", "one")])?).await?;
    bank.import(statement(2, None, &[(today, 4_545, "Y7", "one")])?).await?;
    let both = bank.receipts(4_545).await?;
    let [one, other] = both.as_slice() else { return Err(format!("{both:?}").into()) };
    assert_eq!([bank.twin(one).await?, bank.twin(other).await?], [Some(other.receipt.id), Some(one.receipt.id)]);
    assert_eq!(bank.holds().await?, 9_090);
    for _ in 0..2 {
        bank.is_same(one, other).await?;
        assert_eq!(bank.holds().await?, 4_545);
        bank.proves().await?;
        assert_eq!(bank.twin(other).await?, None);
        assert_eq!(bank.is_same(other, one).await, Err(CashError::NotThatReceipt), "it did not stay");
        bank.cash.reopen_line(LineId(one.receipt.id.0), &bank.olga).await?;
        assert_eq!((bank.holds().await?, bank.twin(one).await?), (9_090, Some(other.receipt.id)));
        bank.proves().await?;
    }
    // A third one is one of them, and then no other one is.
    bank.import(statement(3, None, &[(today, 4_545, "Z9", "one")])?).await?;
    let third = bank
        .receipts(4_545)
        .await?
        .into_iter()
        .find(|found| found.receipt.id > one.receipt.id.max(other.receipt.id))
        .ok_or("no third one")?;
    bank.is_same(one, other).await?;
    assert_eq!(bank.twin(&third).await?, None);
    assert_eq!(bank.is_same(&third, other).await, Err(CashError::NotThatReceipt));
    bank.proves().await?;

    // On another day it may be one payment of the same payer, and of no other one.
    let yesterday = today - TimeDelta::days(1);
    bank.import(statement(7, None, &[(yesterday, 4_646, "C1", "one"), (yesterday, 4_747, "C2", "one")])?).await?;
    bank.import(statement(8, None, &[(today, 4_646, "C3", "one")])?).await?;
    let payer = Payer { name: Line::parse("Abend AG").ok(), iban: None };
    bank.import(file(9, vec![Told { on: today, amount: 4_747, text: "one".to_owned(), payer }])?).await?;
    for (amount, are_twins) in [(4_646, true), (4_747, false)] {
        let both = bank.receipts(amount).await?;
        let [one, other] = both.as_slice() else { return Err(format!("{both:?}").into()) };
        assert_eq!([bank.twin(one).await?.is_some(), bank.twin(other).await?.is_some()], [are_twins; 2], "{amount}");
    }

    // What balances prove is two payments, and so are two lines of one statement.
    let at = |amount| (today, amount);
    bank.import(statement(4, Some((at(0), at(77))), &[(today, 77, "A1", "same")])?).await?;
    bank.import(statement(5, Some((at(77), at(154))), &[(today, 77, "A2", "same")])?).await?;
    bank.import(statement(6, None, &[(yesterday, 99, "B1", "same"), (yesterday, 99, "B2", "same")])?).await?;
    for amount in [77, 99] {
        assert_eq!(bank.waiting().await?, [], "{amount}");
        let both = bank.receipts(amount).await?;
        let [one, other] = both.as_slice() else { return Err(format!("{both:?}").into()) };
        assert_eq!([bank.twin(one).await?, bank.twin(other).await?], [None, None], "{amount}");
        assert_eq!(bank.is_same(one, other).await, Err(CashError::NotThatReceipt), "{amount}");
    }
    Ok(())
}

/// Lines that are booked on the day before, in a statement that begins behind that day: with the bank's day for its opening balance, or
/// with the day of the balance before.
pub async fn what_a_later_statement_has_of_a_day_is_a_part_of_its_own(ports: &StorePorts) -> Checked {
    use DifferencePart::{OnAnother, UnexplainedDebits};
    let bank = Bank::of(ports).await?;
    let (mut number, mut balance, mut open) = (0, 0, 0);
    for is_of_day_before in [false, true] {
        let today = bank.today().await?;
        let tomorrow = today + TimeDelta::days(1);
        let closing = balance + 100;
        bank.import(statement(number, Some(((today, balance), (today, closing))), &[(today, 100, "A", "of the day")])?).await?;
        bank.world.business().advance(TimeDelta::days(1));
        let entries =
            [(today, 61, "B1", "late"), (today, 62, "B2", "late"), (today, -9, "B3", "late debit"), (tomorrow, 5, "B4", "of the next day")];
        let opened_on = if is_of_day_before { today } else { tomorrow };
        balance = closing + 119;
        bank.import(statement(number + 1, Some(((opened_on, closing), (tomorrow, balance))), &entries)?).await?;
        let debits = |open: i64| if open == 0 { vec![] } else { vec![(UnexplainedDebits, open)] };
        let first = debits(open).into_iter().chain([(OnAnother, 123)]).collect();
        assert_eq!(bank.differs(1).await?, (open + 123, first, 0), "{is_of_day_before}");
        open += 9;
        assert_eq!(bank.differs(0).await?, (open, debits(open), 0), "{is_of_day_before}");
        bank.world.business().advance(TimeDelta::days(1));
        number += 2;
    }

    // What is booked long ago counts on its own day once a person says so.
    let today = bank.today().await?;
    let long_ago = today - TimeDelta::days(400);
    let entries = [(long_ago, 7, "C1", "long ago"), (today, 1, "C2", "of the day")];
    bank.import(statement(number, Some(((today, balance), (today, balance + 8))), &entries)?).await?;
    bank.decide(HeldReason::LongAgo, HeldIs::New).await?;
    assert_eq!(bank.differs(0).await?, (open, vec![(UnexplainedDebits, open)], 0));
    let (difference, parts, rest) = bank.differs(1).await?;
    assert_eq!((difference, parts, rest), (open + 7, vec![(UnexplainedDebits, open), (OnAnother, 7)], 0));
    bank.proves().await
}

/// Whichever of both comes first, and whether it is money that came or that went.
pub async fn an_entry_that_cannot_be_read_and_a_later_statement_has_is_in_one_part(ports: &StorePorts) -> Checked {
    use DifferencePart::{SetAside, UnexplainedDebits, Unreadable};
    let bank = Bank::of(ports).await?;
    let (mut number, mut balance, mut open) = (0, 0, 0);
    for (amount, is_odd_first) in [(-1_717, true), (-1_818, false), (2_323, true), (2_424, false)] {
        let which = format!("{amount} {is_odd_first}");
        let today = bank.today().await?;
        let read = (today, 100, "A", "of the day");
        let odd = statement(number, Some(((today, balance), (today, balance + 100 + amount))), &[read])?;
        let odd = with_undated(odd, Some(amount));
        let tomorrow = today + TimeDelta::days(1);
        let whole = [read, (today, amount, "B", "with its day"), (tomorrow, 5, "C", "of the next day")];
        let end = balance + 105 + amount;
        let whole = statement(number + 1, Some(((today, balance), (tomorrow, end))), &whole)?;
        let debits = |open: i64| if open == 0 { vec![] } else { vec![(UnexplainedDebits, open)] };
        if is_odd_first {
            bank.import(odd.clone()).await?;
            let parts = debits(open).into_iter().chain([(Unreadable, -amount)]).collect();
            assert_eq!(bank.differs(0).await?, (open - amount, parts, 0), "{which}");
        }
        bank.world.business().advance(TimeDelta::days(1));
        bank.import(whole).await?;
        if !is_odd_first {
            bank.import(odd).await?;
        }
        open -= amount.min(0);
        for before in [0, 1] {
            assert_eq!(bank.differs(before).await?, (open, debits(open), 0), "{which}: {before}");
        }
        bank.know_alike().await?;
        let waiting = bank.waiting().await?;
        assert!(matches!(waiting.as_slice(), [(HeldReason::Unreadable, Some(_))]), "it still waits: {which}: {waiting:?}");
        let perhaps = waiting.first().and_then(|(_, perhaps)| *perhaps).ok_or("like nothing")?;
        let held = bank.decide(HeldReason::Unreadable, HeldIs::Known(perhaps)).await?;
        for before in [0, 1] {
            assert_eq!(bank.differs(before).await?, (open, debits(open), 0), "known: {which}: {before}");
        }
        let version = bank.cash.held_lines(&bank.olga.operator(), HeldLines::Decided, None).await?.lines;
        let version = version.iter().find(|seen| seen.held.id == held).ok_or("not decided")?.version;
        bank.cash.reopen_held(held, ReopenHeldCommand { by: bank.olga.clone(), version, request: None }).await?;
        for before in [0, 1] {
            assert_eq!(bank.differs(before).await?, (open, debits(open), 0), "it waits again: {which}: {before}");
        }
        bank.decide(HeldReason::Unreadable, HeldIs::Known(perhaps)).await?;
        bank.world.business().advance(TimeDelta::days(1));
        (number, balance) = (number + 2, end);
    }

    // A statement that goes on behind it has another one of that amount.
    let today = bank.today().await?;
    let (middle, end) = (balance + 50, balance + 100);
    let odd = statement(number, Some(((today, balance), (today, middle))), &[])?;
    bank.import(with_undated(odd, Some(50))).await?;
    bank.import(statement(number + 1, Some(((today, middle), (today, end))), &[(today, 50, "D", "another one")])?).await?;
    let parts = vec![(UnexplainedDebits, open), (Unreadable, -50)];
    assert_eq!(bank.differs(0).await?, (open - 50, parts, 0));
    bank.decide(HeldReason::Unreadable, HeldIs::SetAside(Note::parse("asked the bank")?)).await?;
    assert_eq!(bank.differs(0).await?.1, vec![(UnexplainedDebits, open), (SetAside, -50)]);
    bank.proves().await
}

/// The same day on two statements, of which one has an entry without a day, or both do: whichever comes first, and whichever of both lines is
/// decided first.
pub async fn what_waits_on_two_statements_is_one_and_counts_once(ports: &StorePorts) -> Checked {
    use DifferencePart::{Unreadable, Waiting};
    const OF_DAY: i64 = 100;
    let bank = Bank::of(ports).await?;
    let (mut number, mut balance, mut amount) = (0, 0, 7_100);
    for (is_whole, is_odd_first) in [(true, true), (true, false), (false, true)] {
        for is_first_decided_first in [true, false] {
            let which = format!("{is_whole} {is_odd_first} {is_first_decided_first}");
            let today = bank.today().await?;
            let (long_ago, odd) = (today - TimeDelta::days(400), amount + 1);
            let end = balance + amount + OF_DAY + odd;
            let balances = Some(((today, balance), (today, end)));
            let entries = |reference| [(long_ago, amount, reference, "long ago"), (today, OF_DAY, "A", "of the day")];
            let unproven = with_undated(statement(number, balances, &entries("C1"))?, Some(odd));
            let other = match is_whole {
                true => {
                    let [one, two] = entries("C1");
                    statement(number + 1, balances, &[one, two, (today, odd, "B", "with its day")])?
                }
                false => {
                    let mut other = with_undated(statement(number + 1, balances, &entries("Y1"))?, Some(odd));
                    other
                        .statements
                        .iter_mut()
                        .flat_map(|statement| &mut statement.odd)
                        .for_each(|odd| odd.legible.raw = "<Ntry>!</Ntry>".to_owned());
                    other
                }
            };
            let files = if is_odd_first { [unproven, other] } else { [other, unproven] };
            for file in files {
                bank.import(file).await?;
            }
            for held in bank.waiting_of(OF_DAY).await? {
                bank.decide_line(held.id, HeldIs::Known(held.perhaps.ok_or("like nothing")?)).await?;
            }

            let one_waits = async |amount: i64| {
                let waiting = bank.waiting_of(amount).await?;
                let [first, second] = waiting.as_slice() else { return Err(format!("{which}: {waiting:?}").into()) };
                assert_eq!((first.perhaps, second.perhaps), (None, Some(first.id)), "{which}");
                Made::Ok([first.id, second.id])
            };
            let lines = one_waits(amount).await?;
            let whys: Vec<_> = bank.waiting_of(amount).await?.iter().map(|held| held.why).collect();
            assert_eq!(whys, [HeldReason::LongAgo, HeldReason::PerhapsKnown], "{which}");
            let mut parts = vec![(Waiting, -amount)];
            if !is_whole {
                one_waits(odd).await?;
                parts.push((Unreadable, -odd));
            }
            let is_in_parts = async |parts: &[(DifferencePart, i64)]| {
                for before in [0, 1] {
                    let (difference, found, rest) = bank.differs(before).await?;
                    assert_eq!((found.as_slice(), rest), (parts, 0), "{which}: {before} {difference}");
                }
                Checked::Ok(())
            };
            is_in_parts(&parts).await?;

            let order = |[first, second]: [LineId; 2]| if is_first_decided_first { (first, second) } else { (second, first) };
            let knows = async |amount: i64, line: LineId, decision: HeldIs| {
                bank.decide_line(line, decision).await?;
                let waiting = bank.waiting_of(amount).await?;
                let [other] = waiting.as_slice() else { return Err(format!("{which}: {waiting:?}").into()) };
                let perhaps = other.perhaps.ok_or("like nothing")?;
                assert!(bank.world.store().statements.line(perhaps).await?.is_some(), "{which}: it counts");
                Made::Ok((other.clone(), perhaps))
            };
            let (first, second) = order(lines);
            let (other, perhaps) = knows(amount, first, HeldIs::New).await?;
            assert_eq!((other.id, other.why), (second, HeldReason::PerhapsKnown), "{which}");
            parts.retain(|(part, _)| *part != Waiting);
            is_in_parts(&parts).await?;
            bank.decide_line(second, HeldIs::Known(perhaps)).await?;
            is_in_parts(&parts).await?;
            if !is_whole {
                let (first, second) = order(one_waits(odd).await?);
                let (other, perhaps) = knows(odd, first, by_hand(today, odd)).await?;
                assert_eq!(other.id, second, "{which}");
                is_in_parts(&[]).await?;
                bank.decide_line(second, HeldIs::Known(perhaps)).await?;
            } else if let Some(held) = bank.waiting_of(odd).await?.pop() {
                bank.decide_line(held.id, HeldIs::Known(held.perhaps.ok_or("like nothing")?)).await?;
            }
            is_in_parts(&[]).await?;
            assert_eq!(bank.waiting().await?, [], "{which}");
            for amount in [amount, odd] {
                assert_eq!(bank.receipts(amount).await?.len(), 1, "{which}");
            }
            bank.world.business().advance(TimeDelta::days(1));
            (number, balance, amount) = (number + 2, end, amount + 10);
        }
    }
    bank.proves().await
}

/// With entries without a day, each of this amount.
fn with_undated_twice(file: StatementFile, amount: i64) -> StatementFile {
    let mut file = with_undated(file, Some(amount));
    for statement in &mut file.statements {
        let again = statement.odd.clone();
        statement.odd.extend(again.into_iter().map(|odd| Odd { line: 78, ..odd }));
    }
    file
}

impl Bank {
    /// What the entries perhaps are that cannot be read and wait, the first first.
    async fn unread(&self, amount: i64) -> Made<Vec<Option<LineId>>> {
        let waiting = self.waiting_of(amount).await?.into_iter().filter(|held| held.why == HeldReason::Unreadable);
        Ok(waiting.map(|held| held.perhaps).collect())
    }
}

/// Of two entries of one statement that cannot be read one is a line of another statement, whatever comes later and whatever is decided.
pub async fn of_two_entries_that_cannot_be_read_one_is_a_line_of_another_statement(ports: &StorePorts) -> Checked {
    let bank = Bank::of(ports).await?;
    let (mut number, mut balance) = (0, 0);
    for amount in [-1_717, 2_323] {
        let today = bank.today().await?;
        let tomorrow = today + TimeDelta::days(1);
        let odd = statement(number, Some(((today, balance), (today, balance + 100 + 2 * amount))), &[(today, 100, "A", "of the day")])?;
        bank.import(with_undated_twice(odd, amount)).await?;
        bank.world.business().advance(TimeDelta::days(1));
        let whole = [(today, 100, "A", "of the day"), (today, amount, "B", "with its day"), (tomorrow, 5, "C", "of the next day")];
        let end = balance + 105 + amount;
        bank.import(statement(number + 1, Some(((today, balance), (tomorrow, end))), &whole)?).await?;
        let first = bank.unread(amount).await?;
        assert!(matches!(first[..], [Some(_), None] | [None, Some(_)]), "{amount}: {first:?}");
        // Other files weigh all of it again.
        let other = async |number: u8, more: i64| {
            bank.import(statement(number, None, &[(today - TimeDelta::days(20), more, "D", "something else")])?).await?;
            bank.unread(amount).await
        };
        assert_eq!(other(number + 2, 11).await?, first, "{amount}");
        bank.know_alike().await?;
        let line = first.into_iter().flatten().next().ok_or("like nothing")?;
        let held = bank.waiting_of(amount).await?.into_iter().find(|held| held.perhaps == Some(line)).ok_or("none")?;
        bank.decide_line(held.id, HeldIs::Known(line)).await?;
        assert_eq!(other(number + 3, 12).await?, [None], "{amount}: it is the other one");
        let left = bank.waiting_of(amount).await?.pop().ok_or("none")?.id;
        bank.decide_line(left, HeldIs::SetAside(Note::parse("asked the bank")?)).await?;
        bank.world.business().advance(TimeDelta::days(1));
        (number, balance) = (number + 4, end);
    }
    bank.proves().await
}

/// The same where the line is one that a person entered of an entry that another statement has, or that another line of the statement is.
pub async fn an_entry_that_cannot_be_read_is_no_line_that_another_one_of_its_statement_is(ports: &StorePorts) -> Checked {
    let bank = Bank::of(ports).await?;
    let (amount, today) = (2_525, bank.today().await?);
    let twice = statement(0, Some(((today, 0), (today, 100 + 2 * amount))), &[(today, 100, "A", "of the day")])?;
    bank.import(with_undated_twice(twice, amount)).await?;
    let once = statement(1, Some(((today, 0), (today, 200 + amount))), &[(today, 200, "B", "of the day as well")])?;
    bank.import(with_undated(once, Some(amount))).await?;
    let all = bank.waiting_of(amount).await?;
    let one = all.iter().max_by_key(|held| held.statement).ok_or("none")?.id;
    bank.decide_line(one, by_hand(today, amount)).await?;
    let other = async |number: u8, more: i64| {
        bank.import(statement(number, None, &[(today - TimeDelta::days(20), more, "D", "something else")])?).await?;
        bank.unread(amount).await
    };
    let first = other(2, 11).await?;
    let likened: Vec<LineId> = first.iter().copied().flatten().collect();
    let [line] = likened[..] else { return Err(format!("{first:?}").into()) };
    assert_eq!(other(3, 12).await?, first, "the other one of them is not that one too");
    let held = bank.waiting_of(amount).await?.into_iter().find(|held| held.perhaps == Some(line)).ok_or("none")?;
    bank.decide_line(held.id, HeldIs::Known(line)).await?;
    assert_eq!(other(4, 13).await?, [None]);

    // A line that can be read is perhaps that one already.
    bank.world.business().advance(TimeDelta::days(3));
    let (amount, today) = (2_626, bank.today().await?);
    let entry = (today, amount, "E", "with its day");
    bank.import(statement(5, Some(((today, 5_000), (today, 5_000 + amount))), &[entry])?).await?;
    let odd = statement(6, Some(((today, 5_000), (today, 5_000 + 2 * amount))), &[entry])?;
    bank.import(with_undated(odd, Some(amount))).await?;
    let waiting: Vec<_> = bank.waiting_of(amount).await?.into_iter().map(|held| (held.why, held.perhaps.is_some())).collect();
    assert_eq!(waiting, [(HeldReason::PerhapsKnown, true), (HeldReason::Unreadable, false)]);
    Ok(())
}

/// That a closing balance leaves out later lines is known by the statement that begins with it, and by no other one.
pub async fn a_closing_balance_leaves_out_what_the_statement_has_that_begins_with_it(ports: &StorePorts) -> Checked {
    let bank = Bank::of(ports).await?;
    for (number, balance, gap) in [(1, 0, 0), (3, 60_000, 77)] {
        let today = bank.today().await?;
        let tomorrow = today + TimeDelta::days(1);
        let entries = [(today, 870, "X1", "of the day"), (tomorrow, 4_545, "X2", "booked tomorrow")];
        bank.import(with_undated(statement(number, Some(((today, balance), (today, balance + 30_000))), &entries)?, None)).await?;
        bank.world.business().advance(TimeDelta::days(1));
        let opening = balance + 30_000 + gap;
        let entries = [(tomorrow, 4_545, "Y7", "in other words"), (tomorrow, 1_111, "Z1", "other")];
        bank.import(statement(number + 1, Some(((tomorrow, opening), (tomorrow, opening + 5_656))), &entries)?).await?;
        let waiting = bank.waiting().await?;
        assert!(waiting.iter().any(|held| matches!(held, (HeldReason::PerhapsKnown, Some(_)))), "{gap}: {waiting:?}");
        let statements = ports.statements.page(None, 10).await?;
        let first = statements.iter().map(|found| &found.record).find(|record| record.name == number.to_string());
        assert_eq!(first.ok_or("none")?.excludes_later, gap == 0, "{gap}");
        bank.know_alike().await?;
        bank.decide(HeldReason::Unreadable, HeldIs::SetAside(Note::parse("asked the bank")?)).await?;
        bank.world.business().advance(TimeDelta::days(9));
    }
    Ok(())
}
