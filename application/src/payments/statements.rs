//! What banks say of the house's accounts, as it is kept.

use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::{canonical::Digest, ids::UserId, money::Currency},
    payments::statement::{Balance, LineId, LineOutcome, NotRead, Statement, StatementId, StatementLine},
};
use uuid::Uuid;

/// How banks tell what they booked.
pub trait StatementFormat: Send + Sync {
    /// The statements of a file, and the hash of its bytes. It may take long: nobody is to wait for it on a thread that serves.
    ///
    /// # Errors
    /// Why it is not taken.
    fn read(&self, file: &[u8]) -> Result<StatementFile, NotRead>;
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementFile {
    pub sha256: Digest,
    /// In their order.
    pub statements: Vec<Statement>,
}

/// A statement of a file that was imported, or is on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementRecord {
    pub id: StatementId,
    /// Of the file it stands in, and which of its statements it is, from zero.
    pub sha256: Digest,
    pub place: i32,
    /// The house's IBAN.
    pub account: String,
    pub currency: Currency,
    /// What the bank calls it.
    pub name: String,
    pub opening: Option<Balance>,
    pub closing: Option<Balance>,
    /// How many lines it has, and how many of them were gone through.
    pub lines: i32,
    pub taken: i32,
    pub imported_by: UserId,
    pub imported_at: DateTime<Utc>,
}

impl StatementRecord {
    /// Whether another statement goes on where this one ends, on the same day: what the books hold at the end of the day is told by
    /// that one.
    pub fn is_continued_by(&self, other: &Self) -> bool {
        let (Some(closing), Some(then), Some(end)) = (self.closing, other.opening, other.closing) else { return false };
        let goes_on = other.id != self.id && other.account == self.account && other.currency == self.currency;
        // Of two between which nothing moves the later one counts.
        let is_later = other.id > self.id || self.opening.is_none_or(|opening| opening.amount != end.amount);
        goes_on && end.on == closing.on && then.amount == closing.amount && is_later
    }
}

/// A statement as it is found in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundStatement {
    pub record: StatementRecord,
    /// How many of its lines are open.
    pub open: i64,
    /// Another one goes on where it ends, on the same day.
    pub is_continued: bool,
    /// The day on which the one before ended, where none ends with the balance this one begins with: one between them is missing.
    pub gap_since: Option<NaiveDate>,
}

/// The day on which the statement before ended, where none of these ends with the balance that one begins with.
pub fn gap_since(record: &StatementRecord, others: &[StatementRecord]) -> Option<NaiveDate> {
    let opening = record.opening?;
    let of_account = others.iter().filter(|other| other.id != record.id);
    let of_account = of_account.filter(|other| (&other.account, other.currency) == (&record.account, record.currency));
    let ends = of_account.filter_map(|other| other.closing).filter(|closing| closing.on <= opening.on);
    let ends: Vec<_> = ends.collect();
    let goes_on = ends.iter().any(|closing| closing.amount == opening.amount);
    ends.iter().map(|closing| closing.on).max().filter(|_| !goes_on)
}

/// A line as it is kept, once, with what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRecord {
    pub id: LineId,
    /// The statement that brought it first, and which of its lines it is, from zero.
    pub statement: StatementId,
    pub place: i32,
    pub currency: Currency,
    pub line: StatementLine,
    pub outcome: LineOutcome,
    /// The receipt or the payout it is: of a transfer its first payout, of a whole batch the batch.
    pub about: Option<Uuid>,
}
