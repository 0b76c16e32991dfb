//! An entry as it is compared with others of its account and day.

use super::{Entry, LineId, StatementId, StatementLine};
use crate::kernel::{
    canonical::{Canonical, Digest},
    minor::Minor,
    money::Currency,
    text::Line,
};
use chrono::NaiveDate;
use uuid::Uuid;

/// What a bank says of an entry, but for its day and account. Capitals, spaces and the order of the parts make no difference.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Told {
    pub amount: Minor,
    /// The bank's own reference of it.
    pub reference: Option<String>,
    parts: Vec<Part>,
}

/// A line of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    pub amount: Minor,
    name: String,
    iban: String,
    text: String,
}

impl Part {
    pub fn of(line: &StatementLine) -> Self {
        let of = |line: &Option<Line>| line.as_ref().map(|line| plain(line.as_str())).unwrap_or_default();
        let text = line.text.as_ref().map(|text| plain(text.as_str())).unwrap_or_default();
        Self { amount: line.amount, name: of(&line.other.name), iban: of(&line.other.iban), text }
    }
}

#[cfg(test)]
impl Part {
    /// One with nothing but a text.
    pub(super) fn plain(amount: i64, text: &str) -> Self {
        Self { amount: Minor::new(amount), name: String::new(), iban: String::new(), text: plain(text) }
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase()
}

/// How much two entries of one day have in common, the most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// All that is told.
    Same,
    /// The amount and the bank's reference.
    Named,
    /// The amount, and nothing contradicts.
    Alike,
    /// The amount alone.
    Amount,
}

impl Told {
    pub fn new(amount: Minor, reference: Option<String>, mut parts: Vec<Part>) -> Self {
        parts.sort();
        Self { amount, reference, parts }
    }

    /// The lines that it is cut into.
    pub(super) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Whether the same in another file is the same entry, though no balance proves it.
    pub(super) fn is_sure(&self) -> bool {
        self.reference.is_some()
    }

    pub(super) fn likeness(&self, other: &Self) -> Option<Likeness> {
        if self.amount != other.amount {
            return None;
        }
        let differ = |a: &str, b: &str| !a.is_empty() && !b.is_empty() && a != b;
        let named = match (&self.reference, &other.reference) {
            (Some(one), Some(other)) if one == other => Some(true),
            (Some(_), Some(_)) => Some(false),
            _ => None,
        };
        let contradicts = match (self.parts.as_slice(), other.parts.as_slice()) {
            ([one], [other]) => differ(&one.iban, &other.iban),
            _ => false,
        };
        Some(match named {
            _ if self == other => Likeness::Same,
            Some(true) => Likeness::Named,
            Some(false) => Likeness::Amount,
            None if contradicts => Likeness::Amount,
            None => Likeness::Alike,
        })
    }

    /// Whether the same is told of both, but for the bank’s reference: their parts, and who paid or what for.
    pub(super) fn says_the_same(&self, other: &Self) -> bool {
        let is_told = |part: &Part| !(part.name.is_empty() && part.iban.is_empty() && part.text.is_empty());
        self.amount == other.amount && self.parts == other.parts && self.parts.iter().any(is_told)
    }

    /// Whether both are perhaps one entry, as far as neither balances nor days say otherwise: nothing that is told of them contradicts, or
    /// both say the same under two references.
    pub fn may_be(&self, other: &Self) -> bool {
        let is_alike = self.likeness(other).is_some_and(|likeness| likeness < Likeness::Amount);
        is_alike || self.says_the_same(other)
    }

    /// What tells an entry apart from every other one of its account, together with which of those alike on its day it is.
    pub fn identity(&self, (account, currency): (&str, Currency), on: NaiveDate) -> Canonical {
        let part = |part: &Part| {
            let texts = [&part.name, &part.iban, &part.text].map(Canonical::text);
            Canonical::List([Canonical::Integer(part.amount.get())].into_iter().chain(texts).collect())
        };
        Canonical::List(vec![
            Canonical::text(account),
            Canonical::text(currency.code()),
            Canonical::text(on),
            Canonical::Integer(self.amount.get()),
            self.reference.as_ref().map_or(Canonical::Null, Canonical::text),
            Canonical::List(self.parts.iter().map(part).collect()),
        ])
    }
}

/// The key of a line: of an entry that is the so many-th of its kind on its day, both from zero, the line at a place.
pub fn key(identity: &Canonical, of_day: i64, place: usize) -> Digest {
    let place = i64::try_from(place).unwrap_or(i64::MAX);
    Canonical::List(vec![identity.clone(), of_day.into(), place.into()]).digest()
}

/// An entry of a day that was told before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownEntry {
    /// Its first line.
    pub line: LineId,
    /// The statement that told it first.
    pub statement: StatementId,
    pub told: Told,
    pub standing: Standing,
    /// Its statement ends before its day, and its closing balance does not hold it as far as that is known.
    pub is_beyond: bool,
}

/// What became of an entry that was told before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Counted,
    /// It was counted when the bank's references and batches were not kept yet.
    CountedBefore,
    /// It waits for a decision.
    Waiting,
}

/// What a statement proves of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub statement: StatementId,
    /// What the bank calls the statement.
    pub name: String,
    /// The balance before the day's entries of this statement, and behind them.
    pub from: Minor,
    pub to: Minor,
    /// All that is known of the day without a gap, of which this is a part: its id, and its balances.
    pub stretch: Stretch,
    /// Some of its lines wait for a decision: it is a stretch of its own until then.
    pub is_open: bool,
}

/// Entries of a day that follow one another without a gap, from a balance to a balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    pub id: Uuid,
    pub opening: Minor,
    pub closing: Minor,
}

/// What is known of an account's day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownDay {
    /// In the order in which their statements told them.
    pub entries: Vec<KnownEntry>,
    pub pieces: Vec<Piece>,
    /// A statement whose entries make its balances begins on an earlier day and ends on a later one.
    pub is_covered: bool,
}

impl KnownDay {
    /// Whether balances prove which entries the day has, as far as their statements go.
    pub fn is_proven(&self) -> bool {
        self.is_covered || !self.pieces.is_empty()
    }
}

impl Entry {
    /// As it is compared.
    pub fn told(&self) -> Told {
        let parts = self.parts().iter().map(Part::of).collect();
        Told::new(self.amount, self.reference.clone(), parts)
    }
}
