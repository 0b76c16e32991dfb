//! What debtors have paid too much, and to whom it can go back.

use super::{
    Financing, ReceivableError,
    payouts::may_read,
    recording::{Pen, Recording},
};
use crate::{
    kernel::unavailable::Unavailable,
    ledger::ports::{AccountFilter, Balance},
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        ids::{DebtorId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::{Draft, Entry, Event, Place},
    },
    parties::operator::Operator,
    payments::receipt::{Explained, ReceiptId},
};
use std::collections::{BTreeMap, BTreeSet};

/// A debtor's credit in one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct Credit {
    pub amount: Money,
    /// Those whose payers can be refunded now by whoever asks, the newest first, each with the most that can go back for it.
    pub receipts: Vec<(Explained, Minor)>,
}

/// A debtor with credit.
#[derive(Debug, Clone, PartialEq)]
pub struct DebtorCredit {
    pub debtor: DebtorId,
    pub amount: Money,
}

/// So many of the latest movements of a credit are looked at for receipts.
const MOST_MOVEMENTS: i64 = 50;

impl Financing {
    /// What a debtor has as credit, by currency: nothing in those that are left out.
    ///
    /// # Errors
    /// `Blocked` with `NotOperators` for those who do not see payments.
    pub async fn credits(&self, debtor: DebtorId, by: &Operator) -> Result<Vec<Credit>, ReceivableError> {
        may_read(by)?;
        let mut credits = Vec::new();
        for (_, account, amount) in self.held_as_credit().await?.into_iter().filter(|(of, ..)| *of == debtor) {
            credits.push(Credit { amount, receipts: self.refundable_to(debtor, account, by).await? });
        }
        Ok(credits)
    }

    /// All debtors that have credit, in the order of currencies, the most first.
    ///
    /// # Errors
    /// `Blocked` with `NotOperators` for those who do not see payments.
    pub async fn all_credits(&self, by: &Operator) -> Result<Vec<DebtorCredit>, ReceivableError> {
        may_read(by)?;
        let mut all: Vec<_> = self.held_as_credit().await?.into_iter().map(|(debtor, _, amount)| DebtorCredit { debtor, amount }).collect();
        all.sort_by_key(|credited| (credited.amount.currency(), -credited.amount.amount_minor(), credited.debtor));
        Ok(all)
    }

    /// Who has how much credit, with its account.
    async fn held_as_credit(&self) -> Result<Vec<(DebtorId, Account, Money)>, Unavailable> {
        let filter = AccountFilter { kind: Some(AccountKind::DebtorCredits), holds_something: true, on: None };
        let held = self.journal.accounts(filter, None, i64::from(i32::MAX)).await?;
        let of = |balance: Balance| {
            let Owner::Debtor(debtor) = balance.account.owner() else { return None };
            let amount = Money::parse((-balance.amount).get(), balance.account.currency()).ok()?;
            Some((debtor, balance.account, amount))
        };
        Ok(held.into_iter().filter_map(of).collect())
    }

    /// What a debtor owes of refunds is paid first with what this write brings it as credit: the entries.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(super) async fn reclaims_paid(
        &self,
        recordings: &[Recording],
        entries: &[Entry],
        (pen, today): (&Pen, NaiveDate),
    ) -> Result<Vec<Entry>, Unavailable> {
        let mut credited = BTreeMap::<_, Minor>::new();
        for posting in recordings.iter().flat_map(Recording::entries).chain(entries).flat_map(Entry::postings) {
            if let (AccountKind::DebtorCredits, Owner::Debtor(debtor)) = (posting.account.kind(), posting.account.owner()) {
                *credited.entry((debtor, posting.account.currency())).or_default() -= posting.amount;
            }
        }
        let mut paid = Vec::new();
        for ((debtor, currency), credit) in credited.into_iter().filter(|(_, credit)| credit.is_positive()) {
            let amount = self.reclaimed_from(debtor, currency).await?.min(credit);
            let draft = Draft::new(currency).transfer(Place::debtor_credits(debtor), Place::debtors_owe(debtor), amount);
            paid.extend(pen.entry((Event::ReclaimPaid, today), debtor.0, None, &draft));
        }
        Ok(paid)
    }

    /// What a debtor owes of refunds of credits that were taken back since.
    async fn reclaimed_from(&self, debtor: DebtorId, currency: Currency) -> Result<Minor, Unavailable> {
        match Account::of(AccountKind::DebtorsOwe, currency, Owner::Debtor(debtor)) {
            Some(account) => self.journal.balance(account).await,
            None => Ok(Minor::ZERO),
        }
    }

    async fn refundable_to(&self, debtor: DebtorId, credit: Account, by: &Operator) -> Result<Vec<(Explained, Minor)>, ReceivableError> {
        let mut found = Vec::new();
        for explained in self.behind(credit).await?.into_iter().rev() {
            match self.most_to_refund(&explained, debtor, by).await {
                Ok(most) if most.is_positive() => found.push((explained, most)),
                Err(ReceivableError::Unavailable(unavailable)) => return Err(unavailable.into()),
                // It can't go back to this one, or not by them.
                Ok(_) | Err(_) => {}
            }
        }
        Ok(found)
    }

    /// The receipts that led to a credit, those of receivables among them that a credit note lowered; oldest first.
    async fn behind(&self, credit: Account) -> Result<Vec<Explained>, Unavailable> {
        let lines = self.journal.lines(credit, None, None, MOST_MOVEMENTS).await?;
        // What was kept as credit is told of the receipt, what was paid too much of the receivable it was paid for.
        let things: BTreeSet<_> = lines.iter().map(|line| line.booking.subject).collect();
        let mut named = things.clone();
        for thing in things {
            let facts = self.records.facts(ReceivableId(thing)).await?;
            named.extend(facts.iter().filter_map(|recorded| recorded.cause));
        }
        self.receipts.by_ids(named.into_iter().map(ReceiptId).collect()).await
    }
}
