//! What is written in one transaction.

use crate::{
    identity::KnownAddress,
    kernel::{idempotency::Done, outbox::Mail},
};
use sooner_domain::kernel::audit::Entry;

/// What is written in the same transaction as the change it belongs to. There is no change without an entry in the
/// audit trail.
#[derive(Debug, Clone)]
pub struct WriteContext {
    pub entry: Entry,
    /// Mails to put in the outbox.
    pub mails: Vec<Mail>,
    /// The idempotency key this write answers to, and what it made.
    pub done: Option<Done>,
    /// Where the account's owner is for sure, to be remembered.
    pub at: Option<KnownAddress>,
}

impl WriteContext {
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
