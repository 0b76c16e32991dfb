//! Lines that wait: what a person may say of them, and what becomes of them by themselves.

use super::{
    super::own::{OWN, insider},
    counting::{sent_again, without_reference},
    *,
};
use crate::{
    approvals::SendBackCommand,
    cash::{
        Back, CashError, DecideHeldCommand, DueLines, EnteredLine, ExplainCommand, HeldIs, LineIs, Reconciled, ReopenHeldCommand,
        SeenHeldLine, SettleLineCommand, UnmatchCommand,
    },
    kernel::jobs::Job as _,
    payments::{
        ports::{HeldLines, Receipts},
        statements::{BankAccountOf, HeldLine},
    },
};
use futures_util::future::join_all;
use sooner_domain::{
    house::open_days::NotOpen,
    kernel::text::Note,
    onboarding::bank_account::Iban,
    payments::{
        receipt::{EnteredPayer, Target},
        statement::{DifferencePart, HeldReason, Legible, LineId, Odd},
    },
};

const ODD: i64 = 75;

/// A file with an entry of so much that cannot be read, beside these.
fn odd_file(number: u8, opening: i64, entries: Vec<Entry>) -> Made<StatementFile> {
    let mut file = file(number, opening, entries)?;
    for statement in &mut file.statements {
        let booked_on = statement.entries.first().map(|entry| entry.booked_on);
        let legible = Legible { booked_on, magnitude: Some(Minor::new(ODD)), raw: "<Ntry>75</Ntry>".to_owned(), ..Legible::default() };
        statement.odd = vec![Odd { line: 77, what: "CdtDbtInd", legible }];
        statement.closing = statement.closing.map(|closing| Balance { amount: closing.amount + Minor::new(ODD), ..closing });
    }
    Ok(file)
}

fn reason() -> Made<HeldIs> {
    Ok(HeldIs::SetAside(Note::parse("The bank will send it again")?))
}

fn parts(of: &Reconciled) -> (Option<i64>, Vec<(DifferencePart, i64)>, Option<i64>) {
    let parts = of.parts.iter().map(|(part, amount)| (*part, amount.get())).collect();
    (of.difference().map(Minor::get), parts, of.rest().map(Minor::get))
}

impl Sold {
    /// The difference of the statement imported last, its parts, and what none of them makes.
    async fn differs(&self) -> Made<(Option<i64>, Vec<(DifferencePart, i64)>, Option<i64>)> {
        let page = self.world.cash().statements(&self.olga.operator(), None).await?;
        Ok(parts(page.statements.first().ok_or("no statement")?))
    }
}

#[tokio::test]
async fn a_line_is_known_only_as_a_line_that_it_may_be() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let alike = || without_reference(told(entry(today, 1_000, ""), "part", "Same"));
    sold.import(file(1, 0, vec![alike(), entry(today, 30, "X")])?).await?;
    sold.import(file(2, 5_000, vec![alike(), alike()])?).await?;
    let waiting = sold.held().await?;
    let perhaps: Vec<_> = waiting.iter().filter(|held| held.why == HeldReason::PerhapsKnown).cloned().collect();
    let [one, ..] = perhaps.as_slice() else { return Err("nothing waits".into()) };
    let account = BankAccountOf { account: OURS.to_owned(), currency: Currency::parse("EUR")? };
    let statements = sold.world.cash().statements.clone();
    let other = statements.near(account, (today, today), vec![Minor::new(30)], 10).await?.first().ok_or("no other line")?.id;
    for line in [other, one.id] {
        assert_eq!(sold.say(one, HeldIs::Known(line)).await, Err(CashError::NotThatLine), "of another amount, or itself");
    }
    let known = sold.candidate(one).await?;
    let decided = sold.say(one, HeldIs::Known(known)).await?.decided.ok_or("not decided")?;
    assert_eq!(decided.known_as, Some(known));
    for second in perhaps.iter().skip(1).filter(|second| second.perhaps != Some(known)) {
        assert_eq!(sold.say(second, HeldIs::Known(known)).await, Err(CashError::NotThatLine), "one line is one entry of a statement");
    }
    Ok(())
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_is_entered_by_hand() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1")])?).await?;
    assert_eq!(sold.differs().await?, (Some(-ODD), vec![(DifferencePart::Unreadable, -ODD)], Some(0)));
    let held = sold.held().await?.pop().ok_or("it does not wait")?;
    assert_eq!(held.legible.as_ref().and_then(|legible| legible.magnitude), Some(Minor::new(ODD)));
    let entered = |on, amount| {
        let amount = Minor::new(amount);
        HeldIs::Entered(Box::new(EnteredLine { booked_on: on, value_on: on, amount, other: EnteredPayer::default(), text: None }))
    };
    let tomorrow = today + TimeDelta::days(1);
    let ahead = sold.say(&held, entered(tomorrow, ODD)).await;
    assert_eq!(ahead, Err(ReceivableError::Day(NotOpen::Future).into()), "the day is named");
    for cannot in [entered(today, 0), HeldIs::New] {
        assert_eq!(sold.say(&held, cannot).await, Err(CashError::NotCountable));
    }
    for (other, field) in [(entered(today - TimeDelta::days(1), ODD), "on"), (entered(today, ODD + 1), "amount")] {
        assert_eq!(sold.say(&held, other).await, Err(CashError::NotAsRead(vec![field])));
    }
    let decided = sold.say(&held, entered(today, ODD)).await?;
    assert_eq!(decided.decided.map(|decided| decided.is), Some(sooner_domain::payments::statement::HeldDecision::New));
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.held().await?), (50 + ODD, vec![]));
    assert_eq!(sold.differs().await?, (Some(0), vec![], Some(0)));
    assert_eq!(sold.say(&held, entered(today, ODD)).await, Err(CashError::LineSettled));
    Ok(())
}

