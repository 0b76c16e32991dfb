//! Idempotency keys: a request sent twice has one effect.
//!
//! What is remembered is which thing the first call made, in the transaction that made it. A repetition answers with
//! that thing; of several at the same time one wins and the others, refused by the key's uniqueness, answer with what
//! the winner made. So no half-done state exists that a crash could leave behind, and no answer (a token, say) is stored.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use sooner_domain::kernel::{Invalid, ids::UserId};
use uuid::Uuid;

/// The key of one intended effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    pub user: UserId,
    pub operation: &'static str,
    pub key: IdempotencyKey,
    /// SHA-256 of the request's content: the same key with another content is a mistake.
    pub content: [u8; 32],
}

impl RequestKey {
    /// The same key for a request that says this too, where its body alone does not tell it from others.
    pub fn and(self, more: &[u8]) -> Self {
        Self { content: Sha256::new().chain_update(self.content).chain_update(more).finalize().into(), ..self }
    }

    /// The record to write beside what was made.
    pub fn made(&self, result: Uuid, at: DateTime<Utc>) -> Done {
        Done { once: self.clone(), result, at }
    }
}

/// A key a client chose: 1 to 100 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// # Errors
    /// When empty, longer than 100 characters, or not visible ASCII.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        if (1..=100).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(Invalid("An idempotency key has 1 to 100 visible ASCII characters."))
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a write under a key made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    pub once: RequestKey,
    pub result: Uuid,
    pub at: DateTime<Utc>,
}

/// What was done under a key before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earlier {
    Nothing,
    Made(Uuid),
    /// The key was used for another content.
    OtherContent,
}

/// The keys used so far.
#[async_trait]
pub trait Idempotency: Send + Sync {
    /// What was done under this key by this user for this operation. Keys may be forgotten after a day.
    async fn earlier(&self, once: &RequestKey) -> Result<Earlier, Unavailable>;
}

/// Why a key does not lead to an earlier answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdempotencyError {
    #[error("the idempotency key was used for another request")]
    OtherContent,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// What an earlier request under the key made; none when there is no key, or it is new.
///
/// # Errors
/// `OtherContent` when the key was used for another request.
pub async fn made_before(keys: &dyn Idempotency, once: Option<&RequestKey>) -> Result<Option<Uuid>, IdempotencyError> {
    let Some(once) = once else { return Ok(None) };
    match keys.earlier(once).await? {
        Earlier::Nothing => Ok(None),
        Earlier::Made(result) => Ok(Some(result)),
        Earlier::OtherContent => Err(IdempotencyError::OtherContent),
    }
}
