//! The queue: pages of applications, in the order of waiting or of their companies' names.

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
        order::behind,
        sql_types::{Id, JsonText, Time},
    },
    parties::schema::buyers,
};
use diesel::{dsl::count_star, pg::Pg, prelude::*, sqlite::Sqlite};
use sooner_application::{
    kernel::{paging::Direction, unavailable::Unavailable},
    onboarding::ports::{QueueCursor, QueueEntry, QueueFilter, QueueOrder, QueueSlice, QueueSort},
};
use sooner_domain::{
    identity::user::User,
    kernel::{coded::Coded, ids::CompanyId},
    onboarding::{application::ApplicationId, status::OnboardingStatus},
    parties::{buyer::BuyerStatus, membership::Membership},
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
    submissions: i32,
    waiting_since: Time,
    reviewer_id: Option<Id>,
    company_key: String,
}

impl WaitingRow {
    fn place(&self) -> QueueCursor {
        QueueCursor { waiting_since: self.waiting_since.0, company: self.company_key.clone(), id: ApplicationId(self.id.0) }
    }
}

type Rows = Vec<(WaitingRow, UserRow)>;

/// The query of those that are `$wanted` in an order, behind a place, for one of the two databases.
macro_rules! page_of {
    ($db:ty, $wanted:expr, $order:expr, $after:expr) => {{
        let query = applications::table.inner_join(accounts::table).filter($wanted).into_boxed::<$db>();
        let QueueOrder { sort, direction } = $order;
        match sort {
            QueueSort::Waiting => {
                let place = $after.map(|place: &QueueCursor| (Time(place.waiting_since), Id(place.id.0)));
                behind!(query, applications::waiting_since, applications::id, place, direction)
            }
            QueueSort::Company => {
                let place = $after.map(|place: &QueueCursor| (place.company.clone(), Id(place.id.0)));
                behind!(query, applications::company_key, applications::id, place, direction)
            }
        }
    }};
}

/// Loads the first so many, and of each what `$select` says.
macro_rules! load {
    ($conn:expr, $wanted:expr, $order:expr, $after:expr, $most:expr, $select:expr) => {
        match $conn {
            Conn::Sqlite(conn) => First($most, page_of!(Sqlite, $wanted, $order, $after).select($select)).load(conn),
            Conn::Postgres(conn) => First($most, page_of!(Pg, $wanted, $order, $after).select($select)).load(conn),
        }
    };
}

macro_rules! mine {
    ($status:expr, $me:expr) => {
        applications::reviewer_id.eq(Id($me.0)).and(applications::status.eq($status.number()))
    };
}

macro_rules! unassigned {
    ($status:expr) => {
        applications::reviewer_id.is_null().and(applications::status.eq($status.number()))
    };
}

pub(super) fn page(
    conn: &mut Conn,
    filter: QueueFilter,
    order: QueueOrder,
    after: Option<QueueCursor>,
    most: i64,
) -> Result<QueueSlice, Failure<Unavailable>> {
    let after = after.as_ref();
    let mut too_many = false;
    let rows: Rows = match filter {
        QueueFilter::Status(status) => load!(
            &mut *conn,
            applications::status.eq(status.number()),
            order,
            after,
            most,
            (WaitingRow::as_select(), UserRow::as_select())
        )?,
        QueueFilter::MineOf(status, me) => {
            load!(&mut *conn, mine!(status, me), order, after, most, (WaitingRow::as_select(), UserRow::as_select()))?
        }
        QueueFilter::UnassignedOf(status) => {
            load!(&mut *conn, unassigned!(status), order, after, most, (WaitingRow::as_select(), UserRow::as_select()))?
        }
        QueueFilter::Found(words, status) => {
            let found;
            (found, too_many) = search::find(conn, &words)?;
            found_page(conn, found, status, order, after, most)?
        }
    };
    Ok(QueueSlice { entries: with_the_rest(conn, rows)?, too_many })
}

