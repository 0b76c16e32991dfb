//! What the screens need.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::SessionId,
    onboarding::{company::CompanyDetails, status::OnboardingStatus},
    parties::{buyer::Buyer, membership::Membership},
};

/// What every visit begins with.
#[async_trait]
pub trait FirstScreens: Send + Sync {
    /// The session, whose it is and their membership, as `Memberships::by_session`, and what their first screen shows: one
    /// call, for it is the most frequent of all.
    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Membership, Overview)>, Unavailable>;
}

/// Status, company and pending buyers of somebody's company.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overview {
    pub status: OnboardingStatus,
    pub company: CompanyDetails,
    pub pending_buyers: Vec<Buyer>,
}
