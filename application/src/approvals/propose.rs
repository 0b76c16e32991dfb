//! Proposing: it takes effect at once, or waits for a second person.

use super::{
    Approvals, FourEyes, Performed, ProposeError,
    changes::{Change, OPEN_APPROVAL},
    effect::Effect,
    hash_of,
};
use crate::approvals::asked::Asked;
use crate::{
    facilities::changes::OPEN_FACILITY,
    identity::changes::LAST_ADMIN,
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        outbox::{Content, Details, Mail},
        unavailable::Unavailable,
    },
    ledger::changes::REVERSED,
    parties::Member,
    receivables::changes::SOLD_ONCE,
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalState},
        proposal::Proposal,
    },
    identity::user::User,
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        coded::Coded,
        ids::ApprovalId,
    },
    payments::receipt::Target,
};
use uuid::Uuid;

impl Approvals {
    /// Performs this at once, and answers the id of what it made or changed, or keeps it for a second person and tells those who
    /// may decide. Proposed again by the same person while it waits, it is the same.
    ///
    /// # Errors
    /// Those of its effect; `AlreadyProposed`; `StepUpRequired` where it is to be confirmed and was not.
    pub(super) async fn propose(&self, asked: Asked, by: &Member) -> Result<Performed<Uuid>, ProposeError> {
        if asked.proposal.is_confirmed() {
            self.identity.stepped_up(by)?;
        }
        let (by, operator) = (&by.user, by.operator());
        for _ in 0..MAX_ATTEMPTS {
            let now = self.identity.clock.now();
            let effect = self.effect(&asked.proposal, &operator, now, None).await?;
            let guard = self.proposers_place(&asked.proposal, by.id()).await?.ok_or(ProposeError::Stale)?;
            let done = match self.four_eyes {
                FourEyes::Off => self.perform(effect, guard, &asked).await,
                FourEyes::On => self.keep(&asked, by, guard, now).await?,
            };
            match done {
                Ok(done) => return Ok(done),
                Err(CommitError::Stale) if asked.at_once.0.is_some() => return Err(ProposeError::Stale),
                // Something else of the same thing changed: what it was based on is compared again.
                Err(CommitError::Stale | CommitError::NotAllowed | CommitError::Taken(OPEN_FACILITY | REVERSED | SOLD_ONCE)) => {}
                Err(CommitError::Taken(OPEN_APPROVAL)) => return Err(ProposeError::AlreadyProposed),
                Err(CommitError::Taken(LAST_ADMIN)) => return Err(ProposeError::LastAdmin),
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("proposal").into())
    }

    async fn perform(&self, effect: Effect, guard: Change, asked: &Asked) -> Result<Performed<Uuid>, CommitError> {
        let Effect { first, changes, mut entry, mails } = effect;
        let thing = entry.about.thing;
        let made = asked.request.as_ref().map(|request| request.made(thing, entry.at));
        entry.changes.extend(asked.at_once.told());
        let changes = first.into_iter().chain([guard]).chain(asked.at_once.changes()).chain(changes).collect();
        let context = WriteContext { mails, ..WriteContext::of(entry) }.under(made);
        self.commit.commit(changes, context).await.map(|()| Performed::Done(thing))
    }

    async fn keep(
        &self,
        asked: &Asked,
        by: &User,
        guard: Change,
        now: DateTime<Utc>,
    ) -> Result<Result<Performed<Uuid>, CommitError>, ProposeError> {
        let Asked { proposal, at_once, request } = asked;
        let mut changes: Vec<_> = [guard].into_iter().chain(at_once.changes()).collect();
        let made = |approval: &Approval| request.as_ref().map(|request| request.made(approval.id.0, now));
        for earlier in self.records.waiting(proposal.action(), proposal.holds()).await? {
            match earlier.state(now) {
                ApprovalState::Pending if earlier.proposal == *proposal && earlier.proposed_by == by.id() => {
                    if let Some(entry) = at_once.entry() {
                        let context = WriteContext::of(entry).under(made(&earlier));
                        return Ok(self.commit.commit(changes, context).await.map(|()| Performed::Awaits(Box::new(earlier))));
                    }
                    return Ok(Ok(Performed::Awaits(Box::new(earlier))));
                }
                ApprovalState::Pending => return Err(ProposeError::AlreadyProposed),
                over => changes.push(Change::Ended(Box::new(earlier.ended(over, None)))),
            }
        }
        let approval = Approval::propose(ApprovalId(self.identity.ids.next()), proposal.clone(), by.id(), now);
        let entry = Entry::new(now, Actor::User(by.id()), AuditAction::ApprovalProposed, about(&approval));
        let entry = entry.change("action", None, Some(proposal.action().code().to_owned())).change("hash", None, Some(hash_of(&approval)));
        let mut context = WriteContext::of(entry).under(made(&approval));
        context.entry.changes.extend(proposal.changes());
        context.entry.changes.extend(at_once.told());
        context.mails = self.mails_of_proposal(proposal, by, now).await?;
        changes.push(Change::Proposed(Box::new(approval.clone())));
        Ok(self.commit.commit(changes, context).await.map(|()| Performed::Awaits(Box::new(approval))))
    }

    async fn mails_of_proposal(&self, proposal: &Proposal, by: &User, now: DateTime<Utc>) -> Result<Vec<Mail>, Unavailable> {
        let deciders = self.deciders(proposal).await?;
        let others = deciders.iter().filter(|operator| operator.id() != by.id());
        let waits = Content::ApprovalWaits { details: Some(self.told_of(proposal, by).await?) };
        let mut mails: Vec<_> = others.filter_map(|operator| self.identity.notice(operator, waits.clone(), now)).collect();
        // Of terms a company hears once they are offered.
        if let Proposal::BankAccount { company, .. } = proposal {
            let details = Some(Details { person: Some(by.name()), ..Details::default() });
            mails.extend(self.mails_to_owners(*company, &Content::AccountProposed { details }, now).await?);
        }
        Ok(mails)
    }

    /// The operators whose roles let them decide on this.
    pub(super) async fn deciders(&self, proposal: &Proposal) -> Result<Vec<User>, Unavailable> {
        let right = proposal.action().decided_with();
        let operators = self.identity.users.operators().await?.into_iter().map(|seen| seen.user);
        Ok(operators.filter(|operator| operator.parts().operator_roles.may(right)).collect())
    }
}

/// An approval in the trail of what it concerns.
pub(super) fn about(approval: &Approval) -> Subjects {
    let (id, proposal) = (approval.id.0, &approval.proposal);
    match proposal {
        Proposal::OperatorRoles { operator, .. } => Subjects { thing: id, ..Subjects::user(*operator) },
        Proposal::BankAccount { company, .. } => Subjects::of_company(*company, id),
        Proposal::HouseAccounts { .. } | Proposal::LedgerEntry(_) | Proposal::Payouts(_) => Subjects::house(id),
        Proposal::SentBack(back) => Subjects { thing: id, debtor: back.credit_of, ..Subjects::house(id) },
        Proposal::PartUndone(undone) => match undone.target {
            Target::PassOn(company, _) => Subjects::of_company(company, id),
            Target::Credit(debtor) => Subjects { thing: id, ..Subjects::debtor(debtor) },
            _ => Subjects::house(id),
        },
        Proposal::Terms(terms) => Subjects::of_company(terms.company, id),
        Proposal::SupplierRate(rate) => Subjects::of_company(rate.company, id),
        Proposal::Receivable(ending) => Subjects::of_company(ending.seller, id),
        Proposal::DebtorMerge(merge) => Subjects { thing: id, ..Subjects::debtor(merge.gone.debtor) },
        Proposal::DebtorLimits { debtor, .. } => Subjects { thing: id, ..Subjects::debtor(*debtor) },
    }
}
