//! What the use cases of companies need.

use crate::{
    identity::ports::TokenHash,
    kernel::{outbox::Content, unavailable::Unavailable},
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
        buyer::{Buyer, BuyerId},
        company::Company,
        debtor::{Debtor, DebtorState},
        invitation::Invitation,
        legal_entity::LegalEntity,
        likeness::{Mark, MarkKind},
        membership::Membership,
        own::OwnMatters,
        team::Team,
    },
};
use std::collections::BTreeSet;

/// A member, as the others see them.
#[derive(Debug, Clone, PartialEq)]
pub struct TeamMember {
    pub user: User,
    pub membership: Membership,
    pub last_sign_in_at: Option<DateTime<Utc>>,
}

/// An invitation with what the store needs to recognise its link's secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedInvitation {
    pub invitation: Invitation,
    pub hash: TokenHash,
}

/// An invitation, and who asks to join what.
#[derive(Debug, Clone, PartialEq)]
pub struct InvitationFound {
    pub invitation: Invitation,
    pub company: Company,
    pub by: User,
    /// The account of the address it was mailed to, if it has one.
    pub invited: Option<User>,
    /// The company that brought this one here, if another one did.
    pub introducer: Option<Company>,
}

/// Who belongs to which company.
#[async_trait]
pub trait Memberships: Send + Sync {
    /// The session, whose it is and their place in their company, all as they are now; none when the session was ended.
    async fn by_session(&self, session: SessionId) -> Result<Option<(Session, User, Membership)>, Unavailable>;
    /// The members of a company, the first one first.
    async fn people(&self, company: CompanyId) -> Result<Vec<User>, Unavailable>;
}

/// What waits in the modules above for those who approve for a company.
#[async_trait]
pub trait AwaitsApprovers: Send + Sync {
    /// The mail to a new approver in this place, about what only they can approve. None where nothing waits.
    async fn awaiting(&self, place: &Membership) -> Result<Option<Content>, Unavailable>;
}

/// Companies as teams, and how one joins them.
#[async_trait]
pub trait Teams: Send + Sync {
    /// The places of a company's members, the first one first, with the version of all; none when there is no such company.
    async fn team(&self, company: CompanyId) -> Result<Option<Team>, Unavailable>;
    /// A user's place in their company.
    async fn place(&self, user: UserId) -> Result<Option<Membership>, Unavailable>;
    /// The members of a company, the first one first, and what else is known of them.
    async fn members(&self, company: CompanyId) -> Result<Vec<TeamMember>, Unavailable>;
    /// A company and its owners, the first one first.
    async fn owners(&self, company: CompanyId) -> Result<Option<(Company, Vec<User>)>, Unavailable>;
    /// The companies of these ids, in no order; what is not there is left out.
    async fn companies(&self, ids: &[CompanyId]) -> Result<Vec<Company>, Unavailable>;
    /// Its invitations, the last one first.
    async fn invitations(&self, company: CompanyId) -> Result<Vec<Invitation>, Unavailable>;
    /// The invitation whose link has this secret; none when it was used, replaced or taken back.
    async fn invitation(&self, hash: TokenHash) -> Result<Option<InvitationFound>, Unavailable>;
}

/// Buyers.
#[async_trait]
pub trait Buyers: Send + Sync {
    async fn by_id(&self, seller: CompanyId, id: BuyerId) -> Result<Option<Buyer>, Unavailable>;
    /// Those of these that are on anybody's list, in no order.
    async fn by_ids(&self, ids: &[BuyerId]) -> Result<Vec<Buyer>, Unavailable>;
    /// The seller's buyers, in the order they were added.
    async fn of(&self, seller: CompanyId) -> Result<Vec<Buyer>, Unavailable>;
    /// What concerns a company, which its people leave to others where they work for the house.
    async fn own_matters(&self, company: CompanyId) -> Result<OwnMatters, Unavailable>;
}

/// Debtors.
#[async_trait]
pub trait Debtors: Send + Sync {
    async fn by_id(&self, id: DebtorId) -> Result<Option<Debtor>, Unavailable>;
    /// The one that is this legal entity, or into which the one that was it was merged.
    async fn of_entity(&self, entity: &LegalEntity) -> Result<Option<Debtor>, Unavailable>;
    /// Those of these ids, in no order; what is not there is left out.
    async fn by_ids(&self, ids: &[DebtorId]) -> Result<Vec<Debtor>, Unavailable>;
    /// How many sellers name each of these, in their order.
    async fn sellers(&self, ids: &[DebtorId]) -> Result<Vec<i64>, Unavailable>;
    /// Those that have one of these marks: most in common first.
    async fn alike(&self, marks: &BTreeSet<Mark>) -> Result<Vec<AlikeDebtor>, Unavailable>;
    /// The next page of those that are wanted, behind `after`, at most `most`; the one made last comes first.
    async fn page(&self, wanted: DebtorFilter, after: Option<DebtorId>, most: i64) -> Result<Vec<Debtor>, Unavailable>;
}

/// A debtor that looks like another one.
#[derive(Debug, Clone, PartialEq)]
pub struct AlikeDebtor {
    pub debtor: Debtor,
    /// What they have in common.
    pub by: BTreeSet<MarkKind>,
    /// How many sellers name it.
    pub sellers: i64,
}

impl AlikeDebtor {
    /// In the order in which they are looked at: most in common first, then the one made first.
    pub fn in_order(mut alike: Vec<Self>) -> Vec<Self> {
        alike.sort_by_key(|one| (std::cmp::Reverse(one.by.len()), one.debtor.id()));
        alike
    }
}

/// Which debtors are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DebtorFilter {
    /// Those in this state that were not merged into another one, whose state counts for them; none for every one.
    pub state: Option<DebtorState>,
    /// Those whose legal name has this in it, letters from A to Z in either case; none for all.
    pub name: Option<Line>,
}
