//! Companies: how they come to be, and who acts for them.

pub mod changes;
pub mod ports;

mod debtors;
mod invitations;
mod members;
mod operators;
mod sign_up;

use crate::{
    identity::{Caller, HouseAccess, Identity, SignedIn},
    kernel::{clock::BusinessClock, commit::Commit, unavailable::Unavailable},
};
use changes::Change;
use ports::{AwaitsApprovers, Buyers, Debtors, Memberships, Teams};
use sooner_domain::{
    identity::operator::OperatorRoles,
    parties::{membership::Membership, operator::Operator},
};
use std::{ops::Deref, sync::Arc};

pub use debtors::{DebtorNotShown, DebtorPage, SeenDebtor};
pub use invitations::{AcceptError, InviteError, JoinError};
pub use members::{ChangeTeamError, SeenMember};
pub use operators::{AddOperatorError, OperatorLinkError, RemoveOperatorError, SetRolesError};
pub use sign_up::SignUpError;

/// The use cases of companies and their ports.
#[derive(Clone)]
pub struct Parties {
    pub identity: Identity,
    pub memberships: Arc<dyn Memberships>,
    pub teams: Arc<dyn Teams>,
    pub buyers: Arc<dyn Buyers>,
    pub debtors: Arc<dyn Debtors>,
    pub commit: Arc<dyn Commit<Change>>,
    /// What members enter is dated by it, and so is from when on they approve that alone.
    pub business: Arc<dyn BusinessClock>,
    pub awaits: Arc<dyn AwaitsApprovers>,
    pub agreement: Agreement,
}

/// What a new account accepts: the addresses of the house's pages as they are at that moment. A house that
/// changes its terms gives them another address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    pub terms: String,
    pub privacy: String,
}

impl Agreement {
    /// As the trail keeps it, with the time of its entry.
    pub(super) fn values(&self) -> [(&'static str, String); 2] {
        [("acceptedTerms", self.terms.clone()), ("acceptedPrivacy", self.privacy.clone())]
    }
}

/// Somebody signed in, and their place in their company.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub signed_in: SignedIn,
    pub membership: Membership,
}

impl Deref for Member {
    type Target = SignedIn;

    fn deref(&self) -> &SignedIn {
        &self.signed_in
    }
}

impl Member {
    /// What they may do for the house: nothing where they do not work for it, or have no second factor yet.
    pub fn operator(&self) -> Operator {
        let roles = match self.signed_in.house {
            HouseAccess::Yes => self.user.parts().operator_roles,
            HouseAccess::No | HouseAccess::NeedsSecondFactor => OperatorRoles::default(),
        };
        Operator { membership: self.membership, roles }
    }
}

/// Who holds an access token.
#[derive(Debug, Clone, PartialEq)]
pub enum Holder {
    Nobody,
    /// The password was right; the code is still to come.
    AwaitsCode(Member),
    Known(Member),
}

impl Parties {
    /// Who holds this access token; nobody when it is forged, expired, or its session was ended.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn holder(&self, token: &str) -> Result<Holder, Unavailable> {
        let Some(session) = self.identity.session_of(token) else { return Ok(Holder::Nobody) };
        let found = self.memberships.by_session(session).await?;
        let Some((session, user, membership)) = found else { return Ok(Holder::Nobody) };
        Ok(Holder::of(self.identity.caller_with(session, user).await, membership))
    }

    /// Who holds this access token, if they are signed in to the end.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn member(&self, token: &str) -> Result<Option<Member>, Unavailable> {
        Ok(match self.holder(token).await? {
            Holder::Known(me) => Some(me),
            Holder::Nobody | Holder::AwaitsCode(_) => None,
        })
    }
}

impl Holder {
    pub(crate) fn of(caller: Caller, membership: Membership) -> Self {
        let member = |signed_in| Member { signed_in, membership };
        match caller {
            Caller::Nobody => Self::Nobody,
            Caller::AwaitsCode(me) => Self::AwaitsCode(member(me)),
            Caller::Known(me) => Self::Known(member(me)),
        }
    }
}