/// The first of the operator's own cases and of nobody's, behind the place of one that waits itself; else from the beginning.
pub(super) fn next(conn: &mut Conn, operator: &Membership, after: Option<ApplicationId>) -> QueryResult<Option<ApplicationId>> {
    let after = Id(after.map_or(Uuid::nil(), |id| id.0));
    let waiting = applications::table.filter(applications::id.eq(after).and(applications::status.eq(OnboardingStatus::Pending.number())));
    let since: Option<Time> = on!(&mut *conn, |c| waiting.select(applications::waiting_since).get_result(c)).optional()?;
    let place = since.map(|since| QueueCursor { waiting_since: since.0, company: String::new(), id: ApplicationId(after.0) });
    let mut first = |place: Option<&QueueCursor>| -> QueryResult<Option<ApplicationId>> {
        let order = QueueOrder::default();
        let other = applications::id.ne(after).and(applications::company_id.ne(Id(operator.company.0)));
        let (mine, unassigned) = (mine!(OnboardingStatus::Pending, operator.user), unassigned!(OnboardingStatus::Pending));
        let shown = (applications::waiting_since, applications::id);
        let mut found: Vec<(Time, Id)> = load!(&mut *conn, mine.and(other), order, place, 1, shown)?;
        let unassigned: Vec<(Time, Id)> = load!(&mut *conn, unassigned.and(other), order, place, 1, shown)?;
        found.extend(unassigned);
        Ok(found.into_iter().min_by_key(|(since, id)| (*since, id.0)).map(|(_, id)| ApplicationId(id.0)))
    };
    match (first(place.as_ref())?, place) {
        (None, Some(_)) => first(None),
        (found, _) => Ok(found),
    }
}

/// A page of those found. They are few: put in order here, they are looked up by their ids alone, where a database asked
/// for the order might rather walk through the whole queue.
fn found_page(
    conn: &mut Conn,
    found: Vec<Id>,
    only: Option<OnboardingStatus>,
    order: QueueOrder,
    after: Option<&QueueCursor>,
    most: i64,
) -> QueryResult<Rows> {
    let keys = applications::table.filter(applications::id.eq_any(found));
    let keys = keys.select((applications::waiting_since, applications::company_key, applications::id, applications::status));
    let keys: Vec<(Time, String, Id, i16)> = on!(conn, |c| keys.load(c))?;
    let wanted = keys.into_iter().filter(|(.., status)| only.is_none_or(|only| only.number() == *status));
    let place = |(since, company, id, _): (Time, String, Id, i16)| QueueCursor { waiting_since: since.0, company, id: ApplicationId(id.0) };
    let mut places: Vec<_> = wanted.map(place).collect();
    places.retain(|place| after.is_none_or(|after| order.compare(place, after).is_gt()));
    places.sort_unstable_by(|one, other| order.compare(one, other));
    places.truncate(usize::try_from(most).unwrap_or(0));
    let ids: Vec<_> = places.into_iter().map(|place| Id(place.id.0)).collect();
    let query = applications::table.inner_join(accounts::table).filter(applications::id.eq_any(ids));
    let mut rows: Rows = on!(conn, |c| query.select((WaitingRow::as_select(), UserRow::as_select())).load(c))?;
    rows.sort_by(|(one, _), (other, _)| order.compare(&one.place(), &other.place()));
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
            place: row.place(),
            of: CompanyId(row.company_id.0),
            status,
            version: row.version,
            submissions: row.submissions,
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
    use chrono::DateTime;
    use sooner_domain::kernel::ids::UserId;

    #[test]
    fn a_page_is_one_range_of_an_index() {
        let place = QueueCursor { waiting_since: DateTime::UNIX_EPOCH, company: "muhle".to_owned(), id: ApplicationId(Uuid::nil()) };
        let (status, me) = (OnboardingStatus::Pending, UserId(Uuid::nil()));
        for (sort, [all, mine, unassigned]) in [
            (QueueSort::Waiting, ["applications_queue", "applications_reviewer", "applications_unassigned"]),
            (QueueSort::Company, ["applications_company", "applications_reviewer_company", "applications_unassigned_company"]),
        ] {
            for direction in [Direction::Ascending, Direction::Descending] {
                for after in [None, Some(&place)] {
                    let order = QueueOrder { sort, direction };
                    let select = || (WaitingRow::as_select(), UserRow::as_select());
                    let waiting = page_of!(Sqlite, applications::status.eq(status.number()), order, after);
                    assert_one_range(&First(51, waiting.select(select())), all);
                    assert_one_range(&First(51, page_of!(Sqlite, mine!(status, me), order, after).select(select())), mine);
                    assert_one_range(&First(51, page_of!(Sqlite, unassigned!(status), order, after).select(select())), unassigned);
                }
            }
        }
    }
}
