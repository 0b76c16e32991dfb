//! What the onboarding use cases need.

use crate::{
    kernel::{paging::Direction, unavailable::Unavailable},
    parties::ports::AlikeDebtor,
};
use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_core::Stream;
use sooner_domain::{
    identity::user::User,
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, UserId},
    },
    onboarding::{
        application::{Application, ApplicationId, Blocked, Form, Parts},
        company::CompanyDetails,
        decision::Transition,
        document::{Document, DocumentId},
        noticed::Similar,
        status::OnboardingStatus,
    },
    parties::{
        buyer::{Buyer, BuyerId},
        company::Introduction,
        membership::Membership,
        own::OwnMatters,
    },
};
use std::{cmp::Ordering, pin::Pin};

/// Applications.
#[async_trait]
pub trait Applications: Send + Sync {
    /// What there is of a company's application.
    async fn filed(&self, company: CompanyId) -> Result<Filed, Unavailable>;
    /// The application of this id, whoever's it is: for operators.
    async fn by_id(&self, id: ApplicationId) -> Result<Option<Application>, Unavailable>;
    /// The next page of the queue, in this order, behind `after`, at most `most`.
    async fn queue(&self, filter: QueueFilter, order: QueueOrder, after: Option<QueueCursor>, most: i64)
    -> Result<QueueSlice, Unavailable>;
    /// Which case an operator turns to next: the longest waiting of those that wait for a decision and that they, or nobody,
    /// are on, behind the case `after`, or else from the beginning. Neither that case itself nor one of their own company.
    async fn next(&self, operator: &Membership, after: Option<ApplicationId>) -> Result<Option<ApplicationId>, Unavailable>;
    /// How many applications have each status, in the order of `OnboardingStatus::ALL`; counting ends at `most`, so that
    /// it takes no longer the more there are.
    async fn counts(&self, most: i64) -> Result<Vec<i64>, Unavailable>;
    /// An application with everything a decision needs.
    async fn case(&self, id: ApplicationId) -> Result<Option<CaseFile>, Unavailable>;
    /// One buyer of a case with what a decision on it needs.
    async fn buyer_in_case(&self, id: ApplicationId, buyer: BuyerId) -> Result<Option<BuyerInCase>, Unavailable>;
    /// Every version handed in, the first one first.
    async fn submissions(&self, id: ApplicationId) -> Result<Vec<Submission>, Unavailable>;
    /// Which of these documents there are.
    async fn known_documents(&self, ids: &[DocumentId]) -> Result<Vec<DocumentId>, Unavailable>;
    /// Whose these accounts are, or were, of the companies that were approved: each as a bank tells it.
    async fn payees(&self, accounts: Vec<String>) -> Result<Vec<(String, CompanyId)>, Unavailable>;
    /// A document and whose it is.
    async fn document(&self, id: DocumentId) -> Result<Option<(CompanyId, Document)>, Unavailable>;
}

/// What there is of a company's application.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filed {
    /// The application with its documents and the number of its buyers; none before the first change.
    pub application: Option<Application>,
    /// Every step so far, the oldest first.
    pub history: Vec<Transition>,
    /// How many buyers are on the company's list.
    pub buyer_count: usize,
    /// What another company said of it, if that one brought it here.
    pub introduction: Option<Introduction>,
}

/// An application with what belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseFile {
    pub application: Application,
    /// Every step so far, the oldest first.
    pub history: Vec<Transition>,
    pub applicant: User,
    /// The company's owners, who are written to, the first one first.
    pub owners: Vec<User>,
    /// The operator who is on it.
    pub reviewer: Option<User>,
    pub buyers: Vec<Buyer>,
    /// Every version handed in, the first one first.
    pub submissions: Vec<Submission>,
    /// What may be the same company: at most [`CaseFile::MAX_SIMILAR`] by each likeness, in the order of `Likeness`, each
    /// case once.
    pub similar: Vec<Similar>,
}

impl CaseFile {
    /// Among more nobody looks for the one that matters.
    pub const MAX_SIMILAR: i64 = 5;
}

/// A buyer, the application of the company on whose list it stands, and the debtors it may be.
#[derive(Debug, Clone, PartialEq)]
pub struct BuyerInCase {
    pub application: Application,
    pub buyer: Buyer,
    /// The one of its legal entity, if there is one.
    pub debtor: Option<DebtorId>,
    /// Those that look like it, that one among them.
    pub alike: Vec<AlikeDebtor>,
}

impl BuyerInCase {
    /// Nobody decides which debtor a buyer is that is their own company, or is or looks like a debtor that concerns it.
    ///
    /// # Errors
    /// `OwnCompany`.
    pub(crate) fn is_not_of(&self, own: &OwnMatters) -> Result<(), Blocked> {
        let is_linked = self.buyer.debtor.is_some_and(|debtor| own.sell_to(debtor));
        let is_itself = own.are(&self.buyer.details.legal_entity());
        let looks_like = || self.alike.iter().any(|one| own.concern(&one.debtor));
        if is_linked || is_itself || looks_like() { Err(Blocked::OwnCompany) } else { Ok(()) }
    }
}

