//! A record of the audit trail and its hash, in the two formats there are.

use crate::kernel::chain::{Chained, Hash, Head, Seal};
use sha2::{Digest, Sha256};
use sooner_domain::kernel::{
    audit::{Actor, Entry, is_personal},
    change::Changed,
    coded::Coded,
    ids::UserId,
};
use uuid::Uuid;

/// One entry, written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub id: Uuid,
    pub entry: Entry,
    /// The request it was made by; the log lines have the same.
    pub request: String,
    pub format: Format,
    /// One for each personal value of the entry's changes, in their order. Empty in the first format.
    pub commitments: Vec<Commitment>,
    /// Its place in the chain; a record may be given it after its own commit.
    pub seal: Option<Seal>,
}

/// How a record is hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Every value is hashed as it is, and an entry concerns one account.
    First,
    /// Personal values are hashed by their commitments, and an entry concerns several subjects.
    Second,
}

impl Format {
    pub fn number(self) -> i16 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }

    pub fn from_number(number: i16) -> Option<Self> {
        [Self::First, Self::Second].into_iter().find(|format| format.number() == number)
    }
}

/// Stands for a personal value in a record's hash. The value and its salt are kept apart: erased one day, they leave the
/// chain whole, and nobody can guess the value back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment {
    /// Which of the entry's values it stands for, counted from 0 over all that are there. Which values are personal is
    /// decided when the record is made: it stays so, whatever the rule becomes.
    pub place: usize,
    pub hash: Hash,
    /// None once the value was erased.
    pub salt: Option<Salt>,
}

/// 128 random bits.
pub type Salt = [u8; 16];

impl Commitment {
    pub fn to(place: usize, value: &str, salt: Salt) -> Self {
        Self { place, hash: committed(value, salt), salt: Some(salt) }
    }

    /// Whether the value is the one committed to, or erased.
    fn holds(&self, value: &str) -> bool {
        self.salt.is_none_or(|salt| committed(value, salt) == self.hash)
    }
}

fn committed(value: &str, salt: Salt) -> Hash {
    Hash(Sha256::new().chain_update(salt).chain_update(value).finalize().into())
}

/// What is shown in the place of an erased value.
pub const ERASED: &str = "(erased)";

/// The values of changes, in their order.
fn values(changes: &[Changed]) -> impl Iterator<Item = &String> {
    changes.iter().flat_map(|change| change.before.iter().chain(&change.after))
}

/// The personal values of changes with their places among all, in their order.
pub fn personal_values(changes: &[Changed]) -> impl Iterator<Item = (usize, &String)> {
    let all = changes.iter().flat_map(|change| change.before.iter().chain(&change.after).map(|value| (&change.field, value)));
    all.enumerate().filter(|(_, (field, _))| is_personal(field)).map(|(place, (_, value))| (place, value))
}

impl Record {
    /// A record without a place in the chain yet. Salts come from whoever has randomness.
    pub fn new(id: Uuid, entry: Entry, request: String, mut salt: impl FnMut() -> Salt) -> Self {
        let commitments = personal_values(&entry.changes).map(|(place, value)| Commitment::to(place, value, salt())).collect();
        Self { id, entry, request, format: Format::Second, commitments, seal: None }
    }

    /// The record at the place behind the head.
    pub fn sealed_behind(self, head: Head) -> Self {
        Self { seal: Some(head.followed_by(&self)), ..self }
    }

    /// The number of its place, if it has one.
    pub fn number(&self) -> Option<i64> {
        self.seal.map(|seal| seal.number)
    }
}

impl Chained for Record {
    fn seal(&self) -> Option<Seal> {
        self.seal
    }

    fn is_whole(&self) -> bool {
        let Some(seal) = self.seal else { return false };
        let values: Vec<_> = values(&self.entry.changes).collect();
        let holds = |commitment: &Commitment| values.get(commitment.place).is_some_and(|value| commitment.holds(value));
        self.commitments.iter().all(holds) && self.hash_at(seal.number, seal.previous) == seal.hash
    }

    fn hash_at(&self, number: i64, previous: Hash) -> Hash {
        let Self { id, entry: Entry { at, by, action, about, changes }, request, format, commitments, seal: _ } = self;
        let prefix = match format {
            Format::First => "sooner audit 1\0",
            Format::Second => "sooner audit 2\0",
        };
        let mut hash = Sha256::new_with_prefix(prefix).chain_update(previous.0).chain_update(number.to_be_bytes());
        // Each text with its length in front: no two records spell the same.
        let mut text = |text: &str| {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text);
        };
        if *format == Format::Second {
            text(&id.to_string());
        }
        text(&at.timestamp_micros().to_string());
        text(&actor_code(*by));
        text(action.code());
        text(&or_none(about.user));
        if *format == Format::Second {
            text(&or_none(about.company));
            text(&or_none(about.debtor));
        }
        text(&about.thing.to_string());
        text(request);
        text(&changes.len().to_string());
        let mut place = 0;
        for change in changes {
            text(&change.field);
            for value in [&change.before, &change.after] {
                let Some(value) = value else {
                    text("is not");
                    text("");
                    continue;
                };
                match commitments.iter().find(|commitment| commitment.place == place) {
                    Some(commitment) => {
                        text("is committed to");
                        text(&commitment.hash.to_string());
                    }
                    None => {
                        text("is");
                        text(value);
                    }
                }
                place += 1;
            }
        }
        Hash(hash.finalize().into())
    }
}

