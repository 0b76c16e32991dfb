//! What debtors have paid too much, and to whom it can go back; and what they owe beside their invoices.

use crate::{
    cash::{Cash, CashError, payouts::release::may_read},
    kernel::unavailable::Unavailable,
    ledger::ports::AccountFilter,
    receivables::ReceivableError,
};
use sooner_domain::{
    kernel::{
        ids::{DebtorId, FacilityId, ReceivableId, UserId},
        minor::Minor,
        money::{Currency, Money},
        text::Line,
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::{Draft, Entry, Event, Place},
    },
    parties::{debtor::Debtor, operator::Operator},
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

/// What lies on a debtor's accounts, by currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebtorAccounts {
    pub credits: Vec<Money>,
    pub owed: Vec<OwedBeside>,
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

impl Cash {
    /// What is in use of the limits of these debtors, in each currency.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn in_use_of(&self, debtors: &[DebtorId]) -> Result<Vec<(DebtorId, Currency, Minor)>, Unavailable> {
        self.exposures.of_debtors(debtors).await
    }

    /// What is in use in all of each of these facilities, of those under which something is.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn in_use_under(&self, facilities: &[FacilityId]) -> Result<Vec<(FacilityId, Minor)>, Unavailable> {
        self.exposures.of_facilities(facilities).await
    }

    /// What a debtor has as credit, by currency: nothing in those that are left out. One that was merged into another one has none: all
    /// of it is that one's.
    ///
    /// # Errors
    /// `Blocked` with `NotOperators` for those who do not see payments.
    pub async fn credits(&self, debtor: DebtorId, by: &Operator) -> Result<Vec<Credit>, CashError> {
        may_read(by)?;
        let accounts = self.own_accounts(debtor).await?;
        let mut held = BTreeMap::<Currency, Minor>::new();
        for (account, _, amount) in self.held_by(&accounts, AccountKind::DebtorCredits).await? {
            *held.entry(account.currency()).or_default() -= amount;
        }
        let mut credits = Vec::new();
        for (currency, amount) in held {
            let Ok(amount) = Money::parse(amount.get(), currency) else { continue };
            credits.push(Credit { amount, receipts: self.refundable_to(debtor, &accounts, (currency, by)).await? });
        }
        Ok(credits)
    }

    /// The accounts of a debtor; none of one that was merged into another one.
    async fn own_accounts(&self, debtor: DebtorId) -> Result<Vec<DebtorId>, Unavailable> {
        let found = self.debtors.by_id(debtor).await?.filter(|debtor| debtor.parts().merged_into.is_none());
        Ok(found.map(|debtor| debtor.accounts().collect()).unwrap_or_default())
    }

    /// What lies on the accounts of a debtor.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn accounts_of(&self, debtor: &Debtor) -> Result<DebtorAccounts, Unavailable> {
        let accounts: Vec<_> = debtor.accounts().collect();
        let mut credits = BTreeMap::<Currency, Minor>::new();
        for (account, _, held) in self.held_by(&accounts, AccountKind::DebtorCredits).await? {
            *credits.entry(account.currency()).or_default() -= held;
        }
        let credits = credits.into_iter().filter_map(|(currency, amount)| Money::parse(amount.get(), currency).ok()).collect();
        Ok(DebtorAccounts { credits, owed: self.owed_on(&accounts).await? })
    }

    /// What a debtor owes beside its invoices, by currency: nothing in those that are left out. One that was merged into another one owes
    /// nothing: all of it is that one's.
    ///
    /// # Errors
    /// `Blocked` with `NotOperators` for those who do not see payments.
    pub async fn owed_beside(&self, debtor: DebtorId, by: &Operator) -> Result<Vec<OwedBeside>, CashError> {
        may_read(by)?;
        Ok(self.owed_on(&self.own_accounts(debtor).await?).await?)
    }

    async fn owed_on(&self, accounts: &[DebtorId]) -> Result<Vec<OwedBeside>, Unavailable> {
        let mut owed = BTreeMap::<Currency, OwedBeside>::new();
        for kind in [AccountKind::DebtorsOwe, AccountKind::LateChargesDue] {
            for (account, _, amount) in self.held_by(accounts, kind).await? {
                let currency = account.currency();
                let none = OwedBeside { currency, refunds: Minor::ZERO, late_charges: Minor::ZERO };
                let owed = owed.entry(currency).or_insert(none);
                *if kind == AccountKind::DebtorsOwe { &mut owed.refunds } else { &mut owed.late_charges } += amount;
            }
        }
        Ok(owed.into_values().collect())
    }

    /// All debtors that have credit, in the order of currencies, the most first; those that concern the operator's own company left out.
    ///
    /// # Errors
    /// `Blocked` with `NotOperators` for those who do not see payments.
    pub async fn all_credits(&self, by: &Operator) -> Result<Vec<DebtorCredit>, CashError> {
        may_read(by)?;
        let held = self.held_as(AccountKind::DebtorCredits).await?;
        let of = |account: &Account| if let Owner::Debtor(debtor) = account.owner() { Some(debtor) } else { None };
        let holders: BTreeSet<_> = held.iter().filter_map(|(account, _)| of(account)).collect();
        let holders = self.debtors.by_ids(&Vec::from_iter(holders)).await?;
        let now: BTreeMap<_, _> = holders.iter().map(|debtor| (debtor.id(), debtor.parts().merged_into.unwrap_or(debtor.id()))).collect();
        let elsewhere: BTreeSet<_> = now.values().copied().filter(|id| !now.contains_key(id)).collect();
        let others = if elsewhere.is_empty() { Vec::new() } else { self.debtors.by_ids(&Vec::from_iter(elsewhere)).await? };
        let names: BTreeMap<_, _> = holders.into_iter().chain(others).map(|debtor| (debtor.id(), debtor)).collect();
        let own = self.own_company(by, names.keys().copied().collect()).await?;
        let mut sums = BTreeMap::<(DebtorId, Currency), Minor>::new();
        for (account, held) in held {
            let Some(holder) = of(&account) else { continue };
            let debtor = now.get(&holder).copied().unwrap_or(holder);
            *sums.entry((debtor, account.currency())).or_default() -= held;
        }
        sums.retain(|(debtor, _), _| !own.is_concerned_by(*debtor));
        let credited = |((debtor, currency), amount): ((DebtorId, Currency), Minor)| {
            let amount = Money::parse(amount.get(), currency).ok()?;
            let found = names.get(&debtor).ok_or_else(|| Unavailable::Failed(format!("a debtor has credit and is not there: {debtor}")));
            Some(found.map(|found| DebtorCredit { debtor, name: found.parts().legal_name.clone(), amount }))
        };
        let mut all = sums.into_iter().filter_map(credited).collect::<Result<Vec<_>, _>>()?;
        all.sort_by_key(|credited| (credited.amount.currency(), -credited.amount.amount_minor(), credited.debtor));
        Ok(all)
    }

    /// The accounts of a kind that hold something, with what they hold.
    async fn held_as(&self, kind: AccountKind) -> Result<Vec<(Account, Minor)>, Unavailable> {
        let filter = AccountFilter { kind: Some(kind), holds_something: true, on: None };
        let held = self.journal.accounts(filter, None, i64::from(i32::MAX)).await?;
        Ok(held.into_iter().map(|balance| (balance.account, balance.amount)).collect())
    }

    /// The accounts of a kind that hold something and go by one of these names, with whose that is and what they hold.
    async fn held_by(&self, accounts: &[DebtorId], kind: AccountKind) -> Result<Vec<(Account, DebtorId, Minor)>, Unavailable> {
        let named = |(account, held): (Account, Minor)| match account.owner() {
            Owner::Debtor(holder) if accounts.contains(&holder) => Some((account, holder, held)),
            _ => None,
        };
        Ok(self.held_as(kind).await?.into_iter().filter_map(named).collect())
    }

    /// What lies as credit on one account of two debtors that become one pays what another one owes of refunds, as it would of one debtor:
    /// the entries.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn reclaims_paid_once_one(&self, [gone, stays]: [&Debtor; 2], by: UserId) -> Result<Vec<Entry>, Unavailable> {
        let accounts: Vec<_> = stays.accounts().chain(gone.accounts()).collect();
        let (pen, today) = (self.receivables.pen(Some(by)), self.receivables.today().await?);
        let mut credits = self.held_by(&accounts, AccountKind::DebtorCredits).await?;
        let mut paid = Vec::new();
        for (owed, owing, mut left) in self.held_by(&accounts, AccountKind::DebtorsOwe).await? {
            for (_, holder, held) in credits.iter_mut().filter(|(account, ..)| account.currency() == owed.currency()) {
                let amount = left.min(-*held).or_zero();
                let draft = Draft::new(owed.currency()).transfer(Place::debtor_credits(*holder), Place::debtors_owe(owing), amount);
                paid.extend(pen.entry((Event::ReclaimPaid, today), holder.0, None, &draft));
                *held += amount;
                left -= amount;
            }
        }
        Ok(paid)
    }

    async fn refundable_to(
        &self,
        debtor: DebtorId,
        accounts: &[DebtorId],
        (currency, by): (Currency, &Operator),
    ) -> Result<Vec<Refundable>, CashError> {
        let known = self.known_accounts(debtor).await?;
        let mut behind = BTreeMap::new();
        for account in accounts {
            let Some(credit) = Account::of(AccountKind::DebtorCredits, currency, Owner::Debtor(*account)) else { continue };
            behind.extend(self.behind(credit).await?.into_iter().map(|explained| (explained.receipt.id, explained)));
        }
        let mut found = Vec::new();
        for explained in behind.into_values().rev() {
            match self.most_to_refund(&explained, debtor, by).await {
                Ok((most, account)) if most.is_positive() => {
                    found.push(Refundable { explained, most, owner: known.owner_of(&account) });
                }
                Err(CashError::Receivable(ReceivableError::Unavailable(unavailable))) => return Err(unavailable.into()),
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
