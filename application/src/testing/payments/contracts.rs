//! What every store keeps of payouts and receipts.

use super::super::{
    contracts::{Checked, context, id, member, noon},
    parties::contracts::{buyer, debtor},
};
use crate::{
    StorePorts,
    kernel::commit::CommitError,
    parties::changes::Change as PartyChange,
    payments::{
        bank::{BankFile, BatchSum, FileWritten},
        changes::Change,
        ports::{PayoutFilter, PayoutOrder, Receipts},
    },
};
use chrono::{Datelike, NaiveDate, TimeDelta};
use futures_util::future::join_all;
use sha2::{Digest as _, Sha256};
use sooner_domain::{
    house::open_days::OpenDays,
    kernel::{
        canonical::Digest,
        ids::{CompanyId, DebtorId, FactId, ReceivableId, UserId},
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::{
        entry::EntryId,
        manual::{ManualEntry, ManualEvent, Parts as ManualParts},
    },
    onboarding::bank_account::{BankAccount, Iban},
    payments::{
        answer::{Answered, PayeeCheck, Standing},
        payout::{BatchId, Payee, Payout, PayoutId, PayoutStatus, Purpose, Release, Returned},
        receipt::{Allocation, AllocationId, Explained, MatchReason, Payer, Receipt, ReceiptId, Recognised, Target},
    },
};
use std::error::Error;

fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, number).unwrap_or_default()
}

