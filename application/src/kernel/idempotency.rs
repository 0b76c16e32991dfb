//! Idempotency keys: a request sent twice has one effect.
//!
//! What is remembered is which thing the first call made, in the transaction that made it. A repetition answers with
//! that thing; of several at the same time one wins and the others, refused by the key's uniqueness, answer with what
//! the winner made. So no half-done state exists that a crash could leave behind, and no answer (a token, say) is stored.

use super::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sooner_domain::kernel::{Invalid, ids::UserId};
use uuid::Uuid;

/// One intended effect: who asks for what under which key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    pub user: UserId,
    pub key: IdempotencyKey,
    /// SHA-256 of what tells the request from others: method, route, the path's values and the body. The same key with another
    /// one is a mistake.
    pub fingerprint: [u8; 32],
}

impl RequestKey {
    /// How long a key is remembered.
    pub const REMEMBERED: TimeDelta = TimeDelta::days(1);

    /// Adds content that is known only later, such as a file's hash.
    pub fn and(self, more: &[u8]) -> Self {
        let fingerprint = Sha256::new().chain_update(self.fingerprint).chain_update(more).finalize().into();
        Self { fingerprint, ..self }
    }

    /// The key of one part of a request that is done in parts, each by itself: the same for the same part of the same request.
    pub fn of_part(&self, part: Uuid) -> Self {
        let digest = Sha256::new().chain_update(self.key.as_str()).chain_update(part.as_bytes()).finalize();
        let key = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { key: IdempotencyKey(key), ..self.clone() }
    }

    /// The key of the part at a place in the request.
    pub fn of_place(&self, place: usize) -> Self {
        self.of_part(Uuid::from_u128(place as u128))
    }

    /// The record to write beside what was made.
    pub fn made(&self, result: Uuid, at: DateTime<Utc>) -> Made {
        Made { request: self.clone(), result, at }
    }
}

/// A key a client chose: 1 to 100 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    const MAX_CHARS: usize = 100;

    /// # Errors
    /// When empty, longer than 100 characters, or not visible ASCII.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        if (1..=Self::MAX_CHARS).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(Invalid::IdempotencyKeyMalformed { min: 1, max: Self::MAX_CHARS as i64 })
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a write under a key made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    pub request: RequestKey,
    pub result: Uuid,
    pub at: DateTime<Utc>,
}

/// What was done under a key before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earlier {
    Nothing,
    Made(Uuid),
    /// The key was used for another request.
    OtherRequest,
}

/// The keys used so far.
#[async_trait]
pub trait Idempotency: Send + Sync {
    /// What was done under this key by this user. Keys may be forgotten after [`RequestKey::REMEMBERED`].
    async fn earlier(&self, request: &RequestKey) -> Result<Earlier, Unavailable>;
}

/// Why a key does not lead to an earlier answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdempotencyError {
    #[error("the idempotency key was used for another request")]
    OtherContent,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Does something once: answers what was made before under the key, or makes it now. An attempt that fails because
/// another request of the same key was faster answers with what that one made.
///
/// # Errors
/// Those of the attempt and of the repetition; `OtherContent` when the key was used for another request.
pub async fn once<T, E: From<IdempotencyError>>(
    keys: &dyn Idempotency,
    request: Option<&RequestKey>,
    repeat: impl AsyncFn(Uuid) -> Result<T, E>,
    attempt: impl AsyncFnOnce() -> Result<T, E>,
) -> Result<T, E> {
    // On the heap: an attempt holds whatever it looked at, and would make every caller's future as large.
    let Some(request) = request else { return Box::pin(attempt()).await };
    if let Some(made) = made_before(keys, request).await? {
        return Box::pin(repeat(made)).await;
    }
    let answer = Box::pin(attempt()).await;
    if answer.is_ok() {
        return answer;
    }
    match made_before(keys, request).await {
        Ok(Some(made)) => Box::pin(repeat(made)).await,
        Err(IdempotencyError::OtherContent) => Err(IdempotencyError::OtherContent.into()),
        // What the attempt says is what there is to say.
        Ok(None) | Err(IdempotencyError::Unavailable(_)) => answer,
    }
}

async fn made_before(keys: &dyn Idempotency, request: &RequestKey) -> Result<Option<Uuid>, IdempotencyError> {
    match keys.earlier(request).await? {
        Earlier::Nothing => Ok(None),
        Earlier::Made(result) => Ok(Some(result)),
        Earlier::OtherRequest => Err(IdempotencyError::OtherContent),
    }
}
