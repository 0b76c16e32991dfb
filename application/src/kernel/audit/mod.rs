//! The audit trail: a chain in which each record carries the hash of the one before, so that nothing can be changed,
//! left out or slipped in between without the chain breaking there. What a chain cannot tell by itself is that its end
//! was cut off: whoever wants to know notes its head from time to time.

mod record;

pub use record::{Commitment, ERASED, Format, Hash, Record, Salt, Seal, actor_code, actor_from, personal_values};

use super::unavailable::Unavailable;
use async_trait::async_trait;
use sooner_domain::kernel::ids::{CompanyId, DebtorId, UserId};
use std::sync::Arc;

/// What lies at a place of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stored {
    Record(Box<Record>),
    /// Somebody wrote what no version of the product writes.
    Unreadable {
        number: i64,
    },
}

/// Whom records are looked for by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    User(UserId),
    Company(CompanyId),
    Debtor(DebtorId),
}

/// The trail. Records are written by whatever else is written, in its transaction: see
/// [`WriteContext`](super::commit::WriteContext).
#[async_trait]
pub trait AuditTrail: Send + Sync {
    /// Up to `most` records behind number `after`, in order: the chain itself.
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored>, Unavailable>;
    /// Up to `most` records about any of these, before number `before`, the newest first.
    async fn about(&self, subjects: &[Subject], before: Option<i64>, most: i64) -> Result<Vec<Record>, Unavailable>;
}

/// What checking the chain found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chain {
    /// How many records hold together from the first on.
    pub whole: i64,
    /// The hash of the last of them.
    pub head: Hash,
    /// The number at which it breaks.
    pub broken_at: Option<i64>,
    /// Whether a hash noted earlier is still in it; true when none was asked for.
    pub contains_noted: bool,
}

/// Checking the trail.
#[derive(Clone)]
pub struct Audit {
    pub trail: Arc<dyn AuditTrail>,
}

impl Audit {
    /// Checking a long chain holds no more than this in memory.
    const STRIDE: i64 = 1_000;

    /// Checks the chain from its beginning to the first break, and whether a hash noted earlier is still in it.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn verify(&self, noted: Option<Hash>) -> Result<Chain, Unavailable> {
        let mut chain = Chain { whole: 0, head: Hash::BEGINNING, broken_at: None, contains_noted: noted.is_none() };
        loop {
            let page = self.trail.chain(chain.whole, Self::STRIDE).await?;
            if page.is_empty() {
                return Ok(chain);
            }
            for stored in page {
                let next = chain.whole + 1;
                let Some(hash) = following(&stored, next, chain.head) else {
                    return Ok(Chain { broken_at: Some(next), ..chain });
                };
                chain = Chain { whole: next, head: hash, ..chain };
                chain.contains_noted |= noted == Some(hash);
            }
        }
    }
}

/// The hash of what lies at this place, if it is a whole record that follows the head.
fn following(stored: &Stored, number: i64, head: Hash) -> Option<Hash> {
    let Stored::Record(record) = stored else { return None };
    let seal = record.seal.filter(|seal| seal.number == number && seal.previous == head)?;
    record.is_whole().then_some(seal.hash)
}

#[cfg(test)]
mod tests {
    use crate::testing::{World, a_user};
    use sooner_domain::kernel::audit::AuditAction;

    #[tokio::test]
    async fn the_chain_holds_and_names_its_first_break() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.submitted(a_user()).await?;
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
        world.memory.forge_audit(3, |record| {
            record.request = "another".into();
            if let Some(seal) = record.seal {
                *record = record.clone().sealed_after(seal.number - 1, seal.previous);
            }
        });
        assert_eq!(world.audit().verify(None).await?.broken_at, Some(4));
        Ok(())
    }

    #[tokio::test]
    async fn a_cut_off_end_is_noticed_by_a_noted_head() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.submitted(a_user()).await?;
        let head = world.audit().verify(None).await?.head;
        world.memory.cut_audit(4);
        let cut = world.audit().verify(Some(head)).await?;
        assert_eq!((cut.whole, cut.broken_at, cut.contains_noted), (4, None, false));
        Ok(())
    }
}