fn due(company: CompanyId) -> Result<Payout, Box<dyn Error>> {
    Ok(Payout {
        id: PayoutId(id()),
        payee: Payee::Company { company, about: ReceivableId(id()) },
        fact: Some(FactId(id())),
        passed_on_of: None,
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

pub(super) async fn commit(ports: &StorePorts, change: Change) -> Result<(), CommitError> {
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

    let executed = released.executed(day(5), OpenDays::new(day(9), None))?;
    changed(ports, &executed, PayoutStatus::Released).await?;
    let back = Returned { on: day(6), reason: Some(Note::parse("Account closed")?) };
    let (returned, again) = executed.returned(back, PayoutId(id()), OpenDays::new(day(9), None))?;
    let again = again.ok_or("nothing is due again")?;
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
    assert_eq!(ports.payouts.page(of_company.clone(), None, 1).await?, std::slice::from_ref(&first));
    let of = |companies: &[CompanyId]| PayoutFilter { companies: Some(companies.to_vec()), ..PayoutFilter::default() };
    assert_eq!(page(of(&[place.company, other.company]), None).await?, [first.clone(), released.clone(), third.clone()]);
    assert_eq!((page(of(&[other.company]), None).await?, page(of(&[]), None).await?), (vec![third.clone()], vec![]));
    let newest = PayoutFilter { order: PayoutOrder::NewestFirst, ..of_company };
    assert_eq!(page(newest.clone(), None).await?, [released.clone(), first.clone()]);
    assert_eq!(page(newest, Some(released.id)).await?, std::slice::from_ref(&first));
    let is_due = PayoutFilter { status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
    assert_eq!(page(is_due, None).await?, [first.clone(), third.clone()]);
    assert_eq!(page(PayoutFilter { batch: Some(batch), ..PayoutFilter::default() }, None).await?, [released]);
    assert_eq!(page(PayoutFilter { about: first.about(), ..PayoutFilter::default() }, None).await?, std::slice::from_ref(&first));

    let rest = Payout { id: PayoutId(id()), fact: Some(FactId(id())), purpose: Purpose::Release, ..first.clone() };
    added(ports, &rest).await?;
    let of = |all: &[&Payout]| Some(all.iter().filter_map(|payout| payout.about()).collect());
    let advances = PayoutFilter { advance_of: of(&[&third, &first]), ..PayoutFilter::default() };
    assert_eq!(page(advances, None).await?, [first, third], "and no release");
    assert_eq!(page(PayoutFilter { advance_of: of(&[]), ..PayoutFilter::default() }, None).await?, []);
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

pub(super) fn receipt(by: UserId, amount: i64) -> Result<Receipt, Box<dyn Error>> {
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
    Allocation { id, receipt: of.id, target, amount: Minor::new(amount), by, at: noon(), undone_at: None, recognised: None }
}

async fn allocated(ports: &StorePorts, allocation: &Allocation, left: i64) -> Result<(), CommitError> {
    commit(ports, Change::Allocated { allocation: allocation.clone(), left: Minor::new(left) }).await
}

pub async fn a_receipt_is_kept_with_all_that_was_said_of_it(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "receipt.one@example.com").await?;
    let receipt = receipt(user.id(), 1_000)?;
    commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    let recognised = Recognised { by: MatchReason::Reference, quoted: Line::parse("RF18539007547034")? };
    let (paid, passed) = (
        Allocation { recognised: Some(recognised), ..part(&receipt, Target::Receivable(ReceivableId(id())), 600) },
        part(&receipt, Target::PassOn(place.company, ReceivableId(id())), 400),
    );
    allocated(ports, &paid, 1_000).await?;
    allocated(ports, &passed, 400).await?;
    let found = ports.receipts.by_id(receipt.id).await?;
    assert_eq!(
        found,
        Some(Explained { receipt: receipt.clone(), allocations: vec![paid.clone(), passed.clone()], sent_back: Minor::ZERO })
    );
    assert_eq!(ports.receipts.by_ids(vec![ReceiptId(id()), receipt.id]).await?, Vec::from_iter(found.clone()));
    assert_eq!(ports.receipts.of_allocation(passed.id).await?, found);
    assert_eq!(ports.receipts.of_allocation(AllocationId(id())).await?, None);

    let undone = Allocation { undone_at: Some(noon()), ..paid };
    commit(ports, Change::AllocationUndone(undone.clone())).await?;
    assert_eq!(commit(ports, Change::AllocationUndone(undone.clone())).await, Err(CommitError::Stale));
    let found = ports.receipts.by_id(receipt.id).await?.ok_or("gone")?;
    assert_eq!((found.left(), found.allocations), (Minor::new(600), vec![undone, passed]));
    Ok(())
}

pub async fn receipts_are_found_by_days_and_amounts(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "receipt.capital@example.com").await?;
    let [first, second] = [receipt(user.id(), 777)?, receipt(user.id(), 777)?];
    for receipt in [&first, &second] {
        commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    }
    let newest = async |amounts: &[i64], currency: &str, (from, to): (u32, u32), most: i64| -> Result<Vec<ReceiptId>, Box<dyn Error>> {
        let (amounts, currency) = (amounts.iter().copied().map(Minor::new).collect(), Currency::parse(currency)?);
        let found = ports.receipts.of_amounts(currency, amounts, (day(from), day(to)), most).await?;
        Ok(found.iter().map(|found| found.receipt.id).collect())
    };
    let of_amounts = async |amounts: &[i64], currency: &str, days: (u32, u32)| newest(amounts, currency, days, 2).await;
    let (amount, on) = (first.amount, first.booked_on);
    let (own, on_day) = (amount.currency().code(), on.day());
    assert_eq!(of_amounts(&[1, 777], own, (on_day, on_day)).await?, [first.id, second.id]);
    assert_eq!(newest(&[777], own, (on_day, on_day), 1).await?, [second.id]);
    let manual = ManualEntry::parse(ManualParts {
        id: EntryId(id()),
        event: ManualEvent::Capital,
        on,
        amount,
        note: Note::parse("Paid in")?,
        reverses: None,
        explains: Some(first.in_suspense()),
        beside: None,
    })?;
    ports.ledger.commit(vec![manual.entry(OpenDays::new(on, None), noon(), None)?.into()], context()).await?;
    let kept = part(&first, Target::Entry(manual.id()), 777);
    allocated(ports, &kept, 777).await?;
    assert_eq!(ports.receipts.by_id(first.id).await?.map(|found| found.allocations), Some(vec![kept]));
    assert_eq!(of_amounts(&[777], own, (1, 28)).await?, [first.id, second.id]);
    for (amounts, currency, days) in [(&[778], own, (1, 28)), (&[777], "SEK", (1, 28)), (&[777], own, (on_day + 1, 28))] {
        assert_eq!(of_amounts(amounts, currency, days).await?, []);
    }
    Ok(())
}

pub async fn receipts_are_found_by_days_and_size(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "receipt.size@example.com").await?;
    let pesos = |receipt: Receipt| {
        Ok::<_, Box<dyn Error>>(Receipt { amount: Money::parse(receipt.amount.amount_minor(), Currency::parse("CLP")?)?, ..receipt })
    };
    let [small, large, larger] = [pesos(receipt(user.id(), 700)?)?, pesos(receipt(user.id(), 705)?)?, pesos(receipt(user.id(), 706)?)?];
    for receipt in [&small, &larger, &large] {
        commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    }
    let (own, on_day) = (small.amount.currency().code(), small.booked_on.day());
    let of_size =
        async |(least, largest): (i64, i64), currency: &str, (from, to): (u32, u32), most: i64| -> Result<Vec<ReceiptId>, Box<dyn Error>> {
            let (currency, size, days) = (Currency::parse(currency)?, (Minor::new(least), Minor::new(largest)), (day(from), day(to)));
            Ok(ports.receipts.of_size(currency, size, days, most).await?.iter().map(|found| found.receipt.id).collect())
        };
    assert_eq!(of_size((700, 705), own, (on_day, on_day), 10).await?, [large.id, small.id], "the largest first");
    assert_eq!(of_size((0, 10_000), own, (1, 28), 2).await?, [larger.id, large.id]);
    assert_eq!(of_size((701, 704), own, (1, 28), 10).await?, []);
    assert_eq!(of_size((700, 705), "SEK", (1, 28), 10).await?, []);
    assert_eq!(of_size((700, 705), own, (on_day + 1, 28), 10).await?, []);
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

fn sent_back(of: &Receipt, credit_of: Option<DebtorId>, amount: i64) -> Result<Payout, Box<dyn Error>> {
    let amount = Money::parse(amount, of.amount.currency())?;
    Ok(Payout::sent_back(PayoutId(id()), (of.id, credit_of), amount, release(of.entered_by, BatchId(id()))?))
}

async fn went_back(ports: &StorePorts, of: &Receipt, (amount, seen): (i64, i64)) -> Result<(), CommitError> {
    commit(ports, Change::SentBack { receipt: of.id, amount: Minor::new(amount), seen: Minor::new(seen) }).await
}

pub async fn what_went_back_is_kept_with_the_receipt_it_goes_back_for(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "receipt.back@example.com").await?;
    let debtor = debtor(&buyer(place.company, "Receipt Back AG"));
    ports.parties.commit(vec![PartyChange::DebtorAdded(debtor.clone())], context()).await?;
    let (receipt, other) = (receipt(user.id(), 1_000)?, receipt(user.id(), 1_000)?);
    for receipt in [&receipt, &other] {
        commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    }
    let (unexplained, refund) = (sent_back(&receipt, None, 600)?, sent_back(&receipt, Some(debtor.id()), 400)?);
    for payout in [&unexplained, &refund, &sent_back(&other, None, 1)?] {
        added(ports, payout).await?;
    }
    let part = part(&receipt, Target::SentBack(unexplained.id), 600);
    allocated(ports, &part, 1_000).await?;
    went_back(ports, &receipt, (600, 0)).await?;
    assert_eq!(went_back(ports, &receipt, (400, 0)).await, Err(CommitError::Stale));
    went_back(ports, &receipt, (400, 600)).await?;
    let found = ports.receipts.by_id(receipt.id).await?;
    assert_eq!(found, Some(Explained { receipt: receipt.clone(), allocations: vec![part], sent_back: Minor::new(1_000) }));
    let of = PayoutFilter { receipt: Some(receipt.id), ..PayoutFilter::default() };
    assert_eq!(ports.payouts.page(of, None, 10).await?, [unexplained.clone(), refund.clone()]);
    let of_company = PayoutFilter { company: Some(place.company), ..PayoutFilter::default() };
    assert_eq!(ports.payouts.page(of_company, None, 10).await?, [], "it goes to no company");

    let back = Returned { on: day(6), reason: Some(Note::parse("Account closed")?) };
    let (returned, again) = refund.returned(back, PayoutId(id()), OpenDays::new(day(9), None))?;
    assert_eq!(again, None);
    changed(ports, &returned, PayoutStatus::Released).await?;
    went_back(ports, &receipt, (-400, 1_000)).await?;
    assert_eq!(ports.payouts.by_id(returned.id).await?, Some(returned));
    let found = ports.receipts.page(Receipts::All, None, 1_000).await?;
    let sums = found.iter().filter(|found| [receipt.id, other.id].contains(&found.receipt.id)).map(|found| found.sent_back.get());
    assert_eq!(sums.collect::<Vec<_>>(), [0, 600]);
    Ok(())
}

pub async fn of_many_who_send_a_receipt_back_one_does(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "receipt.back.race@example.com").await?;
    let receipt = receipt(user.id(), 1_000)?;
    commit(ports, Change::ReceiptAdded(Box::new(receipt.clone()))).await?;
    let answers = join_all((0..16).map(|_| went_back(ports, &receipt, (600, 0)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    assert_eq!(ports.receipts.by_id(receipt.id).await?.ok_or("gone")?.sent_back, Minor::new(600));
    Ok(())
}

pub async fn a_bank_file_is_kept_as_it_was_written_first(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "tara@example.com").await?;
    let (batch, currency) = (BatchId(id()), Currency::parse("EUR")?);
    let file = |content: &str| BankFile {
        batch,
        currency,
        content: content.to_owned(),
        sha256: Digest(Sha256::digest(content.as_bytes()).into()),
        written_by: user.id(),
        written_at: noon(),
    };
    let write = async |content: &str| ports.payments.commit(vec![Change::BankFileWritten(Box::new(file(content)))], context()).await;
    assert_eq!(ports.bank_files.of_batch(batch, currency).await?, None);
    let all = join_all(["<one/>", "<two/>", "<three/>"].map(write)).await;
    assert_eq!(all.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(all.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))));
    let kept = ports.bank_files.of_batch(batch, currency).await?.ok_or("no file")?;
    let first = all.iter().position(Result::is_ok).and_then(|place| ["<one/>", "<two/>", "<three/>"].get(place)).ok_or("none")?;
    assert_eq!(kept, file(first));
    let (later, unknown) = (BatchId(id()), BatchId(id()));
    for made in [batch, later] {
        commit(ports, Change::BatchMade(made)).await?;
    }
    let found = ports.bank_files.batches(vec![later, unknown, batch]).await?;
    let numbers: Vec<_> = found.iter().map(|found| (found.id, found.files.clone())).collect();
    let written = FileWritten { currency, by: user.id(), at: noon() };
    assert_eq!(numbers, [(batch, vec![written]), (later, vec![])]);
    assert!(found.windows(2).all(|two| two[0].number < two[1].number && two[0].number > 0), "{found:?}");
    assert_eq!(ports.bank_files.of_batch(batch, Currency::parse("CHF")?).await?, None);
    Ok(())
}

pub async fn a_batch_is_added_up_whole(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "batch.sums@example.com").await?;
    let (batch, other) = (BatchId(id()), BatchId(id()));
    for made in [batch, other] {
        commit(ports, Change::BatchMade(made)).await?;
    }
    for (of, is_executed) in [(batch, false), (batch, true), (batch, false), (other, false)] {
        let payout = due(place.company)?;
        added(ports, &payout).await?;
        let released = payout.released(release(user.id(), of)?)?;
        changed(ports, &released, PayoutStatus::Due).await?;
        if is_executed {
            changed(ports, &Payout { status: PayoutStatus::Executed, executed_on: Some(day(5)), ..released }, PayoutStatus::Released)
                .await?;
        }
    }
    let found = ports.bank_files.batches(vec![other, batch]).await?;
    let sums: Vec<_> = found.into_iter().map(|found| found.sums).collect();
    let currency = Currency::parse("EUR")?;
    // What the company owes is not sent.
    let net = |count: i64| Minor::new(799_700 * count);
    let sum = |payouts: i64, waiting: i64| vec![BatchSum { currency, payouts, net: net(payouts), waiting, waiting_net: net(waiting) }];
    assert_eq!(sums, [sum(3, 2), sum(1, 1)]);
    Ok(())
}

