//! Entries and postings as rows.

use super::schema::{ledger_entries, ledger_postings};
use crate::kernel::sql_types::{Id, Time};
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::{
    kernel::chain::{Hash, Seal},
    ledger::Record,
};
use sooner_domain::{
    kernel::{coded::Coded, ids::ReceivableId, minor::Minor, money::Currency},
    ledger::{
        account::{Account, AccountKind, Owner, OwnerKind},
        entry::{Booking, Entry, EntryId, Event, Parts, Posting},
    },
};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = ledger_entries, treat_none_as_default_value = false)]
pub(super) struct EntryRow {
    pub(super) id: Id,
    dated_on: NaiveDate,
    booked_at: Time,
    event: String,
    subject: Id,
    cause: Option<Id>,
    reverses: Option<Id>,
    lines: i16,
    pub(super) number: Option<i64>,
    previous: Option<Vec<u8>>,
    hash: Option<Vec<u8>>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = ledger_postings, treat_none_as_default_value = false)]
pub(super) struct PostingRow {
    pub(super) entry_id: Id,
    pub(super) line: i16,
    kind: String,
    currency: String,
    owner_id: Id,
    receivable_id: Option<Id>,
    amount: i64,
}

/// An account as its three columns have it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AccountKey {
    pub(super) kind: String,
    pub(super) currency: String,
    /// Zero for the house.
    pub(super) owner: Uuid,
}

impl From<Account> for AccountKey {
    fn from(account: Account) -> Self {
        let owner = account.owner().id().unwrap_or_default();
        Self { kind: account.kind().code().to_owned(), currency: account.currency().code().to_owned(), owner }
    }
}

impl AccountKey {
    /// None when there is no such account.
    pub(super) fn account(&self) -> Option<Account> {
        let kind = AccountKind::from_code(&self.kind)?;
        let owner = if kind.owner() == OwnerKind::House && self.owner.is_nil() { None } else { Some(self.owner) };
        Account::of(kind, Currency::parse(&self.currency).ok()?, Owner::from_parts(kind.owner(), owner)?)
    }

    /// Its name, as an account writes it, be there such an account or not.
    pub(super) fn name(&self) -> String {
        let owner = if self.owner.is_nil() { String::new() } else { format!(".{}", self.owner) };
        format!("{}.{}{owner}", self.kind, self.currency)
    }
}

impl EntryRow {
    pub(super) fn of(entry: &Entry) -> Self {
        let Booking { id, on, booked_at, event, subject, cause } = entry.booking();
        Self {
            id: Id(id.0),
            dated_on: *on,
            booked_at: Time(*booked_at),
            event: event.code().to_owned(),
            subject: Id(*subject),
            cause: cause.map(Id),
            reverses: entry.reverses().map(|id| Id(id.0)),
            // A sum of more than 32,767 postings is none: the database refuses it by its lines.
            lines: i16::try_from(entry.postings().len()).unwrap_or_default(),
            number: None,
            previous: None,
            hash: None,
        }
    }

    pub(super) fn at_place(self, place: Option<Seal>) -> Self {
        match place {
            Some(Seal { number, previous, hash }) => {
                Self { number: Some(number), previous: Some(previous.0.to_vec()), hash: Some(hash.0.to_vec()), ..self }
            }
            None => self,
        }
    }

    pub(super) fn reverses(&self) -> Option<EntryId> {
        self.reverses.map(|id| EntryId(id.0))
    }

    /// None when no release writes it so.
    pub(super) fn booking(&self) -> Option<Booking> {
        Some(Booking {
            id: EntryId(self.id.0),
            on: self.dated_on,
            booked_at: self.booked_at.0,
            event: Event::from_code(&self.event)?,
            subject: self.subject.0,
            cause: self.cause.map(|id| id.0),
        })
    }

    /// The entry with its postings, in the order of their lines; none when no release writes it so.
    pub(super) fn into_record(self, postings: &[PostingRow]) -> Option<Record> {
        let is_complete = usize::try_from(self.lines) == Ok(postings.len());
        let is_in_order = (1..).zip(postings).all(|(line, posting): (i16, _)| posting.line == line);
        if !is_complete || !is_in_order {
            return None;
        }
        let postings = postings.iter().map(PostingRow::posting).collect::<Option<_>>()?;
        let entry = Entry::restore(Parts { booking: self.booking()?, reverses: self.reverses(), postings }).ok()?;
        let hash = |bytes: Vec<u8>| bytes.try_into().ok().map(Hash);
        let seal = match (self.number, self.previous, self.hash) {
            (Some(number), Some(previous), Some(own)) => Some(Seal { number, previous: hash(previous)?, hash: hash(own)? }),
            (None, None, None) => None,
            _ => return None,
        };
        Some(Record { entry, seal })
    }
}

impl PostingRow {
    /// The postings of an entry, in their order.
    pub(super) fn all_of(entry: &Entry) -> impl Iterator<Item = Self> {
        let id = Id(entry.booking().id.0);
        (1..).zip(entry.postings()).map(move |(line, Posting { account, receivable, amount })| {
            let AccountKey { kind, currency, owner } = (*account).into();
            let receivable_id = receivable.map(|id| Id(id.0));
            Self { entry_id: id, line, kind, currency, owner_id: Id(owner), receivable_id, amount: amount.get() }
        })
    }

    pub(super) fn key(&self) -> AccountKey {
        AccountKey { kind: self.kind.clone(), currency: self.currency.clone(), owner: self.owner_id.0 }
    }

    /// Whether it takes of what the account is there to hold.
    pub(super) fn takes(&self) -> bool {
        let is_debit = AccountKind::from_code(&self.kind).is_some_and(AccountKind::is_debit);
        if is_debit { self.amount < 0 } else { self.amount > 0 }
    }

    pub(super) fn posting(&self) -> Option<Posting> {
        let receivable = self.receivable_id.map(|id| ReceivableId(id.0));
        Some(Posting { account: self.key().account()?, receivable, amount: Minor::new(self.amount) })
    }
}
