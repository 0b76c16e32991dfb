//! Companies in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    identity::ports::TokenHash,
    kernel::{commit::CommitError, unavailable::Unavailable},
    parties::{
        changes::{Change, LEGAL_ENTITY, LIKENESS, LISTED_BUYER, NAMED_BUYER},
        ports::{AlikeDebtor, Buyers, DebtorFilter, Debtors, InvitationFound, IssuedInvitation, Memberships, TeamMember, Teams},
    },
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::{
        ids::{CompanyId, DebtorId, SessionId, UserId},
        text::Line,
    },
    parties::{
        buyer::{Buyer, BuyerId, BuyerStatus},
        company::Company,
        debtor::{Debtor, Limits, Parts as DebtorParts},
        invitation::Invitation,
        legal_entity::LegalEntity,
        likeness::{Mark, MarkKind},
        membership::{MemberRole, Membership},
        own::OwnMatters,
        team::Team,
    },
};
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

#[derive(Default, Clone)]
pub(crate) struct Rows {
    companies: Vec<Company>,
    memberships: Vec<Membership>,
    /// How often each company's members changed.
    changes: HashMap<CompanyId, i64>,
    /// From when on what is entered for a company may be approved alone, where a member stopped approving.
    alone_from: HashMap<CompanyId, DateTime<Utc>>,
    invitations: Vec<IssuedInvitation>,
    pub(crate) buyers: Vec<Buyer>,
    pub(crate) debtors: Vec<Debtor>,
    marks: BTreeSet<(Mark, DebtorId)>,
}

impl Rows {
    pub(crate) fn alike(&self, marks: &BTreeSet<Mark>) -> Vec<AlikeDebtor> {
        let alike = self.debtors.iter().filter_map(|debtor| {
            let own = self.marks.iter().filter(|(mark, of)| *of == debtor.id() && marks.contains(mark));
            let by: BTreeSet<MarkKind> = own.map(|(mark, _)| mark.kind).collect();
            let sellers: BTreeSet<CompanyId> =
                self.buyers.iter().filter(|buyer| buyer.debtor == Some(debtor.id())).map(|buyer| buyer.seller).collect();
            let sellers = i64::try_from(sellers.len()).unwrap_or(i64::MAX);
            (!by.is_empty()).then(|| AlikeDebtor { debtor: debtor.clone(), by, sellers })
        });
        AlikeDebtor::in_order(alike.collect())
    }

    pub(crate) fn company(&self, id: CompanyId) -> Option<&Company> {
        self.companies.iter().find(|company| company.id == id)
    }

    /// How often the company's members changed.
    pub(crate) fn team_version(&self, company: CompanyId) -> i64 {
        self.changes.get(&company).copied().unwrap_or_default()
    }

    pub(crate) fn alone_from(&self, company: CompanyId) -> Option<DateTime<Utc>> {
        self.alone_from.get(&company).copied()
    }

    pub(crate) fn companies(&self) -> impl Iterator<Item = &Company> {
        self.companies.iter()
    }

    pub(crate) fn membership(&self, user: UserId) -> Option<Membership> {
        self.memberships.iter().find(|membership| membership.user == user).copied()
    }

    /// Clears away what has expired; the name of the table with how many rows went.
    pub(crate) fn clear(&mut self, now: DateTime<Utc>) -> (&'static str, usize) {
        let before = self.invitations.len();
        self.invitations.retain(|issued| issued.invitation.expires_at > now - Invitation::SHOWN_AFTER);
        ("invitations", before - self.invitations.len())
    }

    pub(crate) fn places(&self, company: CompanyId) -> Vec<Membership> {
        let mut places: Vec<_> = self.memberships.iter().filter(|member| member.company == company).copied().collect();
        places.sort_by_key(|member| (member.since, member.user));
        places
    }