pub async fn what_the_bank_answered_is_kept_with_the_payout_and_the_account(ports: &StorePorts) -> Checked {
    let (_, place) = member(ports, "answers@example.com").await?;
    let (first, second) = (due(place.company)?, due(place.company)?);
    for payout in [&first, &second] {
        added(ports, payout).await?;
    }
    let iban = Iban::parse("NL91ABNA0417164300")?;
    let answered = |standing: Option<Standing>, check: Option<PayeeCheck>, hours: i64| Answered {
        standing,
        check,
        reason: standing.and_then(|_| Line::parse("AC04 closed").ok()),
        at: noon() + TimeDelta::hours(hours),
    };
    let keep = async |payout: &Payout, answered: Answered| {
        commit(ports, Change::BankAnswered { payout: payout.id, iban: Some(iban.clone()), answered }).await
    };
    assert_eq!(ports.bank_answers.latest_check(iban.clone()).await?, None);
    let (pending, rejected) =
        (answered(Some(Standing::Pending), None, 0), answered(Some(Standing::Rejected), Some(PayeeCheck::NoMatch), 2));
    keep(&first, pending.clone()).await?;
    assert_eq!(ports.bank_answers.latest_check(iban.clone()).await?, None, "it said nothing of the payee");
    let earlier = answered(None, Some(PayeeCheck::Match), 1);
    keep(&second, earlier.clone()).await?;
    assert_eq!(
        ports.bank_answers.of_payouts(vec![first.id, second.id, PayoutId(id())]).await?,
        [(first.id, pending), (second.id, earlier)]
    );
    keep(&first, rejected.clone()).await?;
    assert_eq!(ports.bank_answers.of_payouts(vec![first.id]).await?, [(first.id, rejected.clone())]);
    assert_eq!(ports.bank_answers.latest_check(iban).await?, Some(rejected));
    Ok(())
}
