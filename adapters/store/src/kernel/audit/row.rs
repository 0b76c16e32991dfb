//! A record of the audit trail as it is stored. The changes are JSON: a value stands there as it is, or, when it is
//! personal, as the commitment to it.

use super::values::{ValuesRow, broken_json};
use crate::kernel::{
    schema::audit_records,
    sql_types::{Id, Time},
};
use data_encoding::BASE64URL_NOPAD;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use sooner_application::kernel::{
    audit::{Commitment, Format, Record, actor_code, actor_from},
    chain::{Hash, Seal},
    unavailable::Unavailable,
};
use sooner_domain::kernel::{
    audit::{AuditAction, Entry, Subjects},
    change::Changed,
    coded::Coded,
    ids::{CompanyId, DebtorId, UserId},
};
use std::borrow::Cow;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_records, treat_none_as_default_value = false)]
pub(super) struct RecordRow {
    pub(super) id: Id,
    pub(super) number: Option<i64>,
    format: i16,
    at: Time,
    actor: String,
    action: String,
    user_id: Option<Id>,
    company_id: Option<Id>,
    debtor_id: Option<Id>,
    thing: Id,
    changes: String,
    request: String,
    previous: Option<Vec<u8>>,
    hash: Option<Vec<u8>>,
}

#[derive(Serialize, Deserialize)]
struct ChangedJson<'a> {
    field: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Value<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Value<'a>>,
}

/// A value of a change.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Value<'a> {
    Plain(Cow<'a, str>),
    Committed { commitment: String },
}

impl RecordRow {
    /// The row of a record that was just made.
    pub(super) fn of(record: &Record) -> Result<Self, Unavailable> {
        let Record { id, entry: Entry { at, by, action, about, changes }, request, format, commitments, seal: _ } = record;
        let mut changed = Vec::with_capacity(changes.len());
        let mut places = 0..;
        for Changed { field, before, after } in changes {
            let [before, after] = [before, after].map(|value| {
                let value = value.as_deref()?;
                let place = places.next();
                Some(match commitments.iter().find(|commitment| Some(commitment.place) == place) {
                    Some(Commitment { hash, .. }) => Value::Committed { commitment: BASE64URL_NOPAD.encode(&hash.0) },
                    None => Value::Plain(value.into()),
                })
            });
            changed.push(ChangedJson { field: field.into(), before, after });
        }
        Ok(Self {
            id: Id(*id),
            number: None,
            format: format.number(),
            at: Time(*at),
            actor: actor_code(*by),
            action: action.code().to_owned(),
            user_id: about.user.map(|id| Id(id.0)),
            company_id: about.company.map(|id| Id(id.0)),
            debtor_id: about.debtor.map(|id| Id(id.0)),
            thing: Id(about.thing),
            changes: serde_json::to_string(&changed).map_err(broken_json)?,
            request: request.clone(),
            previous: None,
            hash: None,
        })
    }

    /// The row at its place in the chain, if it has one by now.
    pub(super) fn at_place(self, place: Option<Seal>) -> Self {
        match place {
            Some(Seal { number, previous, hash }) => {
                Self { number: Some(number), previous: Some(previous.0.to_vec()), hash: Some(hash.0.to_vec()), ..self }
            }
            None => self,
        }
    }

    /// The record with the personal values kept apart from it; none when no version of the product wrote it so.
    pub(super) fn into_record(self, values: Option<ValuesRow>) -> Option<Record> {
        let about = Subjects {
            user: self.user_id.map(|id| UserId(id.0)),
            company: self.company_id.map(|id| CompanyId(id.0)),
            debtor: self.debtor_id.map(|id| DebtorId(id.0)),
            thing: self.thing.0,
        };
        let (changes, commitments) = opened(serde_json::from_str(&self.changes).ok()?, values)?;
        let entry = Entry { at: self.at.0, by: actor_from(&self.actor)?, action: AuditAction::from_code(&self.action)?, about, changes };
        let hash = |bytes: Vec<u8>| bytes.try_into().ok().map(Hash);
        let seal = match (self.number, self.previous, self.hash) {
            (Some(number), Some(previous), Some(own)) => Some(Seal { number, previous: hash(previous)?, hash: hash(own)? }),
            (None, None, None) => None,
            _ => return None,
        };
        let format = Format::from_number(self.format)?;
        // What the hash of the first format does not cover, it never said.
        let is_covered = format != Format::First || (commitments.is_empty() && (about.company, about.debtor) == (None, None));
        is_covered.then_some(Record { id: self.id.0, entry, request: self.request, format, commitments, seal })
    }
}

/// The changes with their personal values, and the commitments to those.
fn opened(changes: Vec<ChangedJson<'_>>, values: Option<ValuesRow>) -> Option<(Vec<Changed>, Vec<Commitment>)> {
    let mut hashes = Vec::new();
    for (place, value) in changes.iter().flat_map(|changed| changed.before.iter().chain(&changed.after)).enumerate() {
        if let Value::Committed { commitment } = value {
            let hash = BASE64URL_NOPAD.decode(commitment.as_bytes()).ok()?;
            hashes.push((place, Hash(hash.try_into().ok()?)));
        }
    }
    let values = ValuesRow::opened(values, hashes.len())?;
    let commitments = hashes.into_iter().zip(&values).map(|((place, hash), value)| Commitment { place, hash, salt: value.salt }).collect();
    let mut values = values.into_iter().map(|value| value.text);
    let mut text = |value: Option<Value<'_>>| match value? {
        Value::Plain(text) => Some(text.into_owned()),
        Value::Committed { .. } => values.next(),
    };
    let changed = |ChangedJson { field, before, after }| Changed { field: field.into_owned(), before: text(before), after: text(after) };
    Some((changes.into_iter().map(changed).collect(), commitments))
}
