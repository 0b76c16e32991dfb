//! What people say of lines that nobody could explain, and of receipts that are one.

use super::{
    super::own::{OWN, insider},
    *,
};
use crate::{
    approvals::{Approvals, DecideError, FourEyes, Ruling, hash_of},
    cash::{CashError, LineCandidates, LineIs, ReceiptCommand, SettleLineCommand, TakeBackCommand},
    kernel::commit::WriteContext,
    ledger,
    payments::{ports::Receipts, statements::LineRecord},
    testing::confirmed,
};
use sooner_domain::{
    approvals::approval::Verdict,
    identity::operator::OperatorRoles,
    kernel::audit::{Actor, Entry as AuditEntry, Subjects},
    ledger::entry::{Booking, EntryId},
    onboarding::bank_account::Iban,
    payments::{
        receipt::{EnteredPayer, Explained, ReceiptId, Target},
        statement::{LineId, LineOutcome},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

impl Sold {
    async fn open(&self) -> Made<Vec<LineRecord>> {
        Ok(self.world.cash().open_lines(&self.olga.operator(), None).await?.lines)
    }

    async fn settle(&self, id: LineId, what: LineIs) -> Result<LineRecord, CashError> {
        self.world.cash().settle_line(id, SettleLineCommand { by: self.olga.clone(), what, request: None }).await
    }

    /// Amounts of lines of the same statement that say that money was taken back.
    async fn taken_back(&self, line: &LineRecord) -> Made<Vec<i64>> {
        let lines = self.world.cash().lines_of_statement(&self.olga.operator(), line.statement, None).await?.lines;
        Ok(lines.iter().filter(|listed| listed.is_taken_back).map(|listed| listed.record.line.amount.get()).collect())
    }

    async fn reopen(&self, id: LineId) -> Result<LineRecord, CashError> {
        self.world.cash().reopen_line(id, &self.olga).await
    }

    async fn candidates(&self, id: LineId) -> Result<LineCandidates, CashError> {
        self.world.cash().candidates(id, &self.olga.operator()).await
    }

    pub(super) async fn waiting(&self) -> Made<Vec<Explained>> {
        Ok(self.world.cash().receipts(&self.olga.operator(), Receipts::Unexplained, None).await?.receipts)
    }

    async fn is_same(&self, id: ReceiptId, same_as: Option<ReceiptId>) -> Result<Explained, CashError> {
        self.world
            .cash()
            .take_back_receipt(id, TakeBackCommand { by: self.olga.clone(), same_as: same_as.into_iter().collect(), request: None })
            .await
    }

    async fn are_same(&self, id: ReceiptId, same_as: &[ReceiptId]) -> Result<Explained, CashError> {
        let same_as = same_as.iter().copied().collect();
        self.world.cash().take_back_receipt(id, TakeBackCommand { by: self.olga.clone(), same_as, request: None }).await
    }

    async fn together(&self, of: &Explained) -> Made<Vec<ReceiptId>> {
        Ok(self.world.cash().origins(std::slice::from_ref(of)).await?.pop().ok_or("no answer")?.together)
    }

    async fn twin(&self, of: &Explained) -> Made<Option<ReceiptId>> {
        Ok(self.world.cash().origins(std::slice::from_ref(of)).await?.pop().ok_or("no answer")?.twin)
    }
}

pub(super) fn only<T>(mut found: Vec<T>) -> Made<T> {
    let one = found.pop().ok_or("nothing")?;
    if found.is_empty() { Ok(one) } else { Err("more than one".into()) }
}

#[tokio::test]
async fn money_that_went_out_unasked_waits_until_somebody_says_what_it_is() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let ((_, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    let done = sold.import(file(1, -amount, vec![entry(today, -990, "A1")])?).await?;
    assert_eq!(counts(&done), [1, 0, 0, 0, 0, 1]);
    let line = only(sold.open().await?)?;
    for _ in 0..2 {
        sold.settle(line.id, LineIs::Charge).await?;
        assert_eq!((sold.open().await?, sold.holds(AccountKind::BankCharges).await?), (vec![], 990));
        assert_eq!(sold.world.last_entry().await?.action, AuditAction::StatementLineSettled);
        assert_eq!(sold.settle(line.id, LineIs::Charge).await, Err(CashError::LineSettled));
        let again = sold.reopen(line.id).await?;
        assert_eq!((again.outcome, sold.holds(AccountKind::BankCharges).await?), (LineOutcome::Open, 0), "it was not");
        assert_eq!(sold.reopen(line.id).await, Err(CashError::NothingSaid));
    }
    Ok(())
}

#[tokio::test]
async fn what_the_bank_calls_its_charge_by_mistake_is_reopened_and_found_to_be_something_else() -> Checked {
    let (sold, batch) = ordered().await?;
    let ((_, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    let coded = Entry { charges: Minor::new(-amount), ..entry(today, -amount, "A1") };
    assert_eq!(counts(&sold.import(file(1, 0, vec![coded])?).await?), [1, 0, 1, 0, 0, 0]);
    sold.execute(batch).await?;
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.holds(AccountKind::BankCharges).await?), (-2 * amount, amount));
    let id = only(sold.world.store().statements.page(None, 1).await?)?.record.id;
    let line = only(sold.world.store().statements.lines_of(id, None, 10).await?)?;
    assert_eq!((line.outcome, line.line.is_charge, sold.is_reopenable(line.id).await?), (LineOutcome::Charge, true, true));
    assert_eq!(sold.reopen(line.id).await?.outcome, LineOutcome::Open);
    assert!(!sold.is_reopenable(line.id).await?);
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.holds(AccountKind::BankCharges).await?), (-amount, 0));
    assert_eq!(sold.world.store().money_audit().verify().await?, None);
    let found = only(sold.candidates(line.id).await?.booked)?;
    sold.settle(line.id, LineIs::Booked(found.entries)).await?;
    assert_eq!((sold.open().await?, sold.holds(AccountKind::Bank).await?), (vec![], -amount), "the payout, once");
    assert_eq!(sold.world.store().money_audit().verify().await?, None);
    // And back: it was a charge after all.
    sold.reopen(line.id).await?;
    sold.settle(line.id, LineIs::Charge).await?;
    assert_eq!(sold.holds(AccountKind::BankCharges).await?, amount);
    assert!(sold.is_reopenable(line.id).await?);
    Ok(())
}

#[tokio::test]
async fn a_charge_on_a_statement_is_not_booked_by_hand_once_more() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let charged = |amount: i64, id| Entry { charges: Minor::new(-amount), ..entry(today, -amount, id) };
    assert_eq!(counts(&sold.import(file(1, 0, vec![charged(350, "A1"), entry(today, -420, "A2")])?).await?), [2, 0, 1, 0, 0, 1]);
    assert_eq!(sold.by_hand(ManualEvent::BankCharge, 350).await?, Err(NotCharge::OnStatement.into()));
    for _ in 0..2 {
        assert_eq!(sold.by_hand(ManualEvent::BankCharge, 351).await?, Ok(()), "another amount, and two alike by hand");
    }
    // What the bank did not call a charge is one once a person said so, and none when that was taken back.
    let line = only(sold.open().await?)?;
    sold.settle(line.id, LineIs::Charge).await?;
    assert_eq!(sold.by_hand(ManualEvent::BankCharge, 420).await?, Err(NotCharge::OnStatement.into()));
    sold.reopen(line.id).await?;
    assert_eq!(sold.by_hand(ManualEvent::BankCharge, 420).await?, Ok(()));
    assert_eq!(sold.holds(AccountKind::BankCharges).await?, 350 + 2 * 351 + 420);
    Ok(())
}