#[tokio::test]
async fn an_entry_in_another_currency_is_not_entered_as_the_accounts() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    for (number, opening, written) in [(1, 0, "100.00 USD"), (2, 50, "100.00 XYZ")] {
        let mut file = file(number, opening, vec![entry(today, 50, written)])?;
        for statement in &mut file.statements {
            let legible = Legible { booked_on: Some(today), amount: Line::parse(written).ok(), ..Legible::default() };
            statement.odd = vec![Odd { line: 77, what: "Amt Ccy", legible }];
        }
        sold.import(file).await?;
        let held = sold.held().await?.pop().ok_or("it does not wait")?;
        assert!(!held.may_be_entered(), "{written}");
        let (amount, other) = (Minor::new(10_000), EnteredPayer::default());
        let as_euro = HeldIs::Entered(Box::new(EnteredLine { booked_on: today, value_on: today, amount, other, text: None }));
        assert_eq!(sold.say(&held, as_euro).await, Err(CashError::EntryInOtherCurrency), "{written}");
        assert_eq!(sold.holds(AccountKind::Bank).await?, opening + 50, "nothing of it is in the books");
        sold.say(&held, reason()?).await?;
    }
    Ok(())
}

#[tokio::test]
async fn what_is_set_aside_stays_in_the_difference_with_its_reason() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let details = [60, 41].map(|amount| Detail { amount: Some(Minor::new(amount)), ..Detail::default() }).to_vec();
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1"), Entry { details, ..entry(today, 100, "A2") }])?).await?;
    let waits = vec![(DifferencePart::Waiting, -100), (DifferencePart::Unreadable, -ODD)];
    assert_eq!(sold.differs().await?, (Some(-100 - ODD), waits, Some(0)));
    for held in sold.held().await? {
        let decided = sold.say(&held, reason()?).await?.decided.ok_or("not decided")?;
        assert_eq!(decided.reason.map(|reason| reason.as_str().to_owned()).as_deref(), Some("The bank will send it again"));
    }
    let aside = vec![(DifferencePart::SetAside, -100 - ODD)];
    assert_eq!((sold.differs().await?, sold.held().await?), ((Some(-100 - ODD), aside, Some(0)), vec![]));
    Ok(())
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_is_known_as_a_line_of_its_amount() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(file(1, 0, vec![entry(today, ODD, "A1"), entry(today, 9, "A2")])?).await?;
    sold.import(odd_file(2, 0, vec![entry(today, 9, "A2")])?).await?;
    let odd = sold.held().await?.into_iter().find(|held| held.why == HeldReason::Unreadable).ok_or("it does not wait")?;
    let found = sold.world.cash().held_candidates(odd.id, &sold.olga.operator()).await?;
    assert_eq!(found.iter().map(|line| line.line.amount.get()).collect::<Vec<_>>(), [ODD]);
    sold.say(&odd, HeldIs::Known(found[0].id)).await?;
    assert_eq!((sold.differs().await?, sold.holds(AccountKind::Bank).await?), ((Some(0), vec![], Some(0)), ODD + 9));
    Ok(())
}

#[tokio::test]
async fn a_statement_with_an_odd_entry_that_comes_again_is_the_same() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let odd = odd_file(1, 0, vec![entry(today, 50, "A1"), entry(today, 70, "A2")])?;
    sold.import(odd.clone()).await?;
    let done = sold.import(sent_again(&odd, 2)).await?;
    assert_eq!((done.imported, done.repeated, done.perhaps, done.set_aside), (0, 3, 0, 0));
    assert_eq!((sold.held().await?.len(), sold.holds(AccountKind::Bank).await?), (1, 120));
    let mut other = sent_again(&odd, 3);
    other.statements.iter_mut().flat_map(|statement| &mut statement.odd).for_each(|odd| odd.legible.raw = "<Ntry>76</Ntry>".to_owned());
    assert_eq!(sold.import(other).await?.set_aside, 1, "another odd entry is another one");
    Ok(())
}

#[tokio::test]
async fn a_line_of_a_day_to_come_is_taken_by_itself_on_that_day() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let tomorrow = today + TimeDelta::days(1);
    let mut ahead = file(1, 0, vec![entry(today, 50, "A1"), entry(tomorrow, 11, "A2")])?;
    ahead.statements.iter_mut().for_each(|statement| statement.closing = statement.closing.map(|closing| Balance { on: today, ..closing }));
    assert_eq!(sold.import(ahead).await?.set_aside, 1);
    assert_eq!(sold.differs().await?, (Some(-11), vec![(DifferencePart::Waiting, -11)], Some(0)));
    let held = sold.held().await?.pop().ok_or("it does not wait")?;
    assert_eq!(sold.say(&held, HeldIs::New).await, Err(CashError::NotCountable));
    assert_eq!(sold.world.cash().held_candidates(held.id, &sold.olga.operator()).await?, []);
    let job = DueLines(sold.world.cash());
    assert!(!job.has_work().await?, "its day has not come");
    sold.world.business().advance(TimeDelta::days(1));
    assert!(job.has_work().await?);
    job.run().await?;
    assert!(!job.has_work().await?, "once");
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.held().await?), (61, vec![]));
    assert_eq!(sold.differs().await?, (Some(-11), vec![(DifferencePart::BookedLater, -11)], Some(0)), "of the day before");
    Ok(())
}

