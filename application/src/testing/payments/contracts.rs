//! What every store keeps of payouts and receipts.

use super::super::contracts::{Checked, context, id, member, noon};
use crate::{
    StorePorts,
    kernel::commit::CommitError,
    payments::{
        changes::Change,
        ports::{PayoutFilter, Receipts},
    },
};
use chrono::NaiveDate;
use futures_util::future::join_all;
use sooner_domain::{
    kernel::{
        ids::{CompanyId, ReceivableId, UserId},
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    onboarding::bank_account::{BankAccount, Iban},
    payments::{
        payout::{BatchId, Payout, PayoutId, PayoutStatus, Purpose, Release, Returned},
        receipt::{Allocation, AllocationId, Explained, Payer, Receipt, ReceiptId, Target},
    },
};
use std::error::Error;

fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, number).unwrap_or_default()
}

fn due(company: CompanyId) -> Result<Payout, Box<dyn Error>> {
    Ok(Payout {
        id: PayoutId(id()),
        company,
        about: ReceivableId(id()),
        purpose: Purpose::Advance,
        currency: Currency::parse("EUR")?,
        gross: Minor::new(800_000),
        due_on: day(4),
        status: PayoutStatus::Due,
        release: None,
        executed_on: None,
        returned: None,
        replaces: None,
    })
}

fn release(by: UserId, batch: BatchId) -> Result<Release, Box<dyn Error>> {
    let account = BankAccount {
        holder: Some(Line::parse("Muster GmbH")?),
        iban: Some(Iban::parse("DE89370400440532013000")?),
        ..BankAccount::default()
    };
    Ok(Release { batch: Some(batch), by, at: noon(), on: day(4), set_off: Minor::new(300), account: Box::new(account) })
}

async fn commit(ports: &StorePorts, change: Change) -> Result<(), CommitError> {
    ports.payments.commit(vec![change], context()).await
}

async fn added(ports: &StorePorts, payout: &Payout) -> Result<(), CommitError> {
    commit(ports, Change::PayoutAdded(Box::new(payout.clone()))).await
}

async fn changed(ports: &StorePorts, payout: &Payout, seen: PayoutStatus) -> Result<(), CommitError> {
    commit(ports, Change::PayoutChanged { payout: Box::new(payout.clone()), seen }).await
}

pub async fn a_payout_is_kept_from_due_to_returned(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "payout.one@example.com").await?;
    let payout = due(place.company)?;
    added(ports, &payout).await?;
    assert_eq!(ports.payouts.by_id(payout.id).await?, Some(payout.clone()));

    let released = payout.released(release(user.id(), BatchId(id()))?)?;
    changed(ports, &released, PayoutStatus::Due).await?;
    assert_eq!(ports.payouts.by_id(released.id).await?, Some(released.clone()));

    let executed = released.executed(day(5), day(9))?;
    changed(ports, &executed, PayoutStatus::Released).await?;
    let back = Returned { on: day(6), reason: Note::parse("Account closed")? };
    let (returned, again) = executed.returned(back, PayoutId(id()), day(9))?;
    changed(ports, &returned, PayoutStatus::Executed).await?;
    added(ports, &again).await?;
    assert_eq!(ports.payouts.by_ids(vec![again.id, returned.id, PayoutId(id())]).await?, [returned, again]);
    Ok(())
}

pub async fn payouts_are_found_by_what_they_are_oldest_first(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "payout.list@example.com").await?;
    let (_, other) = member(ports, "payout.other@example.com").await?;
    let (first, second, third) = (due(place.company)?, due(place.company)?, due(other.company)?);
    for payout in [&second, &first, &third] {
        added(ports, payout).await?;
    }
    let batch = BatchId(id());
    let released = second.clone().released(release(user.id(), batch)?)?;
    changed(ports, &released, PayoutStatus::Due).await?;

    let page = |filter: PayoutFilter, after: Option<PayoutId>| ports.payouts.page(filter, after, 10);
    let of_company = PayoutFilter { company: Some(place.company), ..PayoutFilter::default() };
    assert_eq!(page(of_company.clone(), None).await?, [first.clone(), released.clone()]);
    assert_eq!(page(of_company.clone(), Some(first.id)).await?, std::slice::from_ref(&released));
    assert_eq!(ports.payouts.page(of_company, None, 1).await?, std::slice::from_ref(&first));
    let is_due = PayoutFilter { status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
    assert_eq!(page(is_due, None).await?, [first.clone(), third]);
    assert_eq!(page(PayoutFilter { batch: Some(batch), ..PayoutFilter::default() }, None).await?, [released]);
    assert_eq!(page(PayoutFilter { about: Some(first.about), ..PayoutFilter::default() }, None).await?, [first]);
    Ok(())
}