#[tokio::test]
async fn a_charge_that_a_statement_has_by_now_is_not_approved() -> Checked {
    let (sold, _) = ordered().await?;
    let (today, amount) = (sold.today().await?, Money::parse(350, Currency::parse("EUR")?)?);
    let omar = sold.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let approvals = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&sold.world.approvals()) };
    let new = NewEntry {
        event: ManualEvent::BankCharge,
        on: today,
        amount,
        note: Note::parse("As the bank says")?,
        explains: None,
        overdraw: true,
        is_another: false,
    };
    let Performed::Awaits(approval) = approvals.book_entry(&sold.olga, new, None).await? else { return Err("booked at once".into()) };
    sold.import(file(1, 0, vec![Entry { charges: Minor::new(-350), ..entry(today, -350, "A1") }])?).await?;
    let (by, hash) = (confirmed(&omar), hash_of(&approval));
    let ruling = Ruling { by, verdict: Verdict::Approve, hash, note: None, request: None };
    assert_eq!(approvals.decide(approval.id, ruling).await, Err(DecideError::Outdated));
    assert_eq!(sold.holds(AccountKind::BankCharges).await?, 350, "once");
    Ok(())
}

#[tokio::test]
async fn what_is_in_the_books_is_proven_by_its_entries() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let ((_, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    let of = |amount: i64, reference| entry(today, amount, reference);
    // Paid by hand in online banking, where nobody quoted our ids.
    sold.import(file(1, 0, vec![of(-amount, "A1")])?).await?;
    let line = only(sold.open().await?)?;
    let none = sold.settle(line.id, LineIs::Booked(BTreeSet::from([EntryId(Uuid::nil())]))).await;
    assert_eq!(none, Err(CashError::NotBooked), "no such entry");
    assert_eq!(sold.settle(line.id, LineIs::Booked(BTreeSet::new())).await, Err(CashError::NotBooked));
    let found = only(sold.candidates(line.id).await?.booked)?;
    assert_eq!((found.amount.get(), found.on, found.company), (-amount, today, Some(sold.look().await?.receivable().parts().seller)));
    sold.settle(line.id, LineIs::Booked(found.entries.clone())).await?;
    assert_eq!((sold.open().await?, sold.holds(AccountKind::Bank).await?), (vec![], -amount), "nothing is booked");

    sold.import(file(2, -amount, vec![of(-amount, "A2"), of(-amount - 1, "A3")])?).await?;
    for other in sold.open().await? {
        assert_eq!(sold.candidates(other.id).await?.booked, [], "a line tells of it");
        assert_eq!(sold.settle(other.id, LineIs::Booked(found.entries.clone())).await, Err(CashError::NotBooked));
    }
    sold.reopen(line.id).await?;
    for other in sold.open().await? {
        let is_booked = sold.settle(other.id, LineIs::Booked(found.entries.clone())).await;
        let fits = other.line.amount.get() == -amount && other.id != line.id;
        match (fits, other.id == line.id) {
            (true, _) => assert!(is_booked.is_ok(), "{is_booked:?}"),
            (false, _) => assert_eq!(is_booked, Err(CashError::NotBooked), "another amount, or told by the other line"),
        }
    }
    Ok(())
}

#[tokio::test]
async fn what_is_booked_by_hand_later_explains_a_line() -> Checked {
    let (sold, batch) = ordered().await?;
    let today = sold.today().await?;
    sold.import(file(1, 0, vec![entry(today, -80_000, "A1"), entry(today, -1_500, "A2")])?).await?;
    sold.book(ManualEvent::CapitalOut, 80_000).await?;
    assert_eq!(sold.capital().await?, [-80_000, 0, 80_000]);
    let lines = sold.open().await?;
    let rent = lines.iter().find(|line| line.line.amount.get() == -80_000).ok_or("no such line")?;
    let found = only(sold.candidates(rent.id).await?.booked)?;
    sold.settle(rent.id, LineIs::Booked(found.entries)).await?;
    assert_eq!(sold.capital().await?, [-80_000, 0, 80_000], "it is not booked again");
    let told = file(2, -81_500, vec![entry(today, -80_000, "A3")])?;
    assert_eq!(counts(&sold.import(told).await?), [1, 0, 0, 0, 0, 1], "an entry is told once");
    assert_eq!(sold.status_of(batch).await?, [PayoutStatus::Released]);
    Ok(())
}

#[tokio::test]
async fn what_was_booked_by_hand_and_taken_back_is_no_line() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.book(ManualEvent::CapitalOut, 80_000).await?;
    let cases = sold.world.use_cases();
    let booked = only(cases.cash.journal.by_hand(vec![today]).await?)?.entry;
    let back = booked.reversal(Booking { id: EntryId(Uuid::from_u128(1)), ..*booked.booking() });
    let trail = AuditEntry::new(sold.world.clock_now(), Actor::System, AuditAction::LedgerEntryBooked, Subjects::house(Uuid::nil()));
    cases.cash.commit.commit(vec![ledger::changes::Change::from(back).into()], WriteContext::of(trail)).await?;
    let told = file(1, 0, vec![entry(today, -80_000, "A1")])?;
    assert_eq!(counts(&sold.import(told).await?), [1, 0, 0, 0, 0, 1]);
    let line = only(sold.open().await?)?;
    assert_eq!(sold.candidates(line.id).await?.booked, []);
    Ok(())
}