    /// The owners of a company, the first one first.
    pub(crate) fn owners(&self, company: CompanyId) -> impl Iterator<Item = UserId> {
        self.places(company).into_iter().filter(|member| member.role == MemberRole::Owner).map(|member| member.user)
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

    fn change_debtor(&mut self, debtor: Debtor) -> Result<(), CommitError> {
        let DebtorParts { id, version, state, contact, .. } = debtor.parts().clone();
        let is_it = |stored: &&mut Debtor| stored.id() == id && stored.parts().version == version;
        let stored = self.debtors.iter_mut().find(is_it).ok_or(CommitError::Stale)?;
        *stored = Debtor::restore(DebtorParts { state, contact, version: version + 1, ..stored.parts().clone() });
        Ok(())
    }

    fn limit_debtor(&mut self, id: DebtorId, before: &Limits, limits: Limits) -> Result<(), CommitError> {
        let is_it = |stored: &&mut Debtor| stored.id() == id && stored.parts().limits == *before;
        let stored = self.debtors.iter_mut().find(is_it).ok_or(CommitError::Stale)?;
        *stored = Debtor::restore(DebtorParts { limits, version: stored.parts().version + 1, ..stored.parts().clone() });
        Ok(())
    }

    fn decide(&mut self, decided: Buyer, seen: BuyerStatus) -> Result<(), CommitError> {
        let debtor = decided.debtor.map(|debtor| self.debtor_now(debtor));
        let stored = self.buyers.iter_mut().find(|stored| stored.id == decided.id && stored.status == seen);
        *stored.ok_or(CommitError::Stale)? = Buyer { debtor, ..decided };
        Ok(())
    }

    /// Which debtor it is now: another one where it was merged.
    pub(crate) fn debtor_now(&self, id: DebtorId) -> DebtorId {
        let debtor = self.debtors.iter().find(|debtor| debtor.id() == id);
        debtor.and_then(|debtor| debtor.parts().merged_into).unwrap_or(id)
    }

    fn merge(&mut self, merged: &Debtor, gone: DebtorId, seen: i64) -> Result<(), CommitError> {
        let versions = [(merged.id(), merged.parts().version), (gone, seen)];
        let stands = |(id, version)| self.debtors.iter().any(|debtor| debtor.id() == id && debtor.parts().version == version);
        if !versions.into_iter().all(stands) {
            return Err(CommitError::Stale);
        }
        let into = merged.id();
        for debtor in &mut self.debtors {
            let parts = debtor.parts().clone();
            if parts.id == into {
                *debtor = Debtor::restore(DebtorParts { version: parts.version + 1, ..merged.parts().clone() });
            } else if parts.id == gone || parts.merged_into == Some(gone) {
                let (version, absorbed) = (parts.version + 1, Vec::new());
                *debtor = Debtor::restore(DebtorParts { merged_into: Some(into), version, absorbed, ..parts });
            }
        }
        for buyer in self.buyers.iter_mut().filter(|buyer| buyer.debtor == Some(gone)) {
            buyer.debtor = Some(into);
        }
        let marks = std::mem::take(&mut self.marks);
        self.marks = marks.into_iter().map(|(mark, of)| (mark, if of == gone { into } else { of })).collect();
        Ok(())
    }

    fn correct(&mut self, corrected: Buyer, seen: DebtorId) -> Result<(), CommitError> {
        let debtor = corrected.debtor.map(|debtor| self.debtor_now(debtor));
        let stored = self.buyers.iter_mut().find(|stored| stored.id == corrected.id && stored.debtor == Some(seen));
        stored.ok_or(CommitError::Stale)?.debtor = debtor;
        let own = self.debtors.iter().filter(|debtor| self.debtor_now(debtor.id()) == seen).flat_map(Debtor::marks);
        let others = self.buyers.iter().filter(|buyer| buyer.debtor == Some(seen)).flat_map(|buyer| buyer.details.marks());
        let stay: BTreeSet<_> = own.chain(others).collect();
        self.marks.retain(|(mark, of)| *of != seen || stay.contains(mark));
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
            Self::Invited { issued, max } => {
                let of = issued.invitation.company;
                let same = |old: &IssuedInvitation| old.invitation.company == of && old.invitation.email == issued.invitation.email;
                rows.invitations.retain(|old| !same(old));
                let is_open =
                    |old: &&IssuedInvitation| old.invitation.company == of && old.invitation.is_live(issued.invitation.created_at);
                if rows.invitations.iter().filter(is_open).count() >= max {
                    return Err(CommitError::Full);
                }
                rows.invitations.push(issued);
            }
            Self::InvitationEnded(company, id) => {
                let place = rows.invitations.iter().position(|issued| issued.invitation.id == id && issued.invitation.company == company);
                rows.invitations.remove(place.ok_or(CommitError::Stale)?);
            }
            Self::MembershipStands(seen) => {
                let stands = |member: &&Membership| (member.user, member.company, member.role) == (seen.user, seen.company, seen.role);
                rows.memberships.iter().find(stands).ok_or(CommitError::NotAllowed)?;
            }
            Self::MemberAdded(place) => rows.memberships.push(place),
            Self::MemberPlaced(place) => {
                *rows.memberships.iter_mut().find(|member| member.user == place.user).ok_or(CommitError::Stale)? = place;
            }
            Self::CompanyAdded(company) => rows.companies.push(company),
            Self::TeamChanged { company, seen } => {
                let version = rows.changes.entry(company).or_default();
                if *version != seen {
                    return Err(CommitError::Stale);
                }
                *version += 1;
            }
            Self::ApproverGone { company, alone_from } => {
                rows.alone_from.insert(company, alone_from);
            }
            Self::TeamStands { company, seen } => {
                if rows.team_version(company) != seen {
                    return Err(CommitError::Stale);
                }
            }
            Self::CompanyClosed(id, at) => {
                let open = |company: &&mut Company| company.id == id && !company.has_applied() && company.closed_at.is_none();
                rows.companies.iter_mut().find(open).ok_or(CommitError::Stale)?.closed_at = Some(at);
            }
            Self::CompanyNamed { id, legal_name, legal_entity } => {
                let company = rows.companies.iter_mut().find(|company| company.id == id).ok_or(CommitError::Stale)?;
                (company.legal_name, company.legal_entity) = (legal_name, legal_entity);
            }
            Self::NoneAlike { marks, but } => {
                if rows.marks.iter().any(|(mark, debtor)| marks.contains(mark) && !but.contains(debtor)) {
                    return Err(CommitError::Taken(LIKENESS));
                }
            }
            Self::DebtorMarked(debtor, marks) => {
                let debtor = rows.debtor_now(debtor);
                rows.marks.extend(marks.into_iter().map(|mark| (mark, debtor)));
            }
            Self::DebtorAdded(debtor) => {
                if rows.debtors.iter().any(|other| other.parts().legal_entity == debtor.parts().legal_entity) {
                    return Err(CommitError::Taken(LEGAL_ENTITY));
                }
                rows.debtors.push(debtor);
            }
            Self::DebtorChanged(debtor) => rows.change_debtor(*debtor)?,
            Self::DebtorLimited { id, before, after } => rows.limit_debtor(id, &before, after)?,
            Self::DebtorContacted { id, before, after } => {
                let debtor = rows.debtors.iter_mut().find(|debtor| debtor.id() == id && debtor.parts().contact == before);
                let debtor = debtor.ok_or(CommitError::Stale)?;
                let version = debtor.parts().version + 1;
                *debtor = Debtor::restore(DebtorParts { contact: Some(after), version, ..debtor.parts().clone() });
            }
            Self::DebtorMerged { merged, gone, seen } => rows.merge(&merged, gone, seen)?,
            Self::DebtorStands { id, version } => {
                let stands = |debtor: &&Debtor| debtor.id() == id && debtor.parts().version == version;
                rows.debtors.iter().find(stands).ok_or(CommitError::Stale)?;
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
                let place = place.ok_or(CommitError::Stale)?;
                if state.receivables.name_buyer(id) {
                    return Err(CommitError::Taken(NAMED_BUYER));
                }
                rows.buyers.remove(place);
            }
            Self::BuyerDecided { buyer, seen } => rows.decide(buyer, seen)?,
            Self::BuyerCorrected { buyer, seen } => rows.correct(buyer, seen)?,
        }
        Ok(())
    }
}

