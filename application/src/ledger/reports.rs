//! What operators read.

use super::{
    Ledger, Record,
    ports::{AccountFilter, AccountLine, Balance, LineId, Total},
};
use crate::kernel::{paging::cut, unavailable::Unavailable};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::minor::Minor,
    ledger::{account::Account, entry::EntryId},
};
use uuid::Uuid;

/// What the accounts held, by kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialBalance {
    /// The day it counts to; none for all there is.
    pub on: Option<NaiveDate>,
    /// What was booked by then. The same pair gives the same figures for ever.
    pub known: DateTime<Utc>,
    pub totals: Vec<Total>,
}

/// A page of accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountPage {
    pub accounts: Vec<Balance>,
    /// Where the next page begins.
    pub next: Option<Account>,
}

/// A page of what was posted to an account, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePage {
    pub lines: Vec<AccountLine>,
    /// What the whole account holds.
    pub balance: Minor,
    /// Where the next page begins.
    pub next: Option<LineId>,
}

/// An entry, and the one that takes it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryView {
    pub record: Record,
    pub reversed_by: Option<EntryId>,
}

impl Ledger {
    /// Accounts and postings of a page.
    pub const PAGE: i64 = 100;

    /// What the accounts held at the end of a day, as far as it was known at a moment; now, when none is given or it is still
    /// to come. The answer says at which.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn trial_balance(&self, on: Option<NaiveDate>, known: Option<DateTime<Utc>>) -> Result<TrialBalance, Unavailable> {
        let now = self.clock.now();
        let known = match known.filter(|known| *known <= now) {
            Some(moment) => self.journal.known_by(moment).await?,
            None => self.journal.known_now(now).await?,
        };
        Ok(TrialBalance { on, known: known.moment, totals: self.journal.totals(on, known).await? })
    }

    /// The last number there is, once what waits has its own: where an export ends.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn last_number(&self) -> Result<i64, Unavailable> {
        Ok(self.journal.known_now(self.clock.now()).await?.last_number)
    }

    /// Accounts with what they hold.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn accounts(&self, filter: AccountFilter, after: Option<Account>) -> Result<AccountPage, Unavailable> {
        let mut accounts = self.journal.accounts(filter, after, Self::PAGE + 1).await?;
        let next = cut(&mut accounts, Ledger::PAGE, |balance| balance.account);
        Ok(AccountPage { accounts, next })
    }

    /// What was posted to an account, and what it holds: of the entries dated `on` or earlier, where a day is given.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn lines(&self, account: Account, on: Option<NaiveDate>, before: Option<LineId>) -> Result<LinePage, Unavailable> {
        let mut lines = self.journal.lines(account, on, before, Self::PAGE + 1).await?;
        let next = cut(&mut lines, Ledger::PAGE, AccountLine::id);
        let balance = match on {
            Some(on) => self.journal.balance_on(account, on).await?,
            None => self.journal.balance(account).await?,
        };
        Ok(LinePage { lines, balance, next })
    }

    /// The entries that are about something or were caused by it, the newest first, and where the next page begins.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn about(&self, thing: Uuid, before: Option<EntryId>) -> Result<(Vec<Record>, Option<EntryId>), Unavailable> {
        let mut records = self.journal.about(thing, before, Self::PAGE + 1).await?;
        let next = cut(&mut records, Ledger::PAGE, |record| record.entry.booking().id);
        Ok((records, next))
    }

    /// One entry.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn entry(&self, id: EntryId) -> Result<Option<EntryView>, Unavailable> {
        let Some(record) = self.journal.entry(id).await? else { return Ok(None) };
        Ok(Some(EntryView { record, reversed_by: self.journal.reversal_of(id).await? }))
    }
}