#[tokio::test]
async fn what_the_bank_took_back_leaves_suspense() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let told = vec![told(entry(today, 7_700, "A1"), "sorry", "Nobody"), entry(today, -7_700, "A2"), entry(today, -7_701, "A3")];
    sold.import(file(1, 0, told)?).await?;
    let (receipt, lines) = (only(sold.waiting().await?)?.receipt.id, sold.open().await?);
    for line in &lines {
        let fits = line.line.amount.get() == -7_700;
        let candidates = sold.candidates(line.id).await?;
        assert_eq!(candidates.receipts, if fits { vec![receipt] } else { vec![] });
        if !fits {
            assert_eq!(sold.settle(line.id, LineIs::TakenBack(receipt)).await, Err(CashError::NotThatReceipt), "it is more");
        }
    }
    let line = lines.iter().find(|line| line.line.amount.get() == -7_700).ok_or("no such line")?;
    for _ in 0..2 {
        sold.settle(line.id, LineIs::TakenBack(receipt)).await?;
        assert_eq!((sold.waiting().await?, sold.capital().await?), (vec![], [0, 0, 0]));
        assert_eq!(sold.taken_back(line).await?, [7_700, -7_700], "both lines say so");
        sold.reopen(line.id).await?;
        assert_eq!(sold.taken_back(line).await?, [], "neither does");
        assert_eq!((sold.waiting().await?.len(), sold.capital().await?), (1, [7_700, -7_700, 0]));
    }
    Ok(())
}

