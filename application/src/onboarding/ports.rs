//! What the onboarding use cases need.

use crate::kernel::{commit::WriteContext, unavailable::Unavailable};
use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_core::Stream;
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::{ApplicationId, BuyerId, DocumentId, SessionId, UserId},
    onboarding::{
        application::{Application, Change, Form},
        company::Company,
        decision::Transition,
        document::Document,
        status::OnboardingStatus,
    },
    parties::buyer::Buyer,
};
use std::pin::Pin;

/// Applications.
#[async_trait]
pub trait Applications: Send + Sync {
    /// The applicant's application with its documents and the number of its buyers; none before the first change.
    async fn of(&self, applicant: UserId) -> Result<Option<Application>, Unavailable>;
    /// The application of this id, whoever's it is: for operators.
    async fn by_id(&self, id: ApplicationId) -> Result<Option<Application>, Unavailable>;
    /// The next page of the queue: the longest unchanged first, behind `after`, at most `most`.
    async fn queue(&self, filter: QueueFilter, after: Option<QueuePlace>, most: i64) -> Result<QueueSlice, Unavailable>;
    /// How many applications have each status, in the order of `OnboardingStatus::ALL`; counting ends at `most`, so that
    /// it takes no longer the more there are.
    async fn counts(&self, most: i64) -> Result<Vec<i64>, Unavailable>;
    /// Stores one change. The application carries the version that was read; the stored one is one higher. A submission
    /// is kept as a numbered version besides.
    async fn save(&self, application: &Application, change: &Change, effects: WriteContext) -> Result<(), SaveError>;
    /// Every version handed in, the first one first.
    async fn submissions(&self, id: ApplicationId) -> Result<Vec<Submission>, Unavailable>;
    /// Every step so far, the oldest first.
    async fn history(&self, id: ApplicationId) -> Result<Vec<Transition>, Unavailable>;
    /// A document and whose it is.
    async fn document(&self, id: DocumentId) -> Result<Option<(UserId, Document)>, Unavailable>;
    /// The session and whose it is, as `Sessions::find`, and what their first screen shows: one call, for it is what every
    /// visit begins with.
    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Overview)>, Unavailable>;
}

/// A place in the queue. Both parts make it unique, so that a page begins where the last one ended, whatever came between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueuePlace {
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
    pub const MOST_FOUND: i64 = 1_000;
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
    pub place: QueuePlace,
    pub status: OnboardingStatus,
    pub version: i64,
    pub company: Company,
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

/// Status, company and pending buyers of an applicant.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overview {
    pub status: OnboardingStatus,
    pub company: Company,
    pub pending_buyers: Vec<Buyer>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// Somebody else changed it since it was read.
    #[error("changed meanwhile")]
    Stale,
    /// The idempotency key was used by somebody at the same time.
    #[error("repeated")]
    Repeated,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
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
}

/// A file being written. Dropped, it leaves nothing behind.
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
