//! Records in their chain, and those that wait for their places.

use super::row::RecordRow;
use crate::kernel::{
    KernelStore,
    conn::{Conn, on},
    first::First,
    schema::audit_records as records,
    sealing::{self, Arrived, ChainedRows, arrival, last_place},
    sql_types::Time,
};
use async_trait::async_trait;
use chrono::DateTime;
use diesel::{prelude::*, result::Error};
use sooner_application::kernel::{
    audit::Record,
    chain::{Backlog, Sealed, Seals},
    unavailable::Unavailable,
};

/// Records without a place in the chain yet; those that arrived after one, in their order.
macro_rules! unsealed {
    () => {
        records::table.filter(records::number.is_null())
    };
    ($arrival:ident, $after:expr) => {
        unsealed!().filter($arrival.clone().gt($after)).order($arrival.clone())
    };
}

/// The chain of the records.
pub(super) struct AuditRows;

impl ChainedRows for AuditRows {
    type Record = Record;
    const TABLE: &'static str = "audit_records";
    const LOCK: i64 = 736_774;

    fn last(conn: &mut Conn) -> QueryResult<Option<(i64, Option<Vec<u8>>)>> {
        last_place!(conn, records)
    }

    fn unsealed(conn: &mut Conn, after: i64, most: i64) -> QueryResult<Vec<Arrived<Record>>> {
        // Personal values are not read: the hash holds the commitments to them.
        let arrived = |(arrival, row): (i64, RecordRow)| {
            let id = row.id;
            Arrived { arrival, found: row.into_record(None).map(|record| (id, record)) }
        };
        let by = arrival(conn);
        match on!(&mut *conn, |c| First(most, unsealed!(by, after).select((by.clone(), RecordRow::as_select()))).load(c)) {
            Err(Error::DeserializationError(_)) => {}
            rows => return Ok(rows?.into_iter().map(arrived).collect()),
        }
        // Somebody wrote what does not even fit its column: find out where.
        let query = First(most, unsealed!(by, after).select(by.clone()));
        let arrivals: Vec<i64> = on!(&mut *conn, |c| query.load(c))?;
        let one = |arrival: i64| {
            let query = unsealed!().filter(by.clone().eq(arrival));
            let row: QueryResult<RecordRow> = on!(&mut *conn, |c| query.select(RecordRow::as_select()).get_result(c));
            match row {
                Err(Error::DeserializationError(_)) => Ok(Arrived { arrival, found: None }),
                row => row.map(|row| arrived((arrival, row))),
            }
        };
        arrivals.into_iter().map(one).collect()
    }
}

#[async_trait]
impl Seals for KernelStore {
    fn name(&self) -> &'static str {
        "audit"
    }

    async fn waiting(&self) -> Result<Backlog, Unavailable> {
        self.db
            .read(|conn| {
                let (count, oldest) = (unsealed!().count(), First(1, unsealed!().order(arrival(conn)).select(records::at)));
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
        self.db.write(move |conn| Ok(sealing::seal::<AuditRows>(conn, after, most)?)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;

    #[test]
    fn what_waits_for_its_place_is_one_range_of_an_index() {
        let by = diesel::dsl::sql::<diesel::sql_types::BigInt>("rowid");
        let query = unsealed!(by, 7).select((by.clone(), RecordRow::as_select()));
        assert_one_range(&First(1_000, query), "sqlite_autoindex_audit_records_2");
    }
}
