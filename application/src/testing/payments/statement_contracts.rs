//! What every store keeps of statements.

use super::super::contracts::{Checked, context, id, member, noon};
use crate::{
    StorePorts,
    kernel::commit::CommitError,
    ledger::changes::Change as LedgerChange,
    payments::{
        changes::Change,
        differences::Outstanding,
        gaps::gaps,
        ports::HeldLines,
        statements::{BankAccountOf, DayTold, Decided, FoundStatement, HeldLine, LineRecord, OfEntry, StatementRecord},
    },
    receivables::changes::Change as ReceivablesChange,
};
use chrono::NaiveDate;
use futures_util::future::{join, join_all};
use sooner_domain::{
    house::open_days::OpenDays,
    kernel::{
        calendar::LAST_DAY,
        canonical::{Canonical, Digest},
        coded::Coded,
        ids::{ReceivableId, UserId},
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::{
        entry::EntryId,
        manual::{ManualEntry, ManualEvent, Parts},
    },
    payments::{
        receipt::{Allocation, AllocationId, Payer, Receipt, ReceiptId, Target},
        statement::{
            Balance, DifferencePart, HeldDecision, HeldReason, Legible, LineId, LineOutcome, StatementId, StatementLine,
            told::{Piece, Stretch},
        },
    },
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    error::Error,
};
use uuid::Uuid;

fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, number).unwrap_or_default()
}

/// Something that nothing else in the store has.
fn digest() -> Digest {
    Canonical::text(id()).digest()
}

fn statement(by: UserId) -> Result<StatementRecord, Box<dyn Error>> {
    Ok(StatementRecord {
        id: StatementId(id()),
        sha256: digest(),
        place: 0,
        account: "DE02120300000000202051".to_owned(),
        currency: Currency::parse("EUR")?,
        name: "2027/3".to_owned(),
        sequence: Some(3),
        opening: Some(Balance { on: day(4), amount: Minor::new(-5) }),
        closing: Some(Balance { on: day(5), amount: Minor::new(95) }),
        content: None,
        lines: 2,
        taken: 0,
        differs: Minor::new(3),
        later: Minor::new(18),
        excludes_later: false,
        imported_by: by,
        imported_at: noon(),
    })
}

fn line(of: &StatementRecord, amount: i64, (outcome, about): (LineOutcome, Option<Uuid>)) -> Result<LineRecord, Box<dyn Error>> {
    let line = StatementLine {
        key: digest(),
        booked_on: day(5),
        value_on: day(4),
        amount: Minor::new(amount),
        other: Payer { name: Some(Line::parse("Nordwind AG")?), iban: None },
        text: Some(Note::parse("Invoice \"7\"\nthank you")?),
        names: vec!["E2E \"7\"".to_owned(), "RF18".to_owned()],
        returned: (amount < 0).then(|| Line::parse("AC04")).transpose()?,
        is_charge: outcome == LineOutcome::Charge,
    };
    let entry = Some(OfEntry { number: 4, amount: Minor::new(amount), reference: Some("R \"1\"".to_owned()) });
    Ok(LineRecord { id: LineId(id()), statement: of.id, place: 1, currency: of.currency, entry, line, outcome, about })
}

async fn commit(ports: &StorePorts, change: Change) -> Result<(), CommitError> {
    ports.payments.commit(vec![change], context()).await
}

async fn added(ports: &StorePorts, line: &LineRecord) -> Result<(), CommitError> {
    commit(ports, Change::LineAdded(Box::new(line.clone()))).await
}

