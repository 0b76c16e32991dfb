//! Signing out.

use super::{Identity, SignedIn, changes::Change};
use crate::kernel::{
    commit::{CommitError, WriteContext},
    unavailable::Unavailable,
};
use sooner_domain::kernel::audit::{AuditAction, Entry};

impl Identity {
    /// Ends the session on the server: its token is worth nothing from now on.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn sign_out(&self, me: &SignedIn) -> Result<(), Unavailable> {
        let entry = Entry::own(me.user.id(), AuditAction::SignedOut, self.clock.now());
        match self.commit.commit(vec![Change::SessionEnded { id: me.session.id, of: me.user.id() }], WriteContext::of(entry)).await {
            // It had ended already.
            Ok(()) | Err(CommitError::Stale) => Ok(()),
            Err(error) => Err(error.unexpected()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{World, a_user};

    #[tokio::test]
    async fn a_token_dies_with_its_session() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        world.identity().sign_out(&me).await?;
        assert!(world.parties().member(&token).await?.is_none());
        Ok(())
    }
}
