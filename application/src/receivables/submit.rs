//! Handing an invoice in: what passes every check is offered at once.

use crate::{
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
    },
    receivables::{ReceivableError, Receivables, look::Look, stands, trail},
};
use sooner_domain::{
    facilities::terms::FacilityKind,
    kernel::{
        audit::{Actor, AuditAction},
        ids::ReceivableId,
    },
    parties::membership::Membership,
};

/// Something a member does with a receivable as they saw it.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenCommand {
    pub by: Membership,
    /// The version they saw.
    pub version: i64,
    pub request: Option<RequestKey>,
}

impl Receivables {
    /// Hands it in. Those who may accept are told when it is offered, but for whoever hands it in, who sees it.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Blocked`.
    pub async fn submit(&self, id: ReceivableId, command: SeenCommand) -> Result<Look, ReceivableError> {
        let SeenCommand { by, version, request } = command;
        let repeat = async |_| self.shown(id, &by).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let look = self.seen(id, &by, version).await?;
            // What a buyer promises to pay takes more than handing in: see `approve_payables`.
            if look.receivable().kind() == FacilityKind::ReverseFactoring {
                return Err(ReceivableError::NotFound);
            }
            self.handed_in(look, &by, AuditAction::ReceivableSubmitted, request.as_ref()).await
        })
        .await
    }

    /// Writes that it was handed in; in a programme, promised.
    pub(crate) async fn handed_in(
        &self,
        mut look: Look,
        by: &Membership,
        action: AuditAction,
        request: Option<&RequestKey>,
    ) -> Result<Look, ReceivableError> {
        let (id, now, today, approvers) = (look.receivable().id(), look.now, look.today(), look.approvers());
        look.change(|receivable| receivable.submit(by, &approvers, today, now).map(|change| vec![change]))?;
        let at = self.identity.clock.now();
        let entry = trail::entry(&look, action, Actor::User(by.user), at);
        let mails = self.mails_of_offer(&look, Some(by.user), at);
        let context = WriteContext { mails, ..WriteContext::of(entry) };
        let team = look.scene.team_stands(look.receivable());
        self.write(look, vec![stands(by), team], context.under(request.map(|request| request.made(id.0, at)))).await
    }
}