pub async fn a_statement_is_kept_once_with_how_far_it_was_taken(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.one@example.com").await?;
    let first = statement(user.id())?;
    let same = StatementRecord { id: StatementId(id()), ..first.clone() };
    let other = StatementRecord { id: StatementId(id()), place: 1, opening: None, closing: None, ..first.clone() };
    let answers = join_all([&first, &same, &other].map(|one| commit(ports, Change::StatementAdded(Box::new(one.clone()))))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 2, "one of a file and place");
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    let kept = ports.statements.of_file(first.sha256, 0).await?.ok_or("gone")?;
    assert_eq!(StatementRecord { id: first.id, ..kept.clone() }, first);
    assert_eq!(ports.statements.of_file(first.sha256, 1).await?, Some(other.clone()));
    assert_eq!(ports.statements.of_file(digest(), 0).await?, None);
    assert_eq!(ports.statements.by_id(kept.id).await?.as_ref(), Some(&kept));
    let latest = ports.statements.latest(1_000).await?;
    assert!(latest.contains(&kept) && !latest.contains(&other), "those that ended");
    let of = |record: &StatementRecord| BankAccountOf { account: record.account.clone(), currency: record.currency };
    let closed_on = kept.closing.ok_or("no balance")?.on;
    for by in [closed_on, LAST_DAY] {
        assert_eq!(ports.statements.of_last_day(of(&kept), by).await?, std::slice::from_ref(&kept));
    }
    let before = closed_on.pred_opt().ok_or("no day")?;
    assert_eq!(ports.statements.of_last_day(of(&kept), before).await?, []);
    for (taken, then) in [(1, 1), (2, 2), (1, 2)] {
        commit(ports, Change::StatementTaken { id: kept.id, taken }).await?;
        assert_eq!(ports.statements.of_file(kept.sha256, 0).await?.ok_or("gone")?.taken, then);
    }
    added(ports, &line(&kept, -1, (LineOutcome::Open, None))?).await?;
    let page = ports.statements.page(None, 1_000).await?;
    let of_file = page.iter().filter(|found| found.record.sha256 == first.sha256);
    let of_file: Vec<_> = of_file.map(|found| (found.record.place, found.open, found.is_continued)).collect();
    let (has_open, has_none) = ((0, 1, false), (1, 0, false));
    assert_eq!(of_file, [has_open, has_none], "what does not say when it ends is behind the others");
    assert_eq!(ports.statements.first_day(of(&kept)).await?, Some(day(4)));
    assert_eq!(ports.statements.first_day(BankAccountOf { account: "DE0".to_owned(), ..of(&kept) }).await?, None);
    // Told again by another file, it has no line of its own; of another length it is another one.
    let again = StatementRecord { id: StatementId(id()), sha256: digest(), taken: 2, ..first.clone() };
    let longer = StatementRecord { id: StatementId(id()), sha256: digest(), lines: 3, taken: 3, ..first.clone() };
    for record in [&again, &longer] {
        commit(ports, Change::StatementAdded(Box::new(record.clone()))).await?;
    }
    let listed: BTreeSet<_> = ports.statements.page(None, 1_000).await?.iter().map(|found| found.record.id).collect();
    assert_eq!([&kept, &again, &longer].map(|record| listed.contains(&record.id)), [true, false, true]);
    let end = Balance { on: day(5), amount: Minor::new(90) };
    let more = StatementRecord { id: StatementId(id()), sha256: digest(), opening: first.closing, closing: Some(end), ..first.clone() };
    commit(ports, Change::StatementAdded(Box::new(more.clone()))).await?;
    let page = ports.statements.page(None, 1_000).await?;
    let continued = |of: StatementId| page.iter().find(|found| found.record.id == of).map(|found| found.is_continued);
    assert_eq!([continued(kept.id), continued(other.id), continued(more.id)], [Some(true), Some(false), Some(false)]);
    // An older one that is imported later is not on top.
    let early = Some(Balance { on: day(2), amount: Minor::new(7) });
    let older = StatementRecord { id: StatementId(id()), sha256: digest(), opening: early, closing: early, ..first.clone() };
    commit(ports, Change::StatementAdded(Box::new(older.clone()))).await?;
    let places = [kept.id, older.id, other.id];
    let listed =
        |page: Vec<FoundStatement>| page.into_iter().map(|found| found.record.id).filter(|id| places.contains(id)).collect::<Vec<_>>();
    assert_eq!(listed(ports.statements.page(None, 1_000).await?), places);
    for (at, behind) in [(kept.id, &places[1..]), (older.id, &places[2..]), (other.id, &places[3..])] {
        assert_eq!(listed(ports.statements.page(Some(at), 1_000).await?), behind);
    }
    assert_eq!(ports.statements.page(Some(StatementId(id())), 1_000).await?, [], "of nothing there is nothing behind");
    Ok(())
}

pub async fn a_line_is_kept_once_whatever_became_of_it(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.line@example.com").await?;
    let of = statement(user.id())?;
    commit(ports, Change::StatementAdded(Box::new(of.clone()))).await?;
    for outcome in LineOutcome::ALL {
        let amount = if *outcome == LineOutcome::Receipt { 100 } else { -100 };
        let about = (*outcome != LineOutcome::Open).then(id);
        let kept = line(&of, amount, (*outcome, about))?;
        let same_key = LineRecord { id: LineId(id()), ..kept.clone() };
        let answers = join_all([&kept, &same_key].map(|line| added(ports, line))).await;
        assert_eq!(answers.iter().filter(|answer| **answer == Err(CommitError::Stale)).count(), 1, "{answers:?}");
        let found = ports.statements.line(kept.id).await?.or(ports.statements.line(same_key.id).await?).ok_or("gone")?;
        assert_eq!(LineRecord { id: kept.id, ..found.clone() }, kept);
        assert_eq!(ports.statements.about(about.into_iter().chain([id()]).collect()).await?.len(), usize::from(about.is_some()));
        let open = ports.statements.open(None, 1_000).await?;
        assert_eq!(open.contains(&found), *outcome == LineOutcome::Open);
        let settled = commit(ports, settled(found.id, LineOutcome::Open, &[])).await;
        assert_eq!(settled.is_ok(), *outcome == LineOutcome::Open, "{outcome:?} {settled:?}");
    }
    Ok(())
}

/// It is found out to be in the books.
fn settled(id: LineId, seen: LineOutcome, entries: &[EntryId]) -> Change {
    Change::LineSettled {
        id,
        seen,
        outcome: LineOutcome::Noted,
        about: None,
        entries: entries.iter().copied().collect(),
        receipts: BTreeSet::new(),
    }
}

