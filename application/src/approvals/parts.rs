//! Parts of receipts that were not for what was said: two people undo them.

use super::{Approvals, DecideError, Performed, ProposeError, effect::Effect, payouts::theirs};
use crate::{
    approvals::asked::Asked,
    cash::PartSeen,
    kernel::idempotency::{RequestKey, once},
    parties::Member,
    receivables::ReceivableError,
};
use sooner_domain::{
    approvals::proposal::{PartUndone, Proposal},
    identity::operator::OperatorRight,
    kernel::{ids::ApprovalId, minor::Minor, text::Note},
    parties::operator::Operator,
    payments::receipt::{AllocationId, Explained, ReceiptId},
    receivables::receivable::Blocked,
};

/// A part of a receipt that somebody wants to undo.
#[derive(Debug, Clone, PartialEq)]
pub struct UndoPartCommand {
    pub by: Member,
    pub part: AllocationId,
    /// How much of the receipt was seen to be for the same.
    pub seen: Minor,
    /// Why.
    pub note: Note,
    pub request: Option<RequestKey>,
}

impl Approvals {
    /// Undoes it at once, with all else of the receipt that is for the same, or proposes it where a second person approves. Answers the
    /// receipt.
    ///
    /// # Errors
    /// `NotFound`; `Stale` where another amount is for it than was seen; `AlreadyProposed` while another part of the receipt waits; `Receivable` with why it cannot be.
    pub async fn undo_part(&self, id: ReceiptId, command: UndoPartCommand) -> Result<Performed<Explained>, ProposeError> {
        let UndoPartCommand { by, part, seen, note, request } = command;
        let operator = by.operator();
        if !operator.may(OperatorRight::ManageReceivables) {
            return Err(ReceivableError::from(Blocked::NotOperators(OperatorRight::ManageReceivables)).into());
        }
        let receipt = async || self.receipts.by_id(id).await?.ok_or(ProposeError::NotFound);
        let repeat = async |made| match self.records.by_id(ApprovalId(made)).await? {
            Some(approval) => Ok(Performed::Awaits(Box::new(approval))),
            None => Ok(Performed::Done(receipt().await?)),
        };
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = receipt().await?;
            if !explained.allocations.iter().any(|of| of.id == part) {
                return Err(ProposeError::NotFound);
            }
            let now = explained.all_for(part).filter(|(_, amount)| amount.amount_minor() == seen.get());
            let (target, amount) = now.ok_or(ProposeError::Stale)?;
            let proposal = Proposal::PartUndone(Box::new(PartUndone { receipt: id, part, target, amount, note: note.clone() }));
            match self.propose(Asked { request: request.clone(), ..Asked::of(proposal) }, &by).await? {
                Performed::Done(_) => Ok(Performed::Done(receipt().await?)),
                Performed::Awaits(approval) => Ok(Performed::Awaits(approval)),
            }
        })
        .await
    }

    /// What undoing it changes.
    pub(super) async fn part_undone(&self, undone: &PartUndone, by: &Operator) -> Result<Effect, ProposeError> {
        let PartUndone { receipt, part, target, amount, note: _ } = undone;
        let (receipt, part, target, amount) = (*receipt, *part, *target, *amount);
        let prepared = self.cash.part_undone(&PartSeen { receipt, part, target, amount }, by).await?;
        let changes = prepared.changes.into_iter().map(Into::into).collect();
        Ok(Effect { first: Vec::new(), changes, entry: prepared.entry, mails: prepared.mails })
    }

    /// Nobody undoes what concerns the company they belong to. Whether it still can be is for its effect to say.
    pub(super) async fn not_of_their_own(&self, undone: &PartUndone, by: &Operator) -> Result<(), DecideError> {
        match self.cash.is_theirs_to_undo(undone.target, by).await {
            Ok(()) => Ok(()),
            Err(refused) => theirs(refused).map_or(Ok(()), Err),
        }
    }
}
