//! What two pairs of eyes need.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::{approval::Approval, proposal::ApprovalAction},
    kernel::ids::ApprovalId,
};
use uuid::Uuid;

/// Which approvals are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalFilter {
    /// Of one of these actions.
    pub actions: Vec<ApprovalAction>,
    /// Only what is proposed for one of these: see [`sooner_domain::approvals::proposal::Proposal::subjects`].
    pub subjects: Option<Vec<Uuid>>,
    pub which: Which,
}

/// Those that wait, or those that do not any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// At this moment, the longest waiting first.
    Open(DateTime<Utc>),
    /// The others, the last proposed first.
    Ended(DateTime<Utc>),
}

/// Approvals.
#[async_trait]
pub trait ApprovalRecords: Send + Sync {
    async fn by_id(&self, id: ApprovalId) -> Result<Option<Approval>, Unavailable>;
    /// Those that wait for this action, or another one that it excludes, on any of these things (see
    /// [`sooner_domain::approvals::proposal::Proposal::holds`]), be it that their time is up and nobody has noted that: of each thing one
    /// at most. The oldest first.
    async fn waiting(&self, action: ApprovalAction, things: Vec<Uuid>) -> Result<Vec<Approval>, Unavailable>;
    /// The next page behind `after`, at most `most`.
    async fn page(&self, filter: ApprovalFilter, after: Option<ApprovalId>, most: i64) -> Result<Vec<Approval>, Unavailable>;
}
