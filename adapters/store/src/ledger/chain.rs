//! The chain of the entries.

use super::{
    LedgerStore,
    rows::{EntryRow, PostingRow},
    schema::{ledger_entries as entries, ledger_postings as postings},
};
use crate::kernel::{
    conn::{Conn, on},
    db::CHECK,
    first::First,
    sealing::{self, Arrived, ChainedRows, arrival, last_place},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use chrono::DateTime;
use diesel::{prelude::*, result::Error};
use sooner_application::{
    kernel::{
        chain::{Backlog, Links, Sealed, Seals, Stored},
        unavailable::Unavailable,
    },
    ledger::Record,
};
use std::collections::HashMap;

/// The rows of the chain.
pub(super) struct LedgerRows;

/// Entries without a place in the chain that arrived after this one, in their order.
macro_rules! unsealed {
    () => {
        entries::table.filter(entries::number.is_null())
    };
    ($by:expr, $after:expr) => {
        unsealed!().filter($by.clone().gt($after)).order($by.clone())
    };
}

impl ChainedRows for LedgerRows {
    type Record = Record;
    const TABLE: &'static str = "ledger_entries";
    const LOCK: i64 = 736_775;

    fn last(conn: &mut Conn) -> QueryResult<Option<(i64, Option<Vec<u8>>)>> {
        last_place!(conn, entries)
    }

    fn unsealed(conn: &mut Conn, after: i64, most: i64) -> QueryResult<Vec<Arrived<Record>>> {
        let by = arrival(conn);
        let rows = on!(&mut *conn, |c| First(most, unsealed!(by, after).select((by.clone(), EntryRow::as_select()))).load(c));
        let rows: Vec<(i64, Option<EntryRow>)> = match rows {
            Err(Error::DeserializationError(_)) => {
                let query = First(most, unsealed!(by, after).select(by.clone()));
                let arrivals: Vec<i64> = on!(&mut *conn, |c| query.load(c))?;
                let row = |arrival| {
                    let query = unsealed!().filter(by.clone().eq(arrival));
                    let row = on!(&mut *conn, |c| query.select(EntryRow::as_select()).get_result(c));
                    readable(row).map(|row| (arrival, row))
                };
                arrivals.into_iter().map(row).collect::<Result<_, _>>()?
            }
            rows => rows?.into_iter().map(|(arrival, row)| (arrival, Some(row))).collect(),
        };
        let (arrivals, rows): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let found = records(conn, rows)?.into_iter().map(|record| record.map(|record| (Id(record.entry.booking().id.0), record)));
        Ok(arrivals.into_iter().zip(found).map(|(arrival, found)| Arrived { arrival, found }).collect())
    }
}

/// None for what does not even fit its column, which is somebody's doing.
fn readable<T>(row: QueryResult<T>) -> QueryResult<Option<T>> {
    match row {
        Err(Error::DeserializationError(_)) => Ok(None),
        row => row.map(Some),
    }
}

fn postings_of(conn: &mut Conn, ids: &[Id]) -> QueryResult<Vec<PostingRow>> {
    let query = postings::table.filter(postings::entry_id.eq_any(ids)).order((postings::entry_id, postings::line));
    on!(conn, |c| query.select(PostingRow::as_select()).load(c))
}

/// The entries of these rows, with their postings; none for what no release writes.
pub(super) fn records(conn: &mut Conn, rows: Vec<Option<EntryRow>>) -> QueryResult<Vec<Option<Record>>> {
    let ids: Vec<Id> = rows.iter().flatten().map(|row| row.id).collect();
    let Some(postings) = readable(postings_of(conn, &ids))? else {
        // Somebody wrote what does not fit: find out where.
        let one = |row: Option<EntryRow>| {
            let Some(row) = row else { return Ok(None) };
            let postings = readable(postings_of(conn, &[row.id]))?;
            Ok(postings.and_then(|postings| row.into_record(&postings)))
        };
        return rows.into_iter().map(one).collect();
    };
    let mut by_entry: HashMap<uuid::Uuid, Vec<PostingRow>> = HashMap::new();
    for posting in postings {
        by_entry.entry(posting.entry_id.0).or_default().push(posting);
    }
    let mut record = |row: EntryRow| {
        let postings = by_entry.remove(&row.id.0).unwrap_or_default();
        row.into_record(&postings)
    };
    Ok(rows.into_iter().map(|row| row.and_then(&mut record)).collect())
}

fn links(conn: &mut Conn, after: i64, most: i64) -> QueryResult<Vec<Stored<Record>>> {
    let behind = || entries::table.filter(entries::number.gt(after)).order(entries::number);
    let rows: QueryResult<Vec<EntryRow>> = on!(&mut *conn, |c| First(most, behind().select(EntryRow::as_select())).load(c));
    // What was asked for by its number has one.
    let (numbers, rows): (Vec<i64>, Vec<Option<EntryRow>>) = match rows {
        Err(Error::DeserializationError(_)) => {
            let query = First(most, behind().select(entries::number.assume_not_null()));
            let numbers: Vec<i64> = on!(&mut *conn, |c| query.load(c))?;
            let row = |number: &i64| {
                let query = entries::table.filter(entries::number.eq(*number));
                readable(on!(&mut *conn, |c| query.select(EntryRow::as_select()).get_result(c)))
            };
            let rows = numbers.iter().map(row).collect::<Result<_, _>>()?;
            (numbers, rows)
        }
        rows => rows?.into_iter().map(|row| (row.number.unwrap_or_default(), Some(row))).unzip(),
    };
    let stored = |(number, record): (i64, Option<Record>)| match record {
        Some(record) => Stored::Record(Box::new(record)),
        None => Stored::Unreadable { number },
    };
    Ok(numbers.into_iter().zip(records(conn, rows)?).map(stored).collect())
}

#[async_trait]
impl Links<Record> for LedgerStore {
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored<Record>>, Unavailable> {
        self.db.patient_for(CHECK).read(move |conn| Ok(links(conn, after, most)?)).await
    }
}

#[async_trait]
impl Seals for LedgerStore {
    fn name(&self) -> &'static str {
        "ledger"
    }

    async fn waiting(&self) -> Result<Backlog, Unavailable> {
        self.db
            .read(|conn| {
                let (count, oldest) = (unsealed!().count(), First(1, unsealed!().order(arrival(conn)).select(entries::booked_at)));
                let since: Option<Time> = match on!(&mut *conn, |c| oldest.get_result(c)) {
                    // Nobody can tell since when: for ever.
                    Err(Error::DeserializationError(_)) => Some(Time(DateTime::UNIX_EPOCH)),
                    since => since.optional()?,
                };
                let count: i64 = on!(conn, |c| count.get_result(c))?;
                Ok(Backlog { count: count.unsigned_abs(), since: since.map(|since| since.0) })
            })
            .await
    }

    async fn seal(&self, after: i64, most: i64) -> Result<Sealed, Unavailable> {
        self.db.write(move |conn| Ok(sealing::seal::<LedgerRows>(conn, after, most)?)).await
    }
}