/// Of an entry by hand, whatever happens at once: a line stands for it, or it is reversed.
pub async fn an_entry_is_reversed_or_a_line_stands_for_it(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.reversed@example.com").await?;
    let of = statement(user.id())?;
    commit(ports, Change::StatementAdded(Box::new(of.clone()))).await?;
    for turn in 0..16 {
        let (event, on, amount) = (ManualEvent::BankCharge, day(5), Money::parse(9, of.currency)?);
        let manual = ManualEntry::parse(Parts {
            id: EntryId(id()),
            event,
            on,
            amount,
            note: Note::parse("Fee")?,
            reverses: None,
            explains: None,
            beside: None,
        })?;
        let entry = manual.entry(OpenDays::new(on, None), noon(), None)?;
        ports.ledger.commit(vec![entry.clone().into()], context()).await?;
        let reversing = ManualEntry::reversing(&entry, EntryId(id()), Note::parse("Twice")?)?;
        let reversal = reversing.reversal(&entry, (on, noon()), None).ok_or("none")?;
        let reverse = || {
            let untold = ReceivablesChange::from(Change::EntryUntold(manual.id())).into();
            ports.approvals.commit(vec![untold, LedgerChange::from(reversal.clone()).into()], context())
        };
        let waits = line(&of, -9, (LineOutcome::Open, None))?;
        added(ports, &waits).await?;
        let fresh = line(&of, -9, (LineOutcome::Noted, Some(manual.id().0)))?;
        let stands = async {
            if turn % 2 == 0 {
                added(ports, &fresh).await
            } else {
                commit(ports, settled(waits.id, LineOutcome::Open, &[manual.id()])).await
            }
        };
        let (reversed, stood) = join(reverse(), stands).await;
        assert_ne!(reversed.is_ok(), stood.is_ok(), "{turn}: {reversed:?} {stood:?}");
        assert!(matches!(reversed, Ok(()) | Err(CommitError::Stale)) && matches!(stood, Ok(()) | Err(CommitError::Stale)));
        assert_eq!(ports.journal.reversal_of(manual.id()).await?.is_some(), reversed.is_ok());
        // One after the other, it is the same.
        let later = LineRecord { id: LineId(id()), ..line(&of, -9, (LineOutcome::Noted, Some(manual.id().0)))? };
        match reversed {
            Ok(()) => {
                assert_eq!(added(ports, &later).await, Err(CommitError::Stale));
                let taken = commit(ports, settled(waits.id, LineOutcome::Open, &[manual.id()])).await;
                assert_eq!(taken, Err(CommitError::Stale));
            }
            Err(_) => assert_eq!(reverse().await, Err(CommitError::Stale)),
        }
    }
    Ok(())
}

pub async fn an_entry_stands_on_one_line(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.entry@example.com").await?;
    let of = statement(user.id())?;
    commit(ports, Change::StatementAdded(Box::new(of.clone()))).await?;
    let lines = [line(&of, -9, (LineOutcome::Open, None))?, line(&of, -9, (LineOutcome::Open, None))?];
    let mut entries = Vec::new();
    for _ in 0..2 {
        let (event, on, amount) = (ManualEvent::BankCharge, day(5), Money::parse(9, of.currency)?);
        let manual = ManualEntry::parse(Parts {
            id: EntryId(id()),
            event,
            on,
            amount,
            note: Note::parse("Fee")?,
            reverses: None,
            explains: None,
            beside: None,
        })?;
        ports.ledger.commit(vec![manual.entry(OpenDays::new(on, None), noon(), None)?.into()], context()).await?;
        entries.push(manual.id());
    }
    let told = async || -> Result<Vec<Uuid>, Box<dyn Error>> {
        let things = entries.iter().map(|id| id.0).chain(lines.iter().map(|line| line.id.0)).collect();
        let told = ports.statements.told(things).await?;
        assert!(told.iter().all(|(_, currency)| *currency == of.currency));
        Ok(told.into_iter().map(|(thing, _)| thing).collect())
    };
    for line in &lines {
        added(ports, line).await?;
    }
    assert!(told().await?.is_empty(), "an open line tells of nothing");
    let both = lines.each_ref().map(|line| commit(ports, settled(line.id, LineOutcome::Open, &entries)));
    let answers = join_all(both).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    let [one, other] = if answers[0].is_ok() { [&lines[0], &lines[1]] } else { [&lines[1], &lines[0]] };
    let all: BTreeSet<Uuid> = entries.iter().map(|id| id.0).chain([one.id.0]).collect();
    assert_eq!(told().await?.into_iter().collect::<BTreeSet<_>>(), all);
    assert_eq!(ports.statements.line(other.id).await?.map(|line| line.outcome), Some(LineOutcome::Open), "all of it or nothing");
    let of_both = ports.statements.entries_of(vec![one.id, other.id]).await?;
    assert_eq!(of_both, HashMap::from([(one.id, entries.iter().copied().collect())]));
    let reopened = |seen| Change::LineSettled {
        id: one.id,
        seen,
        outcome: LineOutcome::Open,
        about: None,
        entries: BTreeSet::new(),
        receipts: BTreeSet::new(),
    };
    assert_eq!(commit(ports, reopened(LineOutcome::Charge)).await, Err(CommitError::Stale));
    commit(ports, reopened(LineOutcome::Noted)).await?;
    assert!(told().await?.is_empty() && ports.statements.entries_of(vec![one.id]).await?.is_empty());
    commit(ports, settled(other.id, LineOutcome::Open, &entries[..1])).await?;
    assert_eq!(commit(ports, settled(one.id, LineOutcome::Open, &entries)).await, Err(CommitError::Stale));
    Ok(())
}