impl Sold {
    /// Lines that a person decided.
    async fn decided(&self) -> Made<Vec<SeenHeldLine>> {
        Ok(self.world.cash().held_lines(&self.olga.operator(), HeldLines::Decided, None).await?.lines)
    }

    async fn reopen_held(&self, held: &HeldLine) -> Result<HeldLine, CashError> {
        let seen = self.world.cash().held_lines(&self.olga.operator(), HeldLines::Decided, None).await?.lines;
        let version = seen.iter().find(|seen| seen.held.id == held.id).map_or(0, |seen| seen.version);
        let command = ReopenHeldCommand { by: self.olga.clone(), version, request: None };
        Ok(self.world.cash().reopen_held(held.id, command).await?.held)
    }
}

fn by_hand(on: NaiveDate, amount: i64) -> HeldIs {
    let amount = Minor::new(amount);
    HeldIs::Entered(Box::new(EnteredLine { booked_on: on, value_on: on, amount, other: EnteredPayer::default(), text: None }))
}

#[tokio::test]
async fn what_was_set_aside_or_known_waits_again() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let details = [60, 41].map(|amount| Detail { amount: Some(Minor::new(amount)), ..Detail::default() }).to_vec();
    sold.import(file(2, 5_000, vec![entry(today, ODD, "B1")])?).await?;
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1"), Entry { details, ..entry(today, 100, "A2") }])?).await?;
    let (before, waiting) = (sold.differs().await?, sold.held().await?);
    for held in &waiting {
        assert_eq!(sold.reopen_held(held).await, Err(ReceivableError::Stale.into()), "nothing is decided");
        sold.say(held, reason()?).await?;
    }
    let decided = sold.decided().await?;
    let reasons: Vec<_> = decided.iter().filter_map(|seen| seen.held.decided.as_ref()?.reason.as_ref()).collect();
    assert_eq!(reasons.iter().map(|reason| reason.as_str()).collect::<Vec<_>>(), ["The bank will send it again"; 2]);
    for held in &waiting {
        assert_eq!(sold.reopen_held(held).await?, *held);
        assert_eq!(sold.reopen_held(held).await, Err(ReceivableError::Stale.into()), "once");
    }
    assert_eq!((sold.differs().await?, sold.held().await?, sold.decided().await?.len()), (before.clone(), waiting.clone(), 0));
    let change = sold.world.last_entry().await?.changes.into_iter().find(|change| change.field == "reason").ok_or("no reason")?;
    assert_eq!((change.before.as_deref(), change.after), (Some("The bank will send it again"), None));

    let odd = waiting.iter().find(|held| held.why == HeldReason::Unreadable).ok_or("nothing is odd")?;
    sold.say(odd, HeldIs::Known(sold.candidate(odd).await?)).await?;
    assert_ne!(sold.differs().await?, before);
    sold.reopen_held(odd).await?;
    assert_eq!(sold.differs().await?, before);
    Ok(())
}

#[tokio::test]
async fn a_line_that_was_entered_waits_again_and_its_money_leaves_the_books() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1")])?).await?;
    let (held, before) = (sold.held().await?.pop().ok_or("it does not wait")?, sold.differs().await?);
    for _ in 0..2 {
        sold.say(&held, by_hand(today, ODD)).await?;
        assert_eq!(sold.holds(AccountKind::Bank).await?, 50 + ODD);
        sold.reopen_held(&held).await?;
        assert_eq!((sold.holds(AccountKind::Bank).await?, sold.holds(AccountKind::Suspense).await?), (50, -50));
        assert_eq!((sold.differs().await?, sold.held().await?), (before.clone(), vec![held.clone()]));
    }
    Ok(())
}

#[tokio::test]
async fn what_followed_from_a_line_that_was_entered_is_undone_first() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1")])?).await?;
    let held = sold.held().await?.pop().ok_or("it does not wait")?;
    sold.say(&held, by_hand(today, ODD)).await?;
    let cases = sold.world.use_cases();
    let receipts = cases.cash.receipts(&sold.olga.operator(), Receipts::Unexplained, None).await?.receipts;
    let receipt = receipts.iter().find(|found| found.receipt.amount.amount_minor() == ODD).ok_or("no receipt")?.receipt.id;
    let parts = vec![(Target::Receivable(sold.id), Minor::new(ODD))];
    cases.cash.explain(receipt, ExplainCommand { by: sold.olga.clone(), parts, request: None }).await?;
    match sold.reopen_held(&held).await {
        Err(CashError::UsedFirst(used)) => assert_eq!(used.receipt.id, receipt, "it is named"),
        other => return Err(format!("{other:?}").into()),
    }
    let seen = sold.decided().await?.pop().ok_or("no line")?;
    assert_eq!((seen.is_reopenable, seen.used.map(|used| used.receipt.id)), (false, Some(receipt)), "what comes first is shown");
    cases.cash.unmatch(receipt, UnmatchCommand { by: sold.olga.clone(), receivable: sold.id, request: None }).await?;
    let seen = sold.decided().await?.pop().ok_or("no line")?;
    assert_eq!((seen.is_reopenable, seen.used), (true, None));
    assert_eq!(sold.reopen_held(&held).await?, held);
    assert_eq!(sold.holds(AccountKind::Bank).await?, 50);
    Ok(())
}

