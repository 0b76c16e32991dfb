//! Asking somebody to join a company.

use super::membership::{MemberRole, Membership};
use crate::kernel::{
    email::EmailAddress,
    ids::{CompanyId, LinkId, UserId},
};
use chrono::{DateTime, TimeDelta, Utc};

/// An invitation, mailed as a link to one address. Its secret is not kept, only its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    pub id: LinkId,
    pub company: CompanyId,
    pub email: EmailAddress,
    /// What whoever joins is going to be.
    pub role: MemberRole,
    pub invited_by: UserId,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl Invitation {
    /// How long the link works: a colleague may be away for some days.
    pub const LIFE: TimeDelta = TimeDelta::days(7);
    /// How long a supplier's link works: a company takes longer to decide than a colleague.
    pub const SUPPLIER_LIFE: TimeDelta = TimeDelta::days(30);
    /// How long after it expired it is shown, to be sent again.
    pub const SHOWN_AFTER: TimeDelta = TimeDelta::days(30);
    /// How many may be open in a company.
    pub const MAX_OPEN: usize = 20;

    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at
    }

    /// The place in the company of whoever follows it.
    pub fn accepted(&self, by: UserId, now: DateTime<Utc>) -> Membership {
        Membership { user: by, company: self.company, role: self.role, since: now }
    }
}
