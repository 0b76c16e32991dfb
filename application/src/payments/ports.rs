//! What payments need from a store.

use super::{
    bank::{BankFile, BatchRecord},
    differences::Outstanding,
    statements::{AccountDay, BankAccountOf, FoundStatement, HeldLine, LineRecord, Proof, StatementRecord},
};
use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::{
        canonical::Digest,
        ids::{CompanyId, DebtorId, ReceivableId, UserId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::EntryId,
    onboarding::bank_account::Iban,
    payments::{
        answer::Answered,
        care::Care,
        payout::{BatchId, Payout, PayoutId, PayoutStatus},
        receipt::{AllocationId, Explained, ReceiptId},
        remembered::Remembered,
        statement::{LineId, StatementId},
    },
};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// Which payouts are asked for: those that are all of this.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PayoutFilter {
    pub status: Option<PayoutStatus>,
    pub company: Option<CompanyId>,
    /// Those to one of these.
    pub companies: Option<Vec<CompanyId>>,
    pub batch: Option<BatchId>,
    pub about: Option<ReceivableId>,
    /// The advances of one of these.
    pub advance_of: Option<Vec<ReceivableId>>,
    /// What went back to its payer.
    pub receipt: Option<ReceiptId>,
    pub order: PayoutOrder,
}

/// Which payout comes first: ids sort by time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PayoutOrder {
    #[default]
    OldestFirst,
    NewestFirst,
}

/// Payouts, oldest first unless asked otherwise.
#[async_trait]
pub trait Payouts: Send + Sync {
    async fn by_id(&self, id: PayoutId) -> Result<Option<Payout>, Unavailable>;

    /// Those of the ids that there are.
    async fn by_ids(&self, ids: Vec<PayoutId>) -> Result<Vec<Payout>, Unavailable>;

    /// At most so many of those behind one, in the order of the filter.
    async fn page(&self, filter: PayoutFilter, after: Option<PayoutId>, most: i64) -> Result<Vec<Payout>, Unavailable>;
}

/// Files that ordered batches from the bank.
#[async_trait]
pub trait BankFiles: Send + Sync {
    async fn of_batch(&self, batch: BatchId, currency: Currency) -> Result<Option<BankFile>, Unavailable>;

    /// Those of these batches that there are, by their numbers.
    async fn batches(&self, ids: Vec<BatchId>) -> Result<Vec<BatchRecord>, Unavailable>;
}

/// What the bank answered to orders.
#[async_trait]
pub trait BankAnswers: Send + Sync {
    /// To those of these payouts that it answered to, oldest first.
    async fn of_payouts(&self, payouts: Vec<PayoutId>) -> Result<Vec<(PayoutId, Answered)>, Unavailable>;

    /// The last time that it checked whose this account is.
    async fn latest_check(&self, iban: Iban) -> Result<Option<Answered>, Unavailable>;
}

/// Which receipts are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receipts {
    All,
    /// Those of which something lies in suspense.
    Unexplained,
}

/// Receipts with all that was said of them, newest first.
#[async_trait]
pub trait ReceiptRecords: Send + Sync {
    async fn by_id(&self, id: ReceiptId) -> Result<Option<Explained>, Unavailable>;

    /// Those of the ids that there are, oldest first.
    async fn by_ids(&self, ids: Vec<ReceiptId>) -> Result<Vec<Explained>, Unavailable>;

    /// The receipt that this is a part of.
    async fn of_allocation(&self, id: AllocationId) -> Result<Option<Explained>, Unavailable>;

    /// At most so many of those before one.
    async fn page(&self, which: Receipts, before: Option<ReceiptId>, most: i64) -> Result<Vec<Explained>, Unavailable>;

    /// Those of a currency, of one of these days and of one of these amounts, that stand on no statement, oldest first.
    async fn by_hand(&self, currency: Currency, days: Vec<NaiveDate>, amounts: Vec<Minor>) -> Result<Vec<Explained>, Unavailable>;