/// What the queue is put in order by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum QueueSort {
    /// Since when it is unchanged.
    #[default]
    Waiting,
    /// The company's legal name, folded as a search does; those without one come first.
    Company,
}

impl Coded for QueueSort {
    const NAME: &'static str = "QueueSort";
    const ALL: &'static [Self] = &[Self::Waiting, Self::Company];

    fn code(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Company => "company",
        }
    }
}

/// The order of the queue: unless told otherwise, the longest waiting first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QueueOrder {
    pub sort: QueueSort,
    pub direction: Direction,
}

impl QueueOrder {
    /// Which of two places comes first; the id decides between those that are otherwise alike.
    pub fn compare(self, one: &QueueCursor, other: &QueueCursor) -> Ordering {
        let sorted = match self.sort {
            QueueSort::Waiting => one.waiting_since.cmp(&other.waiting_since),
            QueueSort::Company => one.company.cmp(&other.company),
        };
        let ascending = sorted.then(one.id.cmp(&other.id));
        match self.direction {
            Direction::Ascending => ascending,
            Direction::Descending => ascending.reverse(),
        }
    }
}

/// A place in the queue. What it is put in order by and the id make it unique, so that a page begins where the last one ended,
/// whatever came between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueCursor {
    pub waiting_since: DateTime<Utc>,
    /// The folded name.
    pub company: String,
    pub id: ApplicationId,
}

impl QueueCursor {
    pub fn of(application: &Application) -> Self {
        let Parts { waiting_since, form, id, .. } = application.parts();
        Self { waiting_since: *waiting_since, company: form.company.folded_name(), id: *id }
    }
}

/// Which applications are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueueFilter {
    /// Those of a status.
    Status(OnboardingStatus),
    /// Those of a status that this operator is on.
    MineOf(OnboardingStatus, UserId),
    /// Those of a status that nobody is on.
    UnassignedOf(OnboardingStatus),
    /// Those in which some word begins with each of these, of one status or of any. The longest word comes first.
    Found(Vec<String>, Option<OnboardingStatus>),
}

impl QueueFilter {
    /// Among more matches than this nobody looks for one; it keeps the search of a common word short.
    pub const MAX_FOUND: i64 = 1_000;
}

/// A page of the queue.
#[derive(Debug, Clone, PartialEq)]
pub struct QueueSlice {
    pub entries: Vec<QueueEntry>,
    /// More matched than were looked through: the words are too common.
    pub too_many: bool,
}

/// One application in the queue.
#[derive(Debug, Clone, PartialEq)]
pub struct QueueEntry {
    pub place: QueueCursor,
    /// Whose application it is.
    pub of: CompanyId,
    pub status: OnboardingStatus,
    pub version: i64,
    /// How often it was handed in.
    pub submissions: i32,
    pub company: CompanyDetails,
    pub applicant: User,
    /// The operator who is on it.
    pub reviewer: Option<User>,
    pub pending_buyers: i64,
}

/// What was handed in, as it was.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    /// 1 for the first.
    pub number: i32,
    pub submitted_at: DateTime<Utc>,
    pub form: Form,
    pub documents: Vec<DocumentId>,
    pub buyers: Vec<BuyerId>,
}

impl Submission {
    /// The version that is handed in now.
    pub fn of(application: &Application, buyers: Vec<BuyerId>, at: DateTime<Utc>) -> Self {
        let Parts { submissions, form, documents, .. } = application.parts();
        let documents = documents.iter().map(|document| document.id).collect();
        Self { number: *submissions, submitted_at: at, form: form.clone(), documents, buyers }
    }
}

/// A file's bytes as they come.
pub type ByteStream = Pin<Box<dyn Stream<Item = Result<Bytes, Unavailable>> + Send>>;

/// Where the documents' files lie.
#[async_trait]
pub trait DocumentFiles: Send + Sync {
    /// Begins to store a file. Nothing is visible under the id until it is kept.
    async fn create(&self, id: DocumentId) -> Result<Box<dyn NewFile>, Unavailable>;
    /// The file's content.
    async fn read(&self, id: DocumentId) -> Result<ByteStream, Unavailable>;
    /// Deletes the file; one that is gone already is no error.
    async fn delete(&self, id: DocumentId) -> Result<(), Unavailable>;
    /// Every file that was kept before then, by the clock of wherever they lie: sixteen bytes each.
    async fn kept_before(&self, then: DateTime<Utc>) -> Result<Vec<DocumentId>, Unavailable>;
}

/// Others who keep files where the documents of applications lie.
#[async_trait]
pub trait FileOwners: Send + Sync {
    /// Which of these files are theirs.
    async fn owned(&self, ids: &[DocumentId]) -> Result<Vec<DocumentId>, Unavailable>;
}

/// A file being written: it is to be kept or abandoned. Dropped, as when the process ends, it is never visible, but what was
/// written may take up room.
#[async_trait]
pub trait NewFile: Send {
    async fn write(&mut self, chunk: Bytes) -> Result<(), Unavailable>;
    /// The SHA-256 of what was written so far.
    fn sha256(&self) -> [u8; 32];
    /// Makes the file durable and visible.
    async fn keep(self: Box<Self>) -> Result<(), Unavailable>;
    /// Leaves nothing behind.
    async fn abandon(self: Box<Self>);
}