/// Several receipts that were entered by hand are what one line says, and what no other one does.
pub async fn a_receipt_is_told_by_one_line_with_others(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.together@example.com").await?;
    let of = StatementRecord { currency: Currency::parse("SEK")?, ..statement(user.id())? };
    commit(ports, Change::StatementAdded(Box::new(of.clone()))).await?;
    let lines = [line(&of, 200, (LineOutcome::Receipt, None))?, line(&of, 200, (LineOutcome::Receipt, None))?];
    let receipts = [receipt(user.id(), (day(20), "A"))?, receipt(user.id(), (day(22), "B"))?];
    for line in &lines {
        added(ports, line).await?;
    }
    for receipt in &receipts {
        commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    }
    let ids = receipts.each_ref().map(|receipt| receipt.id);
    let together = |line: LineId, seen, of: &[ReceiptId]| {
        let outcome = if of.is_empty() { LineOutcome::Receipt } else { LineOutcome::Noted };
        Change::LineSettled { id: line, seen, outcome, about: None, entries: BTreeSet::new(), receipts: of.iter().copied().collect() }
    };
    let told = async || -> Result<usize, Box<dyn Error>> { Ok(ports.statements.told(ids.iter().map(|id| id.0).collect()).await?.len()) };
    let by_hand = async || -> Result<usize, Box<dyn Error>> {
        Ok(ports.receipts.by_hand(of.currency, vec![day(20), day(22)], vec![Minor::new(100)]).await?.len())
    };
    assert_eq!((told().await?, by_hand().await?), (0, 2));
    let both = lines.each_ref().map(|line| commit(ports, together(line.id, LineOutcome::Receipt, &ids)));
    let answers = join_all(both).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    assert_eq!((told().await?, by_hand().await?), (2, 0));
    let [one, other] = if answers[0].is_ok() { [&lines[0], &lines[1]] } else { [&lines[1], &lines[0]] };
    assert_eq!(commit(ports, together(other.id, LineOutcome::Receipt, &ids[..1])).await, Err(CommitError::Stale));
    commit(ports, together(one.id, LineOutcome::Noted, &[])).await?;
    assert_eq!((told().await?, by_hand().await?), (0, 2));
    commit(ports, together(other.id, LineOutcome::Receipt, &ids[1..])).await?;
    assert_eq!(commit(ports, together(one.id, LineOutcome::Receipt, &ids)).await, Err(CommitError::Stale));
    // What was booked near a day, the newest first.
    let near = async |from: u32, to: u32, most: i64| -> Result<Vec<ReceiptId>, Box<dyn Error>> {
        let found = ports.receipts.between(of.currency, (day(from), day(to)), most).await?;
        Ok(found.into_iter().map(|found| found.receipt.id).collect())
    };
    assert_eq!(near(20, 22, 10).await?, [ids[1], ids[0]]);
    assert_eq!((near(20, 22, 1).await?, near(20, 21, 10).await?, near(1, 19, 10).await?), (vec![ids[1]], vec![ids[0]], vec![]));
    assert_eq!(ports.receipts.between(Currency::parse("EUR")?, (day(20), day(22)), 10).await?, []);
    Ok(())
}

pub async fn a_missing_statement_is_noticed(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.gap@example.com").await?;
    let account = id().simple().to_string();
    let of_days = |from: u32, to: u32, (opening, closing): (i64, i64)| -> Result<StatementRecord, Box<dyn Error>> {
        let [opening, closing] =
            [(from, opening), (to, closing)].map(|(on, amount)| Some(Balance { on: day(on), amount: Minor::new(amount) }));
        Ok(StatementRecord { account: account.clone(), opening, closing, ..statement(user.id())? })
    };
    let all = [of_days(4, 5, (0, 10))?, of_days(5, 6, (10, 20))?, of_days(8, 9, (25, 30))?, of_days(9, 10, (30, 40))?];
    for one in &all {
        commit(ports, Change::StatementAdded(Box::new(one.clone()))).await?;
    }
    let gaps = async || -> Result<Vec<(NaiveDate, i64)>, Box<dyn Error>> {
        let found = gaps(&ports.statements.latest(1_000).await?);
        Ok(found.iter().filter(|gap| gap.account == account).map(|gap| (gap.after.on, gap.amount().get())).collect())
    };
    assert_eq!(gaps().await?, [(day(6), 5)]);
    commit(ports, Change::StatementAdded(Box::new(of_days(6, 8, (20, 25))?))).await?;
    assert_eq!(gaps().await?, [], "it came");
    Ok(())
}

pub async fn the_lines_of_a_statement_are_read_in_their_order(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.order@example.com").await?;
    let of = StatementRecord { currency: Currency::parse("CZK")?, ..statement(user.id())? };
    commit(ports, Change::StatementAdded(Box::new(of.clone()))).await?;
    for place in [2, 0, 1] {
        added(ports, &LineRecord { place, ..line(&of, -3, (LineOutcome::Open, None))? }).await?;
    }
    let places = async |of, after, most| -> Result<Vec<i32>, Box<dyn Error>> {
        Ok(ports.statements.lines_of(of, after, most).await?.iter().map(|line| line.place).collect())
    };
    assert_eq!(places(of.id, None, 10).await?, [0, 1, 2]);
    assert_eq!((places(of.id, Some(0), 1).await?, places(StatementId(id()), None, 10).await?), (vec![1], vec![]));
    added(ports, &line(&of, -4, (LineOutcome::Charge, None))?).await?;
    assert_eq!(ports.statements.unexplained(of.currency).await?, [(day(5), Minor::new(-3)); 3], "what is explained is not");
    Ok(())
}

fn receipt(by: UserId, (on, iban): (NaiveDate, &str)) -> Result<Receipt, Box<dyn Error>> {
    Ok(Receipt {
        id: ReceiptId(id()),
        booked_on: on,
        value_on: on,
        amount: Money::parse(100, Currency::parse("SEK")?)?,
        payer: Payer { name: None, iban: Some(Line::parse(iban)?) },
        text: None,
        entered_by: by,
        entered_at: noon(),
    })
}

