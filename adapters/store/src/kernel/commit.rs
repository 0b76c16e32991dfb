//! What is written with every change: the idempotency key first, because its uniqueness decides which of several requests
//! writes; mails and the audit record last, because the audit chain is the one thing all writers share.

use super::{audit, db::Conn, idempotency, outbox};
use crate::identity::known_addresses;
use crate::kernel::failure::Failure;
use sooner_application::{
    identity::KnownAddress,
    kernel::{commit::WriteContext, idempotency::Done, outbox::Mail},
};
use sooner_domain::kernel::audit::Entry;
use sooner_shared::request_id;

/// Effects on their way to a database thread, with the request they belong to.
pub(crate) struct Carried {
    done: Option<Done>,
    rest: Rest,
}

/// What is left to write once the key is.
pub(crate) struct Rest {
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
    pub(crate) fn begin<E>(self, conn: &mut Conn, repeated: E) -> Result<Rest, Failure<E>> {
        idempotency::put(conn, self.done, repeated)?;
        Ok(self.rest)
    }

    /// For changes nobody makes under a key.
    pub(crate) fn without_key(self) -> Rest {
        self.rest
    }
}

impl Rest {
    pub(crate) fn write<E>(self, conn: &mut Conn) -> Result<(), Failure<E>> {
        outbox::put(conn, self.mails)?;
        known_addresses::remember(conn, self.at, self.entry.at)?;
        Ok(audit::append(conn, self.entry, self.request)?)
    }
}
