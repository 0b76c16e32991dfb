//! Proposing: it takes effect at once, or waits for a second person.

use super::{
    Approvals, FourEyes, Performed, ProposeError,
    changes::{Change, OPEN_APPROVAL},
    effect::Effect,
    hash_of,
};
use crate::{
    identity::changes::LAST_ADMIN,
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{Made, RequestKey},
        outbox::{Content, Details, Mail},
        unavailable::Unavailable,
    },
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
};

impl Approvals {
    /// Performs this at once, or keeps it for a second person and tells those who may decide. Proposed again by the same
    /// person while it waits, it is the same.
    ///
    /// # Errors
    /// Those of its effect; `AlreadyProposed`.
    pub(super) async fn propose(&self, proposal: Proposal, by: &User) -> Result<Performed<()>, ProposeError> {
        self.propose_under(None, proposal, by).await
    }

    /// The same under an idempotency key, which remembers the approval, or the subject of what took effect.
    ///
    /// # Errors
    /// Those of its effect; `AlreadyProposed`.
    pub(super) async fn propose_under(
        &self,
        request: Option<&RequestKey>,
        proposal: Proposal,
        by: &User,
    ) -> Result<Performed<()>, ProposeError> {
        for _ in 0..MAX_ATTEMPTS {
            let now = self.identity.clock.now();
            let effect = self.effect(&proposal, by.id(), now, None).await?;
            let guard = self.proposers_place(&proposal, by.id()).await?.ok_or(ProposeError::Stale)?;
            let done = match self.four_eyes {
                FourEyes::Off => {
                    let made = request.map(|request| request.made(proposal.subject(), now));
                    self.perform(effect, guard, made).await.map(|()| Performed::Done(()))
                }
                FourEyes::On => self.keep(&proposal, by, guard, (request, now)).await?,
            };
            match done {
                Ok(done) => return Ok(done),
                // Something else of the same thing changed: what it was based on is compared again.
                Err(CommitError::Stale | CommitError::NotAllowed) => {}
                Err(CommitError::Taken(OPEN_APPROVAL)) => return Err(ProposeError::AlreadyProposed),
                Err(CommitError::Taken(LAST_ADMIN)) => return Err(ProposeError::LastAdmin),
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Busy("proposal").into())
    }

    async fn perform(&self, effect: Effect, guard: Change, made: Option<Made>) -> Result<(), CommitError> {
        let Effect { first, changes, entry, mails } = effect;
        let changes = first.into_iter().chain([guard]).chain(changes).collect();
        self.commit.commit(changes, WriteContext { mails, made, ..WriteContext::of(entry) }).await
    }

    async fn keep(
        &self,
        proposal: &Proposal,
        by: &User,
        guard: Change,
        (request, now): (Option<&RequestKey>, DateTime<Utc>),
    ) -> Result<Result<Performed<()>, CommitError>, ProposeError> {
        let mut changes = vec![guard];
        if let Some(earlier) = self.records.waiting(proposal.action(), proposal.subject()).await? {
            match earlier.state(now) {
                ApprovalState::Pending if earlier.proposal == *proposal && earlier.proposed_by == by.id() => {
                    return Ok(Ok(Performed::Awaits(Box::new(earlier))));
                }
                ApprovalState::Pending => return Err(ProposeError::AlreadyProposed),
                over => changes.push(Change::Ended(Box::new(earlier.ended(over, None)))),
            }
        }
        let approval = Approval::propose(ApprovalId(self.identity.ids.next()), proposal.clone(), by.id(), now);
        let entry = Entry::new(now, Actor::User(by.id()), AuditAction::ApprovalProposed, about(&approval));
        let entry = entry.change("action", None, Some(proposal.action().code().to_owned())).change("hash", None, Some(hash_of(&approval)));
        let mut context = WriteContext::of(entry);
        context.entry.changes.extend(proposal.changes());
        context.made = request.map(|request| request.made(approval.id.0, now));
        context.mails = self.mails_of_proposal(proposal, by, now).await?;
        changes.push(Change::Proposed(Box::new(approval.clone())));
        Ok(self.commit.commit(changes, context).await.map(|()| Performed::Awaits(Box::new(approval))))
    }

    async fn mails_of_proposal(&self, proposal: &Proposal, by: &User, now: DateTime<Utc>) -> Result<Vec<Mail>, Unavailable> {
        let deciders = self.deciders(proposal).await?;
        let others = deciders.iter().filter(|operator| operator.id() != by.id());
        let mut mails: Vec<_> = others.filter_map(|operator| self.identity.notice(operator, Content::ApprovalWaits, now)).collect();
        if let Some(company) = proposal.company() {
            let details = Some(Details { person: Some(by.name()), ..Details::default() });
            mails.extend(self.mails_to_owners(company, &Content::AccountProposed { details }, now).await?);
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
        Proposal::HouseAccounts { .. } => Subjects::house(id),
        Proposal::LedgerEntry(_) => Subjects::house(id),
    }
}
