//! Codes that prove who somebody is, and who tries them.

use crate::{
    identity::StepUpRequired,
    kernel::{rate_limits::RateLimit, too_many::TooMany, unavailable::Unavailable},
};
use sooner_domain::kernel::ids::UserId;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// It is wrong, too old, or was used before.
    #[error("the code is refused")]
    Refused,
    #[error("a second factor is on already")]
    AlreadyOn,
    /// Another one was begun at the same time: its secret is the one that counts.
    #[error("another second factor was begun at the same time")]
    BegunElsewhere,
    #[error("no second factor is on, or none was begun")]
    NotOn,
    /// A factor on somebody else's address would keep them out of it for good.
    #[error("the e-mail address is not proven")]
    EmailUnproven,
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Who tries a code, and with that, whose tries it is one of. Each of these has its own, so that those of one keep no other out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trier {
    /// A person with the password, at an address where no code was right before.
    Stranger(UserId),
    /// A person with the password, at an address where a code of this factor was right.
    Known { of: UserId, at: String },
    /// The holder of an open session.
    SignedIn(UserId),
}

impl Trier {
    pub(super) fn account(&self) -> UserId {
        match self {
            Self::Stranger(account) | Self::SignedIn(account) | Self::Known { of: account, .. } => *account,
        }
    }

    pub(super) fn tries(&self) -> (RateLimit, String) {
        match self {
            Self::Stranger(account) => (RateLimit::CODE_BY_ACCOUNT, account.to_string()),
            Self::Known { of, at } => (RateLimit::CODE_BY_KNOWN_ADDRESS, format!("{of} {at}")),
            Self::SignedIn(account) => (RateLimit::CODE_IN_SESSIONS, account.to_string()),
        }
    }
}
