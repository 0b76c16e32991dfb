//! The queue: pages of applications in the order of waiting.

use super::{forms::company_from, schema::applications, search};
use crate::{
    identity::{
        schema::users as accounts,
        users::{self, UserRow},
    },
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt},
        first::First,
        sql_types::{Id, JsonText, Time},
    },
    parties::schema::buyers,
};
use chrono::DateTime;
use diesel::{dsl::count_star, prelude::*};
use sooner_application::{
    kernel::unavailable::Unavailable,
    onboarding::ports::{QueueCursor, QueueEntry, QueueFilter, QueueSlice},
};
use sooner_domain::{
    identity::user::User,
    kernel::coded::Coded,
    onboarding::{application::ApplicationId, status::OnboardingStatus},
    parties::buyer::BuyerStatus,
};
use std::collections::HashMap;
use uuid::Uuid;

/// What the queue shows of an application.
#[derive(Queryable, Selectable)]
#[diesel(table_name = applications)]
struct WaitingRow {
    id: Id,
    company_id: Id,
    status: i16,
    version: i64,
    form: JsonText,
    waiting_since: Time,
    reviewer_id: Option<Id>,
}

type Rows = Vec<(WaitingRow, UserRow)>;

/// The query of a page of those that are `$wanted`, behind a place.
macro_rules! page_of {
    ($wanted:expr, $place:expr) => {{
        let (since, id) = (Time($place.waiting_since), Id($place.id.0));
        let behind = applications::waiting_since.gt(since).or(applications::waiting_since.eq(since).and(applications::id.gt(id)));
        applications::table
            .inner_join(accounts::table)
            .filter($wanted)
            .filter(applications::waiting_since.ge(since))
            .filter(behind)
            .order((applications::waiting_since, applications::id))
    }};
}

/// Loads the first so many.
macro_rules! load {
    ($conn:expr, $query:expr, $most:expr) => {{
        let query = $query;
        on!($conn, |c| First($most, query.select((WaitingRow::as_select(), UserRow::as_select()))).load(c))
    }};
}

pub(super) fn page(
    conn: &mut Conn,
    filter: QueueFilter,
    after: Option<QueueCursor>,
    most: i64,
) -> Result<QueueSlice, Failure<Unavailable>> {
    // Before the first place there is none: the same statement serves every page.
    let place = after.unwrap_or(QueueCursor { waiting_since: DateTime::UNIX_EPOCH, id: ApplicationId(Uuid::nil()) });
    let mut too_many = false;
    let rows: Rows = match filter {
        QueueFilter::Status(status) => load!(conn, page_of!(applications::status.eq(status.number()), place), most)?,
        QueueFilter::MineOf(status, me) => {
            let mine = applications::reviewer_id.eq(Id(me.0)).and(applications::status.eq(status.number()));
            load!(conn, page_of!(mine, place), most)?
        }
        QueueFilter::Found(words, status) => {
            let found;
            (found, too_many) = search::find(conn, &words)?;
            found_page(conn, found, status, place, most)?
        }
    };
    Ok(QueueSlice { entries: with_the_rest(conn, rows)?, too_many })
}

/// A page of those found. They are few: put in order here, they are looked up by their ids alone, where a database asked
/// for the order might rather walk through the whole queue.
fn found_page(conn: &mut Conn, found: Vec<Id>, only: Option<OnboardingStatus>, after: QueueCursor, most: i64) -> QueryResult<Rows> {
    let keys = applications::table.filter(applications::id.eq_any(found));
    let keys = keys.select((applications::waiting_since, applications::id, applications::status));
    let keys: Vec<(Time, Id, i16)> = on!(conn, |c| keys.load(c))?;
    let wanted = keys.into_iter().filter(|(_, _, status)| only.is_none_or(|only| only.number() == *status));
    let mut places: Vec<_> = wanted.map(|(since, id, _)| (since.0, id.0)).collect();
    places.retain(|place| *place > (after.waiting_since, after.id.0));
    places.sort_unstable();
    places.truncate(usize::try_from(most).unwrap_or(0));
    let ids: Vec<_> = places.into_iter().map(|(_, id)| Id(id)).collect();
    let mut rows: Rows = load!(conn, applications::table.inner_join(accounts::table).filter(applications::id.eq_any(ids)), most)?;
    rows.sort_by_key(|(row, _)| (row.waiting_since, row.id.0));
    Ok(rows)
}

/// Adds who is on each case, and how many buyers wait in it.
fn with_the_rest(conn: &mut Conn, rows: Rows) -> Result<Vec<QueueEntry>, Failure<Unavailable>> {
    let reviewers: Vec<Id> = rows.iter().filter_map(|(row, _)| row.reviewer_id).collect();
    let reviewers: HashMap<Id, User> =
        users::of_ids::<Unavailable>(conn, &reviewers)?.into_iter().map(|user| (Id(user.id().0), user)).collect();
    let sellers: Vec<Id> = rows.iter().map(|(row, _)| row.company_id).collect();
    let pending = buyers::company_id.eq_any(sellers).and(buyers::status.eq(BuyerStatus::Pending.code()));
    let query = buyers::table.filter(pending).group_by(buyers::company_id).select((buyers::company_id, count_star()));
    let pending: HashMap<Id, i64> = on!(conn, |c| query.load(c))?.into_iter().collect();
    let entry = |(row, user): (WaitingRow, UserRow)| {
        let status = OnboardingStatus::from_number(row.status).ok_or_else(|| corrupt("application"))?;
        let company = company_from(&row.form).ok_or_else(|| corrupt("application"))?;
        Ok(QueueEntry {
            place: QueueCursor { waiting_since: row.waiting_since.0, id: ApplicationId(row.id.0) },
            status,
            version: row.version,
            company,
            applicant: user.into_user()?,
            reviewer: row.reviewer_id.and_then(|id| reviewers.get(&id).cloned()),
            pending_buyers: pending.get(&row.company_id).copied().unwrap_or(0),
        })
    };
    rows.into_iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;

    #[test]
    fn a_page_is_one_range_of_an_index() {
        let place = QueueCursor { waiting_since: DateTime::UNIX_EPOCH, id: ApplicationId(Uuid::nil()) };
        let select = (WaitingRow::as_select(), UserRow::as_select());
        let waiting = page_of!(applications::status.eq(1), place);
        assert_one_range(&First(51, waiting.select(select)), "applications_queue");
        let mine = page_of!(applications::reviewer_id.eq(Id(Uuid::nil())).and(applications::status.eq(1)), place);
        assert_one_range(&First(51, mine.select(select)), "applications_reviewer");
    }
}