pub async fn what_was_entered_by_hand_is_found_until_it_stands_on_a_statement(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.hand@example.com").await?;
    let (first, second) = (receipt(user.id(), (day(20), "A"))?, receipt(user.id(), (day(21), "A"))?);
    for receipt in [&first, &second] {
        commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    }
    let (amount, other) = (Minor::new(first.amount.amount_minor()), Minor::new(first.amount.amount_minor() + 1));
    let of_amounts = async |currency: &str, days: Vec<NaiveDate>, amounts: Vec<Minor>| {
        let found = ports.receipts.by_hand(Currency::parse(currency)?, days, amounts).await?;
        Ok::<_, Box<dyn Error>>(found.into_iter().map(|found| found.receipt.id).collect::<Vec<_>>())
    };
    let by_hand = async |currency: &str, days: Vec<NaiveDate>| of_amounts(currency, days, vec![other, amount]).await;
    assert_eq!(by_hand("SEK", vec![day(20), day(21)]).await?, [first.id, second.id]);
    assert_eq!(by_hand("SEK", vec![day(21), day(22)]).await?, [second.id]);
    assert_eq!(of_amounts("SEK", vec![day(20), day(21)], vec![other]).await?, []);
    assert_eq!(by_hand("NOK", vec![day(21)]).await?, []);
    let of = statement(user.id())?;
    commit(ports, Change::StatementAdded(Box::new(of.clone()))).await?;
    added(ports, &line(&of, 100, (LineOutcome::Noted, Some(first.id.0)))?).await?;
    assert_eq!(by_hand("SEK", vec![day(20), day(21)]).await?, [second.id]);
    let own = LineRecord { id: LineId(second.id.0), ..line(&of, 100, (LineOutcome::Noted, Some(first.id.0)))? };
    added(ports, &own).await?;
    assert_eq!(by_hand("SEK", vec![day(20), day(21)]).await?, [], "its own line tells of another one");
    Ok(())
}

pub async fn what_an_account_paid_before_is_found(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "statement.payer@example.com").await?;
    let (account, other) = (id().simple().to_string(), id().simple().to_string());
    let receipt = receipt(user.id(), (day(5), &account))?;
    commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    let part = |target| Allocation {
        id: AllocationId(id()),
        receipt: receipt.id,
        target,
        amount: Minor::new(10),
        by: user.id(),
        at: noon(),
        undone_at: None,
        recognised: None,
    };
    let [paid, undone, passed] = [ReceivableId(id()), ReceivableId(id()), ReceivableId(id())];
    let parts = [part(Target::Receivable(paid)), part(Target::Receivable(undone)), part(Target::PassOn(place.company, passed))];
    for (part, left) in parts.iter().zip([100, 90, 80]) {
        commit(ports, Change::Allocated { allocation: part.clone(), left: Minor::new(left) }).await?;
    }
    let [_, second, _] = parts;
    commit(ports, Change::AllocationUndone(Allocation { undone_at: Some(noon()), ..second })).await?;
    assert_eq!(ports.receipts.paid_from(vec![account.clone(), other]).await?, [(account, paid)]);
    Ok(())
}

/// The account that a statement is of: nothing else in the store is.
fn own_account(record: &mut StatementRecord) -> BankAccountOf {
    record.account = id().simple().to_string();
    BankAccountOf { account: record.account.clone(), currency: record.currency }
}

pub async fn what_was_weighed_is_written_as_long_as_nothing_else_was(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.gate@example.com").await?;
    let account = own_account(&mut statement(user.id())?);
    for seen in 0..3 {
        assert_eq!(ports.statements.moves(account.clone()).await?, seen);
        let moved = || commit(ports, Change::AccountMoved { account: account.clone(), seen });
        let answers = join_all([moved(), moved()]).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    }
    Ok(())
}

pub async fn what_statements_prove_of_a_day_is_joined(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.days@example.com").await?;
    let mut first = statement(user.id())?;
    let account = own_account(&mut first);
    let second = StatementRecord { id: StatementId(id()), sha256: digest(), name: "2".to_owned(), ..first.clone() };
    let mut other = statement(user.id())?;
    let other_account = own_account(&mut other);
    for record in [&first, &second, &other] {
        commit(ports, Change::StatementAdded(Box::new(record.clone()))).await?;
    }
    let tell = async |of: &StatementRecord, on, (from, to): (i64, i64), (opening, closing): (i64, i64), joined: &[StatementId]| {
        let [from, to, opening, closing] = [from, to, opening, closing].map(Minor::new);
        let stretch = Stretch { id: of.id.0, opening, closing };
        let told = DayTold { statement: of.id, on, from, to, stretch };
        commit(ports, Change::DayTold { told, joined: joined.iter().map(|id| id.0).collect() }).await?;
        let name = of.name.clone();
        Ok::<_, Box<dyn Error>>(Piece { statement: of.id, name, from, to, stretch, is_open: false })
    };
    let begin = tell(&first, day(5), (0, 20), (0, 20), &[]).await?;
    tell(&first, day(6), (20, 25), (20, 25), &[]).await?;
    tell(&other, day(5), (0, 20), (0, 20), &[]).await?;
    let end = tell(&second, day(5), (20, 30), (0, 30), &[first.id]).await?;
    let begin = Piece { stretch: end.stretch, ..begin };
    let mut expected = vec![begin.clone(), end];
    expected.sort_by_key(|piece| piece.statement);
    let line_of_day = line(&first, 7, (LineOutcome::Receipt, None))?;
    added(ports, &line_of_day).await?;
    added(ports, &line(&other, 8, (LineOutcome::Receipt, None))?).await?;
    let found = ports.statements.day(account.clone(), day(5)).await?;
    assert_eq!(
        (found.pieces, found.lines, found.held, found.set_aside),
        (expected, vec![line_of_day], vec![], BTreeSet::new()),
        "of this account and day alone"
    );
    let next = ports.statements.day(account.clone(), day(6)).await?;
    assert_eq!(next.pieces.iter().map(|piece| piece.stretch.closing.get()).collect::<Vec<_>>(), [25], "another day is another stretch");
    assert_eq!(ports.statements.places(first.id).await?, (BTreeSet::from([1]), BTreeSet::new()));
    for (statement, on) in [(second.id, day(5)), (second.id, day(6)), (other.id, day(6))] {
        commit(ports, Change::DayUntold { statement, on }).await?;
    }
    let alone = Piece { stretch: Stretch { id: first.id.0, opening: begin.from, closing: begin.to }, ..begin };
    assert_eq!(ports.statements.day(account, day(5)).await?.pieces, [alone], "what it joined is alone again");
    assert_eq!(ports.statements.day(other_account, day(5)).await?.pieces.len(), 1, "of another account and day all stays");
    Ok(())
}