#[tokio::test]
async fn money_that_was_entered_twice_counts_once() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (paid, today, before) = (1_000_000, sold.today().await?, sold.holds(AccountKind::Bank).await?);
    let parts = vec![(Target::Receivable(sold.id), Minor::new(paid))];
    let command = sold.receipt(today, paid, parts, Some(Iban::parse("NL91ABNA0417164300")?));
    let by_hand = sold.world.cash().enter_receipt(command).await?;
    let mut bank = told(entry(today, paid, "A1"), "thanks", "X");
    bank.details.iter_mut().for_each(|detail| detail.other.iban = Line::parse("DE02500105170137075030").ok());
    assert_eq!(counts(&sold.import(file(1, 0, vec![bank])?).await?), [1, 0, 0, 0, 1, 0], "another account");
    let second = only(sold.waiting().await?)?;
    assert_eq!(sold.twin(&second).await?, Some(by_hand.receipt.id));
    assert_eq!(sold.is_same(second.receipt.id, None).await, Err(CashError::ToldByBank));
    assert_eq!(sold.is_same(second.receipt.id, Some(second.receipt.id)).await, Err(CashError::NotThatReceipt));
    assert_eq!(sold.is_same(by_hand.receipt.id, Some(second.receipt.id)).await, Err(CashError::Explained));
    let gone = sold.is_same(second.receipt.id, Some(by_hand.receipt.id)).await?;
    let line = sold.world.cash().statements.line(LineId(second.receipt.id.0)).await?.ok_or("no line")?;
    assert_eq!(sold.taken_back(&line).await?, [], "its money is in the books, as what was entered by hand");
    assert_eq!((gone.left(), sold.waiting().await?), (Minor::ZERO, vec![]));
    assert_eq!(sold.holds(AccountKind::Bank).await?, before + paid, "it came once");
    assert_eq!(sold.world.last_entry().await?.action, AuditAction::ReceiptTakenBack);

    let more = sold.import(file(2, paid, vec![told(entry(today, paid, "A2"), "thanks", "X")])?).await?;
    assert_eq!(counts(&more), [1, 0, 0, 0, 1, 0], "the first line tells of what was entered by hand");
    sold.reopen(LineId(second.receipt.id.0)).await?;
    assert_eq!(sold.holds(AccountKind::Bank).await?, before + 3 * paid, "they were two after all");
    Ok(())
}

