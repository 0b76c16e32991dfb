//! A long statement, imported whole, cut short, and by two at once.

use super::super::payments::statements::{Told, file};
use crate::receivables::Receivables;
use crate::{
    StorePorts,
    approvals::{FourEyes, Performed},
    cash::{
        BringBackCommand, Cash, CashError, DecideHeldCommand, DueLines, EnteredLine, ExecutedCommand, HeldIs, LineIs, OddMoney,
        ReceiptCommand, ReopenHeldCommand, ReturnedWithCharge, SeenHeldLine, SettleLineCommand, TakeBackCommand,
    },
    kernel::{
        clock::BusinessClock as _,
        commit::{Commit, CommitError, WriteContext},
        jobs::Job as _,
        unavailable::Unavailable,
    },
    ledger::{self, ports::AccountFilter},
    parties::Member,
    payments::{
        changes::Change as PaymentChange,
        ports::{HeldLines, PayoutFilter, Receipts},
        statements::StatementFile,
    },
    receivables::{AcceptCommand, changes::Change},
    testing::{
        World,
        contracts::{Checked, Made, id},
        facilities::terms,
        house_account,
        receivables::{Trader, invoice, releasing},
    },
};
use async_trait::async_trait;
use chrono::{Months, NaiveDate, TimeDelta};
use futures_util::future::join_all;
use sooner_domain::{
    house::accounts::HouseAccounts,
    identity::operator::OperatorRoles,
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        canonical::Digest,
        coded::Coded,
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money},
        text::Note,
    },
    ledger::{
        account::AccountKind,
        entry::{Booking, EntryId, Event},
    },
    payments::{
        payout::PayoutStatus,
        receipt::{Allocation, EnteredPayer, Payer, ReceiptId},
        statement::{Balance, HeldReason, Legible, LineId, LineOutcome, Odd, Statement},
    },
    receivables::book::Refused,
};
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// How many lines a statement has, unless it is asked for more.
const LINES: usize = 300;
/// Of each receivable.
const FACE: i64 = 50_000;
/// What is paid of each receivable with each line that quotes it.
const PAID: i64 = 7;
/// Each so many-th line quotes nothing.
const SILENT: usize = 3;

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn lines() -> usize {
    std::env::var("IMPORTED").ok().and_then(|lines| lines.parse().ok()).unwrap_or(LINES)
}

/// A store that fails after so many writes.
struct CutShort {
    commit: Arc<dyn Commit<Change>>,
    left: AtomicUsize,
}

#[async_trait]
impl Commit<Change> for CutShort {
    async fn commit(&self, changes: Vec<Change>, context: WriteContext) -> Result<(), CommitError> {
        let may = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        may.map_err(|_| Unavailable::Failed("cut short".to_owned()))?;
        self.commit.commit(changes, context).await
    }
}

pub(super) async fn today(world: &World, olga: &Member, sold: &[(ReceivableId, String)]) -> Made<NaiveDate> {
    let (id, _) = sold.first().ok_or("nothing was sold")?;
    Ok(world.receivables().examined(*id, &olga.operator()).await?.today())
}

/// Who owes on them, as their bank calls them.
pub(super) async fn payer(world: &World, olga: &Member, sold: &[(ReceivableId, String)]) -> Made<Payer> {
    let (id, _) = sold.first().ok_or("nothing was sold")?;
    let debtor = world.receivables().examined(*id, &olga.operator()).await?.scene.debtor.ok_or("no debtor")?;
    Ok(Payer { name: Some(debtor.parts().legal_name.clone()), iban: None })
}