fn decided(is: HeldDecision, by: UserId) -> Decided {
    Decided { is, by, at: noon(), is_proven: false, known_as: None, reason: None }
}

fn legible() -> Result<Legible, Box<dyn Error>> {
    Ok(Legible {
        booked_on: Some(day(5)),
        value_on: None,
        amount: Some(Line::parse("75,00 EUR \"?\"")?),
        magnitude: Some(Minor::new(7_500)),
        direction: Some(Line::parse("IN")?),
        other: Payer { name: Some(Line::parse("Nordwind AG")?), iban: Some(Line::parse("DE1")?) },
        text: Some(Note::parse("Invoice 7")?),
        raw: "<Ntry>\"7\"</Ntry>".to_owned(),
    })
}

/// One that was read, and one that was not.
fn held_lines(of: &StatementRecord) -> Result<[HeldLine; 2], Box<dyn Error>> {
    let LineRecord { id: line_id, line, entry, .. } = line(of, -7, (LineOutcome::Open, None))?;
    let line = StatementLine { key: Digest([0; 32]), ..line };
    let whole = HeldLine {
        id: line_id,
        statement: of.id,
        place: 3,
        currency: of.currency,
        entry: entry.ok_or("no entry")?,
        at_line: 77,
        what: None,
        line: Some(line),
        legible: None,
        balances: Some((Minor::new(1), Minor::new(-6))),
        why: HeldReason::Altered,
        perhaps: Some(LineId(id())),
        was: Some(Minor::new(-8)),
        decided: None,
    };
    let odd = HeldLine {
        id: LineId(id()),
        place: 4,
        what: Some("Amt".to_owned()),
        line: None,
        legible: Some(legible()?),
        balances: None,
        why: HeldReason::Unreadable,
        perhaps: None,
        was: None,
        ..whole.clone()
    };
    Ok([whole, odd])
}

pub async fn a_line_waits_until_it_is_decided_once(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.held@example.com").await?;
    let mut of = statement(user.id())?;
    let account = own_account(&mut of);
    commit(ports, Change::StatementAdded(Box::new(of.clone()))).await?;
    let [whole, odd] = held_lines(&of)?;
    for held in [&whole, &odd] {
        commit(ports, Change::LineHeld(Box::new(held.clone()))).await?;
        assert_eq!(ports.statements.held_line(held.id).await?.as_ref(), Some(held));
    }
    let same_place = HeldLine { id: LineId(id()), ..odd.clone() };
    assert_eq!(commit(ports, Change::LineHeld(Box::new(same_place))).await, Err(CommitError::Stale));
    let held_of = async || -> Result<Vec<HeldLine>, Box<dyn Error>> { Ok(ports.statements.held_of(account.clone()).await?) };
    let mut both = vec![whole.clone(), odd.clone()];
    both.sort_by_key(|held| held.id);
    assert_eq!(held_of().await?, both);
    assert_eq!(ports.statements.day(account.clone(), day(5)).await?.held, std::slice::from_ref(&whole));
    let newest = ports.statements.held(HeldLines::Waiting, None, 1_000).await?;
    assert!(newest.is_sorted_by(|one, other| one.id > other.id) && both.iter().all(|held| newest.contains(held)));
    assert!(ports.statements.held(HeldLines::Waiting, Some(both[1].id), 1_000).await?.contains(&both[0]));
    let of_list = async || -> Result<Option<i64>, Box<dyn Error>> {
        let page = ports.statements.page(None, 1_000).await?;
        Ok(page.iter().find(|found| found.record.id == of.id).map(|found| found.held))
    };
    assert_eq!(of_list().await?, Some(2));
    let (why, perhaps, was) = (HeldReason::PerhapsKnown, LineId(id()), None);
    let liken = || commit(ports, Change::HeldLikened { id: whole.id, why, perhaps, was });
    liken().await?;
    let likened = HeldLine { why, perhaps: Some(perhaps), was, ..whole.clone() };
    assert_eq!(ports.statements.held_line(whole.id).await?, Some(likened));
    let decide = |is| commit(ports, Change::HeldDecided { id: whole.id, decided: decided(is, user.id()) });
    let answers = join_all([decide(HeldDecision::New), decide(HeldDecision::Known)]).await;
    assert_eq!(answers.iter().filter(|answer| **answer == Err(CommitError::Stale)).count(), 1, "{answers:?}");
    assert_eq!(liken().await, Err(CommitError::Stale));
    let decided = ports.statements.held_line(whole.id).await?.and_then(|held| held.decided).ok_or("not decided")?;
    assert_eq!((decided.by, decided.at, decided.is == HeldDecision::New), (user.id(), noon(), answers[0].is_ok()));
    assert_eq!((held_of().await?, of_list().await?), (vec![odd], Some(1)));
    assert_eq!(ports.statements.places(of.id).await?.1, BTreeSet::from([3, 4]), "it stays where it was told");
    Ok(())
}

