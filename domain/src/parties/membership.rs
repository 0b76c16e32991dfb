//! Who belongs to a company.

use crate::kernel::{
    coded::coded_enum,
    ids::{CompanyId, UserId},
};
use chrono::{DateTime, Utc};

coded_enum!(
    /// What a member is to the company.
    MemberRole {
        /// May do everything.
        Owner = "owner",
    }
);

/// A user's place in a company. Every user is in one company at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Membership {
    pub user: UserId,
    pub company: CompanyId,
    pub role: MemberRole,
    pub since: DateTime<Utc>,
}

impl Membership {
    /// The place of whoever brought the company here.
    pub fn founder(user: UserId, company: CompanyId, now: DateTime<Utc>) -> Self {
        Self { user, company, role: MemberRole::Owner, since: now }
    }
}
