//! The audit trail. Numbers have no gaps and hashes follow each other, so one writer at a time appends: on SQLite there is
//! only one, on PostgreSQL a lock is held from here to the commit.

use super::{
    db::{Conn, on},
    first::First,
    types::{Id, Time},
};
use crate::kernel::failure::{Failure, corrupt};
use crate::{DieselStore, schema::audit};
use async_trait::async_trait;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use sooner_application::kernel::{
    audit::{AuditTrail, Hash, Record, Stored, actor_code, actor_from},
    unavailable::Unavailable,
};
use sooner_domain::kernel::{
    audit::{AuditAction, Entry},
    change::Changed,
    coded::Coded,
    ids::UserId,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = audit)]
struct RecordRow {
    number: i64,
    at: Time,
    actor: String,
    action: String,
    about: Id,
    subject: Id,
    changes: String,
    request: String,
    previous: Vec<u8>,
    hash: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct ChangedJson {
    field: String,
    before: Option<String>,
    after: Option<String>,
}

impl RecordRow {
    fn of(record: Record) -> QueryResult<Self> {
        let Record { number, entry: Entry { at, by, action, about, subject, changes }, request, previous, hash } = record;
        let changes: Vec<_> = changes.into_iter().map(|Changed { field, before, after }| ChangedJson { field, before, after }).collect();
        Ok(Self {
            number,
            at: Time(at),
            actor: actor_code(by),
            action: action.code().to_owned(),
            about: Id(about.0),
            subject: Id(subject),
            changes: serde_json::to_string(&changes).map_err(|error| diesel::result::Error::SerializationError(error.into()))?,
            request,
            previous: previous.0.to_vec(),
            hash: hash.0.to_vec(),
        })
    }

    fn into_record(self) -> Option<Record> {
        let changes: Vec<ChangedJson> = serde_json::from_str(&self.changes).ok()?;
        let entry = Entry {
            at: self.at.0,
            by: actor_from(&self.actor)?,
            action: AuditAction::from_code(&self.action)?,
            about: UserId(self.about.0),
            subject: self.subject.0,
            changes: changes.into_iter().map(|ChangedJson { field, before, after }| Changed { field, before, after }).collect(),
        };
        let hash = |bytes: Vec<u8>| bytes.try_into().ok().map(Hash);
        Some(Record { number: self.number, entry, request: self.request, previous: hash(self.previous)?, hash: hash(self.hash)? })
    }
}

fn stored(row: RecordRow) -> Stored {
    let number = row.number;
    row.into_record().map_or(Stored::Unreadable { number }, Stored::Record)
}

/// Appends to the chain.
pub(crate) fn append(conn: &mut Conn, entry: Entry, request: String) -> QueryResult<()> {
    if let Conn::Postgres(conn) = conn {
        // An arbitrary number that stands for "Sooner's audit trail".
        diesel::sql_query("SELECT pg_advisory_xact_lock(736774)").execute(conn)?;
    }
    let last = First(1, audit::table.select((audit::number, audit::hash)).order(audit::number.desc()));
    let last: Option<(i64, Vec<u8>)> = on!(conn, |c| last.get_result(c)).optional()?;
    let (number, previous) = match last {
        // A hash of another length is somebody's doing: the chain goes on, and breaks here for whoever checks it.
        Some((number, hash)) => (number, hash.try_into().map_or(Hash::BEGINNING, Hash)),
        None => (0, Hash::BEGINNING),
    };
    let row = RecordRow::of(Record::after(number, previous, entry, request))?;
    let insert = diesel::insert_into(audit::table).values(row);
    on!(conn, |c| insert.execute(c)).map(drop)
}

fn one(conn: &mut Conn, number: i64) -> QueryResult<Stored> {
    let query = audit::table.find(number);
    match on!(conn, |c| query.select(RecordRow::as_select()).get_result(c)) {
        Ok(row) => Ok(stored(row)),
        Err(diesel::result::Error::DeserializationError(_)) => Ok(Stored::Unreadable { number }),
        Err(error) => Err(error),
    }
}

#[async_trait]
impl AuditTrail for DieselStore {
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = audit::table.filter(audit::number.gt(after)).order(audit::number);
                match on!(conn, |c| First(most, query.select(RecordRow::as_select())).load(c)) {
                    Ok(rows) => Ok(rows.into_iter().map(stored).collect()),
                    // Somebody wrote what does not even fit its column: find out where.
                    Err(diesel::result::Error::DeserializationError(_)) => {
                        let query = First(most, audit::table.filter(audit::number.gt(after)).order(audit::number).select(audit::number));
                        let numbers: Vec<i64> = on!(conn, |c| query.load(c))?;
                        Ok(numbers.into_iter().map(|number| one(conn, number)).collect::<Result<_, _>>()?)
                    }
                    Err(error) => Err(error.into()),
                }
            })
            .await
    }

    async fn about(&self, account: UserId, before: Option<i64>, most: i64) -> Result<Vec<Record>, Unavailable> {
        self.db
            .read(move |conn| {
                let older = audit::about.eq(Id(account.0)).and(audit::number.lt(before.unwrap_or(i64::MAX)));
                let query = audit::table.filter(older).order(audit::number.desc());
                let rows: Vec<RecordRow> = on!(conn, |c| First(most, query.select(RecordRow::as_select())).load(c))?;
                rows.into_iter().map(|row| row.into_record().ok_or_else(|| corrupt("audit record"))).collect::<Result<_, Failure<_>>>()
            })
            .await
    }
}
