//! What the use cases of companies need.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::{CompanyId, SessionId},
    parties::{
        buyer::{Buyer, BuyerId},
        membership::Membership,
    },
};

/// Who belongs to which company.
#[async_trait]
pub trait Memberships: Send + Sync {
    /// The session, whose it is and their place in their company, all as they are now; none when the session was ended.
    async fn by_session(&self, session: SessionId) -> Result<Option<(Session, User, Membership)>, Unavailable>;
    /// The members of a company, the first one first.
    async fn people(&self, company: CompanyId) -> Result<Vec<User>, Unavailable>;
}

/// Buyers.
#[async_trait]
pub trait Buyers: Send + Sync {
    async fn by_id(&self, seller: CompanyId, id: BuyerId) -> Result<Option<Buyer>, Unavailable>;
    /// The seller's buyers, in the order they were added.
    async fn of(&self, seller: CompanyId) -> Result<Vec<Buyer>, Unavailable>;
}