pub async fn of_many_who_release_a_payout_one_does(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "payout.race@example.com").await?;
    let payout = due(place.company)?;
    added(ports, &payout).await?;
    let all =
        (0..16).map(|_| Ok(payout.clone().released(release(user.id(), BatchId(id()))?)?)).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let answers = join_all(all.iter().map(|released| changed(ports, released, PayoutStatus::Due))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    Ok(())
}

fn receipt(by: UserId, amount: i64) -> Result<Receipt, Box<dyn Error>> {
    Ok(Receipt {
        id: ReceiptId(id()),
        booked_on: day(5),
        value_on: day(4),
        amount: Money::parse(amount, Currency::parse("EUR")?)?,
        payer: Payer { name: Some(Line::parse("Nordwind AG")?), iban: Some(Line::parse("DE89370400440532013000")?) },
        text: Some(Note::parse("RF18 5390 0754 7034")?),
        entered_by: by,
        entered_at: noon(),
    })
}

fn part(of: &Receipt, target: Target, amount: i64) -> Allocation {
    let (id, by) = (AllocationId(id()), of.entered_by);
    Allocation { id, receipt: of.id, target, amount: Minor::new(amount), by, at: noon(), undone_at: None }
}

async fn allocated(ports: &StorePorts, allocation: &Allocation, left: i64) -> Result<(), CommitError> {
    commit(ports, Change::Allocated { allocation: allocation.clone(), left: Minor::new(left) }).await
}

pub async fn a_receipt_is_kept_with_all_that_was_said_of_it(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "receipt.one@example.com").await?;
    let receipt = receipt(user.id(), 1_000)?;
    commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    let (paid, passed) = (
        part(&receipt, Target::Receivable(ReceivableId(id())), 600),
        part(&receipt, Target::PassOn(place.company, ReceivableId(id())), 400),
    );
    allocated(ports, &paid, 1_000).await?;
    allocated(ports, &passed, 400).await?;
    let found = ports.receipts.by_id(receipt.id).await?;
    assert_eq!(found, Some(Explained { receipt: receipt.clone(), allocations: vec![paid.clone(), passed.clone()] }));
    assert_eq!(ports.receipts.of_allocation(passed.id).await?, found);
    assert_eq!(ports.receipts.of_allocation(AllocationId(id())).await?, None);

    let undone = Allocation { undone_at: Some(noon()), ..paid };
    commit(ports, Change::AllocationUndone(undone.clone())).await?;
    assert_eq!(commit(ports, Change::AllocationUndone(undone.clone())).await, Err(CommitError::Stale));
    let found = ports.receipts.by_id(receipt.id).await?.ok_or("gone")?;
    assert_eq!((found.left(), found.allocations), (Minor::new(600), vec![undone, passed]));
    Ok(())
}

pub async fn receipts_in_suspense_are_found_newest_first(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "receipt.list@example.com").await?;
    let (first, second, third) = (receipt(user.id(), 10)?, receipt(user.id(), 20)?, receipt(user.id(), 30)?);
    for receipt in [&first, &second, &third] {
        commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    }
    allocated(ports, &part(&second, Target::Receivable(ReceivableId(id())), 20), 20).await?;
    let ids = |found: Vec<Explained>| found.into_iter().map(|found| found.receipt.id).collect::<Vec<_>>();
    assert_eq!(ids(ports.receipts.page(Receipts::All, None, 10).await?), [third.id, second.id, first.id]);
    assert_eq!(ids(ports.receipts.page(Receipts::Unexplained, None, 10).await?), [third.id, first.id]);
    assert_eq!(ids(ports.receipts.page(Receipts::All, Some(third.id), 1).await?), [second.id]);
    Ok(())
}

pub async fn of_many_who_explain_a_receipt_none_spends_it_twice(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "receipt.race@example.com").await?;
    let receipt = receipt(user.id(), 1_000)?;
    commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    let parts: Vec<_> = (0..16).map(|_| part(&receipt, Target::Receivable(ReceivableId(id())), 600)).collect();
    let answers = join_all(parts.iter().map(|part| allocated(ports, part, 1_000))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    let found = ports.receipts.by_id(receipt.id).await?.ok_or("gone")?;
    assert_eq!(found.left(), Minor::new(400));
    Ok(())
}
