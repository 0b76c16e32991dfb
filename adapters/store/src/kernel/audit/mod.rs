//! The audit trail.

mod chain;
mod row;
mod values;

use super::{
    KernelStore,
    conn::{Conn, on},
    db::CHECK,
    failure::{Failure, corrupt},
    first::First,
    ids::{id_at, randomize},
    sealing::place_at_once,
};
use crate::kernel::{
    schema::{audit_records as records, audit_values},
    sql_types::Id,
};
use async_trait::async_trait;
use chain::AuditRows;
use diesel::{prelude::*, result::Error};
use row::RecordRow;
use sooner_application::kernel::{
    audit::{AuditTrail, Record, Salt, Subject, personal_values},
    chain::{Links, Stored},
    unavailable::Unavailable,
};
use sooner_domain::kernel::audit::Entry;
use uuid::Uuid;
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

/// Writes a record.
pub(super) fn append(conn: &mut Conn, Unsealed { record, row, values }: Unsealed) -> QueryResult<()> {
    let place = place_at_once::<AuditRows>(conn, &record)?;
    let insert = diesel::insert_into(records::table).values(row.at_place(place));
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

fn stored(number: i64, (record, values): (RecordRow, Option<ValuesRow>)) -> Stored<Record> {
    record.into_record(values).map_or(Stored::Unreadable { number }, |record| Stored::Record(Box::new(record)))
}

fn page(conn: &mut Conn, after: i64, most: i64) -> QueryResult<Vec<Stored<Record>>> {
    let query = records::table.left_join(audit_values::table).filter(records::number.gt(after));
    let rows: Rows = load!(conn, most, query.order(records::number))?;
    // What was asked for by its number has one.
    Ok(rows.into_iter().map(|row| stored(row.0.number.unwrap_or_default(), row)).collect())
}

fn one(conn: &mut Conn, number: i64) -> QueryResult<Stored<Record>> {
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
            .filter(records::$column.eq(Id($id)).and(records::id.lt($before)))
            .order(records::id.desc())
    };
}

fn newest(conn: &mut Conn, subject: Subject, before: Id, most: i64) -> QueryResult<Rows> {
    match subject {
        Subject::User(id) => load!(conn, most, newest_of!(user_id, id.0, before)),
        Subject::Company(id) => load!(conn, most, newest_of!(company_id, id.0, before)),
        Subject::Debtor(id) => load!(conn, most, newest_of!(debtor_id, id.0, before)),
        Subject::Thing(id) => load!(conn, most, newest_of!(thing, id, before)),
    }
}

#[async_trait]
impl Links<Record> for KernelStore {
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored<Record>>, Unavailable> {
        self.db
            .patient_for(CHECK)
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
}

#[async_trait]
impl AuditTrail for KernelStore {
    async fn about(&self, subjects: &[Subject], before: Option<Uuid>, most: i64) -> Result<Vec<Record>, Unavailable> {
        let subjects = subjects.to_vec();
        self.db
            .read(move |conn| {
                // No id is the last there can be.
                let before = Id(before.unwrap_or(Uuid::max()));
                let mut rows: Rows = Vec::new();
                for subject in subjects {
                    rows.extend(newest(conn, subject, before, most)?);
                }
                // A record may be about several of them.
                rows.sort_by_key(|(record, _)| std::cmp::Reverse(record.id.0));
                rows.dedup_by_key(|(record, _)| record.id);
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

    #[test]
    fn the_newest_records_of_a_subject_are_one_range_of_an_index() {
        macro_rules! newest {
            ($column:ident) => {
                First(
                    101,
                    newest_of!($column, Uuid::nil(), Id(Uuid::max())).select((RecordRow::as_select(), Option::<ValuesRow>::as_select())),
                )
            };
        }
        assert_one_range(&newest!(user_id), "audit_records_user");
        assert_one_range(&newest!(company_id), "audit_records_company");
        assert_one_range(&newest!(debtor_id), "audit_records_debtor");
        assert_one_range(&newest!(thing), "audit_records_thing");
    }
}
