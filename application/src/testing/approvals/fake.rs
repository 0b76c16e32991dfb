//! Approvals in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    approvals::{
        changes::{Change, OPEN_APPROVAL},
        ports::{ApprovalFilter, ApprovalRecords, Which},
    },
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use async_trait::async_trait;
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalState},
        proposal::{ApprovalAction, Proposal},
    },
    kernel::ids::{ApprovalId, CompanyId},
    onboarding::bank_account::BankAccount,
};
use std::sync::Arc;
use uuid::Uuid;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    approvals: Vec<Approval>,
}

impl Rows {
    /// The accounts of companies that two people changed, before and after.
    pub(crate) fn accounts_changed(&self) -> impl Iterator<Item = (CompanyId, BankAccount)> {
        let approved = self.approvals.iter().filter(|approval| approval.state == ApprovalState::Approved);
        approved.flat_map(|approval| match &approval.proposal {
            Proposal::BankAccount { company, before, after } => vec![(*company, (**before).clone()), (*company, (**after).clone())],
            _ => Vec::new(),
        })
    }

    fn waiting(&self, action: ApprovalAction, things: &[Uuid]) -> Vec<Approval> {
        let is_it = |approval: &&Approval| {
            let proposal = &approval.proposal;
            approval.state == ApprovalState::Pending
                && proposal.action().excludes(action)
                && proposal.holds().iter().any(|held| things.contains(held))
        };
        self.approvals.iter().filter(is_it).cloned().collect()
    }
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        match self {
            Self::House(change) => change.apply(state)?,
            Self::Ledger(change) => change.apply(state)?,
            Self::Receivables(change) => change.apply(state)?,
            Self::Facilities(change) => change.apply(state)?,
            Self::Papers(change) => change.apply(state)?,
            Self::Proposed(approval) => {
                if !state.approvals.waiting(approval.proposal.action(), &approval.proposal.holds()).is_empty() {
                    return Err(CommitError::Taken(OPEN_APPROVAL));
                }
                state.approvals.approvals.push(*approval);
            }
            Self::Waits(id) => {
                let waits = |approval: &Approval| approval.id == id && approval.state == ApprovalState::Pending;
                state.approvals.approvals.iter().any(waits).then_some(()).ok_or(CommitError::Stale)?;
            }
            Self::Ended(ended) => {
                let id = ended.id;
                let waits = |approval: &&mut Approval| approval.id == id && approval.state == ApprovalState::Pending;
                *state.approvals.approvals.iter_mut().find(waits).ok_or(CommitError::Stale)? = *ended;
            }
        }
        Ok(())
    }
}

/// Keeps the contracts of approvals.
pub(crate) struct InMemoryApprovals(pub(crate) Arc<Memory>);

#[async_trait]
impl ApprovalRecords for InMemoryApprovals {
    async fn by_id(&self, id: ApprovalId) -> Result<Option<Approval>, Unavailable> {
        Ok(self.0.call().await.approvals.approvals.iter().find(|approval| approval.id == id).cloned())
    }

    async fn waiting(&self, action: ApprovalAction, things: Vec<Uuid>) -> Result<Vec<Approval>, Unavailable> {
        Ok(self.0.call().await.approvals.waiting(action, &things))
    }

    async fn page(&self, filter: ApprovalFilter, after: Option<ApprovalId>, most: i64) -> Result<Vec<Approval>, Unavailable> {
        let ApprovalFilter { actions, subjects, which } = filter;
        let is_wanted = |approval: &&Approval| {
            let is_open = |now| approval.state(now) == ApprovalState::Pending;
            let (is_of_those, is_behind) = match which {
                Which::Open(now) => (is_open(now), after.is_none_or(|after| approval.id > after)),
                Which::Ended(now) => (!is_open(now), after.is_none_or(|after| approval.id < after)),
            };
            let is_about =
                subjects.as_ref().is_none_or(|subjects| approval.proposal.subjects().iter().any(|about| subjects.contains(about)));
            is_of_those && is_behind && is_about && actions.contains(&approval.proposal.action())
        };
        let mut found: Vec<_> = self.0.call().await.approvals.approvals.iter().filter(is_wanted).cloned().collect();
        found.sort_by_key(|approval| approval.id);
        if matches!(which, Which::Ended(_)) {
            found.reverse();
        }
        found.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(found)
    }
}
