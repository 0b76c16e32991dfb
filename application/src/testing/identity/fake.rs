//! Accounts in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    identity::{
        KnownAddress,
        changes::{Change, EMAIL, LAST_ADMIN, PROOF, SECOND_FACTOR, VERIFIED_PHONE},
        ports::{AtAddress, FactorAtAddress, IssuedLink, Links, Proof, SecondFactors, Seen, Sessions, TokenHash, Users},
    },
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        operator::{OperatorRole, OperatorRoles},
        second_factor::{FactorId, SecondFactor},
        session::Session,
        user::{Parts, Role, User},
    },
    kernel::{
        email::EmailAddress,
        ids::{SessionId, UserId},
    },
};
use std::{collections::HashMap, net::IpAddr, sync::Arc};
use uuid::Uuid;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    pub(crate) users: Vec<User>,
    pub(crate) sessions: Vec<Session>,
    links: Vec<IssuedLink>,
    proofs: Vec<Proof>,
    factors: Vec<SecondFactor>,
    known_addresses: HashMap<KnownAddress, DateTime<Utc>>,
    sign_ins: HashMap<UserId, DateTime<Utc>>,
    pub(crate) hide_by_email: bool,
}

impl Rows {
    pub(crate) fn user(&self, id: UserId) -> Option<&User> {
        self.users.iter().find(|user| user.id() == id)
    }

    pub(crate) fn session(&self, id: SessionId) -> Option<(Session, User)> {
        let session = *self.sessions.iter().find(|session| session.id == id)?;
        Some((session, self.user(session.user)?.clone()))
    }

    pub(crate) fn last_sign_in(&self, of: UserId) -> Option<DateTime<Utc>> {
        self.sign_ins.get(&of).copied()
    }

    pub(crate) fn set_factor(&mut self, of: UserId, at: DateTime<Utc>) {
        let begun = SecondFactor::begin(FactorId(Uuid::max()), of, at);
        self.factors.push(SecondFactor { confirmed: true, ..begun });
        self.rewrite(of, |parts| parts.second_factor = true);
    }

    pub(crate) fn verify(&mut self, who: UserId) {
        self.rewrite(who, |parts| (parts.email_verified, parts.phone_verified) = (true, true));
    }

    pub(crate) fn set_role(&mut self, of: UserId, role: Role) {
        self.rewrite(of, |parts| {
            parts.role = role;
            parts.operator_roles = if role == Role::Operator { OperatorRoles::all() } else { OperatorRoles::default() };
        });
    }

    fn rewrite(&mut self, of: UserId, write: impl FnOnce(&mut Parts)) {
        if let Some(user) = self.users.iter_mut().find(|user| user.id() == of) {
            let mut parts = user.parts().clone();
            write(&mut parts);
            *user = User::restore(parts);
        }
    }