/// Keeps the contracts of parties.
pub(crate) struct InMemoryParties(pub(crate) Arc<Memory>);

#[async_trait]
impl Memberships for InMemoryParties {
    async fn by_session(&self, session: SessionId) -> Result<Option<(Session, User, Membership)>, Unavailable> {
        let state = self.0.call().await;
        let Some((session, user)) = state.identity.session(session) else { return Ok(None) };
        Ok(state.parties.membership(user.id()).map(|membership| (session, user, membership)))
    }

    async fn people(&self, company: CompanyId) -> Result<Vec<User>, Unavailable> {
        let state = self.0.call().await;
        let members = state.parties.places(company).into_iter();
        Ok(members.filter_map(|membership| state.identity.user(membership.user).cloned()).collect())
    }
}

#[async_trait]
impl Teams for InMemoryParties {
    async fn team(&self, company: CompanyId) -> Result<Option<Team>, Unavailable> {
        let rows = &self.0.call().await.parties;
        let version = rows.team_version(company);
        Ok(rows.company(company).map(|_| Team { company, version, members: rows.places(company) }))
    }

    async fn place(&self, user: UserId) -> Result<Option<Membership>, Unavailable> {
        Ok(self.0.call().await.parties.memberships.iter().find(|member| member.user == user).copied())
    }

    async fn members(&self, company: CompanyId) -> Result<Vec<TeamMember>, Unavailable> {
        let state = self.0.call().await;
        let member = |membership: Membership| {
            let user = state.identity.user(membership.user)?.clone();
            Some(TeamMember { last_sign_in_at: state.identity.last_sign_in(user.id()), user, membership })
        };
        Ok(state.parties.places(company).into_iter().filter_map(member).collect())
    }

    async fn owners(&self, company: CompanyId) -> Result<Option<(Company, Vec<User>)>, Unavailable> {
        let state = self.0.call().await;
        let owners = state.parties.owners(company).filter_map(|id| state.identity.user(id).cloned()).collect();
        Ok(state.parties.company(company).map(|company| (company.clone(), owners)))
    }

    async fn companies(&self, ids: &[CompanyId]) -> Result<Vec<Company>, Unavailable> {
        Ok(self.0.call().await.parties.companies.iter().filter(|company| ids.contains(&company.id)).cloned().collect())
    }