/// What statements of a currency tell and the ledger lacks.
async fn lacking(ports: &StorePorts, currency: Currency) -> Result<Vec<(DifferencePart, i64)>, Box<dyn Error>> {
    let found = ports.statements.outstanding(currency).await?;
    let mut parts: Vec<_> = found.iter().map(|Outstanding { part, amount, .. }| (*part, amount.get())).collect();
    parts.sort();
    Ok(parts)
}

/// Whatever statements tell an entry with another amount than it counts with, the ledger lacks the difference once.
pub async fn an_entry_that_was_told_with_other_amounts_is_lacking_once(ports: &StorePorts) -> Checked {
    use DifferencePart::{SetAside, Waiting};
    let (user, _) = member(ports, "statement.altered@example.com").await?;
    let (differs, later) = (Minor::ZERO, Minor::ZERO);
    let mut of = StatementRecord { currency: Currency::parse("CZK")?, differs, later, ..statement(user.id())? };
    own_account(&mut of);
    let mut told = Vec::new();
    let counts = LineId(id());
    let imported = BTreeSet::from([id(), id(), id()]);
    for (id, amounts) in imported.into_iter().zip([&[-10_i64][..], &[-10], &[-4, -8]]) {
        let next = StatementRecord { id: StatementId(id), sha256: digest(), ..of.clone() };
        commit(ports, Change::StatementAdded(Box::new(next.clone()))).await?;
        for (at, amount) in (3..).zip(amounts) {
            let [mut altered, _] = held_lines(&next)?;
            (altered.place, altered.perhaps) = (at, Some(counts));
            altered.line.iter_mut().for_each(|line| line.amount = Minor::new(*amount));
            commit(ports, Change::LineHeld(Box::new(altered.clone()))).await?;
            told.push(altered.id);
        }
    }
    let sums = async || -> Result<BTreeMap<DifferencePart, i64>, Box<dyn Error>> {
        let mut sums = BTreeMap::new();
        for (part, amount) in lacking(ports, of.currency).await? {
            *sums.entry(part).or_default() += amount;
        }
        Ok(sums)
    };
    assert_eq!(sums().await?, BTreeMap::from([(Waiting, -4)]), "it counts with 8, and was told with 12 last");
    let aside = Decided { reason: Some(Note::parse("Wrong")?), ..decided(HeldDecision::SetAside, user.id()) };
    for id in told.iter().skip(1) {
        commit(ports, Change::HeldDecided { id: *id, decided: aside.clone() }).await?;
    }
    assert_eq!(sums().await?, BTreeMap::from([(Waiting, -2), (SetAside, -2)]), "as the first of them waits");
    for id in told {
        let _ = commit(ports, Change::HeldReopened { id, seen: HeldDecision::SetAside }).await;
        commit(ports, Change::HeldDecided { id, decided: decided(HeldDecision::Known, user.id()) }).await?;
    }
    assert_eq!(sums().await?, BTreeMap::new());
    Ok(())
}

pub async fn a_decision_on_a_line_is_taken_back(ports: &StorePorts) -> Checked {
    use DifferencePart::{SetAside, Unreadable, Waiting};
    let (user, _) = member(ports, "statement.reopened@example.com").await?;
    let mut of = StatementRecord { currency: Currency::parse("HUF")?, differs: Minor::new(75), ..statement(user.id())? };
    let account = own_account(&mut of);
    commit(ports, Change::StatementAdded(Box::new(of.clone()))).await?;
    let [whole, odd] = held_lines(&of)?;
    for held in [&odd, &whole] {
        commit(ports, Change::LineHeld(Box::new(held.clone()))).await?;
    }
    assert_eq!(ports.statements.held_in(of.id).await?, [whole.clone(), odd.clone()], "in the order of their places");
    assert_eq!(lacking(ports, of.currency).await?, [(Waiting, 1), (Unreadable, 75)]);
    let aside = Decided { reason: Some(Note::parse("Twice on it")?), ..decided(HeldDecision::SetAside, user.id()) };
    for id in [whole.id, odd.id] {
        commit(ports, Change::HeldDecided { id, decided: aside.clone() }).await?;
    }
    assert_eq!(lacking(ports, of.currency).await?, [(SetAside, 1), (SetAside, 75)], "no part says that it can't be read");
    let page = ports.statements.page(None, 1_000).await?;
    assert_eq!(page.iter().find(|found| found.record.id == of.id).map(|found| found.unread), Some(Minor::ZERO));
    let of_day = ports.statements.day(account.clone(), day(5)).await?;
    assert_eq!((of_day.held, of_day.set_aside), (vec![], BTreeSet::from([of.id])));
    let of_list = async |which| -> Result<Vec<HeldLine>, Box<dyn Error>> {
        let found = ports.statements.held(which, None, 1_000).await?;
        Ok(found.into_iter().filter(|held| held.statement == of.id).collect())
    };
    let decided_lines = of_list(HeldLines::Decided).await?;
    assert_eq!((decided_lines.len(), of_list(HeldLines::Waiting).await?), (2, vec![]));
    assert!(decided_lines.iter().all(|held| held.decided.as_ref() == Some(&aside)), "with the reason, who and when");

    let reopen = |id, seen| commit(ports, Change::HeldReopened { id, seen });
    assert_eq!(reopen(odd.id, HeldDecision::Known).await, Err(CommitError::Stale));
    let answers = join_all([reopen(odd.id, HeldDecision::SetAside), reopen(odd.id, HeldDecision::SetAside)]).await;
    assert_eq!(answers.iter().filter(|answer| **answer == Err(CommitError::Stale)).count(), 1, "{answers:?}");
    assert_eq!(ports.statements.held_line(odd.id).await?.as_ref(), Some(&odd), "as it waited before");
    assert_eq!(lacking(ports, of.currency).await?, [(SetAside, 1), (Unreadable, 75)]);

    // Entered by hand it counts as a line of its own id.
    commit(ports, Change::HeldDecided { id: odd.id, decided: decided(HeldDecision::New, user.id()) }).await?;
    let entered = LineRecord { place: odd.place, ..line(&of, 75, (LineOutcome::Receipt, None))? };
    added(ports, &entered).await?;
    assert_eq!(lacking(ports, of.currency).await?, [(SetAside, 1)]);
    reopen(whole.id, HeldDecision::SetAside).await?;
    assert!(ports.statements.liked(vec![entered.id]).await?.is_empty());
    let known = Decided { known_as: Some(entered.id), ..decided(HeldDecision::Known, user.id()) };
    commit(ports, Change::HeldDecided { id: whole.id, decided: known }).await?;
    assert_eq!(ports.statements.liked(vec![entered.id, whole.id]).await?, BTreeSet::from([entered.id]));
    reopen(whole.id, HeldDecision::Known).await?;
    let perhaps = whole.perhaps.ok_or("perhaps nothing")?;
    assert_eq!(ports.statements.liked(vec![perhaps]).await?, BTreeSet::from([perhaps]));
    let remove = |seen| commit(ports, Change::LineRemoved { id: entered.id, seen });
    assert_eq!(remove(LineOutcome::Open).await, Err(CommitError::Stale));
    remove(LineOutcome::Receipt).await?;
    assert_eq!(remove(LineOutcome::Receipt).await, Err(CommitError::Stale));
    reopen(odd.id, HeldDecision::New).await?;
    assert_eq!((ports.statements.line(entered.id).await?, of_list(HeldLines::Waiting).await?.len()), (None, 2));
    assert_eq!(lacking(ports, of.currency).await?, [(Waiting, 1), (Unreadable, 75)]);

    let proven = Decided { is_proven: true, ..decided(HeldDecision::New, user.id()) };
    commit(ports, Change::HeldDecided { id: whole.id, decided: proven.clone() }).await?;
    assert_eq!(ports.statements.held_line(whole.id).await?.and_then(|held| held.decided), Some(proven));
    assert_eq!(of_list(HeldLines::Decided).await?, [], "no person decided it");
    Ok(())
}

