//! Ports every module uses.

use crate::{mail::Mail, once::Done};
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// What time it is.
pub trait Clock: Send + Sync {
    /// Now, in whole microseconds: what a database keeps.
    fn now(&self) -> DateTime<Utc>;
}

/// New ids.
pub trait Ids: Send + Sync {
    /// An id nobody has had before; later ones sort behind earlier ones.
    fn next(&self) -> Uuid;
}

/// Something the product needs does not answer: the one infrastructure error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// Too much is waiting already; trying again in a moment helps.
    #[error("too busy: {0}")]
    Busy(&'static str),
    /// It failed; the text is for the log alone.
    #[error("unavailable: {0}")]
    Failed(String),
}

/// What is written in the same transaction as the change it belongs to.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    /// Mails to put in the outbox.
    pub mails: Vec<Mail>,
    /// The idempotency key this write answers to, and what it made.
    pub done: Option<Done>,
}

impl Effects {
    pub fn none() -> Self {
        Self::default()
    }

    pub fn mail(mail: Mail) -> Self {
        Self { mails: vec![mail], done: None }
    }
}
