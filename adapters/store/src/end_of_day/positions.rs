//! What was outstanding at the end of each day.

use super::schema::end_of_day_positions as rows;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    first::First,
    sql_types::Id,
};
use chrono::NaiveDate;
use diesel::{prelude::*, upsert::excluded};
use sooner_application::kernel::{commit::CommitError, unavailable::Unavailable};
use sooner_domain::{
    end_of_day::{
        ageing::AgeingBucket,
        position::{PositionFigures, PositionKey, PositionRow},
    },
    kernel::{
        coded::Coded,
        ids::{DebtorId, FacilityId},
        minor::Minor,
        money::Currency,
    },
};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = rows)]
struct Row {
    business_date: NaiveDate,
    facility_id: Id,
    debtor_id: Id,
    currency: String,
    bucket: String,
    receivables: i64,
    open: i64,
    out: i64,
    reserve: i64,
}

impl Row {
    fn of(on: NaiveDate, PositionRow { key, figures }: &PositionRow) -> Self {
        Self {
            business_date: on,
            facility_id: Id(key.facility.0),
            debtor_id: Id(key.debtor.0),
            currency: key.currency.code().to_owned(),
            bucket: key.bucket.code().to_owned(),
            receivables: figures.receivables,
            open: figures.open.get(),
            out: figures.out.get(),
            reserve: figures.reserve.get(),
        }
    }

    fn position(self) -> Option<PositionRow> {
        let key = PositionKey {
            facility: FacilityId(self.facility_id.0),
            debtor: DebtorId(self.debtor_id.0),
            currency: Currency::parse(&self.currency).ok()?,
            bucket: AgeingBucket::from_code(&self.bucket)?,
        };
        let [open, out, reserve] = [self.open, self.out, self.reserve].map(Minor::new);
        Some(PositionRow { key, figures: PositionFigures { receivables: self.receivables, open, out, reserve } })
    }
}

/// Adds what is inserted to what is there.
macro_rules! adding {
    ($rows:expr) => {
        diesel::insert_into(rows::table)
            .values($rows)
            .on_conflict((rows::business_date, rows::facility_id, rows::debtor_id, rows::currency, rows::bucket))
            .do_update()
            .set((
                rows::receivables.eq(rows::receivables + excluded(rows::receivables)),
                rows::open.eq(rows::open + excluded(rows::open)),
                rows::out.eq(rows::out + excluded(rows::out)),
                rows::reserve.eq(rows::reserve + excluded(rows::reserve)),
            ))
    };
}

/// In one statement where each takes a way to the database and back.
pub(super) fn add(conn: &mut Conn, on: NaiveDate, added: &[PositionRow]) -> Result<(), Failure<CommitError>> {
    let added = added.iter().map(|row| Row::of(on, row));
    match conn {
        Conn::Sqlite(conn) => {
            for row in added {
                adding!(row).execute(conn)?;
            }
        }
        Conn::Postgres(conn) => {
            adding!(added.collect::<Vec<_>>()).execute(conn)?;
        }
    }
    Ok(())
}

/// Behind this key; every key is behind that of nobody.
macro_rules! of_day {
    ($day:expr, $after:expr) => {{
        let (facility, debtor) = $after.map_or((Uuid::nil(), Uuid::nil()), |key: PositionKey| (key.facility.0, key.debtor.0));
        let (currency, bucket) = $after.map_or(("", ""), |key| (key.currency.code(), key.bucket.code()));
        let same_debtor = rows::facility_id.eq(Id(facility)).and(rows::debtor_id.eq(Id(debtor)));
        let later = rows::currency.gt(currency).or(rows::currency.eq(currency).and(rows::bucket.gt(bucket)));
        let other_debtor = rows::facility_id.eq(Id(facility)).and(rows::debtor_id.gt(Id(debtor)));
        rows::table
            .filter(rows::business_date.eq($day))
            .filter(rows::facility_id.ge(Id(facility)))
            .filter(rows::facility_id.gt(Id(facility)).or(other_debtor).or(same_debtor.and(later)))
            .order((rows::facility_id, rows::debtor_id, rows::currency, rows::bucket))
            .select(Row::as_select())
    }};
}

pub(super) fn page(
    conn: &mut Conn,
    on: NaiveDate,
    after: Option<PositionKey>,
    most: i64,
) -> Result<Vec<PositionRow>, Failure<Unavailable>> {
    let found: Vec<Row> = on!(conn, |c| First(most, of_day!(on, after)).load(c))?;
    found.into_iter().map(|row| row.position().ok_or_else(|| corrupt("position"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;

    #[test]
    fn the_rows_of_a_day_are_one_range_of_an_index() {
        assert_one_range(&First(2, of_day!(NaiveDate::default(), None::<PositionKey>)), "sqlite_autoindex_end_of_day_positions_1");
    }
}
