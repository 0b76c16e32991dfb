//! Approving, refusing, taking back.

use super::{Approvals, ProposeError, Who, changes::Change, effect::Effect, hash_of, propose::about};
use crate::{
    cash::CashError,
    facilities::changes::OPEN_FACILITY,
    identity::{
        StepUpRequired,
        changes::{Change as AccountChange, LAST_ADMIN},
    },
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{IdempotencyError, Made, RequestKey, once},
        outbox::{Content, Mail},
        unavailable::Unavailable,
    },
    ledger::changes::REVERSED,
    parties::Member,
    receivables::{ReceivableError, changes::SOLD_ONCE},
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalState, Decided, DecisionRefused, Verdict},
        proposal::Proposal,
    },
    identity::operator::OperatorRoles,
    kernel::{
        audit::{Actor, AuditAction, Entry},
        coded::Coded,
        ids::ApprovalId,
        text::Note,
    },
    parties::{debtor::DebtorRefusal, operator::Operator},
};

/// How an operator decides, and on what.
#[derive(Debug, Clone)]
pub struct Ruling {
    pub by: Member,
    pub verdict: Verdict,
    /// The hash of what exactly they saw.
    pub hash: String,
    pub note: Option<Note>,
    pub request: Option<RequestKey>,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DecideError {
    #[error("there is no such approval")]
    NotFound,
    /// It takes somebody else: these.
    #[error("it takes another person")]
    FourEyes(Who),
    #[error("it takes another role")]
    Forbidden,
    #[error("it concerns the company they belong to")]
    OwnCompany,
    #[error("it was decided, withdrawn or has expired")]
    Closed,
    /// What it was to change has changed since: it is to be proposed anew.
    #[error("changed meanwhile")]
    Outdated,
    #[error("an operator who says who the others are has to remain")]
    LastAdmin,
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Under which field the trail says who proposed what was approved.
pub const PROPOSED_BY: &str = "proposedBy";

impl Approvals {
    /// Decides on what somebody else proposed: approving performs exactly that, refusing drops it. Whoever proposed it is
    /// told.
    ///
    /// # Errors
    /// As named; `Outdated` ends the approval.
    pub async fn decide(&self, id: ApprovalId, ruling: Ruling) -> Result<Approval, DecideError> {
        let repeat = async |_| self.found(id).await;
        once(self.idempotency.as_ref(), ruling.request.as_ref(), repeat, async || {
            let mut by = ruling.by.operator();
            for _ in 0..MAX_ATTEMPTS {
                let (approval, now) = (self.found(id).await?, self.identity.clock.now());
                self.may_decide(&approval, &by, now).await?;
                if ruling.verdict == Verdict::Approve {
                    self.identity.stepped_up(&ruling.by)?;
                }
                if ruling.hash != hash_of(&approval) {
                    return Err(DecideError::Outdated);
                }
                let (ended, committed) = match ruling.verdict {
                    Verdict::Approve => self.approve(approval, &by, &ruling, now).await?,
                    Verdict::Refuse => self.end_without_effect(approval, ApprovalState::Refused, (&by, &ruling), now).await?,
                };
                match committed {
                    Ok(()) if ended.state == ApprovalState::Outdated => return Err(DecideError::Outdated),
                    Ok(()) => return Ok(ended),
                    Err(CommitError::Stale | CommitError::Taken(OPEN_FACILITY | REVERSED | SOLD_ONCE)) => {}
                    // Their own roles were changed, or those of whoever proposed it.
                    Err(CommitError::NotAllowed) => by = self.as_is_now(by).await?,
                    Err(CommitError::Taken(LAST_ADMIN)) => return Err(DecideError::LastAdmin),
                    Err(error) => return Err(error.unexpected().into()),
                }
            }
            Err(Unavailable::Conflicted("approval").into())
        })
        .await
    }

    /// Takes back what one proposed oneself.
    ///
    /// # Errors
    /// `NotFound` when somebody else proposed it, `Closed`.
    pub async fn withdraw(&self, me: &Member, id: ApprovalId) -> Result<Approval, DecideError> {
        let (approval, now) = (self.found(id).await?, self.identity.clock.now());
        approval.may_withdraw(me.user.id(), now).map_err(|refused| match refused {
            DecisionRefused::Closed => DecideError::Closed,
            _ => DecideError::NotFound,
        })?;
        let entry = Entry::new(now, Actor::User(me.user.id()), AuditAction::ApprovalWithdrawn, about(&approval));
        let decided = Some(Decided { by: me.user.id(), at: now, note: None });
        let ended = approval.ended(ApprovalState::Withdrawn, decided);
        let entry = entry.change("action", Some(ended.proposal.action().code().to_owned()), None);
        match self.commit.commit(vec![Change::Ended(Box::new(ended.clone()))], WriteContext::of(entry)).await {
            Ok(()) => Ok(ended),
            Err(CommitError::Stale) => Err(DecideError::Closed),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    async fn found(&self, id: ApprovalId) -> Result<Approval, DecideError> {
        self.records.by_id(id).await?.ok_or(DecideError::NotFound)
    }

    async fn may_decide(&self, approval: &Approval, by: &Operator, now: DateTime<Utc>) -> Result<(), DecideError> {
        match approval.may_decide(by, now) {
            Ok(()) => self.is_not_their_own(&approval.proposal, by).await,
            Err(DecisionRefused::Forbidden) => Err(DecideError::Forbidden),
            Err(DecisionRefused::OwnCompany) => Err(DecideError::OwnCompany),
            Err(DecisionRefused::Closed) => Err(DecideError::Closed),
            Err(DecisionRefused::SamePerson) => {
                let mut others = self.deciders(&approval.proposal).await?;
                others.retain(|other| other.id() != by.user());
                Err(DecideError::FourEyes(others))
            }
        }
    }

    /// On which of these [`Self::decide`] lets this operator decide now: only those are offered to them. What each concerns is read
    /// only where their company trades at all.
    pub(super) async fn open_to(&self, approvals: &[Approval], by: &Operator, now: DateTime<Utc>) -> Result<Vec<bool>, Unavailable> {
        let own = self.receivables.own_matters(by).await?;
        let mut open = Vec::with_capacity(approvals.len());
        for approval in approvals {
            let may_decide = approval.may_decide(by, now).is_ok();
            open.push(may_decide && (own.is_empty() || self.concerns_others(&approval.proposal, by).await?));
        }
        Ok(open)
    }

    async fn concerns_others(&self, proposal: &Proposal, by: &Operator) -> Result<bool, Unavailable> {
        match self.is_not_their_own(proposal, by).await {
            Ok(()) => Ok(true),
            Err(DecideError::Unavailable(unavailable)) => Err(unavailable),
            Err(_) => Ok(false),
        }
    }

    /// A debtor may concern the company they belong to, and so may one of many who are paid, or an invoice that it owes.
    async fn is_not_their_own(&self, proposal: &Proposal, by: &Operator) -> Result<(), DecideError> {
        let debtor = match proposal {
            Proposal::DebtorLimits { debtor, .. } => debtor,
            Proposal::DebtorMerge(merge) => {
                return self.is_not_merging_their_own(merge, by).await.map_err(|refused| match refused {
                    ProposeError::Debtor(DebtorRefusal::OwnCompany) => DecideError::OwnCompany,
                    ProposeError::Debtor(_) => DecideError::Forbidden,
                    ProposeError::Unavailable(unavailable) => unavailable.into(),
                    _ => DecideError::NotFound,
                });
            }
            Proposal::Payouts(ordered) => return self.not_to_their_own(ordered, by).await,
            Proposal::SentBack(back) => return self.not_back_to_their_own(back, by).await,
            Proposal::PartUndone(undone) => return self.not_of_their_own(undone, by).await,
            Proposal::Receivable(ending) => return Box::pin(self.not_their_own_invoice(ending, by)).await,
            Proposal::LedgerEntry(manual) => {
                return self.cash.explains_others_money(manual, by).await.map_err(|refused| match refused {
                    CashError::Receivable(ReceivableError::Blocked(_)) => DecideError::OwnCompany,
                    CashError::Receivable(ReceivableError::Unavailable(unavailable)) => unavailable.into(),
                    _ => DecideError::NotFound,
                });
            }
            Proposal::OperatorRoles { .. }
            | Proposal::BankAccount { .. }
            | Proposal::HouseAccounts { .. }
            | Proposal::Terms(_)
            | Proposal::SupplierRate(_) => return Ok(()),
        };
        let debtor = self.debtors.by_id(*debtor).await?.ok_or(DecideError::NotFound)?;
        let own = self.receivables.own_matters(by).await?;
        debtor.operator_may_decide(by, &own).map_err(|refused| match refused {
            DebtorRefusal::NotOperators(_) => DecideError::Forbidden,
            DebtorRefusal::OwnCompany => DecideError::OwnCompany,
            DebtorRefusal::Merged(_) => DecideError::Outdated,
        })
    }

    async fn as_is_now(&self, by: Operator) -> Result<Operator, Unavailable> {
        let user = self.identity.users.by_id(by.user()).await?;
        Ok(Operator { roles: user.map(|user| user.parts().operator_roles).unwrap_or_default(), ..by })
    }

    /// Ends it without its effect: refused, or outdated because what was proposed cannot be done any more.
    async fn end_without_effect(
        &self,
        approval: Approval,
        state: ApprovalState,
        (by, ruling): (&Operator, &Ruling),
        now: DateTime<Utc>,
    ) -> Result<(Approval, Result<(), CommitError>), DecideError> {
        let is_refusal = state == ApprovalState::Refused;
        let action = if is_refusal { AuditAction::ApprovalRefused } else { AuditAction::ApprovalOutdated };
        let entry = Entry::new(now, Actor::User(by.user()), action, about(&approval));
        let entry = entry.change("action", Some(approval.proposal.action().code().to_owned()), None);
        let entry = match ruling.note.as_ref().filter(|_| is_refusal) {
            Some(note) => entry.change("note", None, Some(note.as_str().to_owned())),
            None => entry,
        };
        let mails = self.mails_of_end(&approval, state, now).await?;
        let ended = ended(approval, state, by, ruling, now);
        // The key remembers what was done; approving something outdated is refused.
        let made = made(ruling, &ended, now).filter(|_| is_refusal);
        let changes = vec![works(by), Change::Ended(Box::new(ended.clone()))];
        let committed = self.commit.commit(changes, WriteContext { mails, ..WriteContext::of(entry) }.under(made)).await;
        Ok((ended, committed))
    }

    /// What approving it does as things stand, and that the person who proposed it still may; none where it is overtaken.
    async fn possible(&self, approval: &Approval, by: &Operator, now: DateTime<Utc>) -> Result<Option<(Change, Effect)>, Unavailable> {
        let Some(proposer) = self.proposers_place(&approval.proposal, approval.proposed_by).await? else { return Ok(None) };
        match self.effect(&approval.proposal, by, now, Some(approval.id)).await {
            Ok(effect) => Ok(Some((proposer, effect))),
            Err(ProposeError::Unavailable(unavailable)) => Err(unavailable),
            Err(_) => Ok(None),
        }
    }

    /// Whether it can be approved no more, whatever is proposed: approving it would end it as outdated.
    pub(super) async fn is_overtaken(&self, approval: &Approval, read_by: &Operator, now: DateTime<Utc>) -> Result<bool, Unavailable> {
        // Who reads it may have other roles than those who decide.
        let decider = Operator { roles: OperatorRoles::all(), ..*read_by };
        Ok(self.possible(approval, &decider, now).await?.is_none())
    }

    async fn approve(
        &self,
        approval: Approval,
        by: &Operator,
        ruling: &Ruling,
        now: DateTime<Utc>,
    ) -> Result<(Approval, Result<(), CommitError>), DecideError> {
        let Some((proposer, effect)) = Box::pin(self.possible(&approval, by, now)).await? else {
            return self.end_without_effect(approval, ApprovalState::Outdated, (by, ruling), now).await;
        };
        let Effect { first, changes, entry, mails } = effect;
        let entry = entry.change("approval", None, Some(approval.id.to_string()));
        let entry = entry.change(PROPOSED_BY, None, Some(approval.proposed_by.to_string()));
        let told = self.mails_of_end(&approval, ApprovalState::Approved, now).await?;
        let ended = ended(approval, ApprovalState::Approved, by, ruling, now);
        let guards = [works(by), proposer];
        let changes = [Change::Waits(ended.id)]
            .into_iter()
            .chain(first)
            .chain(guards)
            .chain(changes)
            .chain([Change::Ended(Box::new(ended.clone()))])
            .collect();
        let mails = mails.into_iter().chain(told).collect();
        let context = WriteContext { mails, ..WriteContext::of(entry) }.under(made(ruling, &ended, now));
        let committed = self.commit.commit(changes, context).await;
        Ok((ended, committed))
    }

    /// The mails that tell how it ended: the company's owners where it is theirs, whoever proposed it else.
    async fn mails_of_end(&self, approval: &Approval, state: ApprovalState, now: DateTime<Utc>) -> Result<Vec<Mail>, Unavailable> {
        match (&approval.proposal, state) {
            // The effect tells of it.
            (Proposal::BankAccount { .. }, ApprovalState::Approved) => Ok(Vec::new()),
            (Proposal::BankAccount { company, .. }, _) => self.mails_to_owners(*company, &Content::AccountRefused, now).await,
            (
                Proposal::OperatorRoles { .. }
                | Proposal::HouseAccounts { .. }
                | Proposal::LedgerEntry(_)
                | Proposal::Terms(_)
                | Proposal::DebtorLimits { .. }
                | Proposal::DebtorMerge(_)
                | Proposal::SupplierRate(_)
                | Proposal::Payouts(_)
                | Proposal::SentBack(_)
                | Proposal::Receivable(_)
                | Proposal::PartUndone(_),
                state,
            ) => {
                let Some(proposer) = self.identity.users.by_id(approval.proposed_by).await? else { return Ok(Vec::new()) };
                let details = Some(self.told_of(&approval.proposal, &proposer).await?);
                let said = match state {
                    ApprovalState::Approved => Content::ProposalApproved { details },
                    ApprovalState::Refused => Content::ProposalRefused { details },
                    _ => Content::ProposalLapsed { details },
                };
                Ok(self.identity.notice(&proposer, said, now).into_iter().collect())
            }
        }
    }
}

fn ended(approval: Approval, state: ApprovalState, by: &Operator, ruling: &Ruling, at: DateTime<Utc>) -> Approval {
    approval.ended(state, Some(Decided { by: by.user(), at, note: ruling.note.clone() }))
}

fn made(ruling: &Ruling, ended: &Approval, now: DateTime<Utc>) -> Option<Made> {
    ruling.request.as_ref().map(|request| request.made(ended.id.0, now))
}

/// Whoever decides still works for the house, in the roles they decide in, when it is written.
fn works(by: &Operator) -> Change {
    AccountChange::OperatorStands { id: by.user(), roles: by.roles }.into()
}
