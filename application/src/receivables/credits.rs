//! What debtors have paid too much, and to whom it can go back; and what they owe beside their invoices.

use super::{
    Financing, ReceivableError,
    payouts::may_read,
    recording::{Pen, Recording},
};
use crate::{kernel::unavailable::Unavailable, ledger::ports::AccountFilter};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        ids::{DebtorId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
        text::Line,
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::{Draft, Entry, Event, Place},
    },
    parties::operator::Operator,
    payments::receipt::{AccountOwner, Explained, ReceiptId},
};
use std::collections::{BTreeMap, BTreeSet};

/// A debtor's credit in one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct Credit {
    pub amount: Money,
    /// Those whose payers can be refunded now by whoever asks, the newest first.
    pub receipts: Vec<Refundable>,
}

/// A receipt whose payer can be refunded.
#[derive(Debug, Clone, PartialEq)]
pub struct Refundable {
    pub explained: Explained,
    /// The most that can go back for it.
    pub most: Minor,
    /// Whose account it came from.
    pub owner: AccountOwner,
}

/// What a debtor owes in one currency beside what is open of its invoices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwedBeside {
    pub currency: Currency,
    /// Refunds of credits that were taken back since.
    pub refunds: Minor,
    /// What it is charged for being late in programmes.
    pub late_charges: Minor,
}

/// A debtor with credit.
#[derive(Debug, Clone, PartialEq)]
pub struct DebtorCredit {
    pub debtor: DebtorId,
    pub name: Line,
    pub amount: Money,
}

/// So many of the latest movements of a credit are looked at for receipts.
const MOST_MOVEMENTS: i64 = 50;

impl Financing {
    /// What is in use of the limits of these debtors, in each currency.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn in_use_of(&self, debtors: &[DebtorId]) -> Result<Vec<(DebtorId, Currency, Minor)>, Unavailable> {
        self.exposures.of_debtors(debtors).await
    }

    /// What a debtor has as credit, by currency: nothing in those that are left out.
    ///
    /// # Errors
    /// `Blocked` with `NotOperators` for those who do not see payments.
    pub async fn credits(&self, debtor: DebtorId, by: &Operator) -> Result<Vec<Credit>, ReceivableError> {
        may_read(by)?;
        let mut credits = Vec::new();
        let held = self.held_as(AccountKind::DebtorCredits).await?;
        for (account, held) in held.into_iter().filter(|(account, _)| account.owner() == Owner::Debtor(debtor)) {
            let Ok(amount) = Money::parse((-held).get(), account.currency()) else { continue };
            credits.push(Credit { amount, receipts: self.refundable_to(debtor, account, by).await? });
        }
        Ok(credits)
    }

    /// What a debtor owes beside its invoices, by currency: nothing in those that are left out.
    ///
    /// # Errors
    /// `Blocked` with `NotOperators` for those who do not see payments.
    pub async fn owed_beside(&self, debtor: DebtorId, by: &Operator) -> Result<Vec<OwedBeside>, ReceivableError> {
        may_read(by)?;
        let mut owed = BTreeMap::<Currency, OwedBeside>::new();
        for kind in [AccountKind::DebtorsOwe, AccountKind::LateChargesDue] {
            let held = self.held_as(kind).await?;
            for (account, amount) in held.into_iter().filter(|(account, _)| account.owner() == Owner::Debtor(debtor)) {
                let currency = account.currency();
                let none = OwedBeside { currency, refunds: Minor::ZERO, late_charges: Minor::ZERO };
                let owed = owed.entry(currency).or_insert(none);
                *if kind == AccountKind::DebtorsOwe { &mut owed.refunds } else { &mut owed.late_charges } += amount;
            }
        }
        Ok(owed.into_values().collect())
    }

    /// All debtors that have credit, in the order of currencies, the most first.
    ///
    /// # Errors
    /// `Blocked` with `NotOperators` for those who do not see payments.
    pub async fn all_credits(&self, by: &Operator) -> Result<Vec<DebtorCredit>, ReceivableError> {
        may_read(by)?;
        let held = self.held_as(AccountKind::DebtorCredits).await?;
        let of = |account: &Account| if let Owner::Debtor(debtor) = account.owner() { Some(debtor) } else { None };
        let debtors: Vec<_> = held.iter().filter_map(|(account, _)| of(account)).collect::<BTreeSet<_>>().into_iter().collect();
        let debtors = self.debtors.by_ids(&debtors).await?.into_iter();
        let names: BTreeMap<_, _> = debtors.map(|debtor| (debtor.id(), debtor.parts().legal_name.clone())).collect();
        let credited = |(account, held): (Account, Minor)| {
            let debtor = of(&account)?;
            let amount = Money::parse((-held).get(), account.currency()).ok()?;
            let name =
                names.get(&debtor).cloned().ok_or_else(|| Unavailable::Failed(format!("a debtor has credit and is not there: {debtor}")));
            Some(name.map(|name| DebtorCredit { debtor, name, amount }))
        };
        let mut all = held.into_iter().filter_map(credited).collect::<Result<Vec<_>, _>>()?;
        all.sort_by_key(|credited| (credited.amount.currency(), -credited.amount.amount_minor(), credited.debtor));
        Ok(all)
    }

    /// The accounts of a kind that hold something, with what they hold.
    async fn held_as(&self, kind: AccountKind) -> Result<Vec<(Account, Minor)>, Unavailable> {
        let filter = AccountFilter { kind: Some(kind), holds_something: true, on: None };
        let held = self.journal.accounts(filter, None, i64::from(i32::MAX)).await?;
        Ok(held.into_iter().map(|balance| (balance.account, balance.amount)).collect())
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

    async fn refundable_to(&self, debtor: DebtorId, credit: Account, by: &Operator) -> Result<Vec<Refundable>, ReceivableError> {
        let known = self.debtors.by_id(debtor).await?.ok_or(ReceivableError::NotFound)?;
        let known = self.known_accounts(&known).await?;
        let mut found = Vec::new();
        for explained in self.behind(credit).await?.into_iter().rev() {
            match self.most_to_refund(&explained, debtor, by).await {
                Ok((most, account)) if most.is_positive() => {
                    found.push(Refundable { explained, most, owner: known.owner_of(&account) });
                }
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
