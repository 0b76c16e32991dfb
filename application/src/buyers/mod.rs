//! The list of buyers: it starts empty and grows by one at a time.

mod decide;

use crate::{
    kernel::{
        clock::Clock,
        commit::WriteContext,
        idempotency::{Idempotency, IdempotencyError, RequestKey, made_before},
        ids::Ids,
        unavailable::Unavailable,
    },
    onboarding::ports::{Applications, SaveError},
};
use async_trait::async_trait;
use sooner_domain::{
    kernel::{
        audit::{AuditAction, Entry},
        ids::{BuyerId, UserId},
    },
    parties::buyer::{Buyer, BuyerDetails, BuyerStatus},
};
use std::sync::Arc;

pub use decide::{BuyerRuling, DecideBuyerError};

/// Buyers.
#[async_trait]
pub trait Buyers: Send + Sync {
    /// Appends a buyer. The limit is kept against others appending at the same time.
    async fn add(&self, buyer: &Buyer, most: usize, effects: WriteContext) -> Result<(), AddBuyerStoreError>;
    async fn by_id(&self, seller: UserId, id: BuyerId) -> Result<Option<Buyer>, Unavailable>;
    /// Stores what was decided on a buyer that is still at `seen`.
    async fn decide(&self, buyer: &Buyer, seen: BuyerStatus, effects: WriteContext) -> Result<(), SaveError>;
    /// The seller's buyers, in the order they were added.
    async fn of(&self, seller: UserId) -> Result<Vec<Buyer>, Unavailable>;
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddBuyerStoreError {
    #[error("the list is full")]
    ListFull,
    /// The idempotency key was used by somebody at the same time.
    #[error("repeated")]
    Repeated,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddBuyerError {
    #[error("the list is full")]
    ListFull,
    /// The application is with the operator, or disapproved.
    #[error("no buyers can be added at this stage")]
    NotEditable,
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// The buyers' use cases and their ports.
#[derive(Clone)]
pub struct BuyerList {
    pub buyers: Arc<dyn Buyers>,
    pub applications: Arc<dyn Applications>,
    pub idempotency: Arc<dyn Idempotency>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
}

impl BuyerList {
    /// Appends one buyer to the seller's list and answers it. A repetition under the same key answers the first one's.
    ///
    /// # Errors
    /// `NotEditable` while the application is with the operator, `ListFull` at 200 buyers, `OtherContent` when the key was used for another buyer.
    pub async fn add(&self, seller: UserId, details: BuyerDetails, once: Option<RequestKey>) -> Result<Buyer, AddBuyerError> {
        let keys = self.idempotency.as_ref();
        if let Some(made) = made_before(keys, once.as_ref()).await? {
            return self.repeated(seller, made).await;
        }
        let status = self.applications.of(seller).await?.map(|application| application.status()).unwrap_or_default();
        if !status.accepts_buyers() {
            return Err(AddBuyerError::NotEditable);
        }
        let now = self.clock.now();
        let buyer = Buyer::named(BuyerId(self.ids.next()), seller, details, now);
        let done = once.as_ref().map(|once| once.made(buyer.id.0, now));
        let entry = Entry { subject: buyer.id.0, ..Entry::own(seller, AuditAction::BuyerAdded, now) };
        let entry = entry.new_values(buyer.details.answers());
        match self.buyers.add(&buyer, Buyer::MAX_PER_SELLER, WriteContext::of(entry).under(done)).await {
            Ok(()) => Ok(buyer),
            Err(AddBuyerStoreError::ListFull) => Err(AddBuyerError::ListFull),
            Err(AddBuyerStoreError::Unavailable(unavailable)) => Err(unavailable.into()),
            Err(AddBuyerStoreError::Repeated) => match made_before(keys, once.as_ref()).await? {
                Some(made) => self.repeated(seller, made).await,
                None => Err(Unavailable::Busy("idempotency").into()),
            },
        }
    }

    /// The seller's list.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn list(&self, seller: UserId) -> Result<Vec<Buyer>, Unavailable> {
        self.buyers.of(seller).await
    }

    async fn repeated(&self, seller: UserId, made: uuid::Uuid) -> Result<Buyer, AddBuyerError> {
        let buyer = self.buyers.by_id(seller, BuyerId(made)).await?;
        buyer.ok_or_else(|| Unavailable::Failed(format!("buyer {made} of an idempotency key is gone")).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::idempotency::IdempotencyKey,
        testing::{World, a_user, buyer_details},
    };

    fn once(user: UserId, content: u8) -> Option<RequestKey> {
        let key = IdempotencyKey::parse("one").unwrap();
        Some(RequestKey { user, operation: "buyers.add", key, content: [content; 32] })
    }

    #[tokio::test]
    async fn the_list_starts_empty_and_grows_by_one_at_a_time() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let list = world.buyer_list();
        assert_eq!(list.list(me.user.id()).await?, vec![]);
        let first = list.add(me.user.id(), buyer_details("Nordwind AG"), None).await?;
        let second = list.add(me.user.id(), buyer_details("Südwind AG"), None).await?;
        assert_eq!(list.list(me.user.id()).await?, vec![first, second]);
        let other = world.member(a_user().email("bob@example.com")).await?;
        assert_eq!(list.list(other.user.id()).await?, vec![]);
        Ok(())
    }

    #[tokio::test]
    async fn a_repeated_request_adds_nothing_and_answers_the_same() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.user.id();
        let list = world.buyer_list();
        let first = list.add(me, buyer_details("Nordwind AG"), once(me, 1)).await?;
        assert_eq!(list.add(me, buyer_details("Nordwind AG"), once(me, 1)).await?, first);
        assert_eq!(
            list.add(me, buyer_details("Südwind AG"), once(me, 2)).await,
            Err(AddBuyerError::Idempotency(IdempotencyError::OtherContent))
        );
        assert_eq!(list.list(me).await?.len(), 1);
        Ok(())
    }

    #[tokio::test]
    async fn while_the_operator_looks_the_list_stays_as_it_is() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.submitted(a_user()).await?;
        assert_eq!(world.buyer_list().add(me, buyer_details("Südwind AG"), None).await, Err(AddBuyerError::NotEditable));
        assert_eq!(world.buyer_list().list(me).await?.len(), 1);
        Ok(())
    }

    #[tokio::test]
    async fn the_list_has_room_for_two_hundred() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.user.id();
        for _ in 0..Buyer::MAX_PER_SELLER {
            world.buyer_list().add(me, buyer_details("Nordwind AG"), None).await?;
        }
        assert_eq!(world.buyer_list().add(me, buyer_details("Südwind AG"), None).await, Err(AddBuyerError::ListFull));
        Ok(())
    }
}
