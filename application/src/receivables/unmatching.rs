//! A wrong match, undone by the person who made it.

use super::{Financing, ReceivableError, payouts::may_manage, recording::Recording, trail, works};
use crate::{
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
    },
    parties::Member,
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction},
        ids::ReceivableId,
    },
    payments::receipt::{Explained, ReceiptId},
    receivables::book::{Fact, Refused},
};

/// A match that the person who made it takes back.
#[derive(Debug, Clone, PartialEq)]
pub struct UnmatchCommand {
    pub by: Member,
    /// What the receipt was matched to.
    pub receivable: ReceivableId,
    pub request: Option<RequestKey>,
}

impl Financing {
    /// Takes back what this person matched by hand, as long as nothing followed: it is the newest that happened to the receivable, which
    /// is not at its end. Anything else takes two people. What was learnt of the payer is forgotten with it.
    ///
    /// # Errors
    /// `NotFound`; `Refused` with `NotUndoable` where it is not theirs, or something followed; `Stale`; `Blocked`.
    pub async fn unmatch(&self, id: ReceiptId, command: UnmatchCommand) -> Result<Explained, ReceivableError> {
        let UnmatchCommand { by, receivable, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipts.by_id(ReceiptId(made)).await?.ok_or(ReceivableError::NotFound);
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.receipts.by_id(id).await?.ok_or(ReceivableError::NotFound)?;
            let kept = self.records.by_ids(vec![receivable]).await?.pop().ok_or(ReceivableError::NotFound)?;
            let look = self.look(kept).await?;
            look.receivable().operator_may_look(&operator)?;
            let newest = look.undoable()?;
            let is_newest = matches!(newest.fact, Fact::Received(_)) && newest.cause == Some(id.0);
            let recording = Recording::open(look)?;
            if !is_newest || !explained.may_unmatch(receivable, operator.user()) || recording.book().state().status.is_end() {
                return Err(Refused::NotUndoable.into());
            }
            let pen = self.pen(Some(operator.user()));
            let entry = trail::entry(&recording.look, AuditAction::ReceivableUndone, Actor::User(operator.user()), pen.at);
            let entry = entry.new_values([("receipt", id.0.to_string())]);
            let undone = self.undo(recording, &operator, &pen).await?;
            let changes = [works(&operator)].into_iter().chain(undone.changes).collect();
            let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(id.0, pen.at)));
            self.put(changes, context).await?;
            self.receipts.by_id(id).await?.ok_or(ReceivableError::NotFound)
        })
        .await
    }
}
