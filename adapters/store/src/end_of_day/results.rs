//! What days made of receivables.

use super::schema::end_of_day_results;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::Id,
};
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::kernel::{commit::CommitError, unavailable::Unavailable};
use sooner_domain::{
    end_of_day::result::{DayResult, DayResultKind},
    kernel::{coded::Coded, ids::ReceivableId},
};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = end_of_day_results)]
struct ResultRow {
    business_date: NaiveDate,
    receivable_id: Id,
    kind: String,
}

impl From<DayResult> for ResultRow {
    fn from(DayResult { on, receivable, kind }: DayResult) -> Self {
        Self { business_date: on, receivable_id: Id(receivable.0), kind: kind.code().to_owned() }
    }
}

impl ResultRow {
    fn into_result(self) -> Result<DayResult, Failure<Unavailable>> {
        let kind = DayResultKind::from_code(&self.kind).ok_or_else(|| corrupt("result of an end of day"))?;
        Ok(DayResult { on: self.business_date, receivable: ReceivableId(self.receivable_id.0), kind })
    }
}

pub(super) fn add(conn: &mut Conn, result: DayResult) -> Result<(), Failure<CommitError>> {
    on!(conn, |c| diesel::insert_into(end_of_day_results::table).values(ResultRow::from(result)).execute(c))?;
    Ok(())
}

macro_rules! page {
    ($on:expr, $after:expr, $most:expr) => {
        end_of_day_results::table
            .filter(end_of_day_results::business_date.eq($on).and(end_of_day_results::receivable_id.gt($after)))
            .order(end_of_day_results::receivable_id)
            .limit($most)
            .select(ResultRow::as_select())
    };
}

pub(super) fn page(conn: &mut Conn, on: NaiveDate, after: Option<ReceivableId>, most: i64) -> Result<Vec<DayResult>, Failure<Unavailable>> {
    let after = Id(after.map_or(Uuid::nil(), |id| id.0));
    on!(conn, |c| page!(on, after, most).load(c))?.into_iter().map(ResultRow::into_result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;

    #[test]
    fn a_page_of_results_is_one_range() {
        assert_one_range(&page!(NaiveDate::MIN, Id(Uuid::nil()), 2), "sqlite_autoindex_end_of_day_results_1");
    }
}