    /// Those booked between these days, both included, that stand on no statement and of which a part that stands pays one of these, oldest
    /// first.
    async fn entered_for(&self, receivables: Vec<ReceivableId>, days: (NaiveDate, NaiveDate)) -> Result<Vec<Explained>, Unavailable>;

    /// The newest of a currency and of one of these amounts, booked between these days, both included, at most so many: oldest first.
    async fn of_amounts(
        &self,
        currency: Currency,
        amounts: Vec<Minor>,
        between: (NaiveDate, NaiveDate),
        most: i64,
    ) -> Result<Vec<Explained>, Unavailable>;

    /// Up to so many of a currency whose amounts lie between these, booked between these days, all included, the largest first.
    async fn of_size(
        &self,
        currency: Currency,
        amounts: (Minor, Minor),
        days: (NaiveDate, NaiveDate),
        most: i64,
    ) -> Result<Vec<Explained>, Unavailable>;

    /// Up to so many of a currency booked between these days, both included, the newest first.
    async fn between(&self, currency: Currency, days: (NaiveDate, NaiveDate), most: i64) -> Result<Vec<Explained>, Unavailable>;

    /// What was paid from each of these accounts lately and was not taken back: their IBANs, with what they paid.
    async fn paid_from(&self, ibans: Vec<String>) -> Result<Vec<(String, ReceivableId)>, Unavailable>;

    /// The same of what this debtor owes: the parts of receipts from accounts that are told, the last one first.
    async fn paid_for(&self, debtor: DebtorId) -> Result<Vec<PaidFrom>, Unavailable>;
}

/// A part of a receipt that came from an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidFrom {
    pub iban: String,
    pub part: AllocationId,
    pub by: UserId,
    pub at: DateTime<Utc>,
}

/// Who looks after receipts, and what was noted of them.
#[async_trait]
pub trait ReceiptCare: Send + Sync {
    /// Of those of these of which there is something.
    async fn care_of(&self, receipts: Vec<ReceiptId>) -> Result<HashMap<ReceiptId, Care>, Unavailable>;
}

/// For whom payers pay, as people found out by matching.
#[async_trait]
pub trait RememberedPayers: Send + Sync {
    /// All of it, what was taken back too; the oldest first.
    async fn all(&self) -> Result<Vec<Remembered>, Unavailable>;

    /// The same of a debtor.
    async fn of_debtor(&self, debtor: DebtorId) -> Result<Vec<Remembered>, Unavailable>;
}

/// Which lines that a statement did not count by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldLines {
    /// Those that wait for a decision.
    Waiting,
    /// Those that a person decided.
    Decided,
}

/// Statements and their lines.
#[async_trait]
pub trait Statements: Send + Sync {
    /// That of a file, by its place.
    async fn of_file(&self, sha256: Digest, place: i32) -> Result<Option<StatementRecord>, Unavailable>;

    /// The one imported first of those that say the same, where entries of it cannot be read.
    async fn of_content(&self, content: Digest) -> Result<Option<StatementRecord>, Unavailable>;

    /// At most so many of those behind one: the one that ends last first, those without a closing balance behind the others. One that an earlier
    /// file told already is left out.
    async fn page(&self, before: Option<StatementId>, most: i64) -> Result<Vec<FoundStatement>, Unavailable>;

    async fn by_id(&self, id: StatementId) -> Result<Option<StatementRecord>, Unavailable>;

    /// Those of all accounts that ended last, the last one first: at most so many.
    async fn latest(&self, most: i64) -> Result<Vec<StatementRecord>, Unavailable>;

    /// Those of an account that ended on the last day, by this one, on which one of it did.
    async fn of_last_day(&self, account: BankAccountOf, by: NaiveDate) -> Result<Vec<StatementRecord>, Unavailable>;

    /// The day of the first balance with which a statement of an account begins.
    async fn first_day(&self, account: BankAccountOf) -> Result<Option<NaiveDate>, Unavailable>;

    /// How often something of an account was written that was weighed against all that was known of it.
    async fn moves(&self, account: BankAccountOf) -> Result<i64, Unavailable>;

