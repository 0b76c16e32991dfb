//! The audit trail: a chain in which each record carries the hash of the one before, so that nothing can be changed,
//! left out or slipped in between without the chain breaking there. What a chain cannot tell by itself is that its end
//! was cut off: whoever wants to know notes its head from time to time.

use crate::{identity::ports::Users, kernel::unavailable::Unavailable, onboarding::ports::Applications};
use async_trait::async_trait;
use sha2::{Digest, Sha256};
use sooner_domain::{
    identity::user::User,
    kernel::{
        audit::{Actor, Entry},
        coded::Coded,
        ids::{ApplicationId, UserId},
    },
};
use std::{collections::HashMap, sync::Arc};

/// A link of the chain. The first is number 1 and follows [`Hash::BEGINNING`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub number: i64,
    pub entry: Entry,
    /// The request it was made by; the log lines have the same.
    pub request: String,
    pub previous: Hash,
    pub hash: Hash,
}

/// A SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first record follows.
    pub const BEGINNING: Self = Self([0; 32]);
}

impl std::fmt::Display for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Record {
    /// The record that follows the one of this number and hash.
    pub fn after(number: i64, previous: Hash, entry: Entry, request: String) -> Self {
        let mut record = Self { number: number + 1, entry, request, previous, hash: previous };
        record.hash = record.computed();
        record
    }

    /// The hash its content has now.
    pub fn computed(&self) -> Hash {
        let Self { number, entry: Entry { at, by, action, about, subject, changes }, request, previous, hash: _ } = self;
        let mut hash = Sha256::new_with_prefix(b"sooner audit 1\0").chain_update(previous.0).chain_update(number.to_be_bytes());
        // Each text with its length in front: no two records spell the same.
        let mut text = |text: &str| {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text);
        };
        text(&at.timestamp_micros().to_string());
        text(&actor_code(*by));
        text(action.code());
        text(&about.to_string());
        text(&subject.to_string());
        text(request);
        text(&changes.len().to_string());
        for change in changes {
            text(&change.field);
            for value in [&change.before, &change.after] {
                text(if value.is_some() { "is" } else { "is not" });
                text(value.as_deref().unwrap_or_default());
            }
        }
        Hash(hash.finalize().into())
    }
}

/// How an actor is written down.
pub fn actor_code(actor: Actor) -> String {
    match actor {
        Actor::User(id) => id.to_string(),
        Actor::Stranger => "stranger".to_owned(),
        Actor::CommandLine => "command_line".to_owned(),
    }
}

/// The actor of this code.
pub fn actor_from(code: &str) -> Option<Actor> {
    match code {
        "stranger" => Some(Actor::Stranger),
        "command_line" => Some(Actor::CommandLine),
        id => id.parse().ok().map(|id| Actor::User(UserId(id))),
    }
}

/// What lies at a place of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stored {
    Record(Record),
    /// Somebody wrote what no version of the product writes.
    Unreadable {
        number: i64,
    },
}

/// The trail. Records are written by whatever else is written, in its transaction: see `WriteContext`.
#[async_trait]
pub trait AuditTrail: Send + Sync {
    /// Up to `most` records behind number `after`, in order: the chain itself.
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored>, Unavailable>;
    /// Up to `most` records about an account, before number `before`, the newest first.
    async fn about(&self, account: UserId, before: Option<i64>, most: i64) -> Result<Vec<Record>, Unavailable>;
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

/// A page of records about a case, with who made them, the newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct TrailPage {
    pub records: Vec<Record>,
    pub people: HashMap<UserId, User>,
    /// Where the next page begins.
    pub next: Option<i64>,
}

/// The audit use cases and their ports.
#[derive(Clone)]
pub struct Audit {
    pub trail: Arc<dyn AuditTrail>,
    pub applications: Arc<dyn Applications>,
    pub users: Arc<dyn Users>,
}

impl Audit {
    pub const PAGE: i64 = 100;
    /// Checking a long chain holds no more than this in memory.
    const STRIDE: i64 = 1_000;

    /// What was done in a case; none when there is no such application.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn of_case(&self, id: ApplicationId, before: Option<i64>) -> Result<Option<TrailPage>, Unavailable> {
        let Some(application) = self.applications.by_id(id).await? else { return Ok(None) };
        // One more than a page says whether there is another.
        let mut records = self.trail.about(application.parts().applicant, before, Self::PAGE + 1).await?;
        let page = usize::try_from(Self::PAGE).unwrap_or(usize::MAX);
        let next = if records.len() > page { records.get(page - 1).map(|record| record.number) } else { None };
        records.truncate(page);
        let mut people = HashMap::new();
        for record in &records {
            if let Actor::User(id) = record.entry.by
                && !people.contains_key(&id)
                && let Some(user) = self.users.by_id(id).await?
            {
                people.insert(id, user);
            }
        }
        Ok(Some(TrailPage { records, people, next }))
    }

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
                match stored {
                    Stored::Record(record)
                        if record.number == next && record.previous == chain.head && record.computed() == record.hash =>
                    {
                        chain = Chain { whole: next, head: record.hash, ..chain };
                        chain.contains_noted |= noted == Some(record.hash);
                    }
                    _ => return Ok(Chain { broken_at: Some(next), ..chain }),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        world.store.forge_audit(5, |record| record.entry.action = AuditAction::SignedOut);
        assert_eq!(world.audit().verify(Some(whole.head)).await?.broken_at, Some(5));
        Ok(())
    }

    #[tokio::test]
    async fn a_forged_record_with_a_fitting_hash_breaks_the_next_link() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.submitted(a_user()).await?;
        world.store.forge_audit(3, |record| {
            record.request = "another".into();
            record.hash = record.computed();
        });
        assert_eq!(world.audit().verify(None).await?.broken_at, Some(4));
        Ok(())
    }

    #[tokio::test]
    async fn a_cut_off_end_is_noticed_by_a_noted_head() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.submitted(a_user()).await?;
        let head = world.audit().verify(None).await?.head;
        world.store.cut_audit(4);
        let cut = world.audit().verify(Some(head)).await?;
        assert_eq!((cut.whole, cut.broken_at, cut.contains_noted), (4, None, false));
        Ok(())
    }

    #[test]
    fn actors_are_read_as_they_are_written() {
        for actor in [Actor::User(UserId(uuid::Uuid::from_u128(7))), Actor::Stranger, Actor::CommandLine] {
            assert_eq!(actor_from(&actor_code(actor)), Some(actor));
        }
        assert_eq!(actor_from("somebody"), None);
    }
}