#[tokio::test]
async fn what_was_entered_by_mistake_is_taken_back() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let receipt = sold.world.cash().enter_receipt(sold.receipt(today, 55, Vec::new(), None)).await?;
    let other = sold.world.cash().enter_receipt(sold.receipt(today, 56, Vec::new(), None)).await?;
    assert_eq!(sold.twin(&receipt).await?, None, "another amount");
    assert_eq!(sold.is_same(receipt.receipt.id, Some(other.receipt.id)).await, Err(CashError::NotThatReceipt));
    sold.is_same(receipt.receipt.id, None).await?;
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.waiting().await?.len()), (56, 1));
    assert_eq!(sold.is_same(receipt.receipt.id, None).await, Err(CashError::Explained));
    let told = file(1, 0, vec![entry(today, 55, "A1")])?;
    assert_eq!(counts(&sold.import(told).await?), [1, 0, 0, 0, 1, 0], "what was taken back is not what the bank tells");
    let again = sold.world.cash().enter_receipt(sold.receipt(today, 55, Vec::new(), None)).await?;
    let bank = sold.waiting().await?.into_iter().find(|found| found.receipt.amount == again.receipt.amount && found != &again);
    assert_eq!(sold.twin(&again).await?, bank.map(|found| found.receipt.id), "what was taken back is nobody's twin");
    assert_eq!(sold.is_same(again.receipt.id, Some(receipt.receipt.id)).await, Err(CashError::NotThatReceipt));
    Ok(())
}

#[tokio::test]
async fn a_line_tells_of_what_stays_of_receipts_that_were_both_entered_by_hand() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let enter = async || sold.world.cash().enter_receipt(sold.receipt(today, 55, Vec::new(), None)).await;
    let first = enter().await?.receipt.id;
    assert_eq!(counts(&sold.import(file(1, 0, vec![entry(today, 55, "A1")])?).await?), [1, 0, 1, 0, 0, 0]);
    let second = enter().await?.receipt.id;
    sold.is_same(first, Some(second)).await?;
    let about = async |receipt: ReceiptId| sold.world.cash().statements.about(vec![receipt.0]).await;
    let line = about(second).await?.pop().ok_or("no line tells of what stays")?;
    assert_eq!((about(first).await?, sold.taken_back(&line).await?), (vec![], vec![]));
    assert_eq!(sold.is_same(second, None).await, Err(CashError::ToldByBank));
    sold.reopen(line.id).await?;
    assert_eq!((about(first).await?.len(), about(second).await?, sold.holds(AccountKind::Bank).await?), (1, vec![], 110));
    Ok(())
}