    /// Clears away what has expired; the names of the tables with how many rows went.
    pub(crate) fn clear(&mut self, now: DateTime<Utc>) -> [(&'static str, usize); 3] {
        let before = [self.sessions.len(), self.links.len(), self.known_addresses.len()];
        self.sessions.retain(|session| session.expires_at > now);
        self.links.retain(|issued| issued.link.expires_at > now);
        self.known_addresses.retain(|_, used_at| *used_at >= now - KnownAddress::REMEMBERED);
        let after = [self.sessions.len(), self.links.len(), self.known_addresses.len()];
        [("sessions", before[0] - after[0]), ("links", before[1] - after[1]), ("known_addresses", before[2] - after[2])]
    }

    fn add(&mut self, user: User) -> Result<(), CommitError> {
        if self.users.iter().any(|other| other.email() == user.email()) {
            return Err(CommitError::Taken(EMAIL));
        }
        self.users.push(user);
        Ok(())
    }

    fn change(&mut self, user: &User) -> Result<(), CommitError> {
        let new = user.parts();
        if self.users.iter().any(|other| other.id() != new.id && *other.email() == new.email) {
            return Err(CommitError::Taken(EMAIL));
        }
        let same_phone = |other: &User| other.id() != new.id && other.parts().phone_verified && other.parts().phone == new.phone;
        if new.phone_verified && self.users.iter().any(same_phone) {
            return Err(CommitError::Taken(VERIFIED_PHONE));
        }
        let seen = |stored: &&mut User| stored.id() == new.id && stored.parts().version == new.version;
        let stored = self.users.iter_mut().find(seen).ok_or(CommitError::Stale)?;
        *stored = User::restore(Parts { version: new.version + 1, ..new.clone() });
        Ok(())
    }

    fn begin(&mut self, factor: SecondFactor, instead_of: Option<FactorId>) -> Result<(), CommitError> {
        let there = self.factors.iter().find(|other| other.user == factor.user);
        if there.is_some_and(|other| other.confirmed) {
            return Err(CommitError::Taken(SECOND_FACTOR));
        }
        if there.map(|other| other.id) != instead_of {
            return Err(CommitError::Stale);
        }
        self.factors.retain(|other| other.user != factor.user);
        self.factors.push(factor);
        Ok(())
    }
}

/// Takes out what fits; stale when nothing does.
fn take<T>(rows: &mut Vec<T>, fits: impl Fn(&T) -> bool) -> Result<(), CommitError> {
    let before = rows.len();
    rows.retain(|row| !fits(row));
    if rows.len() < before { Ok(()) } else { Err(CommitError::Stale) }
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        let rows = &mut state.identity;
        match self {
            Self::ProofUsed(proof) if rows.proofs.iter().any(|used| used.proof == proof.proof) => return Err(CommitError::Taken(PROOF)),
            Self::ProofUsed(proof) => rows.proofs.push(proof),
            Self::LinkUsed(id) => take(&mut rows.links, |issued| issued.link.id == id)?,
            Self::LinkIssued(issued) => {
                let same = |old: &MailedLink| old.user == issued.link.user && old.purpose == issued.link.purpose;
                rows.links.retain(|old| !same(&old.link));
                rows.links.push(issued);
            }
            Self::LinksEnded { of, purposes } => {
                rows.links.retain(|issued| issued.link.user != of || !purposes.contains(&issued.link.purpose));
            }
            Self::AccountStands { id, password, second_factor } => {
                let stands = |user: &&User| user.parts().password == password && user.parts().second_factor == second_factor;
                rows.user(id).filter(stands).ok_or(CommitError::Stale)?;
            }
            Self::OperatorStands { id, roles } => {
                let stands = |user: &&User| user.parts().operator_roles == roles;
                rows.user(id).filter(stands).ok_or(CommitError::NotAllowed)?;
            }
            Self::AdminsHeld { without } => {
                let stays = |user: &User| Some(user.id()) != without && user.parts().operator_roles.contains(OperatorRole::Admin);
                if without.is_some() && !rows.users.iter().any(stays) {
                    return Err(CommitError::Taken(LAST_ADMIN));
                }
            }
            Self::UserAdded(user) => rows.add(user)?,
            Self::UserChanged(user) => rows.change(&user)?,
            Self::FactorBegun { factor, instead_of } => rows.begin(factor, instead_of)?,
            Self::FactorUsed { before, after } => {
                *rows.factors.iter_mut().find(|stored| **stored == before).ok_or(CommitError::Stale)? = after;
            }
            Self::FactorRemoved(user) => rows.factors.retain(|factor| factor.user != user),
            Self::SessionEnded { id, of } => take(&mut rows.sessions, |session| session.id == id && session.user == of)?,
            Self::SessionsEnded { of, but } => {
                let kept = |session: &Session| session.user == of && Some(session.id) == but;
                if but.is_some() && !rows.sessions.iter().any(kept) {
                    return Err(CommitError::Stale);
                }
                rows.sessions.retain(|session| session.user != of || kept(session));
            }
            Self::SessionOpened(session) => {
                if !session.awaits_code {
                    rows.sign_ins.insert(session.user, session.created_at);
                }
                rows.sessions.push(session);
            }
            Self::SessionSteppedUp { id, of, confirmed } => {
                let session = rows.sessions.iter_mut().find(|session| session.id == id && session.user == of);
                session.ok_or(CommitError::Stale)?.confirmed = Some(confirmed);
            }
            Self::AddressSeen { address, at } => drop(rows.known_addresses.insert(address, at)),
        }
        Ok(())
    }
}

