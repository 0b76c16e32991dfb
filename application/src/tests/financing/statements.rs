//! What a bank's statement becomes.

mod bank_days;
mod counting;
mod explained;
mod held;
mod matched;
mod suggested;

use self::explained::only;
use super::{
    bank_files::{released, with_account},
    paying::Sold,
    *,
};
use crate::{
    approvals::{BookError, NewEntry, Performed},
    cash::{CashError, ImportedFile, IsBookedCommand, LineIs, SettleLineCommand},
    payments::statements::StatementFile,
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    kernel::{canonical::Digest, money::Money, text::Line},
    ledger::{
        account::AccountKind,
        manual::{ManualEvent, NotCharge},
    },
    payments::{
        payout::{BatchId, PayoutStatus},
        receipt::{Payer, ReceiptId},
        statement::{Balance, Detail, Entry, LineOutcome, NotRead, Statement, StatementTaken},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// The house's account.
const OURS: &str = "DE02120300000000202051";

fn entry(on: NaiveDate, amount: i64, reference: &str) -> Entry {
    Entry {
        line: 10,
        amount: Minor::new(amount),
        booked_on: on,
        value_on: on,
        reference: Some(reference.to_owned()),
        charges: Minor::ZERO,
        names: Vec::new(),
        text: None,
        details: Vec::new(),
    }
}

/// One with a single detail.
fn told(entry: Entry, text: &str, name: &str) -> Entry {
    let other = Payer { name: Line::parse(name).ok(), iban: None };
    let detail = Detail { line: 12, text: Some(text.to_owned()), other, ..Detail::default() };
    Entry { details: vec![detail], ..entry }
}

fn named(entry: Entry, name: &str) -> Entry {
    Entry { names: vec![name.to_owned()], ..entry }
}

/// A file of one statement that adds up.
fn file(number: u8, opening: i64, entries: Vec<Entry>) -> Made<StatementFile> {
    let on = entries.first().map_or_else(NaiveDate::default, |entry| entry.booked_on);
    let closing = Minor::new(opening) + entries.iter().map(|entry| entry.amount).sum();
    let statement = Statement {
        line: 2,
        account: OURS.to_owned(),
        currency: Currency::parse("EUR")?,
        name: format!("{number}"),
        sequence: None,
        opening: Some(Balance { on, amount: Minor::new(opening) }),
        closing: Some(Balance { on, amount: closing }),
        entries,
        odd: Vec::new(),
    };
    Ok(StatementFile { sha256: Digest([number; 32]), statements: vec![statement] })
}

/// A batch of a house that has an account.
async fn ordered() -> Made<(Sold, BatchId)> {
    let (sold, batch) = released().await?;
    with_account(&sold).await?;
    Ok((sold, batch))
}

impl Sold {
    async fn import(&self, file: StatementFile) -> Result<ImportedFile, CashError> {
        let cases = self.world.use_cases();
        cases.cash.import_statements(file, &cases.cash.by_hand(&self.olga)?).await
    }

    async fn today(&self) -> Made<NaiveDate> {
        Ok(self.look().await?.today())
    }

    async fn status_of(&self, batch: BatchId) -> Made<Vec<PayoutStatus>> {
        let payouts = self.world.cash().of_batch(batch).await?;
        Ok(payouts.iter().map(|payout| payout.status).collect())
    }

    async fn transfer(&self, batch: BatchId) -> Made<(String, i64)> {
        let payouts = self.world.cash().of_batch(batch).await?;
        let first = payouts.first().ok_or("no payout")?;
        Ok((first.id.0.simple().to_string(), first.net().get()))
    }
}

fn counts(done: &ImportedFile) -> [usize; 6] {
    [done.imported, done.repeated, done.matched, done.suggested, done.suspense, done.open]
}

#[tokio::test]
async fn a_transfer_that_went_out_is_carried_out_and_counts_once() -> Checked {
    let (sold, batch) = ordered().await?;
    let ((transfer, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    let first = file(1, 0, vec![named(entry(today, -amount, "A1"), &transfer.to_uppercase())])?;
    assert_eq!(counts(&sold.import(first.clone()).await?), [1, 0, 1, 0, 0, 0]);
    assert_eq!(sold.status_of(batch).await?, [PayoutStatus::Executed]);
    assert_eq!(sold.holds(AccountKind::Bank).await?, -amount);
    assert_eq!(counts(&sold.import(first.clone()).await?), [0, 1, 0, 0, 0, 0], "the same file");
    let StatementFile { statements, .. } = first;
    let overlapping = StatementFile { sha256: Digest([9; 32]), statements };
    let told = sold.import(overlapping).await?;
    assert_eq!(counts(&told), [0, 1, 0, 0, 0, 0], "another one with the same entry");
    assert_eq!(told.statements.iter().map(|one| one.taken).collect::<Vec<_>>(), [StatementTaken::Before]);
    let page = sold.world.cash().statements(&sold.olga.operator(), None).await?;
    assert_eq!(page.statements.iter().map(|one| one.statement.taken).collect::<Vec<_>>(), [1], "it is listed once");
    let again = file(2, -amount, vec![named(entry(today, -amount, "A2"), &transfer)])?;
    assert_eq!(counts(&sold.import(again).await?), [1, 0, 0, 0, 0, 1], "a second debit of one order is nobody's order");
    assert_eq!(sold.holds(AccountKind::Bank).await?, -amount, "and not in the books");
    Ok(())
}

#[tokio::test]
async fn a_batch_in_one_sum_is_carried_out_whole() -> Checked {
    let (sold, batch) = ordered().await?;
    let ((_, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    let message = format!("{}EUR", batch.0.simple());
    let done = sold.import(file(1, 0, vec![named(entry(today, -amount, "A1"), &message)])?).await?;
    assert_eq!((counts(&done), sold.status_of(batch).await?), ([1, 0, 1, 0, 0, 0], vec![PayoutStatus::Executed]));
    Ok(())
}

impl Sold {
    async fn left(&self) -> Made<i64> {
        Ok(self.world.cash().funds([Currency::parse("EUR")?].into()).await?[0].free().get())
    }
}

#[tokio::test]
async fn what_people_mark_as_executed_makes_no_more_available() -> Checked {
    let (sold, batch) = ordered().await?;
    let ((transfer, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    sold.import(file(1, 0, vec![entry(today, 43_504_209, "A1")])?).await?;
    // On no statement.
    sold.receive(90_000_000, &[]).await?;
    assert_eq!(sold.left().await?, 43_504_209 - amount);
    sold.execute(batch).await?;
    assert_eq!(sold.left().await?, 43_504_209 - amount, "it left, though no statement tells of it");
    let told = file(2, 43_504_209, vec![named(entry(today, -amount, "A2"), &transfer)])?;
    sold.import(told).await?;
    assert_eq!(sold.left().await?, 43_504_209 - amount, "nothing is taken off twice");
    Ok(())
}

#[tokio::test]
async fn a_statement_of_a_day_to_come_says_nothing_of_what_there_is() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(file(1, 0, vec![entry(today, 43_504_209, "A1")])?).await?;
    let left = sold.left().await?;
    let balance = Some(Balance { on: today + TimeDelta::days(1), amount: Minor::new(1_000_000_000) });
    let mut ahead = file(2, 0, Vec::new())?;
    (ahead.statements[0].opening, ahead.statements[0].closing) = (balance, balance);
    sold.import(ahead.clone()).await?;
    // Nothing but the statements bounds it.
    sold.receive(2_000_000_000, &[]).await?;
    assert_eq!(sold.left().await?, left);
    Ok(())
}

#[tokio::test]
async fn what_was_marked_by_hand_is_not_booked_again() -> Checked {
    let (sold, batch) = ordered().await?;
    let ((transfer, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    sold.execute(batch).await?;
    sold.receive(500_000, &[500_000]).await?;
    let entries = vec![named(entry(today, -amount, "A1"), &transfer), entry(today, 500_000, "A2")];
    assert_eq!(counts(&sold.import(file(1, 0, entries)?).await?), [2, 0, 2, 0, 0, 0]);
    assert_eq!(sold.holds(AccountKind::Bank).await?, 500_000 - amount);
    let page = sold.world.cash().statements(&sold.olga.operator(), None).await?;
    let told: Vec<_> = page.statements.iter().map(|one| (one.ledger, one.open, one.statement.taken)).collect();
    assert_eq!(told, [(Some(Minor::new(500_000 - amount)), 0, 2)], "what the bank says is what the books say");
    Ok(())
}

impl Sold {
    async fn book(&self, event: ManualEvent, amount: i64) -> Checked {
        Ok(self.by_hand(event, amount).await??)
    }

    async fn by_hand(&self, event: ManualEvent, amount: i64) -> Made<Result<(), BookError>> {
        let amount = Money::parse(amount, Currency::parse("EUR")?)?;
        let new = NewEntry {
            event,
            on: self.today().await?,
            amount,
            note: Note::parse("As the bank says")?,
            explains: None,
            overdraw: true,
            is_another: false,
        };
        match self.world.approvals().book_entry(&self.olga, new, None).await {
            Ok(Performed::Awaits(_)) => Err("it waits".into()),
            booked => Ok(booked.map(drop)),
        }
    }

    /// Books by hand what a receipt is.
    async fn explained(&self, event: ManualEvent, receipt: ReceiptId) -> Checked {
        let amount = self.world.store().receipts.by_id(receipt).await?.ok_or("no receipt")?.receipt.amount;
        let new = NewEntry {
            event,
            on: self.today().await?,
            amount,
            note: Note::parse("As the bank says")?,
            explains: Some(receipt),
            overdraw: true,
            is_another: false,
        };
        self.world.approvals().book_entry(&self.olga, new, None).await?;
        Ok(())
    }

    /// What lies on the bank's account, in suspense, and is capital.
    async fn capital(&self) -> Made<[i64; 3]> {
        use AccountKind as A;
        Ok([self.holds(A::Bank).await?, self.holds(A::Suspense).await?, self.holds(A::Capital).await?])
    }
}

#[tokio::test]
async fn capital_and_charges_are_in_the_books_once_whoever_tells_them_first() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.book(ManualEvent::Capital, 5_000_000).await?;
    sold.book(ManualEvent::BankCharge, 350).await?;
    let capital = |id| told(entry(today, 5_000_000, id), "Einlage", "Sooner Finance");
    let charge = |id| Entry { charges: Minor::new(-350), ..entry(today, -350, id) };
    assert_eq!(counts(&sold.import(file(1, 0, vec![capital("A1"), charge("A2")])?).await?), [2, 0, 2, 0, 0, 0], "by hand first");
    assert_eq!(sold.capital().await?, [4_999_650, 0, -5_000_000]);
    let again = vec![capital("A3"), entry(today, -350, "A4")];
    assert_eq!(counts(&sold.import(file(2, 4_999_650, again)?).await?), [2, 0, 0, 0, 1, 1], "an entry is told once");
    assert_eq!(sold.capital().await?, [9_999_650, -5_000_000, -5_000_000]);
    let waiting = only(sold.waiting().await?)?.receipt.id;
    sold.explained(ManualEvent::Capital, waiting).await?;
    assert_eq!(sold.capital().await?, [9_999_650, 0, -10_000_000], "the statement first");
    assert_eq!(sold.waiting().await?, []);
    sold.book(ManualEvent::Capital, 5_000_000).await?;
    assert_eq!(sold.capital().await?, [14_999_650, 0, -15_000_000], "what names no receipt comes to the bank");
    Ok(())
}

#[tokio::test]
async fn a_charge_that_the_bank_gives_back_is_no_capital_and_waits_for_a_person() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let held = async || Made::Ok((sold.capital().await?, sold.holds(AccountKind::BankCharges).await?));
    sold.book(ManualEvent::BankCharge, 2_000).await?;
    sold.book(ManualEvent::ChargeReturned, 1_250).await?;
    sold.import(file(1, 0, vec![entry(today, 1_250, "A2")])?).await?;
    assert_eq!(held().await?, ([500, -1_250, 0], 750), "the bank calls no credit a charge: nothing says that it is that one");
    let by_hand = sold.world.cash().journal.by_hand(vec![today]).await?;
    let given_back = by_hand.last().ok_or("none")?.entry.booking().id;
    let is_entry = IsBookedCommand { by: sold.olga.clone(), entries: BTreeSet::from([given_back]), request: None };
    sold.world.cash().receipt_is_booked(only(sold.waiting().await?)?.receipt.id, is_entry).await?;
    assert_eq!(held().await?, ([-750, 0, 0], 750));
    sold.import(file(2, 1_250, vec![entry(today, 700, "A3")])?).await?;
    assert_eq!(held().await?, ([-50, -700, 0], 750), "it waits");
    sold.explained(ManualEvent::ChargeReturned, only(sold.waiting().await?)?.receipt.id).await?;
    assert_eq!(held().await?, ([-50, 0, 0], 50), "the statement first");
    assert_eq!(sold.waiting().await?, []);
    assert_eq!(sold.world.store().money_audit().verify().await?, None);
    assert_eq!(
        sold.by_hand(ManualEvent::ChargeReturned, 51).await?,
        Err(NotCharge::Above(Minor::new(50)).into()),
        "never more than was charged"
    );
    Ok(())
}

#[tokio::test]
async fn another_amount_than_was_ordered_is_nobodys_order() -> Checked {
    let (sold, batch) = ordered().await?;
    let ((transfer, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    let done = sold.import(file(1, 0, vec![named(entry(today, 1 - amount, "A1"), &transfer)])?).await?;
    assert_eq!((counts(&done), sold.status_of(batch).await?), ([1, 0, 0, 0, 0, 1], vec![PayoutStatus::Released]));
    Ok(())
}

#[tokio::test]
async fn what_the_bank_charges_in_one_sum_with_a_transfer_or_keeps_of_what_comes_back_is_its_charge() -> Checked {
    let (sold, batch) = ordered().await?;
    let ((transfer, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    let out = named(entry(today, -amount - 350, "A1"), &transfer);
    assert_eq!(counts(&sold.import(file(1, 0, vec![out])?).await?), [1, 0, 1, 0, 0, 0]);
    assert_eq!(sold.status_of(batch).await?, [PayoutStatus::Executed]);
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.holds(AccountKind::BankCharges).await?), (-amount - 350, 350));
    let mut back = named(entry(today, amount - 500, "A2"), &transfer);
    let unsaid = sold.import(file(2, -amount - 350, vec![back.clone()])?).await?;
    assert_eq!(counts(&unsaid), [1, 0, 0, 0, 1, 0], "nobody says that it came back");
    back.reference = Some("A3".to_owned());
    back.details = vec![Detail { returned: Some("AC04 closed account".to_owned()), ..Detail::default() }];
    assert_eq!(counts(&sold.import(file(3, -850, vec![back])?).await?), [1, 0, 1, 0, 0, 0]);
    assert_eq!(sold.status_of(batch).await?, [PayoutStatus::Returned]);
    assert_eq!(sold.holds(AccountKind::BankCharges).await?, 850);
    let much = named(entry(today, -amount - 5_001, "A4"), &transfer);
    assert_eq!(counts(&sold.import(file(4, amount - 1_350, vec![much])?).await?), [1, 0, 0, 0, 0, 1], "no bank charges so much");
    let alike = entry(today, -500, "A5");
    assert_eq!(counts(&sold.import(file(5, -6_351, vec![alike])?).await?), [1, 0, 0, 0, 0, 1]);
    let (cases, by) = (sold.world.use_cases(), sold.olga.operator());
    for line in cases.cash.open_lines(&by, None).await?.lines {
        assert_eq!(cases.cash.candidates(line.id, &by).await?.booked, [], "what was charged beside another line explains none");
    }
    Ok(())
}

#[tokio::test]
async fn what_the_bank_charges_in_one_sum_with_a_transfer_that_was_marked_by_hand_is_its_charge_too() -> Checked {
    let (sold, batch) = ordered().await?;
    let ((transfer, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    sold.execute(batch).await?;
    let held = async || Made::Ok([sold.holds(AccountKind::Bank).await?, sold.holds(AccountKind::BankCharges).await?]);
    let out = named(entry(today, -amount - 350, "A1"), &transfer);
    assert_eq!(counts(&sold.import(file(1, 0, vec![out])?).await?), [1, 0, 1, 0, 0, 0]);
    assert_eq!(held().await?, [-amount - 350, 350]);
    assert_eq!(sold.world.store().money_audit().verify().await?, None);
    let line = only(sold.world.store().statements.about(vec![Uuid::parse_str(&transfer)?]).await?)?;
    let reopened = sold.world.cash().reopen_line(line.id, &sold.olga).await?;
    assert_eq!((reopened.outcome, held().await?), (LineOutcome::Open, [-amount, 0]), "with the charge beside it");
    assert_eq!(sold.world.store().money_audit().verify().await?, None);
    Ok(())
}

#[tokio::test]
async fn a_charge_beside_a_transfer_that_is_perhaps_booked_by_hand_is_for_a_person() -> Checked {
    for is_marked in [false, true] {
        let (sold, batch) = ordered().await?;
        let ((transfer, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
        if is_marked {
            sold.execute(batch).await?;
        }
        sold.book(ManualEvent::BankCharge, 350).await?;
        let out = named(entry(today, -amount - 350, "A1"), &transfer);
        assert_eq!(counts(&sold.import(file(1, 0, vec![out])?).await?), [1, 0, 0, 0, 0, 1], "{is_marked}");
        assert_eq!(sold.holds(AccountKind::BankCharges).await?, 350, "{is_marked}: once");
        if !is_marked {
            sold.execute(batch).await?;
        }
        let (cases, by) = (sold.world.use_cases(), sold.olga.operator());
        let line = only(cases.cash.open_lines(&by, None).await?.lines)?.id;
        let entries = cases.cash.candidates(line, &by).await?.booked.into_iter().flat_map(|found| found.entries).collect();
        let booked = SettleLineCommand { by: sold.olga.clone(), what: LineIs::Booked(entries), request: None };
        assert_eq!(cases.cash.settle_line(line, booked).await?.outcome, LineOutcome::Noted, "{is_marked}: both together");
        assert_eq!(sold.holds(AccountKind::Bank).await?, -amount - 350, "{is_marked}");
    }
    Ok(())
}

#[tokio::test]
async fn a_transfer_that_came_back_is_due_again() -> Checked {
    let (sold, batch) = ordered().await?;
    let ((transfer, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    let mut back = named(entry(today, amount, "A2"), &transfer);
    back.details = vec![Detail { returned: Some("AC04 closed account".to_owned()), ..Detail::default() }];
    let out = named(entry(today, -amount, "A1"), &transfer);
    assert_eq!(counts(&sold.import(file(1, 0, vec![out, back])?).await?), [2, 0, 2, 0, 0, 0]);
    let payouts = sold.world.cash().of_batch(batch).await?;
    let reason = payouts.first().and_then(|payout| payout.returned.as_ref()).and_then(|back| back.reason.clone());
    assert_eq!(reason.as_ref().map(Note::as_str), Some("AC04 closed account"));
    let due = sold.due().await?;
    assert_eq!((due.len(), sold.holds(AccountKind::Bank).await?), (1, 0));
    let told = sold.world.cash().as_told(due).await?;
    let before: Vec<_> = told.iter().map(|told| told.came_back.as_ref()?.reason.as_ref().map(Note::as_str)).collect();
    assert_eq!(before, [Some("AC04 closed account")], "it is known why it is due again");
    Ok(())
}

#[tokio::test]
async fn a_file_that_does_not_add_up_is_refused_whole() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let good = file(1, 0, vec![entry(today, 100, "A1")])?;
    let wrong = |change: &dyn Fn(&mut Statement)| {
        let mut file = good.clone();
        file.statements.iter_mut().for_each(change);
        file
    };
    let differs = wrong(&|statement| statement.closing = Some(Balance { on: today, amount: Minor::new(99) }));
    assert_eq!(
        sold.import(differs).await,
        Err(NotRead::Balances { line: 2, by: Minor::new(-1), currency: Currency::parse("EUR")? }.into())
    );
    let others = wrong(&|statement| statement.account = "NL91ABNA0417164300".to_owned());
    assert_eq!(sold.import(others.clone()).await, Err(NotRead::OtherAccount.into()));
    assert_eq!(sold.world.cash().statements(&sold.olga.operator(), None).await?.statements, []);
    let both = StatementFile { statements: [others.statements, good.statements].concat(), ..good };
    let mut dollars = both.statements[1].clone();
    dollars.currency = Currency::parse("USD")?;
    let both = StatementFile { statements: [both.statements, vec![dollars]].concat(), ..both };
    let done = sold.import(both).await?;
    let skipped = vec!["NL91ABNA0417164300".to_owned(), format!("{OURS} USD")];
    assert_eq!((done.imported, done.skipped), (1, skipped), "the account is ours, and not in dollars");
    Ok(())
}