/// A debtor pays two invoices with one transfer, of which a person entered each part by hand.
#[tokio::test]
async fn what_was_entered_in_parts_and_the_bank_booked_as_one_sum_counts_once() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, before) = (sold.today().await?, sold.holds(AccountKind::Bank).await?);
    let payer = || Ok::<_, Box<dyn std::error::Error>>(Some(Iban::parse("NL91ABNA0417164300")?));
    let parts = vec![(Target::Receivable(sold.id), Minor::new(300_000))];
    let first = sold.world.cash().enter_receipt(sold.receipt(today, 300_000, parts, payer()?)).await?.receipt.id;
    let second = sold.world.cash().enter_receipt(sold.receipt(today, 45_000, Vec::new(), payer()?)).await?.receipt.id;
    // As much of somebody else, and something of the payer that does not add up.
    sold.world.cash().enter_receipt(sold.receipt(today, 45_000, Vec::new(), None)).await?;
    sold.world.cash().enter_receipt(sold.receipt(today, 7, Vec::new(), payer()?)).await?;
    let mut bank = told(entry(today, 345_000, "A1"), "both", "X");
    bank.details.iter_mut().for_each(|detail| detail.other.iban = Line::parse("NL91ABNA0417164300").ok());
    assert_eq!(sold.import(file(1, 0, vec![bank])?).await?.imported, 1);
    let sum = sold.waiting().await?.into_iter().find(|found| found.receipt.amount.amount_minor() == 345_000).ok_or("no sum")?;
    let offered = sold.together(&sum).await?;
    assert_eq!((sold.twin(&sum).await?, offered.iter().copied().collect::<BTreeSet<_>>()), (None, BTreeSet::from([first, second])));
    let id = sum.receipt.id;
    for wrong in [&[first][..], &[second], &[first, second, id]] {
        assert_eq!(sold.are_same(id, wrong).await, Err(CashError::NotThatReceipt), "{wrong:?}");
    }
    assert_eq!(sold.holds(AccountKind::Bank).await?, before + 345_000 + 345_000 + 45_007);
    let gone = sold.are_same(id, &[first, second]).await?;
    assert_eq!((gone.left(), sold.holds(AccountKind::Bank).await?), (Minor::ZERO, before + 345_000 + 45_007));
    // Each is told by the line: neither is another line's, nor taken back as entered by mistake, nor offered again.
    assert_eq!(sold.is_same(second, None).await, Err(CashError::ToldByBank));
    let again = sold.import(file(2, 345_000, vec![told(entry(today, 345_000, "A2"), "both", "X")])?).await?;
    assert_eq!(again.imported, 1);
    let other = sold.waiting().await?.into_iter().find(|found| found.receipt.amount.amount_minor() == 345_000).ok_or("no other sum")?;
    assert_eq!(sold.together(&other).await?, []);
    assert_eq!(sold.are_same(other.receipt.id, &[first, second]).await, Err(CashError::NotThatReceipt));
    // They were others after all: both lines and all that was entered count.
    sold.reopen(LineId(id.0)).await?;
    assert_eq!(sold.holds(AccountKind::Bank).await?, before + 3 * 345_000 + 45_007);
    assert_eq!(sold.together(&other).await?.len(), 2);
    Ok(())
}

/// The other way round: a person entered the sum, and the bank tells its parts.
#[tokio::test]
async fn a_sum_that_was_entered_by_hand_is_the_lines_that_tell_its_parts() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, before) = (sold.today().await?, sold.holds(AccountKind::Bank).await?);
    let sum = sold.world.cash().enter_receipt(sold.receipt(today, 90_000, Vec::new(), None)).await?;
    let lines = vec![told(entry(today, 60_000, "A1"), "one", "X"), told(entry(today, 30_000, "A2"), "two", "Y")];
    assert_eq!(counts(&sold.import(file(1, 0, lines)?).await?), [2, 0, 0, 0, 2, 0]);
    let offered = sold.together(&sum).await?;
    assert_eq!(offered.len(), 2);
    sold.are_same(sum.receipt.id, &offered).await?;
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.waiting().await?.len()), (before + 90_000, 2));
    Ok(())
}

/// Of many small receipts of others any sum could be made: only few, and near ones, are put together.
#[tokio::test]
async fn what_adds_up_by_chance_is_not_offered() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let today = sold.today().await?;
    for amount in [100, 100, 100, 100] {
        sold.world.cash().enter_receipt(sold.receipt(today, amount, Vec::new(), Some(Iban::parse("NL91ABNA0417164300")?))).await?;
    }
    assert_eq!(counts(&sold.import(file(1, 0, vec![told(entry(today, 400, "A1"), "x", "Y")])?).await?), [1, 0, 0, 0, 1, 0]);
    let sum = sold.waiting().await?.into_iter().find(|found| found.receipt.amount.amount_minor() == 400).ok_or("no sum")?;
    assert_eq!(sold.together(&sum).await?, [], "four of another payer");
    assert_eq!(counts(&sold.import(file(2, 400, vec![told(entry(today, 300, "A2"), "x", "Y")])?).await?), [1, 0, 0, 0, 1, 0]);
    let sum = sold.waiting().await?.into_iter().find(|found| found.receipt.amount.amount_minor() == 300).ok_or("no sum")?;
    assert_eq!(sold.together(&sum).await?.len(), 3);
    Ok(())
}

