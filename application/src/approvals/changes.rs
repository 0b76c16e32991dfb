//! What changes approvals, and what takes effect with them.

use crate::{facilities, house, identity, kernel::commit::Unique, ledger, onboarding, papers, parties, receivables};
use sooner_domain::{approvals::approval::Approval, kernel::ids::ApprovalId};

/// Of one action on one thing, and of the endings of a receivable, one approval waits at a time.
pub const OPEN_APPROVAL: Unique = Unique("open_approval");

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Facilities(facilities::changes::Change),
    House(house::changes::Change),
    Ledger(ledger::changes::Change),
    Receivables(receivables::changes::Change),
    Papers(papers::changes::Change),
    /// Refused as [`OPEN_APPROVAL`] when another one waits.
    Proposed(Box<Approval>),
    /// Of those who decide on it at once one goes on. Stale when it has ended; to be written before what takes effect.
    Waits(ApprovalId),
    /// The approval as it ended. Stale when it had ended before.
    Ended(Box<Approval>),
}

impl From<facilities::changes::Change> for Change {
    fn from(change: facilities::changes::Change) -> Self {
        Self::Facilities(change)
    }
}

impl From<onboarding::changes::Change> for Change {
    fn from(change: onboarding::changes::Change) -> Self {
        Self::Facilities(change.into())
    }
}

impl From<house::changes::Change> for Change {
    fn from(change: house::changes::Change) -> Self {
        Self::House(change)
    }
}

impl From<ledger::changes::Change> for Change {
    fn from(change: ledger::changes::Change) -> Self {
        Self::Ledger(change)
    }
}

impl From<receivables::changes::Change> for Change {
    fn from(change: receivables::changes::Change) -> Self {
        Self::Receivables(change)
    }
}

impl From<papers::changes::Change> for Change {
    fn from(change: papers::changes::Change) -> Self {
        Self::Papers(change)
    }
}

impl From<parties::changes::Change> for Change {
    fn from(change: parties::changes::Change) -> Self {
        onboarding::changes::Change::from(change).into()
    }
}

impl From<identity::changes::Change> for Change {
    fn from(change: identity::changes::Change) -> Self {
        parties::changes::Change::from(change).into()
    }
}
