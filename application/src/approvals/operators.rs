//! Who works for the house, and as what.

use super::{
    Approvals, Performed, ProposeError,
    ports::{ApprovalFilter, Which},
};
use crate::{approvals::asked::Asked, identity::ports::Seen, kernel::unavailable::Unavailable, parties::Member};
use sooner_domain::{
    approvals::{
        approval::Approval,
        proposal::{ApprovalAction, Proposal},
    },
    identity::{
        operator::{OperatorRight, OperatorRoles},
        user::Role,
    },
    kernel::ids::UserId,
};

/// An operator, as colleagues see them.
#[derive(Debug, Clone, PartialEq)]
pub struct OperatorView {
    pub seen: Seen,
    /// The change of their roles that waits, with the roles that are proposed.
    pub waiting: Option<(Approval, OperatorRoles)>,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum OperatorsError {
    #[error("it takes another role")]
    Forbidden,
    #[error(transparent)]
    Propose(#[from] ProposeError),
}

impl Approvals {
    /// More than any house has.
    const MAX_OPERATORS: i64 = 1_000;

    /// Everybody who works for the house, or did.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn operators(&self) -> Result<Vec<OperatorView>, Unavailable> {
        let which = Which::Open(self.identity.clock.now());
        let filter = ApprovalFilter { actions: vec![ApprovalAction::ChangeOperatorRoles], subjects: None, which };
        let waiting = self.records.page(filter, None, Self::MAX_OPERATORS).await?;
        let of = |id: UserId| {
            let approval = waiting.iter().find(|approval| approval.proposal.subject() == id.0)?.clone();
            let Proposal::OperatorRoles { after, .. } = approval.proposal else { return None };
            Some((approval, after))
        };
        let operators = self.identity.users.operators().await?.into_iter();
        Ok(operators.map(|seen| OperatorView { waiting: of(seen.user.id()), seen }).collect())
    }

    /// Proposes other roles for an operator, or gives them at once where nobody has to approve. `seen` are those they have.
    ///
    /// # Errors
    /// `Forbidden`; `Propose` with `NotFound`, `Stale`, `LastAdmin`, `AlreadyProposed`.
    pub async fn change_roles(
        &self,
        me: &Member,
        who: UserId,
        seen: OperatorRoles,
        roles: OperatorRoles,
    ) -> Result<Performed<()>, OperatorsError> {
        if !me.operator().may(OperatorRight::ManageOperators) {
            return Err(OperatorsError::Forbidden);
        }
        let user = self.identity.users.by_id(who).await.map_err(ProposeError::Unavailable)?;
        let user = user.filter(|user| user.parts().role == Role::Operator).ok_or(ProposeError::NotFound)?;
        let before = user.parts().operator_roles;
        if seen != before {
            return Err(ProposeError::Stale.into());
        }
        if before == roles {
            return Ok(Performed::Done(()));
        }
        let proposal = Proposal::OperatorRoles { operator: who, before, after: roles };
        Ok(self.propose(Asked::of(proposal), me).await?.map(drop))
    }
}