/// Keeps the contracts of identity.
pub(crate) struct InMemoryIdentity(pub(crate) Arc<Memory>);

#[async_trait]
impl Users for InMemoryIdentity {
    async fn by_id(&self, id: UserId) -> Result<Option<User>, Unavailable> {
        Ok(self.0.call().await.identity.user(id).cloned())
    }

    async fn by_email(&self, email: &EmailAddress) -> Result<Option<User>, Unavailable> {
        let rows = &self.0.call().await.identity;
        Ok(rows.users.iter().find(|user| user.email() == email && !rows.hide_by_email).cloned())
    }

    async fn by_ids(&self, ids: &[UserId]) -> Result<Vec<User>, Unavailable> {
        Ok(self.0.call().await.identity.users.iter().filter(|user| ids.contains(&user.id())).cloned().collect())
    }

    async fn operators(&self) -> Result<Vec<Seen>, Unavailable> {
        let rows = &self.0.call().await.identity;
        let mut operators: Vec<_> = rows.users.iter().filter(|user| user.parts().role == Role::Operator).cloned().collect();
        operators.sort_by_key(|user| (user.parts().created_at, user.id()));
        Ok(operators.into_iter().map(|user| Seen { last_sign_in_at: rows.last_sign_in(user.id()), user }).collect())
    }

    async fn at_address(&self, email: &EmailAddress, from: IpAddr, since: DateTime<Utc>) -> Result<AtAddress, Unavailable> {
        let rows = &self.0.call().await.identity;
        let user = rows.users.iter().find(|user| user.email() == email).cloned();
        let address = KnownAddress::of(user.as_ref().map_or(UserId(Uuid::nil()), User::id), from);
        Ok(AtAddress { user, is_known: rows.known_addresses.get(&address).is_some_and(|used| *used >= since) })
    }
}

#[async_trait]
impl Sessions for InMemoryIdentity {
    async fn of(&self, user: UserId, now: DateTime<Utc>) -> Result<Vec<Session>, Unavailable> {
        let is_shown = |session: &&Session| session.user == user && !session.awaits_code && session.expires_at > now;
        let mut own: Vec<_> = self.0.call().await.identity.sessions.iter().filter(is_shown).copied().collect();
        own.sort_by_key(|session| std::cmp::Reverse((session.last_used_at, session.id)));
        own.truncate(100);
        Ok(own)
    }

    async fn goes_on(&self, id: SessionId, of: UserId) -> Result<bool, Unavailable> {
        Ok(self.0.call().await.identity.sessions.iter().any(|session| session.id == id && session.user == of))
    }

    async fn used(&self, id: SessionId, at: DateTime<Utc>) -> Result<(), Unavailable> {
        if let Some(session) = self.0.call().await.identity.sessions.iter_mut().find(|session| session.id == id) {
            session.last_used_at = session.last_used_at.max(at);
        }
        Ok(())
    }
}

#[async_trait]
impl Links for InMemoryIdentity {
    async fn find(&self, hash: TokenHash, purposes: &[LinkPurpose]) -> Result<Option<MailedLink>, Unavailable> {
        let rows = &self.0.call().await.identity;
        let found = rows.links.iter().find(|issued| issued.hash == hash && purposes.contains(&issued.link.purpose));
        Ok(found.map(|issued| issued.link.clone()))
    }
}

#[async_trait]
impl SecondFactors for InMemoryIdentity {
    async fn of(&self, user: UserId) -> Result<Option<SecondFactor>, Unavailable> {
        Ok(self.0.call().await.identity.factors.iter().find(|factor| factor.user == user).copied())
    }

    async fn at_address(&self, user: UserId, from: IpAddr, since: DateTime<Utc>) -> Result<Option<FactorAtAddress>, Unavailable> {
        let rows = &self.0.call().await.identity;
        let is_known =
            |factor: SecondFactor| rows.known_addresses.get(&KnownAddress::of_factor(factor.id, from)).is_some_and(|used| *used >= since);
        let factor = rows.factors.iter().find(|factor| factor.user == user).copied();
        Ok(factor.map(|factor| FactorAtAddress { factor, is_known: is_known(factor) }))
    }
}
