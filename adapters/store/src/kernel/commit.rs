//! The one form of a write transaction.

use super::{KernelStore, audit, budgets, conn::Conn, failure::Failure, idempotency, outbox};
use async_trait::async_trait;
use sooner_application::kernel::commit::{Commit, CommitError, WriteContext};
use sooner_shared::request_id;

/// A change that a module's store knows how to write.
pub(crate) trait Apply: Send + 'static {
    /// Writes the change inside the transaction of its commit.
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>>;
}

#[async_trait]
impl<C: Apply> Commit<C> for KernelStore {
    /// The idempotency key comes first: of several requests under one key its uniqueness lets one go on. The audit record
    /// comes last: on SQLite it gets its place in the chain.
    async fn commit(&self, changes: Vec<C>, context: WriteContext) -> Result<(), CommitError> {
        let (uses, standing) = (context.uses(), self.standing);
        let WriteContext { entry, mut mails, made, file_bytes: _ } = context;
        let record = audit::Unsealed::of(entry, request_id::current())?;
        self.db
            .write(move |conn| {
                idempotency::put(conn, made)?;
                changes.into_iter().try_for_each(|change| change.apply(conn)).map_err(Failure::or_stale)?;
                budgets::spend(conn, uses, &mut mails, standing)?;
                outbox::put(conn, mails)?;
                Ok(audit::append(conn, record)?)
            })
            .await
    }
}
