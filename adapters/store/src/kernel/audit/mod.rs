//! The audit trail. Numbers have no gaps and hashes follow each other, so one writer at a time appends: on SQLite there is
//! only one, on PostgreSQL a lock is held from here to the commit.

mod row;
mod values;

use super::{
    KernelStore,
    conn::{Conn, on},
    failure::{Failure, corrupt},
    first::First,
    ids::{id_at, randomize},
};
use crate::kernel::{
    schema::{audit_records as records, audit_values},
    sql_types::Id,
};
use async_trait::async_trait;
use diesel::{dsl::max, prelude::*, result::Error};
use row::RecordRow;
use sooner_application::kernel::{
    audit::{AuditTrail, Hash, Record, Salt, Stored, Subject, personal_values},
    unavailable::Unavailable,
};
use sooner_domain::kernel::audit::Entry;
use values::ValuesRow;

/// A record as it is read: its personal values are kept apart, and may be gone.
type Rows = Vec<(RecordRow, Option<ValuesRow>)>;

/// A record without a place in the chain yet, and its rows. It is made before the transaction, which others wait for.
pub(super) struct Unsealed {
    record: Record,
    row: RecordRow,
    values: Option<ValuesRow>,
}

impl Unsealed {
    pub(super) fn of(entry: Entry, request: String) -> Result<Self, Unavailable> {
        let mut salts = vec![Salt::default(); personal_values(&entry.changes).count()];
        randomize(salts.as_flattened_mut())?;
        let mut salts = salts.into_iter();
        // There is one for each value.
        let record = Record::new(id_at(entry.at)?, entry, request, || salts.next().unwrap_or_default());
        Ok(Self { row: RecordRow::of(&record)?, values: ValuesRow::of(&record)?, record })
    }
}

/// Appends to the chain.
pub(super) fn append(conn: &mut Conn, Unsealed { record, row, values }: Unsealed) -> QueryResult<()> {
    if let Conn::Postgres(conn) = conn {
        // An arbitrary number that stands for "Sooner's audit trail".
        diesel::sql_query("SELECT pg_advisory_xact_lock(736774)").execute(conn)?;
    }
    let all = diesel::alias!(records as all_records);
    let highest = all.select(max(all.field(records::number))).single_value();
    let last = records::table.filter(records::number.eq(highest)).select((records::number.assume_not_null(), records::hash));
    let last: Option<(i64, Option<Vec<u8>>)> = on!(conn, |c| last.get_result(c)).optional()?;
    let (number, previous) = match last {
        // A hash of another length is somebody's doing: the chain goes on, and breaks here for whoever checks it.
        Some((number, hash)) => (number, hash.and_then(|hash| hash.try_into().ok()).map_or(Hash::BEGINNING, Hash)),
        None => (0, Hash::BEGINNING),
    };
    let insert = diesel::insert_into(records::table).values(row.sealed(record.seal_after(number, previous)));
    on!(conn, |c| insert.execute(c))?;
    if let Some(values) = values {
        let insert = diesel::insert_into(audit_values::table).values(values);
        on!(conn, |c| insert.execute(c))?;
    }
    Ok(())
}

/// Loads records with their values.
macro_rules! load {
    ($conn:expr, $most:expr, $query:expr) => {{
        let query = $query;
        on!($conn, |c| First($most, query.select((RecordRow::as_select(), Option::<ValuesRow>::as_select()))).load(c))
    }};
}

fn stored(number: i64, (record, values): (RecordRow, Option<ValuesRow>)) -> Stored {
    record.into_record(values).map_or(Stored::Unreadable { number }, |record| Stored::Record(Box::new(record)))
}

fn page(conn: &mut Conn, after: i64, most: i64) -> QueryResult<Vec<Stored>> {
    let query = records::table.left_join(audit_values::table).filter(records::number.gt(after));
    let rows: Rows = load!(conn, most, query.order(records::number))?;
    // What was asked for by its number has one.
    Ok(rows.into_iter().map(|row| stored(row.0.number.unwrap_or_default(), row)).collect())
}

fn one(conn: &mut Conn, number: i64) -> QueryResult<Stored> {
    let query = records::table.left_join(audit_values::table).filter(records::number.eq(number));
    let rows: QueryResult<Rows> = load!(conn, 1, query);
    match rows {
        Ok(mut rows) => Ok(rows.pop().map_or(Stored::Unreadable { number }, |row| stored(number, row))),
        Err(Error::DeserializationError(_)) => Ok(Stored::Unreadable { number }),
        Err(error) => Err(error),
    }
}

/// The newest records of one subject: the end of one index range.
macro_rules! newest_of {
    ($column:ident, $id:expr, $before:expr) => {
        records::table
            .left_join(audit_values::table)
            .filter(records::$column.eq(Id($id.0)).and(records::number.lt($before)))
            .order(records::number.desc())
    };
}

fn newest(conn: &mut Conn, subject: Subject, before: i64, most: i64) -> QueryResult<Rows> {
    match subject {
        Subject::User(id) => load!(conn, most, newest_of!(user_id, id, before)),
        Subject::Company(id) => load!(conn, most, newest_of!(company_id, id, before)),
        Subject::Debtor(id) => load!(conn, most, newest_of!(debtor_id, id, before)),
    }
}

#[async_trait]
impl AuditTrail for KernelStore {
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored>, Unavailable> {
        self.db
            .read(move |conn| match page(conn, after, most) {
                // Somebody wrote what does not even fit its column: find out where.
                Err(Error::DeserializationError(_)) => {
                    let wanted = records::table.filter(records::number.gt(after)).order(records::number);
                    let query = First(most, wanted.select(records::number.assume_not_null()));
                    let numbers: Vec<i64> = on!(conn, |c| query.load(c))?;
                    Ok(numbers.into_iter().map(|number| one(conn, number)).collect::<Result<_, _>>()?)
                }
                page => Ok(page?),
            })
            .await
    }

    async fn about(&self, subjects: &[Subject], before: Option<i64>, most: i64) -> Result<Vec<Record>, Unavailable> {
        let subjects = subjects.to_vec();
        self.db
            .read(move |conn| {
                let mut rows: Rows = Vec::new();
                for subject in subjects {
                    rows.extend(newest(conn, subject, before.unwrap_or(i64::MAX), most)?);
                }
                // A record may be about several of them.
                rows.sort_by_key(|(record, _)| std::cmp::Reverse(record.number));
                rows.dedup_by_key(|(record, _)| record.number);
                rows.truncate(usize::try_from(most).unwrap_or(0));
                let record = |(record, values): (RecordRow, _)| record.into_record(values).ok_or_else(|| corrupt("audit record"));
                rows.into_iter().map(record).collect::<Result<_, Failure<_>>>()
            })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;
    use sooner_domain::kernel::ids::{CompanyId, DebtorId, UserId};
    use uuid::Uuid;

    #[test]
    fn the_newest_records_of_a_subject_are_one_range_of_an_index() {
        macro_rules! newest {
            ($column:ident, $id:ident) => {
                First(101, newest_of!($column, $id(Uuid::nil()), 7).select((RecordRow::as_select(), Option::<ValuesRow>::as_select())))
            };
        }
        assert_one_range(&newest!(user_id, UserId), "audit_records_user");
        assert_one_range(&newest!(company_id, CompanyId), "audit_records_company");
        assert_one_range(&newest!(debtor_id, DebtorId), "audit_records_debtor");
    }
}
