//! Screens out of memory.

use super::super::memory::Memory;
use crate::{
    kernel::unavailable::Unavailable,
    screens::ports::{FirstScreens, Overview},
};
use async_trait::async_trait;
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::ids::SessionId,
    onboarding::application::Application,
    parties::{buyer::BuyerStatus, membership::Membership},
};
use std::sync::Arc;

/// Keeps the contracts of screens.
pub(crate) struct InMemoryScreens(pub(crate) Arc<Memory>);

#[async_trait]
impl FirstScreens for InMemoryScreens {
    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Membership, Overview)>, Unavailable> {
        let state = self.0.call();
        let Some((session, user)) = state.identity.session(session) else { return Ok(None) };
        let Some(membership) = state.parties.membership(user.id()) else { return Ok(None) };
        let application = state.onboarding.applications.iter().find(|found| found.parts().company == membership.company);
        let pending = state.parties.buyers_of(membership.company).filter(|buyer| buyer.status == BuyerStatus::Pending);
        let overview = Overview {
            status: application.map(Application::status).unwrap_or_default(),
            company: application.map(|application| application.form().company.clone()).unwrap_or_default(),
            pending_buyers: pending.cloned().collect(),
        };
        Ok(Some((session, user, membership, overview)))
    }
}