    async fn invitations(&self, company: CompanyId) -> Result<Vec<Invitation>, Unavailable> {
        let state = self.0.call().await;
        let own = state.parties.invitations.iter().filter(|issued| issued.invitation.company == company);
        let mut own: Vec<_> = own.map(|issued| issued.invitation.clone()).collect();
        own.sort_by_key(|invitation| std::cmp::Reverse((invitation.created_at, invitation.id)));
        Ok(own)
    }

    async fn invitation(&self, hash: TokenHash) -> Result<Option<InvitationFound>, Unavailable> {
        let state = self.0.call().await;
        let found = || {
            let invitation = state.parties.invitations.iter().find(|issued| issued.hash == hash)?.invitation.clone();
            let company = state.parties.company(invitation.company)?.clone();
            let by = state.identity.user(invitation.invited_by)?.clone();
            let invited = state.identity.users.iter().find(|user| *user.email() == invitation.email).cloned();
            let introducer = company.introduction.as_ref().and_then(|introduction| state.parties.company(introduction.by)).cloned();
            Some(InvitationFound { invitation, company, by, invited, introducer })
        };
        Ok(found())
    }
}

#[async_trait]
impl Buyers for InMemoryParties {
    async fn by_id(&self, seller: CompanyId, id: BuyerId) -> Result<Option<Buyer>, Unavailable> {
        Ok(self.0.call().await.parties.buyers_of(seller).find(|buyer| buyer.id == id).cloned())
    }

    async fn by_ids(&self, ids: &[BuyerId]) -> Result<Vec<Buyer>, Unavailable> {
        Ok(self.0.call().await.parties.buyers.iter().filter(|buyer| ids.contains(&buyer.id)).cloned().collect())
    }

    async fn of(&self, seller: CompanyId) -> Result<Vec<Buyer>, Unavailable> {
        Ok(self.0.call().await.parties.buyers_of(seller).cloned().collect())
    }

    async fn own_matters(&self, company: CompanyId) -> Result<OwnMatters, Unavailable> {
        let state = self.0.call().await;
        let entity = state.parties.company(company).and_then(|company| company.legal_entity.clone());
        Ok(OwnMatters::new(entity, state.parties.buyers_of(company).filter_map(|buyer| buyer.debtor).collect()))
    }
}

#[async_trait]
impl Debtors for InMemoryParties {
    async fn by_id(&self, id: DebtorId) -> Result<Option<Debtor>, Unavailable> {
        Ok(self.0.call().await.parties.debtors.iter().find(|debtor| debtor.id() == id).cloned())
    }

    async fn of_entity(&self, entity: &LegalEntity) -> Result<Option<Debtor>, Unavailable> {
        let state = self.0.call().await;
        let is_it = |debtor: &&Debtor| debtor.parts().merged_into.is_none() && debtor.legal_entities().any(|own| own == entity);
        Ok(state.parties.debtors.iter().find(is_it).cloned())
    }

    async fn by_ids(&self, ids: &[DebtorId]) -> Result<Vec<Debtor>, Unavailable> {
        Ok(self.0.call().await.parties.debtors.iter().filter(|debtor| ids.contains(&debtor.id())).cloned().collect())
    }

    async fn sellers(&self, ids: &[DebtorId]) -> Result<Vec<i64>, Unavailable> {
        let state = self.0.call().await;
        let sellers = |id: &DebtorId| {
            let own = state.parties.buyers.iter().filter(|buyer| buyer.debtor == Some(*id));
            own.map(|buyer| buyer.seller).collect::<BTreeSet<_>>().len() as i64
        };
        Ok(ids.iter().map(sellers).collect())
    }

    async fn alike(&self, marks: &BTreeSet<Mark>) -> Result<Vec<AlikeDebtor>, Unavailable> {
        Ok(self.0.call().await.parties.alike(marks))
    }

    async fn page(&self, wanted: DebtorFilter, after: Option<DebtorId>, most: i64) -> Result<Vec<Debtor>, Unavailable> {
        let is_wanted = |debtor: &&Debtor| {
            let is_behind = after.is_none_or(|after| debtor.id() < after);
            let has = |name: &Line| {
                let (whole, part) = (debtor.parts().legal_name.as_str().to_ascii_lowercase(), name.as_str().to_ascii_lowercase());
                whole.contains(&part)
            };
            is_behind
                && wanted.state.is_none_or(|state| debtor.parts().merged_into.is_none() && debtor.parts().state == state)
                && wanted.name.as_ref().is_none_or(has)
        };
        let mut found: Vec<_> = self.0.call().await.parties.debtors.iter().filter(is_wanted).cloned().collect();
        found.sort_by_key(|debtor| std::cmp::Reverse(debtor.id()));
        found.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(found)
    }
}