#[tokio::test]
async fn what_a_debit_took_back_is_offered_to_be_reopened_once_the_debit_is() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1")])?).await?;
    let held = sold.held().await?.pop().ok_or("it does not wait")?;
    sold.say(&held, by_hand(today, ODD)).await?;
    let is_offered = async || Made::Ok(sold.decided().await?.pop().ok_or("no line")?.is_reopenable);
    assert!(is_offered().await?);
    let cases = sold.world.use_cases();
    let receipts = cases.cash.receipts(&sold.olga.operator(), Receipts::Unexplained, None).await?.receipts;
    let receipt = receipts.iter().find(|found| found.receipt.amount.amount_minor() == ODD).ok_or("no receipt")?.receipt.id;
    sold.import(file(2, 50 + ODD, vec![entry(today, -ODD, "A2")])?).await?;
    let debit = cases.cash.open_lines(&sold.olga.operator(), None).await?.lines.pop().ok_or("no debit")?;
    let taken_back = SettleLineCommand { by: sold.olga.clone(), what: LineIs::TakenBack(receipt), request: None };
    cases.cash.settle_line(debit.id, taken_back).await?;
    assert_eq!((is_offered().await?, sold.reopen_held(&held).await), (false, Err(CashError::LineExplained)));
    cases.cash.reopen_line(debit.id, &sold.olga).await?;
    assert!(is_offered().await?);
    assert_eq!(sold.reopen_held(&held).await?, held);
    Ok(())
}

#[tokio::test]
async fn what_went_back_to_its_payer_is_not_reopened() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1")])?).await?;
    let held = sold.held().await?.pop().ok_or("it does not wait")?;
    let other = EnteredPayer { name: Some(Line::parse("Nordwind AG")?), iban: Some(Iban::parse("NL91ABNA0417164300")?) };
    let amount = Minor::new(ODD);
    let is = HeldIs::Entered(Box::new(EnteredLine { booked_on: today, value_on: today, amount, other, text: None }));
    sold.say(&held, is).await?;
    let receipts = sold.world.cash().receipts(&sold.olga.operator(), Receipts::Unexplained, None).await?.receipts;
    let receipt = receipts.iter().find(|found| found.receipt.amount.amount_minor() == ODD).ok_or("no receipt")?.receipt.id;
    let back = Back { receipt, credit_of: None, amount, currency: None, to: None };
    let command = SendBackCommand { by: sold.olga.clone(), back, note: Note::parse("Paid twice.")?, request: None };
    sold.world.approvals().send_back(command).await.map_err(|error| format!("{error:?}"))?;
    assert_eq!(sold.reopen_held(&held).await, Err(CashError::PayoutFollowed));
    Ok(())
}

#[tokio::test]
async fn a_charge_that_was_entered_is_taken_back_on_the_statement_first() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1")])?).await?;
    let held = sold.held().await?.pop().ok_or("it does not wait")?;
    sold.say(&held, by_hand(today, -ODD)).await?;
    let cases = sold.world.use_cases();
    let open = cases.cash.open_lines(&sold.olga.operator(), None).await?.lines.pop().ok_or("no debit")?;
    let charge = SettleLineCommand { by: sold.olga.clone(), what: LineIs::Charge, request: None };
    cases.cash.settle_line(open.id, charge).await?;
    assert_eq!(sold.reopen_held(&held).await, Err(CashError::LineExplained));
    cases.cash.reopen_line(open.id, &sold.olga).await?;
    assert_eq!(sold.reopen_held(&held).await?, held);
    assert_eq!((sold.holds(AccountKind::Bank).await?, cases.cash.open_lines(&sold.olga.operator(), None).await?.lines), (50, vec![]));
    Ok(())
}

#[tokio::test]
async fn what_a_person_said_is_new_waits_again_and_what_balances_prove_does_not() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let alike = || without_reference(told(entry(today, 1_000, ""), "part", "Same"));
    sold.import(file(1, 0, vec![alike()])?).await?;
    sold.import(file(2, 5_000, vec![alike()])?).await?;
    let held = sold.held().await?.pop().ok_or("it does not wait")?;
    for _ in 0..2 {
        sold.say(&held, HeldIs::New).await?;
        assert_eq!(sold.holds(AccountKind::Bank).await?, 2_000);
        assert_eq!(sold.reopen_held(&held).await?, held);
        assert_eq!((sold.holds(AccountKind::Bank).await?, sold.held().await?.len()), (1_000, 1));
    }
    sold.say(&held, HeldIs::Known(sold.candidate(&held).await?)).await?;
    let same = sold.import(sent_again(&file(2, 5_000, vec![alike()])?, 3)).await?;
    assert_eq!((same.imported, same.perhaps), (0, 0), "the statement is known whole");
    sold.reopen_held(&held).await?;
    // What lies between them says that it is new.
    sold.import(file(4, 1_000, vec![entry(today, 4_000, "X")])?).await?;
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.held().await?), (6_000, vec![]));
    let decided = sold.world.cash().statements.held_line(held.id).await?.and_then(|held| held.decided).ok_or("not decided")?;
    assert!(decided.is_proven && sold.decided().await?.is_empty());
    assert_eq!(sold.reopen_held(&held).await, Err(ReceivableError::Stale.into()), "of another version");
    let version = sold.world.cash().statements.moves(BankAccountOf { account: OURS.to_owned(), currency: Currency::parse("EUR")? }).await?;
    let command = ReopenHeldCommand { by: sold.olga.clone(), version, request: None };
    assert_eq!(sold.world.cash().reopen_held(held.id, command).await.err(), Some(CashError::ProvenByBalances));
    Ok(())
}

