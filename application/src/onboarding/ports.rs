//! What the onboarding use cases need.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_core::Stream;
use sooner_domain::{
    identity::user::User,
    kernel::ids::{CompanyId, DebtorId, UserId},
    onboarding::{
        application::{Application, ApplicationId, Form, Parts},
        company::CompanyDetails,
        decision::Transition,
        document::{Document, DocumentId},
        status::OnboardingStatus,
    },
    parties::buyer::{Buyer, BuyerId},
};
use std::pin::Pin;

/// Applications.
#[async_trait]
pub trait Applications: Send + Sync {
    /// What there is of a company's application.
    async fn filed(&self, company: CompanyId) -> Result<Filed, Unavailable>;
    /// The application of this id, whoever's it is: for operators.
    async fn by_id(&self, id: ApplicationId) -> Result<Option<Application>, Unavailable>;
    /// The next page of the queue: the longest unchanged first, behind `after`, at most `most`.
    async fn queue(&self, filter: QueueFilter, after: Option<QueueCursor>, most: i64) -> Result<QueueSlice, Unavailable>;
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
}

/// An application with what belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseFile {
    pub application: Application,
    /// Every step so far, the oldest first.
    pub history: Vec<Transition>,
    pub applicant: User,
    /// The operator who is on it.
    pub reviewer: Option<User>,
    pub buyers: Vec<Buyer>,
    /// Every version handed in, the first one first.
    pub submissions: Vec<Submission>,
}

/// A buyer, the application of the company on whose list it stands, and the debtor of its legal entity, if the instance has
/// one.
#[derive(Debug, Clone, PartialEq)]
pub struct BuyerInCase {
    pub application: Application,
    pub buyer: Buyer,
    pub debtor: Option<DebtorId>,
}

/// A place in the queue. Both parts make it unique, so that a page begins where the last one ended, whatever came between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueCursor {
    pub waiting_since: DateTime<Utc>,
    pub id: ApplicationId,
}

/// Which applications are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueueFilter {
    /// Those of a status.
    Status(OnboardingStatus),
    /// Those of a status that this operator is on.
    MineOf(OnboardingStatus, UserId),
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
    pub status: OnboardingStatus,
    pub version: i64,
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
