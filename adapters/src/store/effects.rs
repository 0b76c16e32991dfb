//! What is written with every change: the idempotency key first, because its uniqueness decides which of several requests
//! writes; mails and the audit record last, because the audit chain is the one thing all writers share.

use super::{Failure, audit, db::Conn, idempotency, known_addresses, outbox};
use crate::request_id;
use sooner_application::{
    identity::KnownAddress,
    kernel::{commit::WriteContext, idempotency::Done, outbox::Mail},
};
use sooner_domain::kernel::audit::Entry;

/// Effects on their way to a database thread, with the request they belong to.
pub(super) struct Carried {
    done: Option<Done>,
    rest: Rest,
}

/// What is left to write once the key is.
pub(super) struct Rest {
    entry: Entry,
    mails: Vec<Mail>,
    at: Option<KnownAddress>,
    request: String,
}

impl From<WriteContext> for Carried {
    fn from(WriteContext { entry, mails, done, at }: WriteContext) -> Self {
        Self { done, rest: Rest { entry, mails, at, request: request_id::current() } }
    }
}

impl Carried {
    /// Writes the key; `repeated` when another request used it first.
    pub(super) fn begin<E>(self, conn: &mut Conn, repeated: E) -> Result<Rest, Failure<E>> {
        idempotency::put(conn, self.done, repeated)?;
        Ok(self.rest)
    }

    /// For changes nobody makes under a key.
    pub(super) fn without_key(self) -> Rest {
        self.rest
    }
}

impl Rest {
    pub(super) fn write<E>(self, conn: &mut Conn) -> Result<(), Failure<E>> {
        outbox::put(conn, self.mails)?;
        known_addresses::remember(conn, self.at, self.entry.at)?;
        Ok(audit::append(conn, self.entry, self.request)?)
    }
}
