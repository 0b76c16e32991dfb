//! Chains: what is written down in one carries the hash of what stands before it, so that nothing can be changed, left
//! out or slipped in between without the chain breaking there. What a chain cannot tell by itself is that its end was
//! cut off: whoever wants to know notes its head from time to time.
//!
//! Whoever writes does not wait for a place: what was committed gets its number and its hashes afterwards, from the
//! [sealer](SealChains). The chain ends at the last number; behind it lies what still waits.

mod sealing;

pub use sealing::{SealChains, WatchChains};

use super::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

/// A SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first place follows.
    pub const BEGINNING: Self = Self([0; 32]);
}

impl std::fmt::Display for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A table, for a record is written many times a second and shows a hash for each personal value.
        let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
        let digits: String = self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
        f.write_str(&digits)
    }
}

/// A place in a chain. The first is number 1 and follows [`Hash::BEGINNING`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    pub number: i64,
    pub previous: Hash,
    pub hash: Hash,
}

/// The last place of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    pub number: i64,
    pub hash: Hash,
}

impl Head {
    /// Of a chain in which nothing stands yet.
    pub const BEGINNING: Self = Self { number: 0, hash: Hash::BEGINNING };

    /// The place behind this one, for this content.
    pub fn followed_by(self, content: &impl Chained) -> Seal {
        let number = self.number + 1;
        Seal { number, previous: self.hash, hash: content.hash_at(number, self.hash) }
    }
}

impl From<Seal> for Head {
    fn from(Seal { number, hash, .. }: Seal) -> Self {
        Self { number, hash }
    }
}

/// What can stand in a chain.
pub trait Chained {
    /// Its place, once it has one.
    fn seal(&self) -> Option<Seal>;
    /// The hash its content has at a place.
    fn hash_at(&self, number: i64, previous: Hash) -> Hash;
    /// Whether its content is what was sealed.
    fn is_whole(&self) -> bool;
}

/// What lies at a place of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stored<T> {
    Record(Box<T>),
    /// Somebody wrote what no version of the product writes.
    Unreadable {
        number: i64,
    },
}

/// Reads a chain.
#[async_trait]
pub trait Links<T>: Send + Sync {
    /// Up to `most` places behind number `after`, in order. What has no place yet is not among them.
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored<T>>, Unavailable>;
}

/// What was committed and has no place yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    pub count: u64,
    /// When the oldest of it was made; none where nothing waits.
    pub since: Option<DateTime<Utc>>,
}

impl Backlog {
    /// How long the oldest has waited; nothing where nothing waits, nor where it is of a node whose clock is ahead.
    pub fn age(&self, now: DateTime<Utc>) -> TimeDelta {
        self.since.map_or(TimeDelta::zero(), |since| (now - since).max(TimeDelta::zero()))
    }
}

/// What one step of sealing did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sealed {
    pub sealed: u64,
    /// The arrival of the last that was looked at, where there may be more behind it.
    pub last: Option<i64>,
}

/// Gives places.
#[async_trait]
pub trait Seals: Send + Sync {
    /// What the chain is called in measurements.
    fn name(&self) -> &'static str;
    /// What waits for a place.
    async fn waiting(&self) -> Result<Backlog, Unavailable>;
    /// Gives up to `most` of what waits the next places, all of them or none, in the order in which it was written: of two
    /// writers who touched the same rows the second one comes later. Begins behind the arrival `after`; the first is
    /// behind 0. Numbers have no gaps, however many seal at once. What no version of the product writes is left where it is:
    /// the others do not wait for it.
    async fn seal(&self, after: i64, most: i64) -> Result<Sealed, Unavailable>;
}

/// What checking a chain found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chain {
    /// How many places hold together from the first on.
    pub whole: i64,
    /// The hash of the last of them.
    pub head: Hash,
    /// The number at which it breaks.
    pub broken_at: Option<i64>,
    /// Whether a hash noted earlier is still in it; true when none was asked for.
    pub contains_noted: bool,
}

/// Checking a long chain holds no more than this in memory. A record may have a hundred kilobytes.
const STRIDE: i64 = 100;

/// Checks a chain from its beginning to the first break, and whether a hash noted earlier is still in it.
///
/// # Errors
/// When the store is unavailable.
pub async fn verify<T: Chained>(links: &(impl Links<T> + ?Sized), noted: Option<Hash>) -> Result<Chain, Unavailable> {
    let mut chain = Chain { whole: 0, head: Hash::BEGINNING, broken_at: None, contains_noted: noted.is_none() };
    loop {
        let page = links.chain(chain.whole, STRIDE).await?;
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

/// The hash of what lies at this place, if it is whole and follows the head.
fn following<T: Chained>(stored: &Stored<T>, number: i64, head: Hash) -> Option<Hash> {
    let Stored::Record(content) = stored else { return None };
    let seal = content.seal().filter(|seal| seal.number == number && seal.previous == head)?;
    content.is_whole().then_some(seal.hash)
}