/// The bank debits payouts and what it takes for them in one sum, and names none of them.
#[tokio::test]
async fn payouts_that_were_debited_with_a_charge_are_booked_by_a_person() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let ((_, amount), today) = (sold.transfer(batch).await?, sold.today().await?);
    sold.import(file(1, 0, vec![entry(today, -amount - 1_250, "A1")])?).await?;
    let line = only(sold.open().await?)?;
    let found = only(sold.candidates(line.id).await?.booked)?;
    assert_eq!(found.amount.get(), -amount);
    assert_eq!(sold.settle(line.id, LineIs::Booked(found.entries.clone())).await, Err(CashError::NotBooked));
    for _ in 0..2 {
        sold.settle(line.id, LineIs::BookedWithCharge(found.entries.clone())).await?;
        assert_eq!((sold.open().await?, sold.holds(AccountKind::BankCharges).await?), (vec![], 1_250));
        assert_eq!(sold.holds(AccountKind::Bank).await?, -amount - 1_250, "as the bank has it");
        // Reopened, the charge was none, and the payouts stand as they were.
        sold.reopen(line.id).await?;
        assert_eq!((sold.holds(AccountKind::BankCharges).await?, sold.holds(AccountKind::Bank).await?), (0, -amount));
    }
    // What is no charge: nothing beyond the entries, or more than they are.
    sold.import(file(2, -amount - 1_250, vec![entry(today, -amount, "A2"), entry(today, -2 * amount - 2, "A3")])?).await?;
    for other in sold.open().await?.into_iter().filter(|other| other.id != line.id) {
        let with_charge = sold.settle(other.id, LineIs::BookedWithCharge(found.entries.clone())).await;
        assert_eq!(with_charge, Err(CashError::NotBooked), "{}", other.line.amount.get());
    }
    Ok(())
}

impl Sold {
    /// 1,000.00 that its debtor paid for RE-1, entered by hand with this text.
    async fn entered(&self, text: &str) -> Made<ReceiptId> {
        let pays = vec![(Target::Receivable(self.id), Minor::new(100_000))];
        let payer = EnteredPayer { name: Line::parse(&self.debtors_name().await?).ok(), iban: None };
        let command = ReceiptCommand { payer, text: Note::parse(text).ok(), ..self.receipt(self.today().await?, 100_000, pays, None) };
        Ok(self.world.cash().enter_receipt(command).await?.receipt.id)
    }

    async fn is_reopenable(&self, id: LineId) -> Made<bool> {
        let statement = self.world.store().statements.line(id).await?.ok_or("no line")?.statement;
        let lines = self.world.cash().lines_of_statement(&self.olga.operator(), statement, None).await?.lines;
        Ok(lines.iter().find(|line| line.record.id == id).ok_or("no line")?.is_reopenable)
    }
}

#[tokio::test]
async fn a_line_that_names_another_one_than_a_receipt_by_hand_pays_is_for_a_person() -> Checked {
    for text in ["LO-700 weitergeleitet", "RE-1 und LO-700"] {
        let (sold, batch) = ordered().await?;
        sold.execute(batch).await?;
        let (today, debtor) = (sold.today().await?, sold.debtors_name().await?);
        sold.sell("LO-700", 900_000).await?;
        let by_hand = sold.entered("RE-1 von uns").await?;
        let done = sold.import(file(1, 0, vec![told(entry(today, 100_000, "A1"), text, &debtor)])?).await?;
        assert_eq!(counts(&done), [1, 0, 0, 1, 0, 0], "{text}");
        let came = only(sold.waiting().await?)?;
        assert_eq!(sold.twin(&came).await?, Some(by_hand), "{text}");
        sold.is_same(came.receipt.id, Some(by_hand)).await?;
        assert_eq!(sold.waiting().await?, []);
    }
    Ok(())
}

