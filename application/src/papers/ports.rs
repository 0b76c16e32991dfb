//! Where papers are kept.

use crate::kernel::{outbox::Attachment, unavailable::Unavailable};
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::{
        canonical::Digest,
        coded::Coded as _,
        email::EmailAddress,
        ids::{CompanyId, DebtorId, ReceivableId, UserId},
        language::Language,
        money::Currency,
        text::Line,
    },
    ledger::entry::Entry,
    onboarding::bank_account::Iban,
    receivables::{
        fee_invoice::{FeeInvoiceId, FeeInvoiceNumber, FeeLine, FeeSum},
        notice::{NoticeId, NoticeKind, Told},
    },
};
use uuid::Uuid;

/// What a paper is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaperKind {
    /// What a company gets of a batch.
    Advice,
    /// What a seller sold at once.
    Schedule,
    /// How one invoice ended.
    Settlement,
    /// A company's month in a currency.
    Month,
    /// Terms that a company signed.
    Terms,
}

impl PaperKind {
    /// As it is stored.
    pub fn code(self) -> &'static str {
        match self {
            Self::Advice => "advice",
            Self::Schedule => "schedule",
            Self::Settlement => "settlement",
            Self::Month => "month",
            Self::Terms => "terms",
        }
    }
}

/// Which paper it is: of each there is one in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PaperKey {
    pub kind: PaperKind,
    /// What it is about: the batch; the invoice that was sold first of those on a schedule; what happened last to an invoice that
    /// ended; a month in a currency; a facility, with the number of its version.
    pub about: Uuid,
    /// Whose paper it is.
    pub company: CompanyId,
    pub language: Language,
}

/// A paper as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaperFile {
    pub key: PaperKey,
    pub content: Vec<u8>,
    pub sha256: Digest,
    /// Who asked for it first.
    pub made_by: UserId,
    pub made_at: DateTime<Utc>,
}

/// Papers.
#[async_trait]
pub trait PaperFiles: Send + Sync {
    async fn paper(&self, key: PaperKey) -> Result<Option<PaperFile>, Unavailable>;
}

/// A letter to a debtor, but for the paper itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    pub id: NoticeId,
    pub kind: NoticeKind,
    pub debtor: DebtorId,
    /// The business date.
    pub made_on: NaiveDate,
    pub language: Language,
    pub sent_to: EmailAddress,
    /// How many claims it lists.
    pub claims: i64,
    /// Where it says to pay.
    pub accounts: Vec<Iban>,
    pub sha256: Digest,
    pub made_at: DateTime<Utc>,
}

/// A letter as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterFile {
    pub letter: Letter,
    /// Of the code that is printed on it.
    pub code_hash: Digest,
    pub content: Vec<u8>,
    pub about: Vec<ReceivableId>,
}

impl LetterFile {
    /// As it goes with a mail.
    pub fn attached(self) -> Attachment {
        let name = format!("{}-{}.pdf", self.letter.kind.code(), self.letter.made_on);
        Attachment { name, media_type: "application/pdf", content: self.content }
    }
}

/// What of a debtor's it is to be told, by what it was told before; oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Untold {
    /// That it was sold to the house.
    pub sold: Vec<(ReceivableId, Option<Told>)>,
    /// That it is the seller's again.
    pub given_back: Vec<(ReceivableId, Told)>,
}

/// What a debtor was told of a claim, or why it was told nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    pub about: ReceivableId,
    pub told: Told,
    /// The letters that no font has; empty unless it is for those.
    pub lacking: String,
}

impl From<(ReceivableId, Told)> for News {
    fn from((about, told): (ReceivableId, Told)) -> Self {
        Self { about, told, lacking: String::new() }
    }
}

/// Letters that no font has, in what a debtor is to be told of a company's claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lacking {
    pub seller: CompanyId,
    /// None before it has one.
    pub seller_name: Option<Line>,
    pub letters: String,
}

/// A debtor that letters cannot reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreachable {
    pub debtor: DebtorId,
    pub legal_name: Line,
    pub why: Told,
    /// Of how many claims.
    pub claims: i64,
    /// Of whose claims that is, where it is for letters: one for each seller.
    pub lacking: Option<Lacking>,
}

/// Whose letters are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LettersOf {
    Debtor(DebtorId),
    Receivable(ReceivableId),
}

/// Letters to debtors.
#[async_trait]
pub trait Letters: Send + Sync {
    /// Those who are to be told something, in the order of their ids, behind one. Of a programme nobody is told.
    async fn debtors_to_tell(&self, after: Option<DebtorId>, most: i64) -> Result<Vec<DebtorId>, Unavailable>;
    /// What this one is to be told: up to so many of each.
    async fn untold(&self, debtor: DebtorId, most: i64) -> Result<Untold, Unavailable>;
    /// What the debtor was told of it last.
    async fn told(&self, receivable: ReceivableId) -> Result<Option<Told>, Unavailable>;
    /// Up to so many, newest first.
    async fn letters(&self, of: LettersOf, most: i64) -> Result<Vec<Letter>, Unavailable>;
    async fn letter(&self, id: NoticeId) -> Result<Option<LetterFile>, Unavailable>;
    /// The one with this code.
    async fn by_code(&self, hash: Digest) -> Result<Option<Letter>, Unavailable>;
    /// Up to so many, in the order of their names.
    async fn unreachable(&self, most: i64) -> Result<Vec<Unreachable>, Unavailable>;
}

/// A numbered invoice of the house for fees, but for its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeInvoice {
    pub id: FeeInvoiceId,
    pub company: CompanyId,
    pub number: FeeInvoiceNumber,
    /// The first day of the month that was over.
    pub month: NaiveDate,
    pub made_on: NaiveDate,
    pub made_at: DateTime<Utc>,
    pub currency: Currency,
    pub sum: FeeSum,
}

/// An invoice as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeInvoiceFile {
    pub invoice: FeeInvoice,
    pub lines: Vec<FeeLine>,
    /// One for each language.
    pub papers: Vec<FeeInvoicePaper>,
}

/// The file of an invoice in a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeInvoicePaper {
    pub language: Language,
    pub content: Vec<u8>,
    pub sha256: Digest,
}

/// What a company was charged with tax by one entry of the ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct Charged {
    pub entry: Entry,
    pub receivable: ReceivableId,
}

/// Invoices for fees.
#[async_trait]
pub trait FeeInvoices: Send + Sync {
    /// Sellers that were charged with tax before this day, which no invoice tells of, in the order of their ids, behind one.
    async fn to_invoice(&self, before: NaiveDate, after: Option<CompanyId>, most: i64) -> Result<Vec<CompanyId>, Unavailable>;
    /// What of it is one of these: up to so many, the earliest first, of each currency together.
    async fn not_invoiced(&self, company: CompanyId, before: NaiveDate, most: i64) -> Result<Vec<Charged>, Unavailable>;
    /// The number that was given last in a year.
    async fn last_number(&self, year: i32) -> Result<Option<FeeInvoiceNumber>, Unavailable>;
    /// Up to so many of a company's, newest first.
    async fn invoices(&self, company: CompanyId, most: i64) -> Result<Vec<FeeInvoice>, Unavailable>;
    /// One with its lines.
    async fn invoice(&self, id: FeeInvoiceId) -> Result<Option<(FeeInvoice, Vec<FeeLine>)>, Unavailable>;
    async fn invoice_paper(&self, id: FeeInvoiceId, language: Language) -> Result<Option<FeeInvoicePaper>, Unavailable>;
}