#[tokio::test]
async fn a_line_that_others_are_known_as_is_reopened_behind_them() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1")])?).await?;
    let first = sold.held().await?.pop().ok_or("it does not wait")?;
    sold.say(&first, by_hand(today, ODD)).await?;
    sold.import(odd_file(2, 500, vec![entry(today, 51, "A2")])?).await?;
    let second = sold.held().await?.pop().ok_or("it does not wait")?;
    sold.say(&second, HeldIs::Known(sold.candidate(&second).await?)).await?;
    assert_eq!(sold.reopen_held(&first).await, Err(CashError::LineKnown));
    sold.reopen_held(&second).await?;
    assert_eq!(sold.reopen_held(&first).await?, first);
    Ok(())
}

#[tokio::test]
async fn what_is_set_aside_proves_nothing_of_its_day() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let alike = |amount: i64| without_reference(told(entry(today, amount, ""), "part", "Same"));
    sold.import(file(1, 0, vec![alike(1_000), alike(500)])?).await?;
    let second = file(2, 5_000, vec![alike(1_000), alike(500)])?;
    sold.import(second.clone()).await?;
    let [one, other] = <[HeldLine; 2]>::try_from(sold.held().await?).map_err(|held| format!("{held:?}"))?;
    sold.say(&one, reason()?).await?;
    sold.say(&other, HeldIs::New).await?;
    let again = sold.import(sent_again(&second, 3)).await?;
    assert_ne!((again.repeated, again.perhaps), (2, 0), "what was set aside does not count, so it is not known");
    Ok(())
}

fn closed(mut file: StatementFile, on: NaiveDate, closing: i64) -> StatementFile {
    let closing = Some(Balance { on, amount: Minor::new(closing) });
    file.statements.iter_mut().for_each(|statement| statement.closing = closing);
    file
}

#[tokio::test]
async fn a_line_of_a_later_day_that_two_files_hold_counts_once() -> Checked {
    // Where the day's own file comes between them, a person decides.
    let orders = [[0, 1, 2], [1, 0, 2], [2, 0, 1], [2, 1, 0]];
    for (order, is_with_own) in orders.into_iter().flat_map(|order| [(order, true), (order, false)]) {
        let (sold, _) = ordered().await?;
        let today = sold.today().await?;
        let tomorrow = today + TimeDelta::days(1);
        let twice = || told(entry(tomorrow, 44, "B1"), "both", "Twice AG");
        let of_today = |amount, number: &str| named(entry(today, amount, number), "Other AG");
        let mut files = vec![
            (closed(file(1, 100, vec![of_today(1, "A1"), twice()])?, today, 101), today),
            (closed(file(2, 101, vec![of_today(2, "A2"), twice()])?, today, 103), today),
        ];
        if is_with_own {
            files.push((file(3, 103, vec![twice(), named(entry(tomorrow, 5, "B2"), "Third AG")])?, tomorrow));
        }
        for place in order {
            let Some((file, day)) = files.get(place).cloned() else { continue };
            while sold.today().await? < day {
                sold.world.business().advance(TimeDelta::days(1));
            }
            sold.import(file).await?;
        }
        while sold.today().await? < tomorrow {
            sold.world.business().advance(TimeDelta::days(1));
        }
        DueLines(sold.world.cash()).run().await?;
        let holds = if is_with_own { 52 } else { 47 };
        assert_eq!((sold.holds(AccountKind::Bank).await?, sold.held().await?), (holds, vec![]), "{order:?} {is_with_own}");
    }
    Ok(())
}

#[tokio::test]
async fn a_line_of_a_later_day_beside_an_odd_entry_is_perhaps_the_one_that_counts() -> Checked {
    for order in [[0, 1, 2], [2, 0, 1], [0, 2, 1]] {
        let (sold, _) = ordered().await?;
        let today = sold.today().await?;
        let tomorrow = today + TimeDelta::days(1);
        let later = |amount, number: &str| told(entry(tomorrow, amount, number), "both", "Twice AG");
        let of_today = |amount, number: &str| named(entry(today, amount, number), "Other AG");
        let files = [
            closed(file(1, 100, vec![of_today(1, "A1"), later(44, "B1")])?, today, 101),
            closed(file(2, 101, vec![of_today(2, "A2"), later(33, "B2")])?, today, 103),
            odd_file(3, 103, vec![later(44, "B1"), later(33, "B2"), named(entry(tomorrow, 5, "B3"), "Third AG")])?,
        ];
        for place in order {
            sold.import(files.get(place).cloned().ok_or("no file")?).await?;
        }
        sold.world.business().advance(TimeDelta::days(1));
        DueLines(sold.world.cash()).run().await?;
        assert_eq!(sold.holds(AccountKind::Bank).await?, 1 + 2 + 44 + 33 + 5, "{order:?}");
        let held: Vec<_> = sold.held().await?.into_iter().filter(|held| held.line.is_some()).collect();
        assert_eq!(held.len(), 2, "{order:?}");
        for held in &held {
            let perhaps = sold.world.cash().statements.line(held.perhaps.ok_or("like nothing")?).await?.ok_or("no line")?;
            let amount = held.line.as_ref().map(|line| line.amount);
            assert_eq!((held.why, Some(perhaps.line.amount)), (HeldReason::PerhapsKnown, amount), "{order:?}");
        }
        let page = sold.world.cash().statements(&sold.olga.operator(), None).await?.statements;
        let whole = page.iter().find(|of| of.statement.name == "3").ok_or("no statement")?;
        assert_eq!(parts(whole), (Some(85 - 260), vec![(DifferencePart::Unreadable, -75)], Some(-100)), "{order:?}");
    }
    Ok(())
}

