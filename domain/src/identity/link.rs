//! Links sent by mail: used once, for one purpose, by whoever holds the mailbox.

use crate::kernel::{
    coded::coded_enum,
    email::EmailAddress,
    ids::{LinkId, UserId},
};
use chrono::{DateTime, TimeDelta, Utc};

coded_enum!(
    /// What a mailed link does.
    LinkPurpose {
        VerifyEmail = "verify_email",
        ResetPassword = "reset_password",
        /// An operator's first password.
        SetPassword = "set_password",
    }
);

impl LinkPurpose {
    /// How long such a link works. An hour for a reset: it opens the account. A day for what only proves a mailbox, or
    /// is handed over in person.
    pub fn life(self) -> TimeDelta {
        match self {
            Self::VerifyEmail | Self::SetPassword => TimeDelta::hours(24),
            Self::ResetPassword => TimeDelta::hours(1),
        }
    }
}

/// A link as the store knows it: the secret in it is not kept, only its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailedLink {
    pub id: LinkId,
    pub user: UserId,
    pub purpose: LinkPurpose,
    /// The address the link was made for: it proves no other.
    pub email: EmailAddress,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl MailedLink {
    pub fn new(id: LinkId, user: UserId, purpose: LinkPurpose, email: EmailAddress, now: DateTime<Utc>) -> Self {
        Self { id, user, purpose, email, created_at: now, expires_at: now + purpose.life() }
    }

    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at
    }
}
