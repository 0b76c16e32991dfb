//! The queue: pages of applications in the order of waiting, and the words they are found by.

use super::applications::company_from;
use crate::kernel::failure::{Failure, corrupt};
use crate::{
    identity::users::UserRow,
    kernel::{
        db::{Conn, on},
        first::{CountsUpTo, First},
        types::{Id, JsonText, Time},
    },
    schema::{applications, buyers, search_words as words, users},
};
use chrono::DateTime;
use diesel::{dsl::count_star, prelude::*};
use sooner_application::{
    kernel::unavailable::Unavailable,
    onboarding::ports::{QueueEntry, QueueFilter, QueuePlace, QueueSlice},
};
use sooner_domain::{
    identity::user::User,
    kernel::{coded::Coded, ids::ApplicationId},
    onboarding::{application::Application, status::OnboardingStatus},
    parties::buyer::BuyerStatus,
};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// What the queue shows of an application.
#[derive(Queryable, Selectable)]
#[diesel(table_name = applications)]
struct WaitingRow {
    id: Id,
    user_id: Id,
    status: i16,
    version: i64,
    form: JsonText,
    updated_at: Time,
    reviewer_id: Option<Id>,
}

type Rows = Vec<(WaitingRow, UserRow)>;

/// The query of a page of those that are `$wanted`, behind a place.
macro_rules! page_of {
    ($wanted:expr, $place:expr) => {{
        let (since, id) = (Time($place.waiting_since), Id($place.id.0));
        let behind = applications::updated_at.gt(since).or(applications::updated_at.eq(since).and(applications::id.gt(id)));
        applications::table
            .inner_join(users::table)
            .filter($wanted)
            .filter(applications::updated_at.ge(since))
            .filter(behind)
            .order((applications::updated_at, applications::id))
    }};
}

/// Loads the first so many.
macro_rules! load {
    ($conn:expr, $query:expr, $most:expr) => {{
        let query = $query;
        on!($conn, |c| First($most, query.select((WaitingRow::as_select(), UserRow::as_select()))).load(c))
    }};
}

pub(crate) fn page(conn: &mut Conn, filter: QueueFilter, after: Option<QueuePlace>, most: i64) -> Result<QueueSlice, Failure<Unavailable>> {
    // Before the first place there is none: the same statement serves every page.
    let place = after.unwrap_or(QueuePlace { waiting_since: DateTime::UNIX_EPOCH, id: ApplicationId(Uuid::nil()) });
    let mut too_many = false;
    let rows: Rows = match filter {
        QueueFilter::Status(status) => load!(conn, page_of!(applications::status.eq(status.number()), place), most)?,
        QueueFilter::MineOf(status, me) => {
            let mine = applications::reviewer_id.eq(Id(me.0)).and(applications::status.eq(status.number()));
            load!(conn, page_of!(mine, place), most)?
        }
        QueueFilter::Found(words, status) => {
            let found;
            (found, too_many) = find(conn, &words)?;
            found_page(conn, found, status, place, most)?
        }
    };
    Ok(QueueSlice { entries: with_the_rest(conn, rows)?, too_many })
}

/// A page of those found. They are few: put in order here, they are looked up by their ids alone, where a database asked
/// for the order might rather walk through the whole queue.
fn found_page(conn: &mut Conn, found: Vec<Id>, only: Option<OnboardingStatus>, after: QueuePlace, most: i64) -> QueryResult<Rows> {
    let keys = applications::table.filter(applications::id.eq_any(found));
    let keys = keys.select((applications::updated_at, applications::id, applications::status));
    let keys: Vec<(Time, Id, i16)> = on!(conn, |c| keys.load(c))?;
    let wanted = keys.into_iter().filter(|(_, _, status)| only.is_none_or(|only| only.number() == *status));
    let mut places: Vec<_> = wanted.map(|(since, id, _)| (since.0, id.0)).collect();
    places.retain(|place| *place > (after.waiting_since, after.id.0));
    places.sort_unstable();
    places.truncate(usize::try_from(most).unwrap_or(0));
    let ids: Vec<_> = places.into_iter().map(|(_, id)| Id(id)).collect();
    let mut rows: Rows = load!(conn, applications::table.inner_join(users::table).filter(applications::id.eq_any(ids)), most)?;
    rows.sort_by_key(|(row, _)| (row.updated_at, row.id.0));
    Ok(rows)
}

/// The words that begin like this one, as a range of the index: no letter or digit sorts as high as the last code point.
fn range(begin: &str) -> (String, String) {
    (begin.to_owned(), format!("{begin}\u{10FFFF}"))
}

/// The most words that are looked at for the beginning of one: an application may have several that begin alike.
pub(crate) const MOST_LOOKED_AT: i64 = 3 * QueueFilter::MOST_FOUND;

/// The applications in which each of these words begins one, and whether more have the first than are looked through.
/// The first narrows the most.
fn find(conn: &mut Conn, begins: &[String]) -> Result<(Vec<Id>, bool), Failure<Unavailable>> {
    let Some((first, rest)) = begins.split_first() else { return Ok((Vec::new(), false)) };
    let (from, to) = range(first);
    // Told apart here: PostgreSQL would read all there are first.
    let all = words::table.filter(words::word.ge(from).and(words::word.lt(to))).select(words::application_id);
    let mut found: Vec<Id> = on!(conn, |c| First(MOST_LOOKED_AT, all).load(c))?;
    let looked_at_all = i64::try_from(found.len()).is_ok_and(|looked_at| looked_at < MOST_LOOKED_AT);
    found.sort_unstable_by_key(|id| id.0);
    found.dedup();
    let most = usize::try_from(QueueFilter::MOST_FOUND).unwrap_or(usize::MAX);
    let too_many = found.len() > most || !looked_at_all;
    found.truncate(most);
    for word in rest {
        let (from, to) = range(word);
        let query = words::table
            .filter(words::application_id.eq_any(found).and(words::word.ge(from)).and(words::word.lt(to)))
            .select(words::application_id)
            .distinct();
        found = on!(conn, |c| query.load(c))?;
    }
    Ok((found, too_many))
}

