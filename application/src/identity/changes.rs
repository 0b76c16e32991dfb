//! What changes accounts, and what goes with them.

use super::{
    KnownAddress,
    ports::{IssuedLink, Proof},
};
use crate::kernel::commit::Unique;
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{
        link::LinkPurpose,
        operator::OperatorRoles,
        password::PasswordHash,
        second_factor::{FactorId, SecondFactor},
        session::{Confirmed, Session},
        user::User,
    },
    kernel::ids::{LinkId, SessionId, UserId},
};

/// An e-mail address has one account.
pub const EMAIL: Unique = Unique("email");
/// A proven phone has one account.
pub const VERIFIED_PHONE: Unique = Unique("verified_phone");
/// A proof of the identity provider counts once.
pub const PROOF: Unique = Unique("subject");
/// An account has one second factor.
pub const SECOND_FACTOR: Unique = Unique("second_factors");

/// An instance has at least one operator who says who the others are.
pub const LAST_ADMIN: Unique = Unique("last_admin");

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    /// A proof was used. Refused as [`PROOF`] when it was before.
    ProofUsed(Proof),
    /// A link was used up. Stale when it is gone.
    LinkUsed(LinkId),
    /// A link replaces an earlier one of the same user and purpose.
    LinkIssued(IssuedLink),
    /// The account's links for these purposes are worth nothing any more.
    LinksEnded {
        of: UserId,
        purposes: &'static [LinkPurpose],
    },
    /// Nothing changes: what was checked of the account still holds, and goes on holding until the rest is written. Stale when
    /// it has another password, or asks for another second factor, than this.
    AccountStands {
        id: UserId,
        password: Option<PasswordHash>,
        second_factor: bool,
    },
    /// Nothing changes: whoever this is still works for the house in these roles, and does until the rest is written. Not
    /// allowed otherwise.
    OperatorStands {
        id: UserId,
        roles: OperatorRoles,
    },
    /// Nothing changes: nobody becomes or ceases to be an admin until the rest is written. Refused as [`LAST_ADMIN`] when
    /// there is none without this one.
    AdminsHeld {
        without: Option<UserId>,
    },
    /// Refused as [`EMAIL`] when the address has an account.
    UserAdded(User),
    /// The account as it is now, with the version that was read: stale when it changed since. Refused as [`EMAIL`] when the
    /// address has another account, and as [`VERIFIED_PHONE`] when another has proven the phone.
    UserChanged(User),
    /// A second factor that waits for its first code replaces the other that was seen to do so. Refused as [`SECOND_FACTOR`] when one
    /// is on; stale when another one was begun since.
    FactorBegun {
        factor: SecondFactor,
        instead_of: Option<FactorId>,
    },
    /// What using a factor left of it. Stale when it is not as it was.
    FactorUsed {
        before: SecondFactor,
        after: SecondFactor,
    },
    FactorRemoved(UserId),
    /// Stale when it had ended, or is another account's.
    SessionEnded {
        id: SessionId,
        of: UserId,
    },
    /// Every session of the account ended, but this one.
    SessionsEnded {
        of: UserId,
        but: Option<SessionId>,
    },
    /// Unless it awaits a code, it is noted as when its account signed in last.
    SessionOpened(Session),
    /// Whoever uses it confirmed something, in place of what was before. Stale when it had ended.
    SessionSteppedUp {
        id: SessionId,
        of: UserId,
        confirmed: Confirmed,
    },
    /// An address at which the password was proved or chosen, or a code was right, to be remembered.
    AddressSeen {
        address: KnownAddress,
        at: DateTime<Utc>,
    },
}
