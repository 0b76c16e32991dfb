//! A wrong match, undone by the person who made it.

use crate::{
    cash::{Cash, CashError, payouts::release::may_manage, receipts::undoing::Reopens},
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
    },
    parties::Member,
    receivables::{ReceivableError, look::Look, recording::Recording, trail, works},
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction},
        ids::ReceivableId,
    },
    payments::receipt::{Explained, ReceiptId, Target},
    receivables::{
        book::{DeductionCause, Fact, Refused},
        position::Recorded,
        receivable::Receivable,
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

impl Cash {
    /// Takes back what this person matched by hand, as long as nothing followed: it is the newest that happened to the receivable, and
    /// nothing of what it gave was paid out, set off or spent since, and the house did not buy or reject the invoice since. If it settled
    /// the receivable, that is open again; what was charged back or written off before stays so. What was learnt of the payer is
    /// forgotten with it.
    ///
    /// # Errors
    /// `NotFound`; `Refused` with `NotUndoable` where the receipt is not matched to it; `UndoFirst` where something happened to the
    /// receivable since; `TakesTwo` where another person matched it, or what it gave was used: then two people undo it on the receivable;
    /// `Stale`; `Blocked`.
    pub async fn unmatch(&self, id: ReceiptId, command: UnmatchCommand) -> Result<Explained, CashError> {
        let UnmatchCommand { by, receivable, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipts.by_id(ReceiptId(made)).await?.ok_or(CashError::from(ReceivableError::NotFound));
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.receipts.by_id(id).await?.ok_or(ReceivableError::NotFound)?;
            let kept = self.records.by_ids(vec![receivable]).await?.pop().ok_or(ReceivableError::NotFound)?;
            let look = self.receivables.look(kept).await?;
            look.operator_may_look(&operator)?;
            self.is_not_their_own_money([&explained.receipt.payer].into_iter(), &[], &operator).await?;
            if !explained.standing().any(|part| part.target == Target::Receivable(receivable)) {
                return Err(Refused::NotUndoable.into());
            }
            if !explained.may_unmatch(receivable, operator.user()) {
                return Err(CashError::TakesTwo);
            }
            let pen = self.receivables.pen(Some(operator.user()));
            let entry = trail::entry(&look, AuditAction::ReceivableUndone, Actor::User(operator.user()), pen.at);
            let entry = entry.new_values([("receipt", id.0.to_string())]);
            let alone: (_, Reopens) = (&operator, Receivable::unmatch);
            let undone = match since(&look, id) {
                Since::Decided => return Err(CashError::TakesTwo),
                Since::Happened => {
                    let number = look.receivable().parts().facts.number.as_str().to_owned();
                    return Err(CashError::UndoFirst(number));
                }
                Since::CameWithIt(facts) => self.undo(Recording::open(look)?, facts + 1, alone, &pen).await?,
                Since::NotInBook => self.undo_beside_book(&explained, receivable, alone, &pen).await?,
            };
            if undone.followed {
                return Err(CashError::TakesTwo);
            }
            let entry = undone.told(entry);
            let changes = [works(&operator)].into_iter().chain(undone.changes).collect();
            let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(id.0, pen.at)));
            self.receivables.put(changes, context).await?;
            self.receipts.by_id(id).await?.ok_or(ReceivableError::NotFound.into())
        })
        .await
    }
}

/// What happened to a receivable since a receipt paid it last.
enum Since {
    /// It is in no fact: it paid what the seller owes, or is the seller's own.
    NotInBook,
    /// No more than so many facts, which came by themselves with it.
    CameWithIt(usize),
    /// The house bought or rejected the invoice.
    Decided,
    /// Anything else.
    Happened,
}

fn since(look: &Look, id: ReceiptId) -> Since {
    let is_it = |recorded: &Recorded| recorded.cause == Some(id.0) && matches!(recorded.fact, Fact::Received(_));
    let Some(place) = look.scene.facts.iter().rposition(is_it) else { return Since::NotInBook };
    let since = || look.scene.facts.iter().skip(place + 1);
    if since().any(|recorded| matches!(recorded.fact, Fact::Funded { .. } | Fact::Rejected { .. })) {
        return Since::Decided;
    }
    let came_by_itself = |recorded: &&Recorded| match recorded.fact {
        Fact::Deducted { cause: DeductionCause::CashDiscount, .. } => true,
        // A person who closes it names no cause.
        Fact::ClosedShort { .. } => recorded.cause.is_some(),
        _ => false,
    };
    let facts = || since().filter(|recorded| !recorded.fact.stays());
    if facts().all(|recorded| came_by_itself(&recorded)) { Since::CameWithIt(facts().count()) } else { Since::Happened }
}
