//! Ports every module uses.

use crate::{identity::KnownAddress, mail::Mail, once::Done};
use chrono::{DateTime, Utc};
use sooner_domain::audit::Entry;
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

/// What is written in the same transaction as the change it belongs to. There is no change without an entry in the
/// audit trail.
#[derive(Debug, Clone)]
pub struct Effects {
    pub entry: Entry,
    /// Mails to put in the outbox.
    pub mails: Vec<Mail>,
    /// The idempotency key this write answers to, and what it made.
    pub done: Option<Done>,
    /// Where the account's owner is for sure, to be remembered.
    pub at: Option<KnownAddress>,
}

impl Effects {
    pub fn of(entry: Entry) -> Self {
        Self { entry, mails: Vec::new(), done: None, at: None }
    }

    pub fn and_mail(mut self, mail: Mail) -> Self {
        self.mails.push(mail);
        self
    }

    pub fn under(self, done: Option<Done>) -> Self {
        Self { done, ..self }
    }

    /// Remembers an address at which the password was proved, or chosen.
    pub fn at(self, address: KnownAddress) -> Self {
        Self { at: Some(address), ..self }
    }
}
