//! What the ledger needs.

use super::Record;
use crate::kernel::{chain::Links, unavailable::Unavailable};
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::{ids::ReceivableId, minor::Minor, money::Currency},
    ledger::{
        account::{Account, AccountKind},
        entry::{Booking, EntryId, Event, Posting},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// What an account holds, debit positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    pub account: Account,
    pub amount: Minor,
}

/// What all accounts of a kind hold together, debit positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Total {
    pub kind: AccountKind,
    pub currency: Currency,
    pub amount: Minor,
}

/// What is known at a moment: the entries up to this number that were booked by then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub moment: DateTime<Utc>,
    pub last_number: i64,
}

/// The place of a posting among all: they are in the order of their entries' ids, which sort by time, and of their lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineId {
    pub entry: EntryId,
    /// From 1 on.
    pub line: i16,
}

/// One posting to an account, with the entry it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountLine {
    pub booking: Booking,
    pub reverses: Option<EntryId>,
    /// The entry's number, once it has one.
    pub number: Option<i64>,
    pub line: i16,
    pub posting: Posting,
}

impl AccountLine {
    pub fn id(&self) -> LineId {
        LineId { entry: self.booking.id, line: self.line }
    }
}

/// Which accounts are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AccountFilter {
    /// None for every kind.
    pub kind: Option<AccountKind>,
    /// Without those that hold nothing.
    pub holds_something: bool,
    /// Only what is dated on this day or earlier counts, and only accounts something was posted to by then; none for all there
    /// is.
    pub on: Option<NaiveDate>,
}

/// What was booked. Its entries stand in a chain, whose numbers a sealer gives.
///
/// The balances of accounts with an owner hold every entry that is committed. Those of the house, which nearly every entry
/// touches, hold what is sealed: the sealer adds it up, so that no writer waits for another one's commit.
#[async_trait]
pub trait Journal: Links<Record> {
    async fn entry(&self, id: EntryId) -> Result<Option<Record>, Unavailable>;
    /// The entry that takes this one back.
    async fn reversal_of(&self, id: EntryId) -> Result<Option<EntryId>, Unavailable>;
    /// Those of these entries that were taken back.
    async fn reversed(&self, ids: Vec<EntryId>) -> Result<BTreeSet<EntryId>, Unavailable>;
    /// Up to `most` entries that are about this or were caused by it, before the one of this id, the newest first.
    async fn about(&self, thing: Uuid, before: Option<EntryId>, most: i64) -> Result<Vec<Record>, Unavailable>;
    /// The entries of an event that are about one of these or were caused by one of them, the oldest first.
    async fn of_event(&self, event: Event, things: Vec<Uuid>) -> Result<Vec<Record>, Unavailable>;
    /// The entries of these days that people booked by hand, the oldest first.
    async fn by_hand(&self, days: Vec<NaiveDate>) -> Result<Vec<Record>, Unavailable>;
    /// Up to `most` entries, dated between these days, both included, with a posting that takes one of these amounts, each below zero,
    /// from an account: any where none is named. The oldest first; without those that take back another one or were taken back.
    async fn taken_from(
        &self,
        account: Account,
        between: (NaiveDate, NaiveDate),
        amounts: Vec<Minor>,
        most: i64,
    ) -> Result<Vec<Record>, Unavailable>;
    /// Up to `most` postings to an account before this one, of the entries dated `on` or earlier, the newest first.
    async fn lines(
        &self,
        account: Account,
        on: Option<NaiveDate>,
        before: Option<LineId>,
        most: i64,
    ) -> Result<Vec<AccountLine>, Unavailable>;
    /// What an account holds; nothing where nothing was posted to it.
    async fn balance(&self, account: Account) -> Result<Minor, Unavailable>;
    /// What each of these accounts holds, in their order: all as of one moment.
    async fn balances(&self, accounts: Vec<Account>) -> Result<Vec<Minor>, Unavailable>;
    /// What the entries dated on this day or earlier add up to on an account: all that are committed, sealed or not.
    async fn balance_on(&self, account: Account, on: NaiveDate) -> Result<Minor, Unavailable>;
    /// What an account of a company holds by the receivable its postings are about, without what adds up to nothing, the oldest
    /// receivable first: ids sort by time.
    async fn by_receivable(&self, account: Account) -> Result<Vec<(ReceivableId, Minor)>, Unavailable>;
    /// Of these accounts of companies what each holds for its receivable, without what adds up to nothing.
    async fn shares(&self, of: Vec<(Account, ReceivableId)>) -> Result<Vec<((Account, ReceivableId), Minor)>, Unavailable>;
    /// Up to `most` accounts behind this one, by the codes of kind and currency and by owner, with what they hold.
    async fn accounts(&self, filter: AccountFilter, after: Option<Account>, most: i64) -> Result<Vec<Balance>, Unavailable>;
    /// What counts as known at this moment, which is not ahead of now. All that is committed is sealed first; what is
    /// committed later is not known at this moment any more, whenever it says that it was booked. So the same moment has the
    /// same answer for ever.
    async fn known_by(&self, moment: DateTime<Utc>) -> Result<Known, Unavailable>;
    /// What is known now, where it is not asked for again: a moment behind all that were asked for, so that nothing committed
    /// by then is missing.
    async fn known_now(&self, now: DateTime<Utc>) -> Result<Known, Unavailable>;
    /// What the accounts hold by kind and currency: of what is known, the entries dated `on` or earlier. In the order of the
    /// codes; kinds nothing was posted to are left out.
    async fn totals(&self, on: Option<NaiveDate>, known: Known) -> Result<Vec<Total>, Unavailable>;
}

/// What lies at a number of the chain, whatever it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// None where it is no id.
    pub entry: Option<EntryId>,
    /// How many postings the entry says it has.
    pub lines: i64,
    /// The lines of those there are, in order.
    pub found: Vec<i64>,
    /// A currency in which they do not add up to nothing.
    pub unbalanced_in: Option<String>,
}

/// A balance that is not what was posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddBalance {
    /// As [`Account`] writes its name, be there such an account or not.
    pub account: String,
    /// None where there is no balance.
    pub kept: Option<i64>,
    pub posted: i64,
}

/// Looks for what a hand in the database did. It may take long: on the whole ledger.
#[async_trait]
pub trait LedgerChecks: Send + Sync {
    /// What lies at this number; none where nothing does.
    async fn found_at(&self, number: i64) -> Result<Option<Found>, Unavailable>;
    /// The first posting whose entry is not there, by entry and line.
    async fn stray_posting(&self) -> Result<Option<(Uuid, i64)>, Unavailable>;
    /// The first account whose balance is not the sum of its postings, all as of one moment.
    async fn odd_balance(&self) -> Result<Option<OddBalance>, Unavailable>;
    /// The first share of a company's account, or debt of a debtor, that is not the sum of its postings or is below nothing, with the
    /// receivable it is about (zero where it is about none): in minor units of what the account is there to hold.
    async fn odd_share(&self) -> Result<Option<(ReceivableId, OddBalance)>, Unavailable>;
    /// The first entry that reverses another one, and does not mirror it posting by posting, says something else of something else, or is not
    /// the only one.
    async fn odd_reversal(&self) -> Result<Option<EntryId>, Unavailable>;
}