#[tokio::test]
async fn what_is_entered_by_hand_shows_whether_a_closing_balance_holds_later_lines() -> Checked {
    for later_is_held in [false, true] {
        let (sold, _) = ordered().await?;
        let today = sold.today().await?;
        let yesterday = today - TimeDelta::days(1);
        let mut odd = file(1, 0, vec![entry(yesterday, 50, "A1"), entry(today, 20, "A2")])?;
        let later = if later_is_held { 20 } else { 0 };
        for statement in &mut odd.statements {
            let legible = Legible { raw: "<Ntry/>".to_owned(), ..Legible::default() };
            statement.odd = vec![Odd { line: 77, what: "Amt", legible }];
            statement.closing = Some(Balance { on: yesterday, amount: Minor::new(50 + ODD + later) });
        }
        sold.import(odd).await?;
        let held = sold.held().await?.pop().ok_or("it does not wait")?;
        sold.say(&held, by_hand(yesterday, ODD)).await?;
        let parts = if later_is_held { vec![(DifferencePart::BookedLater, -later)] } else { vec![] };
        assert_eq!(sold.differs().await?, (Some(-later), parts, Some(0)), "{later_is_held}");
    }
    Ok(())
}

/// Entries that cannot be read beside a line of the next day: one in another currency, and one without a day.
fn beside(is_foreign: bool, is_undated: bool, today: NaiveDate) -> Vec<Odd> {
    let direction = || Line::parse("CRDT").ok();
    let raw = |text: &str| text.to_owned();
    let foreign = Legible {
        booked_on: Some(today),
        amount: Line::parse("9.99 USD").ok(),
        direction: direction(),
        raw: raw("<Ntry>9.99</Ntry>"),
        ..Legible::default()
    };
    let undated = Legible {
        amount: Line::parse("0.75 EUR").ok(),
        magnitude: Some(Minor::new(ODD)),
        direction: direction(),
        raw: raw("<Ntry>0.75</Ntry>"),
        ..Legible::default()
    };
    let each = [(is_foreign, "Amt Ccy", foreign), (is_undated, "BookgDt", undated)];
    each.into_iter().filter(|(is_there, ..)| *is_there).map(|(_, what, legible)| Odd { line: 77, what, legible }).collect()
}

