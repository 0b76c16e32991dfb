//! A wrong match, undone by the person who made it.

use super::{Financing, ReceivableError, look::Look, payouts::may_manage, recording::Recording, trail, works};
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
    payments::receipt::{Explained, ReceiptId, Target},
    receivables::{
        book::{DeductionCause, Fact, Refused},
        receivable::Receivable,
        status::ReceivableStatus,
    },
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
    /// Takes back what this person matched by hand, as long as nothing followed: it is the newest that happened to the receivable, and
    /// nothing of what it gave was paid out, set off or spent since, and the house did not buy or reject the invoice since. If it settled the receivable, that is open again. What was learnt of
    /// the payer is forgotten with it.
    ///
    /// # Errors
    /// `NotFound`; `Refused` with `NotUndoable` where the receipt is not matched to it; `TakesTwo` where another person matched it, or
    /// something followed: then two people undo it on the receivable; `Stale`; `Blocked`.
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
            if !explained.standing().any(|part| part.target == Target::Receivable(receivable)) {
                return Err(Refused::NotUndoable.into());
            }
            let is_newest = last_paid(&look)? == Some(id) && !is_decided_since(&look, id);
            let recording = Recording::open(look)?;
            let is_over = recording.book().state().status.is_end() && recording.look.receivable().status() != ReceivableStatus::Settled;
            if !is_newest || !explained.may_unmatch(receivable, operator.user()) || is_over {
                return Err(ReceivableError::TakesTwo);
            }
            let pen = self.pen(Some(operator.user()));
            let entry = trail::entry(&recording.look, AuditAction::ReceivableUndone, Actor::User(operator.user()), pen.at);
            let entry = entry.new_values([("receipt", id.0.to_string())]);
            let undone = self.undo(recording, (&operator, Receivable::unmatch), &pen).await?;
            if undone.followed {
                return Err(ReceivableError::TakesTwo);
            }
            let changes = [works(&operator)].into_iter().chain(undone.changes).collect();
            let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(id.0, pen.at)));
            self.put(changes, context).await?;
            self.receipts.by_id(id).await?.ok_or(ReceivableError::NotFound)
        })
        .await
    }
}

/// Whether the invoice was bought or rejected after this receipt was matched to it.
fn is_decided_since(look: &Look, id: ReceiptId) -> bool {
    let since = look.scene.facts.iter().rev().take_while(|recorded| recorded.cause != Some(id.0));
    since.into_iter().any(|recorded| matches!(recorded.fact, Fact::Funded { .. } | Fact::Rejected { .. }))
}

/// The receipt that paid last, if that is the newest that happened: the cash discount that it was granted came by itself with it.
fn last_paid(look: &Look) -> Result<Option<ReceiptId>, Refused> {
    let newest = look.undoable()?;
    let is_discount = matches!(newest.fact, Fact::Deducted { cause: DeductionCause::CashDiscount, .. });
    let before = || look.scene.facts.iter().take_while(|recorded| recorded.id != newest.id).last();
    let paid = if is_discount { before() } else { Some(&newest) };
    Ok(paid.filter(|recorded| matches!(recorded.fact, Fact::Received(_))).and_then(|recorded| recorded.cause).map(ReceiptId))
}