#[tokio::test]
async fn a_line_that_names_what_is_paid_by_now_is_no_receipt_by_hand_for_another_one() -> Checked {
    let (sold, batch) = ordered().await?;
    sold.execute(batch).await?;
    let (today, debtor) = (sold.today().await?, sold.debtors_name().await?);
    let closed = sold.sell("LO-700", 900_000).await?;
    let pays = vec![(Target::Receivable(closed), Minor::new(900_000))];
    sold.world.cash().enter_receipt(sold.receipt(today, 900_000, pays, None)).await?;
    sold.entered("RE-1").await?;
    let done = sold.import(file(1, 0, vec![told(entry(today, 100_000, "A1"), "LO-700 again", &debtor)])?).await?;
    assert_eq!(counts(&done)[2], 0);
    assert_eq!(sold.waiting().await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_line_that_was_taken_for_what_was_entered_by_hand_is_reopened_by_a_person() -> Checked {
    for text in ["RE-1", "thanks"] {
        let (sold, batch) = ordered().await?;
        sold.execute(batch).await?;
        let (today, debtor) = (sold.today().await?, sold.debtors_name().await?);
        let by_hand = sold.entered("RE-1").await?;
        let done = sold.import(file(1, 0, vec![told(entry(today, 100_000, "A1"), text, &debtor)])?).await?;
        assert_eq!((counts(&done), sold.waiting().await?), ([1, 0, 1, 0, 0, 0], vec![]), "{text}");
        let line = only(sold.world.store().statements.about(vec![by_hand.0]).await?)?;
        assert!(sold.is_reopenable(line.id).await?);
        let bank = sold.holds(AccountKind::Bank).await?;
        let again = sold.reopen(line.id).await?;
        assert_eq!((again.outcome, again.about), (LineOutcome::Receipt, Some(line.id.0)));
        assert_eq!(sold.holds(AccountKind::Bank).await?, bank + 100_000, "both came, as long as no person says that they are one");
        assert_eq!(sold.reopen(line.id).await, Err(CashError::NothingSaid));
        assert!(!sold.is_reopenable(line.id).await?);
        assert_eq!(sold.world.store().money_audit().verify().await?, None);
        let came = only(sold.waiting().await?)?;
        assert_eq!((came.receipt.id.0, sold.twin(&came).await?), (line.id.0, Some(by_hand)));
        sold.is_same(came.receipt.id, Some(by_hand)).await?;
        assert_eq!((sold.waiting().await?, sold.holds(AccountKind::Bank).await?), (vec![], bank));
        assert_eq!(sold.world.store().money_audit().verify().await?, None);
    }
    Ok(())
}

#[tokio::test]
async fn lines_of_their_own_company_are_for_colleagues() -> Checked {
    let (sold, _) = ordered().await?;
    let (insider, cases, today) = (insider(&sold).await?, sold.world.use_cases(), sold.today().await?);
    let mut out = told(entry(today, -90, "D1"), "part", "Taken");
    out.details[0].other.iban = sold.account().await?.iban.and_then(|iban| Line::parse(iban.as_str()).ok());
    sold.import(file(1, 0, vec![out])?).await?;
    let id = sold.open().await?.pop().ok_or("no line")?.id;
    let charge = |by: &Member| SettleLineCommand { by: by.clone(), what: LineIs::Charge, request: None };
    assert_eq!(cases.cash.settle_line(id, charge(&insider)).await, Err(OWN.into()));
    assert_eq!(cases.cash.settle_line(id, charge(&sold.olga)).await?.outcome, LineOutcome::Charge);
    assert_eq!(cases.cash.reopen_line(id, &insider).await, Err(OWN.into()));
    sold.reopen(id).await?;

    // It took back what they paid, and doesn't say of whom.
    let ours = EnteredPayer { name: None, iban: sold.account().await?.iban };
    let paid = ReceiptCommand { payer: ours, ..sold.receipt(today, 70, Vec::new(), None) };
    let paid = cases.cash.enter_receipt(paid).await?.receipt.id;
    sold.import(file(2, -90, vec![entry(today, -70, "D2")])?).await?;
    let open = sold.open().await?.into_iter().find(|record| record.line.amount == Minor::new(-70)).ok_or("no line")?.id;
    let taken = |by: &Member| SettleLineCommand { by: by.clone(), what: LineIs::TakenBack(paid), request: None };
    assert_eq!(cases.cash.settle_line(open, taken(&insider)).await, Err(OWN.into()));
    cases.cash.settle_line(open, taken(&sold.olga)).await?;
    Ok(())
}
