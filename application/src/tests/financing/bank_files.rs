//! A released batch as a file for the bank.

use super::{paying::Sold, *};
use crate::{
    cash::{Cash, CashError, ExecutedCommand, NotOrdered},
    kernel::commit::{Commit, CommitError, WriteContext},
    payments::{changes::Change as PaymentChange, ports::PayoutFilter},
    receivables::changes::Change,
    testing::house_account,
};
use async_trait::async_trait;
use sooner_domain::{
    house::{accounts::HouseAccounts, open_days::OpenDays},
    kernel::{audit::Entry, text::Line},
    onboarding::bank_account::{AccountNumber, BankAccount, RoutingNumber},
    payments::payout::{BatchId, Payout, PayoutId, PayoutStatus, Release},
};
use std::sync::Arc;
use uuid::Uuid;

pub(super) async fn released() -> Made<(Sold, BatchId)> {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let due = sold.due().await?.iter().map(|payout| payout.id).collect();
    let batch = sold.release(due).await?;
    Ok((sold, batch))
}

/// The house has accounts in euro and in dollars.
pub(super) async fn with_account(sold: &Sold) -> Checked {
    let mut accounts = HouseAccounts::default();
    accounts.add(house_account("EUR", "DE02120300000000202051"))?;
    accounts.add(house_account("USD", "DE89370400440532013000"))?;
    let version = sold.world.house().settings().await?.version();
    let olga = sold.world.stepped_up(&sold.olga).await?;
    sold.world.approvals().change_house_accounts(&olga, version, accounts).await.map_err(|refused| format!("{refused:?}"))?;
    Ok(())
}

#[tokio::test]
async fn a_batch_is_written_once_and_given_as_it_was_written() -> Checked {
    let (sold, batch) = released().await?;
    let (cases, olga) = (sold.world.use_cases(), &sold.olga);
    let ask = async || cases.cash.bank_file(batch, None, olga).await;
    assert_eq!(ask().await, Err(NotOrdered::NoHouseAccount.into()));
    with_account(&sold).await?;
    let file = ask().await?;
    let first = sold.world.store().payouts.by_ids(sold.due().await?.iter().map(|payout| payout.id).collect()).await?;
    assert!(first.is_empty() && file.left_out.is_empty() && file.file.content.contains(" 800000: RE-1"), "{}", file.file.content);
    let payouts = cases.cash.of_batch(batch).await?;
    let batches = cases.cash.batches_of(payouts.iter()).await?;
    let told: Vec<_> = batches.iter().map(|told| (told.record.id, told.record.number, told.record.files.len())).collect();
    assert_eq!(told, [(batch, 1, 1)], "people call it by a number");
    let fetched = batches.iter().flat_map(|told| told.record.files.iter().map(|file| (told.people.get(&file.by), file.at)));
    assert_eq!(fetched.collect::<Vec<_>>(), [(Some(&olga.user), file.file.written_at)], "and see who fetched its file first, and when");
    sold.execute(batch).await?;
    assert_eq!(ask().await?, file, "also when the bank has answered");
    assert_eq!(sold.world.last_entry().await?.action, AuditAction::PayoutsExecuted, "reading it again writes nothing");
    let dollars = Currency::parse("USD")?;
    assert_eq!(cases.cash.bank_file(batch, Some(dollars), olga).await, Err(ReceivableError::NotFound.into()));
    Ok(())
}

#[tokio::test]
async fn what_the_bank_has_answered_for_is_not_ordered_once_more() -> Checked {
    let (sold, batch) = released().await?;
    with_account(&sold).await?;
    sold.execute(batch).await?;
    assert_eq!(sold.world.cash().bank_file(batch, None, &sold.olga).await, Err(NotOrdered::Answered.into()));
    Ok(())
}

#[tokio::test]
async fn euro_are_sent_to_an_iban_and_dollars_wherever_a_bank_finds_the_account() -> Checked {
    let (sold, batch) = released().await?;
    with_account(&sold).await?;
    let filter = PayoutFilter { batch: Some(batch), ..PayoutFilter::default() };
    let payout = sold.world.store().payouts.page(filter, None, 1).await?.remove(0);
    let release = payout.release.clone().ok_or("not released")?;
    let (cases, entry) = (sold.world.use_cases(), sold.world.last_entry().await?);
    let ask = async |code: &str, account: BankAccount| {
        let account = Box::new(BankAccount { iban: None, sort_code: None, bic: None, ..account });
        let release = Some(Release { account, ..release.clone() });
        let payout = Box::new(Payout { currency: Currency::parse(code)?, release, ..payout.clone() });
        let changed = PaymentChange::PayoutChanged { payout, seen: PayoutStatus::Released };
        cases.cash.commit.commit(vec![changed.into()], WriteContext::of(entry.clone())).await?;
        Ok::<_, Box<dyn std::error::Error>>(cases.cash.bank_file(batch, None, &sold.olga).await)
    };
    let number = BankAccount { account_number: AccountNumber::parse("123456789").ok(), ..(*release.account).clone() };
    let american = BankAccount { routing_number: RoutingNumber::parse("021000021").ok(), ..number.clone() };
    assert_eq!(ask("EUR", american.clone()).await?, Err(NotOrdered::NoIban.into()));
    assert_eq!(ask("USD", number).await?, Err(NotOrdered::NoPayeeAccount.into()));
    assert_eq!(ask("USD", BankAccount { holder: None, ..american.clone() }).await?, Err(NotOrdered::NoPayeeAccount.into()));
    let file = ask("USD", american).await??.file;
    assert!(file.content.contains("021000021") && file.currency.code() == "USD", "{}", file.content);
    Ok(())
}

