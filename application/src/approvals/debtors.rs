//! What the house makes of a debtor, and how much it may owe.

use super::{Approvals, Performed, ProposeError, changes::Change, effect::Effect};
use crate::{
    approvals::asked::{Asked, AtOnce},
    identity::changes::Change as AccountChange,
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{RequestKey, once},
        unavailable::Unavailable,
    },
    parties::{Member, changes::Change as PartyChange},
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::{
        approval::ApprovalState,
        proposal::{ApprovalAction, ContactChange, Proposal},
        title::ProposalTitle,
    },
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::{ApprovalId, DebtorId, UserId},
    },
    parties::debtor::{Debtor, DebtorState, Limits, NoticeContact},
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// How a debtor is to be, and how it was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct DebtorCommand {
    pub by: Member,
    /// The version of the debtor they saw.
    pub version: i64,
    pub state: DebtorState,
    pub limits: Limits,
    /// None: as it is.
    pub contact: Option<NoticeContact>,
    pub request: Option<RequestKey>,
}

impl Approvals {
    /// Those of these debtors whose limits are proposed and wait for a second person: every operator may see that.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn limits_proposed(&self, debtors: Vec<Uuid>) -> Result<BTreeSet<Uuid>, Unavailable> {
        if debtors.is_empty() {
            return Ok(BTreeSet::new());
        }
        let (now, mut waiting) = (self.identity.clock.now(), self.records.waiting(ApprovalAction::ChangeDebtorLimits, debtors).await?);
        // Another contact is changed by the same action.
        waiting.retain(|approval| {
            approval.state(now) == ApprovalState::Pending && ProposalTitle::of(&approval.proposal) == ProposalTitle::ChangeDebtorLimits
        });
        Ok(waiting.iter().map(|approval| approval.proposal.subject()).collect())
    }

    /// Changes the state at once, for blocking must not wait. Other limits and another contact are proposed to a second person, or count
    /// at once where nobody has to approve. All of it or nothing.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Debtor`, `AlreadyProposed`; `StepUpRequired` for another contact.
    pub async fn change_debtor(&self, id: DebtorId, command: DebtorCommand) -> Result<Performed<Debtor>, ProposeError> {
        let DebtorCommand { by, version, state, limits, contact, request } = command;
        let repeat = async |made| match self.records.by_id(ApprovalId(made)).await? {
            Some(approval) => Ok(Performed::Awaits(Box::new(approval))),
            None => Ok(Performed::Done(self.debtor(id).await?)),
        };
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut debtor = self.debtor(id).await?;
            let operator = by.operator();
            debtor.operator_may_change(&operator, &self.receivables.own_matters(&operator).await?)?;
            if debtor.parts().version != version {
                return Err(ProposeError::Stale);
            }
            let (now, before) = (self.identity.clock.now(), debtor.parts().limits.clone());
            let told_now = debtor.parts().contact.clone();
            let limits = limits.in_place_of(&before);
            let contact = contact.filter(|contact| Some(contact) != told_now.as_ref());
            let contact = contact.map(|after| Box::new(ContactChange { before: told_now.clone(), after }));
            let told = debtor.change(state, told_now);
            let entry =
                Entry { changes: told, ..Entry::new(now, Actor::User(by.user.id()), AuditAction::DebtorChanged, Subjects::debtor(id)) };
            let at_once = (!entry.changes.is_empty()).then(|| (PartyChange::DebtorChanged(Box::new(debtor.clone())).into(), entry));
            if before != limits || contact.is_some() {
                let proposal = Proposal::DebtorLimits { debtor: id, before, after: limits, contact };
                let asked = Asked { proposal, at_once: AtOnce(at_once), request: request.clone() };
                return match self.propose(asked, &by).await? {
                    Performed::Done(_) => Ok(Performed::Done(self.debtor(id).await?)),
                    Performed::Awaits(approval) => Ok(Performed::Awaits(approval)),
                };
            }
            let Some((change, entry)) = at_once else { return Ok(Performed::Done(debtor)) };
            let works = AccountChange::OperatorStands { id: operator.user(), roles: operator.roles };
            let made = request.as_ref().map(|request| request.made(id.0, now));
            match self.commit.commit(vec![works.into(), change], WriteContext::of(entry).under(made)).await {
                Ok(()) => Ok(Performed::Done(self.debtor(id).await?)),
                Err(CommitError::Stale) => Err(ProposeError::Stale),
                Err(error) => Err(error.unexpected().into()),
            }
        })
        .await
    }

    pub(super) async fn debtor(&self, id: DebtorId) -> Result<Debtor, ProposeError> {
        self.debtors.by_id(id).await?.ok_or(ProposeError::NotFound)
    }

    /// What other limits and another contact change.
    pub(super) async fn limits(
        &self,
        id: DebtorId,
        (before, after): (&Limits, &Limits),
        contact: Option<&ContactChange>,
        (by, now): (UserId, DateTime<Utc>),
    ) -> Result<Effect, ProposeError> {
        let debtor = self.debtor(id).await?;
        let is_gone = debtor.parts().merged_into.is_some();
        if is_gone || debtor.parts().limits != *before || contact.is_some_and(|contact| debtor.parts().contact != contact.before) {
            return Err(ProposeError::Stale);
        }
        let limited = (before != after).then(|| PartyChange::DebtorLimited { id, before: before.clone(), after: after.clone() });
        let contacted = contact.cloned().map(|ContactChange { before, after }| PartyChange::DebtorContacted { id, before, after });
        Ok(Effect {
            first: Vec::new(),
            changes: limited.into_iter().chain(contacted).map(Change::from).collect(),
            entry: Entry::new(now, Actor::User(by), AuditAction::DebtorLimitsChanged, Subjects::debtor(id)),
            mails: if before == after { Vec::new() } else { self.receivables.mails_of_limits(&debtor, after, now).await? },
        })
    }
}
