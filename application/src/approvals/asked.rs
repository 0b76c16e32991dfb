//! What is asked of a proposal.

use crate::{approvals::changes::Change, kernel::idempotency::RequestKey};
use sooner_domain::{
    approvals::proposal::Proposal,
    kernel::{audit::Entry, change::Changed},
};

/// What somebody asks for.
pub(super) struct Asked {
    pub(super) proposal: Proposal,
    /// What is done beside it, be it performed or kept.
    pub(super) at_once: AtOnce,
    pub(super) request: Option<RequestKey>,
}

impl Asked {
    /// This and nothing else.
    pub(super) fn of(proposal: Proposal) -> Self {
        Self { proposal, at_once: AtOnce(None), request: None }
    }
}

/// What needs no second person: a change, and the entry it would have by itself.
pub(super) struct AtOnce(pub(super) Option<(Change, Entry)>);

impl AtOnce {
    pub(super) fn changes(&self) -> Option<Change> {
        self.0.as_ref().map(|(change, _)| change.clone())
    }

    pub(super) fn entry(&self) -> Option<Entry> {
        self.0.as_ref().map(|(_, entry)| entry.clone())
    }

    pub(super) fn told(&self) -> Vec<Changed> {
        self.entry().map(|entry| entry.changes).unwrap_or_default()
    }
}
