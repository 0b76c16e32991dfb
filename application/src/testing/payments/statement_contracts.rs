//! What every store keeps of statements.

use super::super::contracts::{Checked, context, id, member, noon};
use crate::{
    StorePorts,
    kernel::commit::CommitError,
    payments::{
        changes::Change,
        statements::{LineRecord, StatementRecord},
    },
};
use chrono::NaiveDate;
use futures_util::future::join_all;
use sooner_domain::{
    kernel::{
        canonical::{Canonical, Digest},
        coded::Coded,
        ids::{ReceivableId, UserId},
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    payments::{
        receipt::{Allocation, AllocationId, Payer, Receipt, ReceiptId, Target},
        statement::{Balance, LineId, LineOutcome, StatementId, StatementLine},
    },
};
use std::{collections::HashMap, error::Error};
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
        opening: Some(Balance { on: day(4), amount: Minor::new(-5) }),
        closing: Some(Balance { on: day(5), amount: Minor::new(95) }),
        lines: 2,
        taken: 0,
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
    Ok(LineRecord { id: LineId(id()), statement: of.id, place: 1, currency: of.currency, line, outcome, about })
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
    for (taken, then) in [(1, 1), (2, 2), (1, 2)] {
        commit(ports, Change::StatementTaken { id: kept.id, taken }).await?;
        assert_eq!(ports.statements.of_file(kept.sha256, 0).await?.ok_or("gone")?.taken, then);
    }
    added(ports, &line(&kept, -1, (LineOutcome::Open, None))?).await?;
    let page = ports.statements.page(None, 1_000).await?;
    let of_file = page.iter().filter(|found| found.record.sha256 == first.sha256);
    let of_file: Vec<_> = of_file.map(|found| (found.record.place, found.open, found.is_continued)).collect();
    let (has_open, has_none) = ((0, 1, false), (1, 0, false));
    let newest_first = if kept.id > other.id { [has_open, has_none] } else { [has_none, has_open] };
    assert_eq!(of_file, newest_first);
    let end = Balance { on: day(5), amount: Minor::new(90) };
    let more = StatementRecord { id: StatementId(id()), sha256: digest(), opening: first.closing, closing: Some(end), ..first.clone() };
    commit(ports, Change::StatementAdded(Box::new(more.clone()))).await?;
    let page = ports.statements.page(None, 1_000).await?;
    let continued = |of: StatementId| page.iter().find(|found| found.record.id == of).map(|found| found.is_continued);
    assert_eq!([continued(kept.id), continued(other.id), continued(more.id)], [Some(true), Some(false), Some(false)]);
    let oldest = kept.id.min(other.id);
    assert!(ports.statements.page(Some(oldest), 1_000).await?.iter().all(|found| found.record.id < oldest));
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
        assert_eq!(ports.statements.known(vec![kept.line.key, digest()]).await?, HashMap::from([(kept.line.key, kept.line.amount)]));
        assert_eq!(ports.statements.about(about.into_iter().chain([id()]).collect()).await?.len(), usize::from(about.is_some()));
        let open = ports.statements.open(None, 1_000).await?;
        assert_eq!(open.contains(&found), *outcome == LineOutcome::Open);
        let settled = commit(ports, Change::LineSettled { id: found.id, outcome: LineOutcome::Noted }).await;
        assert_eq!(settled.is_ok(), *outcome == LineOutcome::Open, "{outcome:?} {settled:?}");
    }
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