/// Receivables that were paid out, with their references.
pub(super) async fn funded(world: &World, olga: &Member, count: usize) -> Made<Vec<(ReceivableId, String)>> {
    let seller = Trader::under(world, olga, "Muehle", terms("EUR", 1_200)?).await?;
    world.limit(olga, seller.debtor, 1_000_000_000).await?;
    let (cases, mut sold) = (world.use_cases(), Vec::new());
    for (number, face) in (0..count).zip(FACE..) {
        // None looks like another one.
        let look = seller.offered(world, invoice(&format!("RE-{}", 11_111 + number * 1_111), face)?).await?;
        let (id, reference) = (look.receivable().id(), look.receivable().parts().reference.as_str().to_owned());
        let offer = &look.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
        let accept = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        cases.receivables.accept(id, accept).await?;
        sold.push((id, reference));
    }
    let due = PayoutFilter { status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
    let payouts = world.store().payouts.page(due, None, 200).await?.iter().map(|payout| payout.id).collect();
    let by = world.stepped_up(olga).await?;
    let Performed::Done(batch) = world.approvals().release_payouts(releasing(&world.approvals(), &by, payouts).await).await? else {
        return Err("the release waits".into());
    };
    let on = today(world, olga, &sold).await?;
    cases.cash.executed(batch, ExecutedCommand { by: olga.clone(), on, request: None }).await?;
    Ok(sold)
}

async fn with_account(world: &World, olga: &Member) -> Made<()> {
    let mut accounts = HouseAccounts::default();
    accounts.add(house_account("EUR", "DE02120300000000202051"))?;
    let version = world.house().settings().await?.version();
    let proven = world.stepped_up(olga).await?;
    world.approvals().change_house_accounts(&proven, version, accounts).await.map_err(|refused| format!("{refused:?}"))?;
    Ok(())
}

/// A statement with an entry that cannot be read, of 75.
fn odd_file(on: NaiveDate) -> Made<StatementFile> {
    let mut odd = file(1, Vec::new())?;
    for statement in &mut odd.statements {
        let balance = |amount: i64| Some(Balance { on, amount: Minor::new(amount) });
        (statement.opening, statement.closing) = (balance(0), balance(75));
        statement.odd = vec![Odd { line: 77, what: "Amt", legible: Legible::default() }];
    }
    Ok(odd)
}

/// Before the job takes that line or after it, as the day's statement comes; then that in other words, and the day's next one.
pub async fn a_day_is_proven_by_its_own_statement_though_a_line_of_it_was_told_before(ports: &StorePorts) -> Checked {
    let (world, olga) = bare(ports).await?;
    let cases = world.use_cases();
    let import = async |file: StatementFile| {
        let done = cases.cash.import_statements(file, &cases.cash.by_hand(&olga)?).await?;
        Made::Ok([done.imported, done.repeated, done.perhaps])
    };
    let numbered = |number: u8, (opened, opening): (NaiveDate, i64), closed: NaiveDate, entries: &[(NaiveDate, i64)]| {
        let mut file = file(number, entries.iter().map(|(on, amount)| told(*on, *amount)).collect())?;
        let booked: i64 = entries.iter().filter(|(on, _)| *on <= closed).map(|(_, amount)| amount).sum();
        for statement in &mut file.statements {
            let balance = |on, amount| Some(Balance { on, amount: Minor::new(amount) });
            (statement.opening, statement.closing) = (balance(opened, opening), balance(closed, opening + booked));
            statement.entries.iter_mut().for_each(|entry| entry.reference = Some(format!("B{}", entry.amount.get())));
        }
        Made::Ok((file, opening + booked))
    };
    let mut closing = 0;
    for (number, is_job_first) in [(1, true), (11, false)] {
        let today = world.business().now().await?.date_naive();
        let tomorrow = today + TimeDelta::days(1);
        let (before, at) = numbered(number, (today, closing), today, &[(today, 100), (tomorrow, 88)])?;
        assert_eq!(import(before).await?, [1, 0, 0]);
        world.business().advance(TimeDelta::days(1));
        if is_job_first {
            DueLines(cases.cash.clone()).run().await?;
        }
        let (own, at) = numbered(number + 1, (today, at), tomorrow, &[(tomorrow, 88), (tomorrow, 333), (tomorrow, 7), (tomorrow, 33)])?;
        assert_eq!(import(own.clone()).await?, if is_job_first { [3, 1, 0] } else { [4, 0, 0] }, "job first: {is_job_first}");
        let mut reworded = copied(number + 2, &own);
        for entry in reworded.statements.iter_mut().flat_map(|statement| &mut statement.entries) {
            entry.reference = None;
            entry.details.iter_mut().for_each(|detail| detail.text = Some("In other words".to_owned()));
        }
        assert_eq!(import(reworded).await?, [0, 4, 0], "the day is proven whole: job first: {is_job_first}");
        let (next, at) = numbered(number + 3, (tomorrow, at), tomorrow, &[(tomorrow, 33)])?;
        assert_eq!(import(next).await?, [1, 0, 0], "what goes on from there is new: job first: {is_job_first}");
        DueLines(cases.cash.clone()).run().await?;
        closing = at;
        let waiting = cases.cash.held_lines(&olga.operator(), HeldLines::Waiting, None).await?.lines;
        assert_eq!((books(&world).await?[0], waiting), (closing, vec![]), "job first: {is_job_first}");
    }
    assert_eq!(world.store().money_audit().verify().await?, None);
    Ok(())
}

pub async fn a_line_that_was_entered_waits_again_in_books_that_hold(ports: &StorePorts) -> Checked {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    with_account(&world, &olga).await?;
    let (cases, on) = (world.use_cases(), world.business().now().await?.date_naive());
    cases.cash.import_statements(odd_file(on)?, &cases.cash.by_hand(&olga)?).await?;
    let only = async |which| Made::Ok(cases.cash.held_lines(&olga.operator(), which, None).await?.lines.pop().ok_or("no line")?);
    let bank = async || {
        world.use_cases().ledger.trial_balance(None, None).await?;
        let held = ports.journal.accounts(AccountFilter { kind: Some(AccountKind::Bank), ..AccountFilter::default() }, None, 10).await?;
        Made::Ok((held.into_iter().map(|balance| balance.amount.get()).sum::<i64>(), ports.money_checks.odd().await?))
    };
    for _ in 0..2 {
        let (waits, value_on, amount) = (only(HeldLines::Waiting).await?, on - TimeDelta::days(2), Minor::new(75));
        let entered = EnteredLine { booked_on: on, value_on, amount, other: EnteredPayer::default(), text: None };
        let decision = HeldIs::Entered(Box::new(entered));
        let command = DecideHeldCommand { by: olga.clone(), version: waits.version, decision, request: None };
        cases.cash.decide_held(waits.held.id, command).await?;
        assert_eq!(bank().await?, (75, None));
        let decided = only(HeldLines::Decided).await?;
        let reopen =
            || cases.cash.reopen_held(decided.held.id, ReopenHeldCommand { by: olga.clone(), version: decided.version, request: None });
        let answers = join_all([reopen(), reopen()]).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        assert_eq!(bank().await?, (0, None));
    }
    Ok(())
}

/// A line that counted waits again, and a debit of its amount comes.
pub async fn what_took_a_receipt_back_is_no_line_of_the_bank(ports: &StorePorts) -> Checked {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    with_account(&world, &olga).await?;
    let (cases, on) = (world.use_cases(), world.business().now().await?.date_naive());
    cases.cash.import_statements(odd_file(on)?, &cases.cash.by_hand(&olga)?).await?;
    let only = async |which| Made::Ok(cases.cash.held_lines(&olga.operator(), which, None).await?.lines.pop().ok_or("no line")?);
    let (waits, amount) = (only(HeldLines::Waiting).await?, Minor::new(75));
    let entered = EnteredLine { booked_on: on, value_on: on, amount, other: EnteredPayer::default(), text: None };
    let decision = HeldIs::Entered(Box::new(entered));
    let command = DecideHeldCommand { by: olga.clone(), version: waits.version, decision, request: None };
    cases.cash.decide_held(waits.held.id, command).await?;
    let receipt = ports.receipts.page(Receipts::Unexplained, None, 10).await?.pop().ok_or("no receipt")?.receipt.id;
    let decided = only(HeldLines::Decided).await?;
    let reopen = ReopenHeldCommand { by: olga.clone(), version: decided.version, request: None };
    cases.cash.reopen_held(decided.held.id, reopen).await?;
    let proof = async || {
        world.store().sealing().all().await?;
        Made::Ok(world.store().money_audit().verify().await?)
    };
    assert_eq!(proof().await?, None);

    let back = ports.journal.of_event(Event::ReceiptTakenBack, vec![receipt.0]).await?.pop().ok_or("not taken back")?.entry;
    let debit = Told { on, amount: -75, text: "another one".to_owned(), payer: Payer { name: None, iban: None } };
    cases.cash.import_statements(file(2, vec![debit])?, &cases.cash.by_hand(&olga)?).await?;
    let open = cases.cash.open_lines(&olga.operator(), None).await?.lines.pop().ok_or("no debit")?;
    assert_eq!(cases.cash.candidates(open.id, &olga.operator()).await?.booked, []);
    let entries = BTreeSet::from([back.booking().id]);
    let booked = SettleLineCommand { by: olga.clone(), what: LineIs::Booked(entries.clone()), request: None };
    assert_eq!(cases.cash.settle_line(open.id, booked).await, Err(CashError::NotBooked));

    // An earlier release took it as that.
    let write = async |changes: Vec<Change>| {
        let entry = Entry::new(world.clock_now(), Actor::System, AuditAction::StatementLineSettled, Subjects::house(open.id.0));
        cases.cash.commit.commit(changes, WriteContext::of(entry)).await
    };
    let (seen, outcome, receipts) = (LineOutcome::Open, LineOutcome::Noted, BTreeSet::new());
    write(vec![PaymentChange::LineSettled { id: open.id, seen, outcome, about: None, entries, receipts }.into()]).await?;
    assert_eq!(cases.cash.reopen_line(open.id, &olga).await?.outcome, LineOutcome::Open);
    assert_eq!(ports.journal.reversal_of(back.booking().id).await?, None, "the decision on the debit booked nothing");
    assert_eq!(proof().await?, None);

    // It gave the receipt back with the debit.
    let explained = ports.receipts.by_id(receipt).await?.ok_or("no receipt")?;
    let part = explained.standing().next().ok_or("nothing took it back")?;
    let undone = Allocation { undone_at: Some(world.clock_now()), ..part.clone() };
    let booking = Booking { id: EntryId(id()), cause: None, ..*back.booking() };
    write(vec![PaymentChange::AllocationUndone(undone).into(), ledger::changes::Change::from(back.reversal(booking)).into()]).await?;
    assert_eq!(proof().await?, Some(OddMoney::ReceiptOfNothing(receipt)));
    Ok(())
}

/// A house without invoices.
pub(super) async fn bare(ports: &StorePorts) -> Made<(World, Member)> {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    with_account(&world, &olga).await?;
    Ok((world, olga))
}

pub(super) fn told(on: NaiveDate, amount: i64) -> Told {
    Told { on, amount, text: format!("payment of {amount}"), payer: Payer::default() }
}

/// The same lines in another file.
fn copied(number: u8, file: &StatementFile) -> StatementFile {
    StatementFile { sha256: Digest([number; 32]), ..file.clone() }
}

/// With the balances that its lines make of this one.
fn proven(file: StatementFile, (from, opening): (NaiveDate, i64), to: NaiveDate) -> StatementFile {
    let with = |statement: Statement| {
        let sum: Minor = statement.entries.iter().map(|entry| entry.amount).sum();
        let balance = |on, amount| Some(Balance { on, amount });
        let (opening, closing) = (balance(from, Minor::new(opening)), balance(to, Minor::new(opening) + sum));
        Statement { opening, closing, ..statement }
    };
    StatementFile { statements: file.statements.into_iter().map(with).collect(), ..file }
}

/// What the books hold at the bank, of bank charges, and in suspense.
pub(super) async fn books(world: &World) -> Made<[i64; 3]> {
    world.store().sealing().all().await?;
    let mut held = [0; 3];
    for (kind, held) in [AccountKind::Bank, AccountKind::BankCharges, AccountKind::Suspense].into_iter().zip(&mut held) {
        let filter = AccountFilter { kind: Some(kind), ..AccountFilter::default() };
        *held = world.store().journal.accounts(filter, None, 10).await?.into_iter().map(|balance| balance.amount.get()).sum();
    }
    Ok(held)
}

/// In whatever order files come: of a day that balances prove, nothing more counts that a file without balances tells.
pub async fn a_file_without_balances_adds_nothing_to_a_day_that_is_proven(ports: &StorePorts) -> Checked {
    let (world, olga) = bare(ports).await?;
    let (cases, today) = (world.use_cases(), world.business().now().await?.date_naive());
    let import = async |file: StatementFile| {
        let done = cases.cash.import_statements(file, &cases.cash.by_hand(&olga)?).await?;
        Made::Ok([done.imported, done.repeated, done.perhaps])
    };
    let waiting = async || Made::Ok(cases.cash.held_lines(&olga.operator(), HeldLines::Waiting, None).await?.lines);
    let on = |back: i64| today - TimeDelta::days(back);

    // With, without, with again, and without again.
    let (day, three) = (on(0), file(1, vec![told(on(0), 100), told(on(0), 20), told(on(0), 3)])?);
    let two = proven(file(1, vec![told(day, 100), told(day, 20)])?, (day, 0), day);
    assert_eq!(import(two.clone()).await?, [2, 0, 0]);
    assert_eq!(import(copied(2, &three)).await?, [0, 2, 1], "the third line waits");
    assert_eq!(import(copied(3, &two)).await?, [0, 2, 0]);
    assert_eq!(import(copied(4, &three)).await?, [0, 3, 0], "it waits once");
    assert_eq!(import(file(5, vec![told(day, 7)])?).await?, [0, 0, 1], "what is like nothing waits too");
    assert_eq!((books(&world).await?[0], waiting().await?.len()), (120, 2));
    let mut third = proven(file(6, vec![told(day, 3)])?, (day, 120), day);
    let reference = three.statements.first().and_then(|all| all.entries.last()).and_then(|entry| entry.reference.clone());
    third.statements.iter_mut().flat_map(|statement| &mut statement.entries).for_each(|entry| entry.reference.clone_from(&reference));
    assert_eq!(import(third).await?, [1, 0, 0], "the balances say that it came");
    assert_eq!((books(&world).await?[0], waiting().await?.len()), (123, 1), "and that it is the one that waited");
    let left = waiting().await?.pop().ok_or("nothing waits")?;
    let command = DecideHeldCommand { by: olga.clone(), version: left.version, decision: HeldIs::New, request: None };
    cases.cash.decide_held(left.held.id, command).await?;
    assert_eq!((books(&world).await?[0], waiting().await?.len()), (130, 0), "a person may say that it came");

    // Without first: then the balances, whose lines are perhaps those that count. What comes without them then waits.
    let day = on(20);
    assert_eq!(import(file(11, vec![told(day, 100), told(day, 20)])?).await?, [2, 0, 0]);
    let other = proven(copied(12, &file(11, vec![told(day, 100), told(day, 20)])?), (day, 0), day);
    assert_eq!(import(other).await?, [0, 0, 2]);
    assert_eq!(import(file(13, vec![told(day, 5)])?).await?, [0, 0, 1]);
    assert_eq!((books(&world).await?[0], waiting().await?.len()), (250, 3));

    // A statement over several days proves those that it leaves out, but for those it begins and ends on.
    let several = proven(file(21, vec![told(on(40), 1), told(on(36), 2)])?, (on(40), 0), on(36));
    assert_eq!(import(several).await?, [2, 0, 0]);
    for (number, back, came) in [(22, 38, [0, 0, 1]), (23, 41, [1, 0, 0]), (24, 35, [1, 0, 0])] {
        assert_eq!(import(file(number, vec![told(on(back), i64::from(number))])?).await?, came, "{back}");
    }
    assert_eq!(world.store().money_audit().verify().await?, None);
    Ok(())
}

/// What is booked more than a year ago counts once a person says so, and can be taken back as any other; no balance says so in their place.
pub async fn a_line_of_long_ago_waits_for_a_person(ports: &StorePorts) -> Checked {
    let (world, olga) = bare(ports).await?;
    let (cases, today) = (world.use_cases(), world.business().now().await?.date_naive());
    let import = async |file: StatementFile| {
        let done = cases.cash.import_statements(file, &cases.cash.by_hand(&olga)?).await?;
        Made::Ok([done.imported, done.repeated, done.perhaps, done.set_aside])
    };
    let seen = async |which| Made::Ok(cases.cash.held_lines(&olga.operator(), which, None).await?.lines);
    let decide = async |decision: HeldIs| {
        let held = seen(HeldLines::Waiting).await?.pop().ok_or("nothing waits")?;
        let command = DecideHeldCommand { by: olga.clone(), version: held.version, decision, request: None };
        Made::Ok(cases.cash.decide_held(held.held.id, command).await?.held)
    };
    let year = today.checked_sub_months(Months::new(12)).ok_or("no such day")?;
    let long_ago = year - TimeDelta::days(1);

    let both = file(1, vec![told(year, 10), told(long_ago, 20)])?;
    assert_eq!(import(both.clone()).await?, [1, 0, 0, 1], "a year is no question");
    assert_eq!(import(copied(2, &both)).await?, [0, 2, 0, 0], "it waits once");
    let [waits]: [SeenHeldLine; 1] = seen(HeldLines::Waiting).await?.try_into().map_err(|_| "one line waits")?;
    assert_eq!((waits.held.why, waits.may_count, books(&world).await?[0]), (HeldReason::LongAgo, true, 10));
    decide(HeldIs::New).await?;
    assert_eq!((books(&world).await?[0], seen(HeldLines::Waiting).await?.len()), (30, 0));
    let [decided]: [SeenHeldLine; 1] = seen(HeldLines::Decided).await?.try_into().map_err(|_| "one line is decided")?;
    let command = ReopenHeldCommand { by: olga.clone(), version: decided.version, request: None };
    assert_eq!(cases.cash.reopen_held(decided.held.id, command).await?.held.why, HeldReason::LongAgo);
    assert_eq!((books(&world).await?[0], seen(HeldLines::Waiting).await?.len()), (10, 1));
    decide(HeldIs::SetAside(Note::parse("Of another house")?)).await?;
    assert_eq!((books(&world).await?[0], seen(HeldLines::Waiting).await?.len()), (10, 0));

    // With balances that prove it is new: what they prove is asked for as well, and what follows it proves nothing.
    let day = long_ago - TimeDelta::days(400);
    let first = proven(file(11, vec![told(day, 100)])?, (day, 0), day);
    assert_eq!(import(first).await?, [0, 0, 0, 1]);
    let next = proven(file(12, vec![told(today, 7)])?, (today, 100), today);
    assert_eq!(import(next).await?, [1, 0, 0, 0]);
    assert_eq!((books(&world).await?[0], seen(HeldLines::Waiting).await?.len()), (17, 1));
    decide(HeldIs::New).await?;
    assert_eq!((books(&world).await?[0], seen(HeldLines::Waiting).await?.len()), (117, 0));
    assert_eq!(import(file(13, vec![told(day, 5)])?).await?, [0, 0, 1, 0], "the day is proven by then");
    assert_eq!(world.store().money_audit().verify().await?, None);
    Ok(())
}

/// A direct debit that came back costs more than it brought: both are booked on the day of the bank, and taken back together.
pub async fn a_return_with_the_banks_charge_in_one_sum_takes_the_receipt_back(ports: &StorePorts) -> Checked {
    let (world, olga) = bare(ports).await?;
    let (cases, today) = (world.use_cases(), world.business().now().await?.date_naive());
    let day = today - TimeDelta::days(3);
    cases.cash.import_statements(file(1, vec![told(day - TimeDelta::days(5), 100_000)])?, &cases.cash.by_hand(&olga)?).await?;
    let receipt = ports.receipts.page(Receipts::Unexplained, None, 10).await?.pop().ok_or("no receipt")?.receipt.id;
    cases.cash.import_statements(file(2, vec![told(day, -100_350)])?, &cases.cash.by_hand(&olga)?).await?;
    let line = cases.cash.open_lines(&olga.operator(), None).await?.lines.pop().ok_or("no line")?.id;
    let settle = async |what| cases.cash.settle_line(line, SettleLineCommand { by: olga.clone(), what, request: None }).await;

    let found = cases.cash.candidates(line, &olga.operator()).await?;
    assert_eq!((found.receipts, found.used), (vec![], vec![]));
    assert_eq!(found.with_charge, [ReturnedWithCharge { receipt, charge: Minor::new(350) }]);
    assert_eq!(settle(LineIs::TakenBack(receipt)).await, Err(CashError::NotThatReceipt), "less came");
    for _ in 0..2 {
        assert_eq!(settle(LineIs::TakenBackWithCharge(receipt)).await?.outcome, LineOutcome::Noted);
        assert_eq!(books(&world).await?, [-350, 350, 0]);
        for (event, subject) in [(Event::ReceiptTakenBack, receipt.0), (Event::BankCharge, line.0)] {
            let booked = ports.journal.of_event(event, vec![subject]).await?;
            assert!(booked.iter().all(|record| record.entry.booking().on == day), "{event:?}");
        }
        assert_eq!(settle(LineIs::TakenBackWithCharge(receipt)).await, Err(CashError::LineSettled));
        world.store().sealing().all().await?;
        assert_eq!(world.store().money_audit().verify().await?, None);
        assert_eq!(cases.cash.reopen_line(line, &olga).await?.outcome, LineOutcome::Open);
        assert_eq!(books(&world).await?, [100_000, 0, -100_000]);
        assert_eq!(cases.cash.reopen_line(line, &olga).await, Err(CashError::NothingSaid), "nobody says what it is");
    }

    // What is more than half of it all is no charge, nor what is less than came.
    let import = async |number: u8, amount: i64| {
        cases.cash.import_statements(file(number, vec![told(day, amount)])?, &cases.cash.by_hand(&olga)?).await?;
        let lines = cases.cash.open_lines(&olga.operator(), None).await?.lines;
        Made::Ok(lines.into_iter().find(|line| line.line.amount.get() == amount).ok_or("no line")?.id)
    };
    for (number, amount) in [(3, -200_001), (4, -100_000), (5, -99_999)] {
        let other = import(number, amount).await?;
        let what = LineIs::TakenBackWithCharge(receipt);
        let refused = cases.cash.settle_line(other, SettleLineCommand { by: olga.clone(), what, request: None }).await;
        assert_eq!(refused, Err(CashError::NotThatReceipt), "{amount}");
    }
    Ok(())
}

/// What a person took back comes back by that person, and by no other one.
pub async fn a_receipt_that_was_taken_back_is_brought_back_by_its_maker(ports: &StorePorts) -> Checked {
    let (world, olga) = bare(ports).await?;
    let (cases, today) = (world.use_cases(), world.business().now().await?.date_naive());
    let otto = world.operator_of("otto@example.com", OperatorRoles::all()).await?;
    let enter = async |amount: i64| {
        let (amount, payer) = (Money::parse(amount, Currency::parse("EUR")?)?, EnteredPayer::default());
        let command =
            ReceiptCommand { by: olga.clone(), on: today, amount, payer, text: None, parts: Vec::new(), is_another: true, request: None };
        Made::Ok(cases.cash.enter_receipt(command).await?.receipt.id)
    };
    let take = async |id, same_as: &[ReceiptId]| {
        let command = TakeBackCommand { by: olga.clone(), same_as: same_as.iter().copied().collect(), request: None };
        cases.cash.take_back_receipt(id, command).await
    };
    let bring = async |id, by: &Member| cases.cash.bring_receipt_back(id, BringBackCommand { by: by.clone(), request: None }).await;
    let bringable = async |by: &Member| {
        let all = ports.receipts.page(Receipts::All, None, 10).await?;
        Made::Ok(cases.cash.bringable(&all, &by.operator()).await?.into_iter().collect::<Vec<_>>())
    };
    let mistake = enter(500).await?;
    assert_eq!(bring(mistake, &olga).await, Err(Refused::NothingToUndo.into()), "it is there");
    for _ in 0..2 {
        take(mistake, &[]).await?;
        assert_eq!((books(&world).await?, bringable(&olga).await?), ([0, 0, 0], vec![mistake]));
        assert_eq!((bring(mistake, &otto).await, bringable(&otto).await?), (Err(CashError::OnlyByItsMaker), vec![]));
        assert_eq!(bring(mistake, &olga).await?.left(), Minor::new(500));
        assert_eq!((books(&world).await?, bringable(&olga).await?), ([500, 0, -500], vec![]));
    }
    // As the one that the bank told: that stays what it is.
    cases.cash.import_statements(file(1, vec![told(today - TimeDelta::days(1), 500)])?, &cases.cash.by_hand(&olga)?).await?;
    let bank = ports.receipts.page(Receipts::All, None, 10).await?.into_iter().map(|found| found.receipt.id).find(|id| *id != mistake);
    let bank = bank.ok_or("no other receipt")?;
    take(mistake, &[bank]).await?;
    assert_eq!(books(&world).await?, [500, 0, -500]);
    bring(mistake, &olga).await?;
    assert_eq!(books(&world).await?, [1_000, 0, -1_000]);
    // The other way round, its line says so, and is reopened.
    take(bank, &[mistake]).await?;
    assert_eq!((bring(bank, &olga).await, bringable(&olga).await?), (Err(CashError::LineExplained), vec![]));
    cases.cash.reopen_line(LineId(bank.0), &olga).await?;
    assert_eq!(books(&world).await?, [1_000, 0, -1_000]);
    assert_eq!(world.store().money_audit().verify().await?, None);
    Ok(())
}

pub async fn each_line_of_a_long_statement_counts_once(ports: &StorePorts) -> Checked {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    with_account(&world, &olga).await?;
    let sold = Box::pin(funded(&world, &olga, 20)).await?;
    let today = today(&world, &olga, &sold).await?;
    let all = lines();
    let payer = payer(&world, &olga, &sold).await?;
    let told: Vec<_> = (0..all)
        .map(|line| {
            let reference = sold.get(line % sold.len()).map_or_else(String::new, |(_, reference)| reference.clone());
            let text = if line.is_multiple_of(SILENT) { "thank you".to_owned() } else { format!("Rechnung {line} {reference}") };
            Told { on: today, amount: PAID, text, payer: payer.clone() }
        })
        .collect();
    let file = file(1, told)?;
    let bank = async || {
        world.use_cases().ledger.trial_balance(None, None).await?;
        let filter = AccountFilter { kind: Some(AccountKind::Bank), ..AccountFilter::default() };
        let held = ports.journal.accounts(filter, None, 10).await?;
        Made::Ok(held.into_iter().map(|balance| balance.amount).sum::<Minor>())
    };
    let before = bank().await?;

    let cases = world.use_cases();
    let by = cases.cash.by_hand(&olga)?;
    let commit = Arc::new(CutShort { commit: cases.cash.commit.clone(), left: AtomicUsize::new(2) });
    let receivables = Arc::new(Receivables { commit: commit.clone(), ..Receivables::clone(&cases.receivables) });
    let cut = Cash { receivables, commit, ..Cash::clone(&cases.cash) };
    assert!(cut.import_statements(file.clone(), &by).await.is_err(), "cut short after the statement and a page");
    let taken = cases.cash.statements(&olga.operator(), None).await?.statements.pop().ok_or("no statement")?.statement.taken;
    assert_eq!(taken, 100, "a page is all or nothing");
    let paid = |count: usize| Minor::new(PAID * i64::try_from(count).unwrap_or_default());
    assert_eq!(bank().await?, before + paid(100));

    let both = join_all([cases.cash.import_statements(file.clone(), &by), cases.cash.import_statements(file.clone(), &by)]).await;
    let both = both.into_iter().collect::<Result<Vec<_>, _>>()?;
    let new: usize = both.iter().map(|done| done.imported).sum();
    assert_eq!(new, all - 100, "{both:?}");
    assert_eq!(both.iter().map(|done| done.imported + done.repeated).collect::<Vec<_>>(), [all, all]);
    assert_eq!(bank().await?, before + paid(all));
    let again = cases.cash.import_statements(file, &by).await?;
    assert_eq!((again.imported, again.repeated), (0, all));

    let silent = (0..all).filter(|line| line.is_multiple_of(SILENT)).count();
    let faces: Minor = (FACE..).take(sold.len()).map(Minor::new).sum();
    let mut open = Minor::ZERO;
    for (id, _) in &sold {
        open += cases.receivables.examined(*id, &olga.operator()).await?.kept.position.open;
    }
    assert_eq!(open, faces - paid(all - silent), "each reference was paid");
    let waiting = ports.receipts.page(Receipts::Unexplained, None, i64::from(i32::MAX)).await?;
    assert_eq!(waiting.len(), silent);
    let reconciled = cases.cash.statements(&olga.operator(), None).await?.statements.pop().ok_or("no statement")?;
    assert_eq!(usize::try_from(reconciled.statement.taken)?, all);
    Ok(())
}