/// Adds who is on each case, and how many buyers wait in it.
fn with_the_rest(conn: &mut Conn, rows: Rows) -> Result<Vec<QueueEntry>, Failure<Unavailable>> {
    let reviewers: Vec<Id> = rows.iter().filter_map(|(row, _)| row.reviewer_id).collect();
    let reviewers: HashMap<Id, User> = load_users(conn, reviewers)?.into_iter().map(|user| (Id(user.id().0), user)).collect();
    let sellers: Vec<Id> = rows.iter().map(|(row, _)| row.user_id).collect();
    let pending = buyers::seller_id.eq_any(sellers).and(buyers::status.eq(BuyerStatus::Pending.code()));
    let query = buyers::table.filter(pending).group_by(buyers::seller_id).select((buyers::seller_id, count_star()));
    let pending: HashMap<Id, i64> = on!(conn, |c| query.load(c))?.into_iter().collect();
    let entry = |(row, user): (WaitingRow, UserRow)| {
        let status = OnboardingStatus::from_number(row.status).ok_or_else(|| corrupt("application"))?;
        let company = company_from(&row.form).ok_or_else(|| corrupt("application"))?;
        Ok(QueueEntry {
            place: QueuePlace { waiting_since: row.updated_at.0, id: ApplicationId(row.id.0) },
            status,
            version: row.version,
            company,
            applicant: user.into_user()?,
            reviewer: row.reviewer_id.and_then(|id| reviewers.get(&id).cloned()),
            pending_buyers: pending.get(&row.user_id).copied().unwrap_or(0),
        })
    };
    rows.into_iter().map(entry).collect()
}

fn load_users(conn: &mut Conn, ids: Vec<Id>) -> Result<Vec<User>, Failure<Unavailable>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let query = users::table.filter(users::id.eq_any(ids));
    let rows: Vec<UserRow> = on!(conn, |c| query.select(UserRow::as_select()).load(c))?;
    rows.into_iter().map(UserRow::into_user).collect()
}

/// How many applications have each status, counted no further than `most`.
pub(crate) fn counts(conn: &mut Conn, most: i64) -> QueryResult<Vec<i64>> {
    let counted: Vec<(i32, i64)> = on!(conn, |c| CountsUpTo(most).load(c))?;
    Ok(counted.into_iter().map(|(_, number)| number).collect())
}

/// Keeps the words the application is found by. Most saves change none.
pub(crate) fn index_words<E: From<Unavailable>>(conn: &mut Conn, application: &Application) -> Result<(), Failure<E>> {
    let (id, owner) = (Id(application.parts().id.0), Id(application.parts().applicant.0));
    let query = users::table.find(owner);
    let user: UserRow = on!(conn, |c| query.select(UserRow::as_select()).get_result(c))?;
    let mut wanted = application.search_words();
    wanted.extend(user.into_user::<E>()?.search_words());
    let query = words::table.filter(words::application_id.eq(id)).select(words::word);
    let known: BTreeSet<String> = on!(conn, |c| query.load(c))?.into_iter().collect();
    let gone: Vec<_> = known.difference(&wanted).cloned().collect();
    if !gone.is_empty() {
        let delete = diesel::delete(words::table.filter(words::application_id.eq(id).and(words::word.eq_any(gone))));
        on!(conn, |c| delete.execute(c))?;
    }
    let new: Vec<_> = wanted.difference(&known).map(|word| (words::word.eq(word.clone()), words::application_id.eq(id))).collect();
    if !new.is_empty() {
        let insert = diesel::insert_into(words::table).values(new);
        on!(conn, |c| insert.execute(c))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DieselStore;
    use diesel::{debug_query, sql_types, sqlite::Sqlite};

    #[derive(QueryableByName)]
    struct Step {
        #[diesel(sql_type = sql_types::Text)]
        detail: String,
    }

    /// Without sorting and without scanning, the page takes no longer the more applications there are.
    #[test]
    fn a_page_is_one_range_of_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        DieselStore::migrate(&url).unwrap();
        let Ok(Conn::Sqlite(mut conn)) = Conn::open(&url) else { panic!("no SQLite") };
        let place = QueuePlace { waiting_since: DateTime::UNIX_EPOCH, id: ApplicationId(Uuid::nil()) };
        let select = (WaitingRow::as_select(), UserRow::as_select());
        let waiting = First(51, page_of!(applications::status.eq(1), place).select(select));
        let mine = page_of!(applications::reviewer_id.eq(Id(Uuid::nil())).and(applications::status.eq(1)), place);
        let both = [
            (debug_query::<Sqlite, _>(&waiting).to_string(), "applications_queue"),
            (debug_query::<Sqlite, _>(&First(51, mine.select(select))).to_string(), "applications_reviewer"),
        ];
        for (sql, index) in both {
            let statement = sql.split(" -- binds").next().unwrap_or_default().to_owned();
            let steps: Vec<Step> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {statement}")).load(&mut conn).unwrap();
            let plan: Vec<_> = steps.into_iter().map(|step| step.detail).collect();
            assert!(plan.iter().any(|step| step.contains(&format!("USING INDEX {index}"))), "{plan:?}");
            assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE") || step.starts_with("SCAN")), "{plan:?}");
        }
    }
}