#[tokio::test]
async fn a_difference_is_the_sum_of_true_parts_whatever_stands_beside_a_line_of_a_later_day() -> Checked {
    use DifferencePart::{BookedLater, SetAside, Unreadable, Waiting};
    const LATER: i64 = 5_300;
    for number in 0..16 {
        let [is_foreign, is_undated, is_held, is_job_first] = [1, 2, 4, 8].map(|bit| number & bit != 0);
        let which = format!("foreign {is_foreign}, undated {is_undated}, held {is_held}, job first {is_job_first}");
        let (sold, _) = ordered().await?;
        let today = sold.today().await?;
        let tomorrow = today + TimeDelta::days(1);
        let later = || entry(tomorrow, LATER, "A2");
        let (odd, held) = (if is_undated { ODD } else { 0 }, if is_held { LATER } else { 0 });
        let mut first = closed(file(1, 0, vec![entry(today, 100, "A1"), later()])?, today, 100 + odd + held);
        first.statements.iter_mut().for_each(|statement| statement.odd = beside(is_foreign, is_undated, today));
        sold.import(first).await?;
        let of = |all: &[(DifferencePart, i64)]| {
            let parts: Vec<_> = all.iter().filter(|(_, amount)| *amount != 0).map(|(part, amount)| (*part, -amount)).collect();
            (Some(parts.iter().map(|(_, amount)| amount).sum::<i64>()), parts, Some(0))
        };
        assert_eq!(sold.differs().await?, of(&[(Waiting, held), (Unreadable, odd)]), "{which}");
        for line in sold.held().await?.iter().filter(|line| line.is_of_other_currency()) {
            sold.say(line, reason()?).await?;
            assert_eq!(sold.differs().await?, of(&[(Waiting, held), (Unreadable, odd)]), "set aside: {which}");
        }
        for line in sold.held().await?.iter().filter(|line| line.line.is_none()) {
            sold.say(line, reason()?).await?;
        }
        assert_eq!(sold.differs().await?, of(&[(Waiting, held), (SetAside, odd)]), "{which}");

        // The next statement tells the line itself where the balance left it out.
        sold.world.business().advance(TimeDelta::days(1));
        let job = DueLines(sold.world.cash());
        if is_job_first {
            job.run().await?;
        }
        let more = entry(tomorrow, 700, "B2");
        let entries = if is_held { vec![more] } else { vec![more, later()] };
        sold.import(file(2, 100 + odd + held, entries)?).await?;
        job.run().await?;
        assert_eq!(sold.holds(AccountKind::Bank).await?, 100 + LATER + 700, "{which}");
        let page = sold.world.cash().statements(&sold.olga.operator(), None).await?.statements;
        let [second, first] = page.as_slice() else { return Err("two statements".into()) };
        assert_eq!(parts(second), of(&[(SetAside, odd)]), "the next one: {which}");
        assert_eq!(parts(first), of(&[(SetAside, odd), (BookedLater, held)]), "then: {which}");
        if !is_undated {
            assert_eq!(sold.held().await?, [], "{which}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_line_that_is_not_what_was_read_is_not_taken() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let tomorrow = today + TimeDelta::days(1);
    let cases = sold.world.use_cases();
    let beyond = closed(file(1, 0, vec![entry(today, 50, "A1"), entry(tomorrow, 4_400, "A2")])?, today, 50);
    sold.import(beyond).await?;
    let held = sold.held().await?.pop().ok_or("it does not wait")?;
    for (line, entry, is_taken) in [(40_400, 4_400, false), (4_400, 40_400, false), (4_400, 4_400, true)] {
        sold.world.memory.change_held(held.id, (Minor::new(line), Minor::new(entry)));
        if sold.today().await? < tomorrow {
            sold.world.business().advance(TimeDelta::days(1));
        }
        let report = DueLines(cases.cash.clone()).run().await?;
        assert_eq!((report.warning.is_none(), sold.holds(AccountKind::Bank).await?), (is_taken, if is_taken { 4_450 } else { 50 }));
        if !is_taken {
            assert_eq!(sold.say(&held, HeldIs::New).await, Err(CashError::NotCountable));
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_line_beyond_the_closing_balance_counts_on_its_day() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let yesterday = today - TimeDelta::days(1);
    let beyond = closed(file(1, 0, vec![entry(yesterday, 50, "A1"), entry(today, 11, "A2")])?, yesterday, 50);
    assert_eq!(sold.import(beyond).await?.imported, 2);
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.differs().await?), (61, (Some(0), vec![], Some(0))));
    let tomorrow = today + TimeDelta::days(1);
    let ahead = closed(file(2, 61, vec![entry(today, 9, "B1"), entry(tomorrow, 7, "B2")])?, today, 70);
    assert_eq!((sold.import(ahead).await?.set_aside, sold.differs().await?), (1, (Some(0), vec![], Some(0))));
    let held = sold.held().await?.pop().ok_or("it does not wait")?;
    sold.say(&held, reason()?).await?;
    assert_eq!(sold.differs().await?, (Some(0), vec![], Some(0)), "the balance doesn't hold it, set aside or not");
    sold.reopen_held(&held).await?;
    sold.world.business().advance(TimeDelta::days(1));
    DueLines(sold.world.cash()).run().await?;
    assert_eq!((sold.holds(AccountKind::Bank).await?, sold.differs().await?), (77, (Some(0), vec![], Some(0))));
    let neither = closed(file(3, 70, vec![entry(today, 9, "C1"), entry(tomorrow, 7, "C2")])?, today, 80);
    assert!(matches!(sold.import(neither).await, Err(CashError::NotRead(_))));
    Ok(())
}

#[tokio::test]
async fn lines_of_their_own_company_that_wait_are_for_colleagues() -> Checked {
    let (sold, _) = ordered().await?;
    let (insider, today, cases) = (insider(&sold).await?, sold.today().await?, sold.world.use_cases());
    let ours = EnteredPayer { name: None, iban: sold.account().await?.iban };
    let version = async |lines| -> Made<(LineId, i64)> {
        let seen = cases.cash.held_lines(&sold.olga.operator(), lines, None).await?.lines;
        seen.first().map(|seen| (seen.held.id, seen.version)).ok_or_else(|| "no line".into())
    };
    let decided = async |by: &Member, decision: HeldIs| {
        let (id, version) = version(HeldLines::Waiting).await.map_err(|_| ReceivableError::NotFound)?;
        let command = DecideHeldCommand { by: by.clone(), version, decision, request: None };
        cases.cash.decide_held(id, command).await.map(drop)
    };
    let reopened = async |by: &Member, id: LineId| {
        let (_, version) = version(HeldLines::Decided).await.map_err(|_| ReceivableError::NotFound)?;
        cases.cash.reopen_held(id, ReopenHeldCommand { by: by.clone(), version, request: None }).await.map(drop)
    };

    // One that cannot be read, and is theirs once somebody says so.
    sold.import(odd_file(1, 0, vec![entry(today, 50, "A1")])?).await?;
    let theirs = || {
        let (amount, other) = (Minor::new(ODD), ours.clone());
        HeldIs::Entered(Box::new(EnteredLine { booked_on: today, value_on: today, amount, other, text: None }))
    };
    let (id, _) = version(HeldLines::Waiting).await?;
    assert_eq!(decided(&insider, theirs()).await, Err(OWN.into()));
    decided(&sold.olga, theirs()).await?;
    assert_eq!(reopened(&insider, id).await, Err(OWN.into()));
    reopened(&sold.olga, id).await?;
    decided(&sold.olga, reason()?).await?;

    // Of the lines of an entry one is theirs: what is said of any of them is said of all.
    let iban = ours.iban.as_ref().and_then(|iban| Line::parse(iban.as_str()).ok());
    let detail = |amount, iban| {
        let other = Payer { name: None, iban };
        Detail { amount: Some(Minor::new(amount)), other, text: Some(format!("Part {amount}")), ..Detail::default() }
    };
    let twice = || without_reference(Entry { details: vec![detail(60, None), detail(40, iban.clone())], ..entry(today, 100, "") });
    sold.import(file(2, 5_000, vec![twice(), entry(today, 30, "X")])?).await?;
    sold.import(file(3, 9_000, vec![twice()])?).await?;
    let waiting = sold.held().await?;
    let not_theirs = waiting.iter().find(|held| held.line.as_ref().is_some_and(|line| line.other.iban.is_none())).ok_or("no line")?.id;
    assert_eq!(waiting.len(), 2, "{waiting:?}");
    assert_eq!(decided(&insider, HeldIs::New).await, Err(OWN.into()));
    assert_eq!(decided(&insider, reason()?).await, Err(OWN.into()));
    decided(&sold.olga, reason()?).await?;
    assert_eq!(reopened(&insider, not_theirs).await, Err(OWN.into()));
    reopened(&sold.olga, not_theirs).await?;
    Ok(())
}

/// People decide on each line that waits, and each import weighs them all again.
#[tokio::test]
async fn no_more_lines_of_an_account_wait_than_people_can_decide_on() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let tomorrow = today + TimeDelta::days(1);
    let ahead = |number, opening, count: usize| {
        let entries = (0..count).map(|at| entry(tomorrow, 1, &format!("{number}-{at}"))).collect();
        file(number, opening, entries)
    };
    let refused = Err(NotRead::TooManyWait.into());
    assert_eq!(sold.import(ahead(1, 0, Statement::MAX_WAITING + 1)?).await, refused);
    assert_eq!(sold.world.cash().statements(&sold.olga.operator(), None).await?.statements, [], "nothing of it is kept");
    let most = ahead(2, 0, Statement::MAX_WAITING)?;
    assert_eq!(sold.import(most.clone()).await?.set_aside, Statement::MAX_WAITING);
    assert_eq!(sold.import(ahead(3, 1_000, 1)?).await, refused);
    // Of a file with several statements each says what came of it.
    let all = [file(4, 0, vec![entry(today, 50, "A1")])?, ahead(3, 1_000, 1)?, most.clone()];
    let both = StatementFile { sha256: Digest([5; 32]), statements: all.into_iter().flat_map(|file| file.statements).collect() };
    let came = sold.import(both).await?;
    assert_eq!((came.imported, came.repeated), (1, Statement::MAX_WAITING), "what counts is taken");
    let told: Vec<_> = came.statements.iter().map(|one| (one.account.as_str(), one.name.as_str(), one.from, one.to, one.taken)).collect();
    let (now, later) = (Some(today), Some(tomorrow));
    let expected = [
        (OURS, "4", now, now, StatementTaken::Now),
        (OURS, "3", later, later, StatementTaken::TooManyWait),
        (OURS, "2", later, later, StatementTaken::Before),
    ];
    assert_eq!(told, expected);
    assert_eq!(sold.import(most).await?.repeated, Statement::MAX_WAITING, "the same file");
    // What was decided makes room; where another line took it, the decision stays.
    let held = sold.held().await?.pop().ok_or("no line")?;
    sold.say(&held, reason()?).await?;
    assert_eq!(sold.import(ahead(3, 1_000, 1)?).await?.set_aside, 1);
    assert_eq!(sold.reopen_held(&held).await, Err(NotRead::TooManyWait.into()));
    Ok(())
}

#[tokio::test]
async fn statements_that_come_at_once_take_no_more_room_than_there_is() -> Checked {
    let (sold, _) = ordered().await?;
    let tomorrow = sold.today().await? + TimeDelta::days(1);
    let ahead = |number: u8| {
        let entries = (0..400).map(|at| entry(tomorrow, 1, &format!("{number}-{at}"))).collect();
        file(number, 400 * i64::from(number), entries)
    };
    let imports = join_all([ahead(1)?, ahead(2)?, ahead(3)?].map(|file| sold.import(file))).await;
    assert_eq!(imports.iter().filter(|answer| **answer == Err(NotRead::TooManyWait.into())).count(), 1);
    let (mut waiting, mut before) = (0, None);
    loop {
        let page = sold.world.cash().held_lines(&sold.olga.operator(), HeldLines::Waiting, before).await?;
        waiting += page.lines.len();
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert!((800..=Statement::MAX_WAITING).contains(&waiting), "{waiting}");
    Ok(())
}

#[tokio::test]
async fn a_page_of_receipts_asks_no_more_the_more_there_are_of_one_amount() -> Checked {
    let (sold, _) = ordered().await?;
    let today = sold.today().await?;
    let mut asked = Vec::new();
    for (number, opening, count) in [(1, 0, 2), (2, 100, 60)] {
        let entries = (0..count).map(|at| entry(today, 50, &format!("{number}-{at}"))).collect();
        sold.import(file(number, opening, entries)?).await?;
        let receipts = sold.waiting().await?;
        sold.world.memory.calls();
        let origins = sold.world.cash().origins(&receipts).await?;
        asked.push((origins.len(), sold.world.memory.calls()));
    }
    assert!(matches!(asked[..], [(2, few), (62, many)] if few == many), "{asked:?}");
    Ok(())
}
