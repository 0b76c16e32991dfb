//! Mails. They are written to an outbox in the transaction they belong to and delivered by a loop beside the requests,
//! so that no request waits for a mail server and no mail is lost with one.

mod deliver;

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::link::MailedLink,
    kernel::{
        email::EmailAddress,
        ids::{LinkId, MailId},
    },
};

pub use deliver::{Delivery, Round};

/// A mail on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    pub id: MailId,
    pub to: EmailAddress,
    pub name: String,
    pub content: Content,
    pub created_at: DateTime<Utc>,
}

/// What a mail says. Links are named by id: the secret in them is worked out when the mail is sent, so that neither
/// the outbox nor a copy of the database holds one that works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    VerifyEmail { link: LinkId },
    ResetPassword { link: LinkId },
    ApplicationReceived,
    Approved,
    Disapproved,
    DocumentsRequested,
    Reopened,
}

impl Mail {
    /// The mail that carries a link.
    pub fn with_link(id: MailId, name: String, link: &MailedLink, content: fn(LinkId) -> Content) -> Self {
        Self { id, to: link.email.clone(), name, content: content(link.id), created_at: link.created_at }
    }
}

/// A mail taken for delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    pub mail: Mail,
    /// How often it was tried before.
    pub attempts: i32,
}

/// A mail nobody tries to deliver any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUp {
    pub mail: Mail,
    /// What the mail server said last.
    pub reason: String,
}

/// Mails that wait.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Takes up to `most` mails whose time has come, and hides them from other takers until `hidden_until`: who dies
    /// with a mail in hand leaves it to the next.
    async fn take(&self, now: DateTime<Utc>, hidden_until: DateTime<Utc>, most: i64) -> Result<Vec<Due>, Unavailable>;
    /// Forgets a mail that was delivered.
    async fn delivered(&self, id: MailId) -> Result<(), Unavailable>;
    /// Puts a mail back until `due_at`, with the reason.
    async fn postpone(&self, id: MailId, due_at: DateTime<Utc>, reason: &str) -> Result<(), Unavailable>;
    /// Gives a mail up; it stays for operators to see.
    async fn bury(&self, id: MailId, reason: &str) -> Result<(), Unavailable>;
    /// The mails given up, the oldest first.
    async fn given_up(&self) -> Result<Vec<GivenUp>, Unavailable>;
    /// Lets every mail given up be tried anew from `due_at` on, and answers how many there are.
    async fn try_again(&self, due_at: DateTime<Utc>) -> Result<usize, Unavailable>;
    /// How many mails wait; the store may stop counting at a thousand.
    async fn depth(&self) -> Result<i64, Unavailable>;
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
