//! Mails. They are written to an outbox in the transaction they belong to and delivered by a loop beside the requests,
//! so that no request waits for a mail server and no mail is lost with one.

mod content;
mod deliver;
mod digest;
mod facts;
mod mail_days;

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::kernel::{email::EmailAddress, ids::MailId, language::Language};
use uuid::Uuid;

pub use content::{Content, Details, Invited, Wanted};
pub use deliver::{Delivery, Round};
pub use digest::Digests;
pub use facts::{Amount, Figure, Matter};
pub use mail_days::{MailDay, MailDays, Sending};

/// A mail on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    pub id: MailId,
    pub to: EmailAddress,
    /// Whom it greets; empty when nobody is greeted by name.
    pub name: String,
    /// What they read at the time it was written.
    pub language: Language,
    pub content: Content,
    pub created_at: DateTime<Utc>,
}

/// Why a stored mail cannot be sent by this version: a newer one wrote it, or a hand in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("this version does not know such a mail")]
    Content,
    #[error("its recipient is no e-mail address")]
    Recipient,
}

/// A mail taken for delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    pub id: MailId,
    /// One that cannot be read is still handed out: its taker gives it up, and it holds up no other.
    pub mail: Result<Mail, Unreadable>,
    /// How often it was tried before.
    pub attempts: i32,
}

/// A mail nobody tries to deliver any more, readable or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUp {
    pub recipient: String,
    pub created_at: DateTime<Utc>,
    /// What the mail server said last, or why it never came that far.
    pub reason: String,
}

/// Mails that wait.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Takes up to `most` mails whose time has come, but for those of a digest, and hides them from other takers until `hidden_until`: who dies
    /// with a mail in hand leaves it to the next.
    async fn take(&self, now: DateTime<Utc>, hidden_until: DateTime<Utc>, most: i64) -> Result<Vec<Due>, Unavailable>;
    /// Decides how a mail goes, once: asked again it answers the same. Of those to one address that are asked for on one day
    /// `most` go alone, however many ask at once; each other one waits for the digest of that day.
    async fn admit(&self, id: MailId, day: &MailDay, most: i32) -> Result<Sending, Unavailable>;
    /// Takes all that wait for a digest which is due, to one address, and hides them: of several takers one gets all. Nothing when
    /// none is due, or somebody else was faster.
    async fn take_digest(&self, now: DateTime<Utc>, hidden_until: DateTime<Utc>) -> Result<Vec<Due>, Unavailable>;
    /// Forgets mails that were delivered, all at once.
    async fn delivered(&self, ids: &[MailId]) -> Result<(), Unavailable>;
    /// Puts mails back until `due_at`, with the reason, all at once.
    async fn postpone(&self, ids: &[MailId], due_at: DateTime<Utc>, reason: &str) -> Result<(), Unavailable>;
    /// Gives mails up, all at once; they stay for operators to see.
    async fn bury(&self, ids: &[MailId], reason: &str) -> Result<(), Unavailable>;
    /// The mails given up, the oldest first.
    async fn given_up(&self) -> Result<Vec<GivenUp>, Unavailable>;
    /// Lets every mail given up be tried anew from `due_at` on, and answers how many there are.
    async fn try_again(&self, due_at: DateTime<Utc>) -> Result<usize, Unavailable>;
    /// How many mails wait, but for those of a digest; the store may stop counting at a thousand.
    async fn depth(&self) -> Result<i64, Unavailable>;
}

/// A file that goes with a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    pub media_type: &'static str,
    pub content: Vec<u8>,
}

/// Files that go with mails, which name them by id.
#[async_trait]
pub trait Attachments: Send + Sync {
    /// None where there is no such file.
    async fn attachment(&self, id: Uuid) -> Result<Option<Attachment>, Unavailable>;
}

/// Why a mail could not be sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The server is away or asks for patience (4xx).
    #[error("for now: {0}")]
    ForNow(String),
    /// The server refuses this mail (5xx).
    #[error("for good: {0}")]
    ForGood(String),
}

/// Sends mails.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends one mail. The same mail may be sent twice when an answer is lost; its id tells.
    async fn send(&self, mail: &Mail) -> Result<(), MailError>;
}