fn or_none(id: Option<impl ToString>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

/// How an actor is written down.
pub fn actor_code(actor: Actor) -> String {
    match actor {
        Actor::User(id) => id.to_string(),
        Actor::Stranger => "stranger".to_owned(),
        Actor::CommandLine => "command_line".to_owned(),
        Actor::System => "system".to_owned(),
    }
}

/// The actor of this code.
pub fn actor_from(code: &str) -> Option<Actor> {
    match code {
        "stranger" => Some(Actor::Stranger),
        "command_line" => Some(Actor::CommandLine),
        "system" => Some(Actor::System),
        id => id.parse().ok().map(|id| Actor::User(UserId(id))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use sooner_domain::kernel::audit::{AuditAction, Subjects};

    fn record() -> Record {
        let user = UserId(Uuid::from_u128(7));
        let entry = Entry::own(user, AuditAction::SignedUp, DateTime::UNIX_EPOCH).new_values([("email", "ada@example.com".to_owned())]);
        Record::new(Uuid::from_u128(1), entry, "a request".to_owned(), || [3; 16]).sealed_behind(Head::BEGINNING)
    }

    #[test]
    fn an_erased_value_leaves_the_record_whole_and_a_changed_one_does_not() {
        let whole = record();
        assert!(whole.is_whole());
        let mut changed = whole.clone();
        changed.entry.changes[0].after = Some("eve@example.com".to_owned());
        assert!(!changed.is_whole());
        let mut erased = whole.clone();
        erased.entry.changes[0].after = Some(ERASED.to_owned());
        assert!(!erased.is_whole(), "the salt is still there");
        erased.commitments[0].salt = None;
        assert!(erased.is_whole());
        erased.commitments[0].hash = Hash([9; 32]);
        assert!(!erased.is_whole(), "the commitment is part of the chain");
    }

    #[test]
    fn a_value_cannot_be_passed_off_as_a_commitment_nor_a_commitment_as_a_value() {
        let hash = Hash([9; 32]);
        let fingerprint = |changes: &[(&str, String)]| {
            let entry = Entry::own(UserId(Uuid::from_u128(7)), AuditAction::DocumentAdded, DateTime::UNIX_EPOCH);
            let entry = changes.iter().fold(entry, |entry, (field, value)| entry.change(field, None, Some(value.clone())));
            Record::new(Uuid::from_u128(1), entry, "a request".to_owned(), || [3; 16]).sealed_behind(Head::BEGINNING)
        };
        let mut plain = fingerprint(&[("sha256", hash.to_string())]);
        plain.commitments = vec![Commitment { place: 0, hash, salt: None }];
        plain.entry.changes[0].after = Some(ERASED.to_owned());
        assert!(!plain.is_whole());
        let mut personal = fingerprint(&[("name", "june.pdf".to_owned())]);
        personal.entry.changes[0].after = Some(personal.commitments.remove(0).hash.to_string());
        assert!(!personal.is_whole());
    }

    #[test]
    fn a_record_of_the_first_format_keeps_its_hash() {
        // Written by the release before companies: the trail of an instance that is upgraded holds.
        let about = Subjects { user: Some(UserId(Uuid::from_u128(2))), company: None, debtor: None, thing: Uuid::from_u128(3) };
        let entry = Entry::new(DateTime::UNIX_EPOCH, Actor::CommandLine, AuditAction::PhoneChanged, about);
        let entry = entry.change("phone", Some("+49".to_owned()), None);
        let record =
            Record { id: Uuid::nil(), entry, request: "a request".to_owned(), format: Format::First, commitments: Vec::new(), seal: None };
        assert_eq!(record.hash_at(5, Hash([1; 32])).to_string(), "8d0b57b8f4dba29ec61d7572729c937b4e444c08c368b2e7ee7015a6b116eee9");
    }

    #[test]
    fn actors_are_read_as_they_are_written() {
        for actor in [Actor::User(UserId(Uuid::from_u128(7))), Actor::Stranger, Actor::CommandLine, Actor::System] {
            assert_eq!(actor_from(&actor_code(actor)), Some(actor));
        }
        assert_eq!(actor_from("somebody"), None);
    }
}
