//! What two people do with a receivable.

use super::{
    Approvals, DecideError, Performed, ProposeError,
    effect::Effect,
    payouts::theirs,
    ports::{ApprovalFilter, ApprovalRecords, Which},
};
use crate::{
    approvals::asked::Asked,
    kernel::{
        idempotency::{RequestKey, once},
        unavailable::Unavailable,
    },
    parties::Member,
    receivables::{Look, ReceivableError, ports::ProposedEndings},
    servicing::Seen,
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::{
        approval::Approval,
        proposal::{ApprovalAction, Ending, Proposal, ReceivableEnding},
    },
    identity::operator::OperatorRight,
    kernel::{
        coded::Coded,
        ids::{ApprovalId, ReceivableId},
        text::Note,
    },
    parties::operator::Operator,
    receivables::{actions::OperatorAction, receivable::Blocked},
};
use std::{collections::BTreeMap, sync::Arc};

/// What somebody wants to do with a receivable as they saw it.
#[derive(Debug, Clone, PartialEq)]
pub struct EndingCommand {
    pub by: Member,
    pub version: i64,
    pub what: Ending,
    pub note: Option<Note>,
    pub request: Option<RequestKey>,
}

/// What an action does with a receivable, where that is how it ends, or takes that back.
fn ends_as(action: ApprovalAction) -> Option<OperatorAction> {
    use ApprovalAction as A;
    match action {
        A::WriteOff => Some(OperatorAction::WriteOff),
        A::UndoFact => Some(OperatorAction::Undo),
        A::GiveUp => Some(OperatorAction::GiveUp),
        A::UndoGiveUp => Some(OperatorAction::UndoGiveUp),
        _ => None,
    }
}

/// The endings of receivables among what waits for a second person.
pub struct ApprovedEndings(pub Arc<dyn ApprovalRecords>);

#[async_trait]
impl ProposedEndings for ApprovedEndings {
    async fn endings_of(
        &self,
        receivables: Vec<ReceivableId>,
        now: DateTime<Utc>,
    ) -> Result<BTreeMap<ReceivableId, OperatorAction>, Unavailable> {
        let actions = ApprovalAction::ALL.iter().copied().filter(|action| ends_as(*action).is_some()).collect();
        let subjects = Some(receivables.iter().map(|id| id.0).collect());
        let waiting = self.0.page(ApprovalFilter { actions, subjects, which: Which::Open(now) }, None, i64::MAX).await?;
        let of = |approval: &Approval| Some((ReceivableId(approval.proposal.subject()), ends_as(approval.proposal.action())?));
        Ok(waiting.iter().filter_map(of).collect())
    }
}

impl Approvals {
    /// Does it at once, or proposes it where a second person approves.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `AlreadyProposed`; `Receivable` with why it cannot be.
    pub async fn end_receivable(&self, id: ReceivableId, command: EndingCommand) -> Result<Performed<Look>, ProposeError> {
        let EndingCommand { by, version, what, note, request } = command;
        let operator = by.operator();
        if !operator.may(OperatorRight::ManageReceivables) {
            return Err(ReceivableError::from(Blocked::NotOperators(OperatorRight::ManageReceivables)).into());
        }
        let repeat = async |made| match self.records.by_id(ApprovalId(made)).await? {
            Some(approval) => Ok(Performed::Awaits(Box::new(approval))),
            None => Ok(Performed::Done(self.receivables.examined(id, &operator).await?)),
        };
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let look = self.receivables.examined(id, &operator).await?;
            let (seller, waits) = (look.receivable().parts().seller, look.held.ending);
            let ending = ReceivableEnding { receivable: id, seller, version, what, note: note.clone() };
            let asked = Asked { request: request.clone(), ..Asked::of(Proposal::Receivable(Box::new(ending))) };
            let other = ends_as(asked.proposal.action()).filter(|action| waits.is_some_and(|waits| waits != *action));
            if other.is_some() {
                return Err(ReceivableError::EndingWaits.into());
            }
            let action = asked.proposal.action();
            match self.propose(asked, &by).await {
                Ok(Performed::Done(_)) => Ok(Performed::Done(self.receivables.examined(id, &operator).await?)),
                Ok(Performed::Awaits(approval)) => Ok(Performed::Awaits(approval)),
                // Another ending was proposed at this moment.
                Err(ProposeError::AlreadyProposed)
                    if self.records.waiting(action, vec![id.0]).await?.iter().any(|other| other.proposal.action() != action) =>
                {
                    Err(ReceivableError::EndingWaits.into())
                }
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// Nobody decides on an invoice that the company they belong to sells or owes. Whether it still can be is for its effect to say.
    pub(super) async fn not_their_own_invoice(&self, ending: &ReceivableEnding, by: &Operator) -> Result<(), DecideError> {
        let looks = self.cash.looks_at(vec![ending.receivable]).await?;
        match looks.iter().try_for_each(|look| look.operator_may_look(by)) {
            Ok(()) => Ok(()),
            Err(refused) => theirs(refused.into()).map_or(Ok(()), Err),
        }
    }

    /// What it changes.
    pub(super) async fn receivable(&self, ending: &ReceivableEnding, by: &Operator) -> Result<Effect, ProposeError> {
        let ReceivableEnding { receivable, version, what, note, .. } = ending;
        let seen = Seen { receivable: *receivable, version: *version };
        let prepared = match what {
            Ending::WriteOff(cause) => self.servicing.written_off(seen, *cause, by).await?,
            Ending::Undo => Box::pin(self.cash.undone(seen, by)).await?,
            Ending::GiveUp(amount) => self.servicing.given_up(seen, *amount, by).await?,
            Ending::UndoGiveUp => Box::pin(self.servicing.give_up_undone(seen, by)).await?,
            // The operator who lifts it says why: it is asked for before it is proposed.
            Ending::Lift(check) => self.servicing.lifted(seen, (*check, note.clone().ok_or(ProposeError::NotFound)?), by).await?,
        };
        let changes = prepared.changes.into_iter().map(Into::into).collect();
        // The reason for lifting a check is kept with the exception itself.
        let said = note.as_ref().filter(|_| !matches!(what, Ending::Lift(_))).map(|note| ("note", note.as_str().to_owned()));
        Ok(Effect { first: Vec::new(), changes, entry: prepared.entry.new_values(said), mails: prepared.mails })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_people_end_is_an_ending_for_one_person_as_well() {
        let endings: Vec<_> = ApprovalAction::ALL.iter().filter_map(|action| ends_as(*action)).collect();
        assert_eq!(endings.len(), 4);
        assert!(ApprovalAction::ALL.iter().all(|action| action.is_ending() == ends_as(*action).is_some()));
        assert!(endings.iter().all(|action| action.is_ending()));
    }
}