    /// What is known of an account's day.
    async fn day(&self, account: BankAccountOf, on: NaiveDate) -> Result<AccountDay, Unavailable>;

    /// The places of a statement's lines that are kept: of those that count, and of those that wait or waited.
    async fn places(&self, statement: StatementId) -> Result<(BTreeSet<i32>, BTreeSet<i32>), Unavailable>;

    /// The statements of lines that wait for their day, where that is this one or an earlier one, the newest first.
    async fn due(&self, on: NaiveDate) -> Result<Vec<StatementRecord>, Unavailable>;

    async fn held_line(&self, id: LineId) -> Result<Option<HeldLine>, Unavailable>;

    /// At most so many of these, before one, the newest first.
    async fn held(&self, which: HeldLines, before: Option<LineId>, most: i64) -> Result<Vec<HeldLine>, Unavailable>;

    /// All lines of a statement that wait or waited, in their order.
    async fn held_in(&self, statement: StatementId) -> Result<Vec<HeldLine>, Unavailable>;

    /// The decided lines of the entries of these, in the order of their statements, each with the line that it counts as, where it counts.
    async fn decided_with(&self, lines: Vec<LineId>) -> Result<Vec<(HeldLine, Option<LineRecord>)>, Unavailable>;

    /// Those of these lines that other ones are known as, or perhaps are.
    async fn liked(&self, lines: Vec<LineId>) -> Result<BTreeSet<LineId>, Unavailable>;

    /// All of an account's lines that wait, in the order of their ids.
    async fn held_of(&self, account: BankAccountOf) -> Result<Vec<HeldLine>, Unavailable>;

    /// All entries of an account that cannot be read, those that wait and those that were decided, in the order of their ids.
    async fn unread_of(&self, account: BankAccountOf) -> Result<Vec<HeldLine>, Unavailable>;

    /// The lines that lines of a statement are known as, where a person said so.
    async fn known_in(&self, statement: StatementId) -> Result<BTreeSet<LineId>, Unavailable>;

    /// At most so many of an account's lines that are booked between these days, both included, where they or their entries are one
    /// of these amounts: any where none is named. In the order of their days.
    async fn near(
        &self,
        account: BankAccountOf,
        days: (NaiveDate, NaiveDate),
        amounts: Vec<Minor>,
        most: i64,
    ) -> Result<Vec<LineRecord>, Unavailable>;

    async fn line(&self, id: LineId) -> Result<Option<LineRecord>, Unavailable>;

    /// What says that each of these lines counts that there are.
    async fn proofs(&self, lines: Vec<LineId>) -> Result<Vec<Proof>, Unavailable>;

    /// The lines that are one of these.
    async fn about(&self, things: Vec<Uuid>) -> Result<Vec<LineRecord>, Unavailable>;

    /// Which of these a line tells of, and the line’s currency: receipts, payouts, batches, entries, or lines themselves. An open line
    /// tells of nothing.
    async fn told(&self, things: Vec<Uuid>) -> Result<Vec<(Uuid, Currency)>, Unavailable>;

    /// The entries that a person said book what these lines say, by line; those that have none are left out.
    async fn entries_of(&self, lines: Vec<LineId>) -> Result<HashMap<LineId, BTreeSet<EntryId>>, Unavailable>;

    /// At most so many of a statement's lines behind this place, in their order.
    async fn lines_of(&self, statement: StatementId, after: Option<i32>, most: i64) -> Result<Vec<LineRecord>, Unavailable>;

    /// What nobody has explained of a currency: the days of open lines, and their amounts.
    async fn unexplained(&self, currency: Currency) -> Result<Vec<(NaiveDate, Minor)>, Unavailable>;

    /// What statements of a currency that have a closing balance tell and the ledger lacks, beside open lines.
    async fn outstanding(&self, currency: Currency) -> Result<Vec<Outstanding>, Unavailable>;

    /// At most so many of the open lines before one, the newest first.
    async fn open(&self, before: Option<LineId>, most: i64) -> Result<Vec<LineRecord>, Unavailable>;
}