/// Somebody marks a payout as carried out just before the file is written.
struct PaidFirst {
    commit: Arc<dyn Commit<Change>>,
    paid: Payout,
    entry: Entry,
}

#[async_trait]
impl Commit<Change> for PaidFirst {
    async fn commit(&self, changes: Vec<Change>, context: WriteContext) -> Result<(), CommitError> {
        let paid = PaymentChange::PayoutChanged { payout: Box::new(self.paid.clone()), seen: PayoutStatus::Released };
        self.commit.commit(vec![paid.into()], WriteContext::of(self.entry.clone())).await?;
        self.commit.commit(changes, context).await
    }
}

#[tokio::test]
async fn what_is_paid_by_hand_while_its_file_is_written_is_not_ordered_besides() -> Checked {
    let (sold, batch) = released().await?;
    with_account(&sold).await?;
    let filter = PayoutFilter { batch: Some(batch), ..PayoutFilter::default() };
    let (payout, on) = (sold.world.store().payouts.page(filter, None, 1).await?.remove(0), sold.look().await?.today());
    let (paid, before) = (payout.executed(on, OpenDays::new(on, None))?, sold.world.use_cases());
    let first = PaidFirst { commit: before.cash.commit.clone(), paid, entry: sold.world.last_entry().await? };
    let cash = Cash { commit: Arc::new(first), ..Cash::clone(&before.cash) };
    assert_eq!(cash.bank_file(batch, None, &sold.olga).await, Err(ReceivableError::Stale.into()));
    assert_eq!(sold.world.store().bank_files.of_batch(batch, Currency::parse("EUR")?).await?, None);
    Ok(())
}

#[tokio::test]
async fn a_name_that_no_bank_carries_keeps_its_payout_from_being_released_and_no_other_from_being_ordered() -> Checked {
    let (sold, batch) = released().await?;
    with_account(&sold).await?;
    let filter = PayoutFilter { batch: Some(batch), ..PayoutFilter::default() };
    let payout = sold.world.store().payouts.page(filter, None, 1).await?.remove(0);
    let release = payout.release.clone().ok_or("not released")?;
    let cases = sold.world.use_cases();
    let holder = Line::parse("東京商事")?;
    let unwritable = BankAccount { holder: Some(holder), ..(*release.account).clone() };
    // Of an earlier release, which did not check it.
    let other =
        Payout { id: PayoutId(Uuid::from_u128(77)), release: Some(Release { account: Box::new(unwritable), ..release }), ..payout.clone() };
    let added = PaymentChange::PayoutAdded(Box::new(other.clone()));
    cases.cash.commit.commit(vec![added.into()], WriteContext::of(sold.world.last_entry().await?)).await?;
    let ordered = cases.cash.bank_file(batch, None, &sold.olga).await?;
    let names = |payout: &Payout| ordered.file.content.contains(&payout.id.0.simple().to_string());
    assert!(names(&payout) && !names(&other), "{}", ordered.file.content);
    assert_eq!(ordered.left_out, [other.id]);
    assert_eq!(cases.cash.bank_file(batch, None, &sold.olga).await?, ordered, "it is named each time");
    let on = sold.look().await?.today();
    let told = cases.cash.executed(batch, ExecutedCommand { by: sold.olga.clone(), on, request: None }).await?;
    let carried_out = |payout: &&Payout| payout.status == PayoutStatus::Executed;
    assert_eq!(told.iter().filter(carried_out).map(|payout| payout.id).collect::<Vec<_>>(), [payout.id], "what the file orders");
    Ok(())
}

#[tokio::test]
async fn a_bank_file_is_for_those_who_manage_payments() -> Checked {
    let (sold, batch) = released().await?;
    let refused = sold.world.cash().bank_file(batch, None, &sold.seller.me).await;
    assert!(matches!(refused, Err(CashError::Receivable(ReceivableError::Blocked(Blocked::NotOperators(_))))), "{refused:?}");
    Ok(())
}