pub async fn a_closing_balance_holds_lines_of_a_later_day_or_not(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "statement.later@example.com").await?;
    for (currency, excludes_later) in [("ISK", false), ("TRY", true)] {
        let of = StatementRecord { currency: Currency::parse(currency)?, differs: Minor::new(30), excludes_later, ..statement(user.id())? };
        commit(ports, Change::StatementAdded(Box::new(of.clone()))).await?;
        assert_eq!(ports.statements.by_id(of.id).await?.map(|record| record.excludes_later), Some(excludes_later));
        for (place, outcome) in [(0, LineOutcome::Receipt), (1, LineOutcome::Open)] {
            let mut later = LineRecord { place, ..line(&of, 9, (outcome, None))? };
            later.line.booked_on = day(8);
            added(ports, &later).await?;
        }
        let [mut waits, odd] = held_lines(&of)?;
        (waits.was, waits.line) = (None, waits.line.map(|line| StatementLine { booked_on: day(8), ..line }));
        let known = waits.id;
        commit(ports, Change::LineHeld(Box::new(waits))).await?;
        let found = ports.statements.outstanding(of.currency).await?;
        let lacks = |on| {
            let lacking = found.iter().filter(|one| one.is_lacking_on(on) && one.part != DifferencePart::Unreadable);
            let mut parts: Vec<_> = lacking.map(|one| (one.part, one.amount.get())).collect();
            parts.sort();
            parts
        };
        let (waits, later) = ((DifferencePart::Waiting, -7), (DifferencePart::BookedLater, 9));
        assert_eq!(lacks(day(5)), if excludes_later { vec![] } else { vec![waits, later, later] }, "{currency}");
        assert_eq!(lacks(day(8)), [waits], "what is open is lacking by itself from its day on");
        // The ledger has by another line what this one is, on its own day.
        commit(ports, Change::HeldDecided { id: known, decided: decided(HeldDecision::Known, user.id()) }).await?;
        let found = ports.statements.outstanding(of.currency).await?;
        let told_again = (DifferencePart::BookedLater, -7);
        let lacks = |on| {
            let lacking = found.iter().filter(|one| one.is_lacking_on(on) && one.part == DifferencePart::BookedLater);
            let mut amounts: Vec<_> = lacking.map(|one| (one.part, one.amount.get())).collect();
            amounts.sort();
            amounts
        };
        assert_eq!(lacks(day(5)), if excludes_later { vec![] } else { vec![told_again, later, later] }, "{currency}");
        assert_eq!(lacks(day(8)), []);

        // What cannot be read is entered for a later day.
        let (id, place) = (odd.id, odd.place);
        commit(ports, Change::LineHeld(Box::new(HeldLine { decided: None, ..odd }))).await?;
        commit(ports, Change::HeldDecided { id, decided: decided(HeldDecision::New, user.id()) }).await?;
        let mut entered = LineRecord { place, ..line(&of, 30, (LineOutcome::Receipt, None))? };
        entered.line.booked_on = day(8);
        added(ports, &entered).await?;
        let unread = ports.statements.outstanding(of.currency).await?.into_iter().filter(|one| one.part == DifferencePart::Unreadable);
        let unread: Vec<_> = unread.map(|one| one.amount.get()).collect();
        assert_eq!(unread, if excludes_later { vec![30] } else { vec![] }, "the balance leaves it out, or does not: {currency}");
    }
    Ok(())
}
