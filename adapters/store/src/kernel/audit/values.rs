//! The personal values of a record, with the salts that make it impossible to guess them from their commitments. They are
//! kept apart from the chain: once erased, whole or one by one, they leave it intact.

use crate::kernel::{schema::audit_values, sql_types::Id};
use data_encoding::BASE64URL_NOPAD;
use diesel::prelude::*;
use sooner_application::kernel::{
    audit::{ERASED, Record, Salt, personal_values},
    unavailable::Unavailable,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_values, treat_none_as_default_value = false)]
pub(super) struct ValuesRow {
    record_id: Id,
    /// JSON: salt and value for each commitment of the record, in their order; null for one that was erased.
    opened: String,
}

/// What a commitment stands for.
pub(super) struct Opened {
    pub(super) text: String,
    pub(super) salt: Option<Salt>,
}

impl ValuesRow {
    /// The values of a record that was just made; none when nothing in it is personal.
    pub(super) fn of(record: &Record) -> Result<Option<Self>, Unavailable> {
        let salts = record.commitments.iter().map(|commitment| commitment.salt);
        let opened =
            salts.zip(personal_values(&record.entry.changes)).map(|(salt, (_, value))| Some((BASE64URL_NOPAD.encode(&salt?), value)));
        let opened: Vec<_> = opened.collect();
        if opened.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self { record_id: Id(record.id), opened: serde_json::to_string(&opened).map_err(broken_json)? }))
    }

    /// So many values; none when the row is not one of the product's.
    pub(super) fn opened(row: Option<Self>, count: usize) -> Option<Vec<Opened>> {
        let stored: Vec<Option<(String, String)>> = match row {
            Some(row) => serde_json::from_str(&row.opened).ok()?,
            None => vec![None; count],
        };
        let opened = |stored| match stored {
            Some((salt, text)) => {
                let salt = BASE64URL_NOPAD.decode(String::as_bytes(&salt)).ok()?.try_into().ok()?;
                Some(Opened { text, salt: Some(salt) })
            }
            None => Some(Opened { text: ERASED.to_owned(), salt: None }),
        };
        if stored.len() == count { stored.into_iter().map(opened).collect() } else { None }
    }
}

pub(super) fn broken_json(error: serde_json::Error) -> Unavailable {
    Unavailable::Failed(error.to_string())
}
