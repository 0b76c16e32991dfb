//! Taking an invoice back before it is sold.

use crate::{
    kernel::{commit::WriteContext, idempotency::once},
    receivables::{ReceivableError, Receivables, SeenCommand, look::Look, stands, trail},
};
use sooner_domain::kernel::{
    audit::{Actor, AuditAction},
    ids::ReceivableId,
};

impl Receivables {
    /// Takes it back.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Blocked` once it was sold.
    pub async fn withdraw(&self, id: ReceivableId, command: SeenCommand) -> Result<Look, ReceivableError> {
        let SeenCommand { by, version, request } = command;
        let repeat = async |_| self.shown(id, &by).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut look = self.seen(id, &by, version).await?;
            look.change(|receivable| receivable.withdraw(&by).map(|change| vec![change]))?;
            let at = self.identity.clock.now();
            let entry = trail::entry(&look, AuditAction::ReceivableWithdrawn, Actor::User(by.user), at);
            let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(id.0, at)));
            self.write(look, vec![stands(&by)], context).await
        })
        .await
    }
}
