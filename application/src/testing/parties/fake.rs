//! Companies in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    parties::{
        changes::{Change, LEGAL_ENTITY, LISTED_BUYER},
        ports::{Buyers, Memberships},
    },
};
use async_trait::async_trait;
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::{CompanyId, SessionId, UserId},
    parties::{
        buyer::{Buyer, BuyerId, BuyerStatus},
        company::Company,
        debtor::Debtor,
        membership::Membership,
    },
};
use std::sync::Arc;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    companies: Vec<Company>,
    memberships: Vec<Membership>,
    pub(crate) buyers: Vec<Buyer>,
    pub(crate) debtors: Vec<Debtor>,
}

impl Rows {
    pub(crate) fn company(&self, id: CompanyId) -> Option<&Company> {
        self.companies.iter().find(|company| company.id == id)
    }

    pub(crate) fn membership(&self, user: UserId) -> Option<Membership> {
        self.memberships.iter().find(|membership| membership.user == user).copied()
    }

    pub(crate) fn buyers_of(&self, seller: CompanyId) -> impl Iterator<Item = &Buyer> {
        self.buyers.iter().filter(move |buyer| buyer.seller == seller)
    }

    /// Whether no other buyer of its seller is the same legal entity.
    fn is_new(&self, buyer: &Buyer) -> Result<(), CommitError> {
        let entity = buyer.details.legal_entity();
        let is_same = |other: &Buyer| other.id != buyer.id && other.details.legal_entity() == entity;
        if self.buyers_of(buyer.seller).any(is_same) { Err(CommitError::Taken(LISTED_BUYER)) } else { Ok(()) }
    }

    fn decide(&mut self, decided: Buyer, seen: BuyerStatus) -> Result<(), CommitError> {
        let stored = self.buyers.iter_mut().find(|stored| stored.id == decided.id && stored.status == seen);
        *stored.ok_or(CommitError::Stale)? = decided;
        Ok(())
    }
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        let rows = &mut state.parties;
        match self {
            Self::Identity(change) => return change.apply(state),
            Self::CompanyFounded(company, membership) => {
                rows.companies.push(company);
                rows.memberships.push(membership);
            }
            Self::CompanyNamed { id, legal_name, legal_entity } => {
                let company = rows.companies.iter_mut().find(|company| company.id == id).ok_or(CommitError::Stale)?;
                (company.legal_name, company.legal_entity) = (legal_name, legal_entity);
            }
            Self::DebtorAdded(debtor) => {
                if rows.debtors.iter().any(|other| other.legal_entity == debtor.legal_entity) {
                    return Err(CommitError::Taken(LEGAL_ENTITY));
                }
                rows.debtors.push(debtor);
            }
            Self::BuyerAdded { buyer, max } if rows.buyers_of(buyer.seller).count() >= max => return Err(CommitError::Full),
            Self::BuyerAdded { buyer, .. } => {
                rows.is_new(&buyer)?;
                rows.buyers.push(buyer);
            }
            Self::BuyerChanged(buyer) => {
                let place = rows.buyers.iter().position(|stored| stored.id == buyer.id && stored.seller == buyer.seller);
                let place = place.ok_or(CommitError::Stale)?;
                if rows.buyers[place].details.legal_entity() != buyer.details.legal_entity() {
                    rows.is_new(&buyer)?;
                }
                rows.buyers[place].details = buyer.details;
            }
            Self::BuyerRemoved(seller, id) => {
                let place = rows.buyers.iter().position(|stored| stored.id == id && stored.seller == seller);
                rows.buyers.remove(place.ok_or(CommitError::Stale)?);
            }
            Self::BuyerDecided { buyer, seen } => rows.decide(buyer, seen)?,
        }
        Ok(())
    }
}

/// Keeps the contracts of parties.
pub(crate) struct InMemoryParties(pub(crate) Arc<Memory>);

#[async_trait]
impl Memberships for InMemoryParties {
    async fn by_session(&self, session: SessionId) -> Result<Option<(Session, User, Membership)>, Unavailable> {
        let state = self.0.call();
        let Some((session, user)) = state.identity.session(session) else { return Ok(None) };
        Ok(state.parties.membership(user.id()).map(|membership| (session, user, membership)))
    }

    async fn people(&self, company: CompanyId) -> Result<Vec<User>, Unavailable> {
        let state = self.0.call();
        let members = state.parties.memberships.iter().filter(|membership| membership.company == company);
        Ok(members.filter_map(|membership| state.identity.user(membership.user).cloned()).collect())
    }
}

#[async_trait]
impl Buyers for InMemoryParties {
    async fn by_id(&self, seller: CompanyId, id: BuyerId) -> Result<Option<Buyer>, Unavailable> {
        Ok(self.0.call().parties.buyers_of(seller).find(|buyer| buyer.id == id).cloned())
    }

    async fn of(&self, seller: CompanyId) -> Result<Vec<Buyer>, Unavailable> {
        Ok(self.0.call().parties.buyers_of(seller).cloned().collect())
    }
}
