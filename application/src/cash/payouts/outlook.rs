//! What releasing payouts would do: to whom which sum goes, and what is left at the bank.

use crate::{
    cash::{Cash, CashError, payouts::release::may_read, statements::open_lines::bank},
    kernel::unavailable::Unavailable,
    ledger::ports::AccountFilter,
    payments::{changes::Change as PaymentChange, statements::BankAccountOf},
    receivables::{Prepared, changes::Change},
};
use chrono::TimeDelta;
use sooner_domain::{
    house::accounts::HouseAccount,
    kernel::{
        calendar::{LAST_DAY, around},
        minor::Minor,
        money::Currency,
    },
    ledger::account::{Account, AccountKind, Owner},
    parties::operator::Operator,
    payments::{
        payout::Payout,
        release::{Funds, Outlook, Sending},
        statement::Balance,
    },
};
use std::collections::{BTreeMap, BTreeSet};

fn of_bank(account: &HouseAccount) -> BankAccountOf {
    BankAccountOf { account: account.iban.as_str().to_owned(), currency: account.currency }
}

impl Prepared {
    /// The payouts that it releases, as they are then.
    fn released(&self) -> impl Iterator<Item = &Payout> {
        self.changes.iter().filter_map(|change| match change {
            Change::Payments(PaymentChange::PayoutChanged { payout, .. }) if payout.release.is_some() => Some(&**payout),
            _ => None,
        })
    }
}

impl Cash {
    /// How long before the last statement's end it is looked for what left and stands on none. What is older had its statement.
    const LEFT_BEFORE: TimeDelta = TimeDelta::days(30);

    /// What a release does that is prepared.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn outlook(&self, prepared: &Prepared) -> Result<Outlook, Unavailable> {
        let to = |payout: &Payout| Some((payout.company()?, (*payout.release.as_ref()?.account).clone()));
        let accounts: BTreeMap<_, _> = prepared.released().filter_map(to).collect();
        let failed = self.accounts_failed(&accounts).await?;
        let is_failed = |payout: &Payout| payout.company().is_some_and(|company| failed.contains_key(&company));
        let sendings: Vec<_> = prepared.released().filter_map(|payout| Sending::of(payout, is_failed(payout))).collect();
        let funds = self.funds(sendings.iter().map(Sending::currency).collect()).await?;
        Ok(Outlook { sendings, funds })
    }

    /// What the house has at its bank, in every currency in which anything was ever paid.
    ///
    /// # Errors
    /// `Blocked` for whoever does not see payments.
    pub async fn all_funds(&self, by: &Operator) -> Result<Vec<Funds>, CashError> {
        may_read(by)?;
        self.seal().await?;
        let mut currencies = BTreeSet::new();
        for kind in [AccountKind::Bank, AccountKind::PayoutsInTransit] {
            // Of such a kind there is one account a currency.
            let filter = AccountFilter { kind: Some(kind), ..AccountFilter::default() };
            let accounts = self.journal.accounts(filter, None, i64::MAX).await?;
            currencies.extend(accounts.into_iter().map(|balance| balance.account.currency()));
        }
        Ok(self.held(&currencies).await?)
    }

    /// What the house has at its bank in these currencies.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn funds(&self, currencies: BTreeSet<Currency>) -> Result<Vec<Funds>, Unavailable> {
        self.seal().await?;
        self.held(&currencies).await
    }

    /// The house's own accounts hold what is sealed: all that is committed is sealed before they are read.
    async fn seal(&self) -> Result<(), Unavailable> {
        self.journal.known_now(self.identity.clock.now()).await.map(drop)
    }

    async fn held(&self, currencies: &BTreeSet<Currency>) -> Result<Vec<Funds>, Unavailable> {
        let of_house = |kind: AccountKind| currencies.iter().filter_map(move |currency| Account::of(kind, *currency, Owner::House));
        let accounts: Vec<_> = of_house(AccountKind::Bank).chain(of_house(AccountKind::PayoutsInTransit)).collect();
        if accounts.is_empty() {
            return Ok(Vec::new());
        }
        let held = self.journal.balances(accounts).await?;
        let (bank, in_transit) = held.split_at(currencies.len().min(held.len()));
        let settings = self.house.settings().await?;
        let mut funds = Vec::with_capacity(currencies.len());
        for ((currency, bank), in_transit) in currencies.iter().zip(bank).zip(in_transit) {
            let (mut statement, mut untold) = (None, Minor::ZERO);
            if let Some(account) = settings.accounts().of(*currency)
                && let Some(closing) = self.last_closing(account).await?
            {
                (statement, untold) = (Some(closing), self.left_untold(account, closing).await?);
            }
            funds.push(Funds { currency: *currency, bank: *bank, statement, untold, in_transit: -*in_transit });
        }
        Ok(funds)
    }

    /// What people entered as having left the account and no line of a statement tells of, as far as the last closing balance may hold it yet:
    /// of a day that is not long before that of the balance, or of a later one. What left before there were statements is in the first of them.
    async fn left_untold(&self, account: &HouseAccount, closing: Balance) -> Result<Minor, Unavailable> {
        let currency = account.currency;
        let Some(bank) = bank(currency) else { return Ok(Minor::ZERO) };
        let (first, recent) = (self.statements.first_day(of_bank(account)).await?, around(closing.on, Self::LEFT_BEFORE).0);
        let days = (first.map_or(recent, |first| recent.max(first)), LAST_DAY);
        let left = self.journal.taken_from(bank, days, Vec::new(), i64::MAX).await?;
        let (untold, _) = self.untold(left.into_iter().map(|record| record.entry).collect(), currency).await?;
        Ok(-untold.iter().map(|entry| entry.moves(bank)).sum::<Minor>())
    }

    /// What the bank's last statement of an account of the house ends with, of those that end by today. Of several of one day it is the one with which no other goes
    /// on; where that is not known, the lowest of them.
    async fn last_closing(&self, account: &HouseAccount) -> Result<Option<Balance>, Unavailable> {
        let today = self.receivables.today().await?;
        let of_day = self.statements.of_last_day(of_bank(account), today).await?;
        let last = of_day.iter().filter(|one| !of_day.iter().any(|other| one.is_continued_by(other)));
        Ok(last.filter_map(|one| one.closing).min_by_key(|closing| closing.amount))
    }
}
