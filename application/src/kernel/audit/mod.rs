//! The audit trail: a [chain](super::chain) of records.

mod record;

pub use record::{Commitment, ERASED, Format, Record, Salt, actor_code, actor_from, personal_values};

use super::{
    chain::{Backlog, Chain, Hash, Links, Seals, verify},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use sooner_domain::kernel::ids::{CompanyId, DebtorId, UserId};
use std::sync::Arc;
use uuid::Uuid;

/// Whom records are looked for by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    User(UserId),
    Company(CompanyId),
    Debtor(DebtorId),
    /// What was changed: see [`Subjects::thing`](sooner_domain::kernel::audit::Subjects).
    Thing(Uuid),
}

/// The trail. Records are written by whatever else is written, in its transaction: see
/// [`WriteContext`](super::commit::WriteContext).
#[async_trait]
pub trait AuditTrail: Links<Record> {
    /// Up to `most` records about any of these, behind record `before`, the newest first, with a place in the chain or
    /// without. Their order is that of their ids, which sort by time and which sealing does not change.
    async fn about(&self, subjects: &[Subject], before: Option<Uuid>, most: i64) -> Result<Vec<Record>, Unavailable>;
}

/// Checking the trail.
#[derive(Clone)]
pub struct Audit {
    pub trail: Arc<dyn AuditTrail>,
    pub seals: Arc<dyn Seals>,
}

impl Audit {
    /// Checks the chain from its beginning to the first break, and whether a hash noted earlier is still in it.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn verify(&self, noted: Option<Hash>) -> Result<Chain, Unavailable> {
        verify(self.trail.as_ref(), noted).await
    }

    /// What lies behind the end of the chain.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn waiting(&self) -> Result<Backlog, Unavailable> {
        self.seals.waiting().await
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        kernel::chain::Head,
        testing::{World, a_user},
    };
    use sooner_domain::kernel::audit::AuditAction;

    #[tokio::test]
    async fn the_chain_holds_and_names_its_first_break() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.submitted(a_user()).await?;
        world.store().sealing().all().await?;
        let whole = world.audit().verify(None).await?;
        assert!(whole.whole > 8 && whole.broken_at.is_none());
        let noted = world.audit().verify(Some(whole.head)).await?;
        assert!(noted.contains_noted);
        world.memory.forge_audit(5, |record| record.entry.action = AuditAction::SignedOut);
        assert_eq!(world.audit().verify(Some(whole.head)).await?.broken_at, Some(5));
        Ok(())
    }

    #[tokio::test]
    async fn a_forged_record_with_a_fitting_hash_breaks_the_next_link() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.submitted(a_user()).await?;
        world.store().sealing().all().await?;
        world.memory.forge_audit(3, |record| {
            record.request = "another".into();
            if let Some(seal) = record.seal {
                *record = record.clone().sealed_behind(Head { number: seal.number - 1, hash: seal.previous });
            }
        });
        assert_eq!(world.audit().verify(None).await?.broken_at, Some(4));
        Ok(())
    }

    #[tokio::test]
    async fn a_cut_off_end_is_noticed_by_a_noted_head() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.submitted(a_user()).await?;
        world.store().sealing().all().await?;
        let head = world.audit().verify(None).await?.head;
        world.memory.cut_audit(4);
        let cut = world.audit().verify(Some(head)).await?;
        assert_eq!((cut.whole, cut.broken_at, cut.contains_noted), (4, None, false));
        Ok(())
    }
}
