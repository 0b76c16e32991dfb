//! Lists of receivables. Whatever is asked for is read as ranges of indexes, each of one side and one status, and
//! put together here: a database asked for several at once would put all of them in order.

use super::{
    rows::{self, ReceivableRow},
    schema::receivables,
    sold::is_at,
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    first::First,
    order::behind,
    sql_types::{DbUuid, Id},
};
use chrono::NaiveDate;
use diesel::{
    dsl::{count_star, sql},
    pg::Pg,
    prelude::*,
    sql_types::{BigInt, Bool},
    sqlite::Sqlite,
};
use sooner_application::{
    kernel::{paging::Direction, unavailable::Unavailable},
    receivables::ports::{DueBetween, Hidden, Kept, ListTotal, Only, ReceivableFilter, ReceivableOrder, ReceivableSort, Side},
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    receivables::{reference::SearchedNumber, status::ReceivableStatus},
};
use std::{cmp::Ordering, collections::BTreeMap};

/// The first column of an index.
#[derive(Clone, Copy)]
enum Key {
    Seller(CompanyId),
    Buyer(CompanyId),
    Debtor(DebtorId),
    Facility(FacilityId),
    Status(ReceivableStatus),
    /// The id itself.
    None,
}

/// Where a page begins: behind this one.
#[derive(Clone, Copy)]
struct Place {
    id: Id,
    due_on: NaiveDate,
    face: i64,
}

/// What all of one range have in common, besides the key: none of these is the key once more.
#[derive(Clone)]
struct Range {
    key: Key,
    debtor: Option<DebtorId>,
    facility: Option<FacilityId>,
    status: Option<ReceivableStatus>,
    due: DueBetween,
    /// As patterns, of the number and of the reference.
    number: Option<(String, String)>,
    only: Only,
    hidden: Option<Hidden>,
    order: ReceivableOrder,
    after: Option<Place>,
}

/// What members of the seller see: nothing of a programme before the buyer promised to pay. As the indexes say it.
macro_rules! shown_to_seller {
    () => {
        receivables::programme_buyer_id.is_null().or(receivables::submitted_at.is_not_null())
    };
}

/// Those with this value in the first column of an index. Were the column equal to one value, PostgreSQL would know the order of
/// the ids alone for the newest first, and where it takes the value for a common one walk through the ids of all.
macro_rules! keyed {
    ($query:expr, $column:expr, $value:expr) => {
        $query.filter($column.eq_any(vec![$value]))
    };
}

/// The newest first, by the index of a range.
macro_rules! newest_first {
    ($query:expr, $key:expr) => {
        match $key {
            Key::Seller(_) => $query.order((receivables::seller_id.desc(), receivables::id.desc())),
            Key::Buyer(_) => $query.order((receivables::programme_buyer_id.desc(), receivables::id.desc())),
            Key::Debtor(_) => $query.order((receivables::debtor_id.desc(), receivables::id.desc())),
            Key::Facility(_) => $query.order((receivables::facility_id.desc(), receivables::id.desc())),
            Key::Status(_) => $query.order((receivables::status.desc(), receivables::id.desc())),
            Key::None => $query.order(receivables::id.desc()),
        }
    };
}

/// Whether there is a dispute that has not ended, in the JSON in which details are kept.
const DISPUTED_SQLITE: &str =
    "json_extract(receivables.details, '$.dispute') IS NOT NULL AND json_extract(receivables.details, '$.dispute.end') IS NULL";
const DISPUTED_POSTGRES: &str = "json_typeof(CAST(receivables.details AS json) -> 'dispute') = 'object' \
    AND CAST(receivables.details AS json) -> 'dispute' ->> 'end' IS NULL";

/// Whose buyer is not the debtor that is named next: an invoice entered before its buyer was approved names no debtor.
const OF_NOBODYS_BUYER: &str =
    "(receivables.buyer_id IS NULL OR receivables.buyer_id NOT IN (SELECT buyers.id FROM buyers WHERE buyers.debtor_id = ";

/// What was handed in. Said as `IS NOT NULL`, SQLite takes an index of those alone, which has no list's order and no sum's columns.
const HANDED_IN: &str = "(receivables.submitted_at IS NULL) = FALSE";

/// What of a query is in a range, wherever its page begins: rows as well as their sums.
macro_rules! within {
    ($query:expr, $disputed:expr, $range:expr) => {{
        let Range { key, debtor, facility, status, due, number, only, hidden, order: _, after: _ } = $range;
        let mut query = $query;
        query = match key {
            Key::Seller(company) => keyed!(query, receivables::seller_id, Id(company.0)).filter(shown_to_seller!()),
            Key::Buyer(company) => keyed!(query, receivables::programme_buyer_id, Id(company.0)),
            Key::Debtor(debtor) => keyed!(query, receivables::debtor_id, Id(debtor.0)),
            Key::Facility(facility) => keyed!(query, receivables::facility_id, Id(facility.0)),
            Key::Status(status) => keyed!(query, receivables::status, status.code()),
            Key::None => query,
        };
        if let Some(debtor) = debtor {
            query = query.filter(receivables::debtor_id.eq(Id(debtor.0)));
        }
        if let Some(facility) = facility {
            query = query.filter(receivables::facility_id.eq(Id(facility.0)));
        }
        if let Some(status) = status {
            query = query.filter(receivables::status.eq(status.code()));
        }
        if let Some(from) = due.from {
            query = query.filter(receivables::owed_due_on.ge(from));
        }
        if let Some(to) = due.to {
            query = query.filter(receivables::owed_due_on.le(to));
        }
        if let Some((number, reference)) = number {
            let is_quoted = receivables::reference.like(reference);
            query = query.filter(receivables::normalised_number.like(number).escape('\\').or(is_quoted));
        }
        if only.disputed {
            query = query.filter(sql::<Bool>($disputed)).filter(sql::<Bool>(&is_at(ReceivableStatus::DISPUTABLE)));
        }
        if only.open {
            query = query.filter(receivables::open.gt(0));
        }
        if let Some(Hidden { company, debtor }) = hidden {
            let others = receivables::programme_buyer_id.assume_not_null().ne(Id(company.0));
            query = query.filter(receivables::seller_id.ne(Id(company.0))).filter(receivables::programme_buyer_id.is_null().or(others));
            // What a company did not hand in is its own.
            query = query.filter(sql::<Bool>(HANDED_IN));
            if let Some(DebtorId(debtor)) = debtor {
                let others = sql::<Bool>("(receivables.debtor_id <> ").bind::<DbUuid, _>(Id(debtor));
                let others = others.sql(&format!(" OR (receivables.debtor_id IS NULL AND {OF_NOBODYS_BUYER}"));
                query = query.filter(others.bind::<DbUuid, _>(Id(debtor)).sql("))))"));
            }
        }
        query
    }};
}

/// The query of one range, for one of the two databases.
macro_rules! in_range {
    ($db:ty, $disputed:expr, $range:expr) => {{
        let range = $range;
        let (key, ReceivableOrder { sort, direction }, after) = (range.key, range.order, range.after);
        let query = within!(receivables::table.select(ReceivableRow::as_select()).into_boxed::<$db>(), $disputed, range);
        match (sort, direction) {
            (ReceivableSort::Entered, Direction::Descending) => match after {
                Some(Place { id, .. }) => newest_first!(query.filter(receivables::id.lt(id)), key),
                None => newest_first!(query, key),
            },
            (ReceivableSort::Entered, Direction::Ascending) => match after {
                Some(Place { id, .. }) => query.filter(receivables::id.gt(id)).order(receivables::id),
                None => query.order(receivables::id),
            },
            (ReceivableSort::Due, _) => {
                let place = after.map(|Place { id, due_on, .. }| (due_on, id));
                behind!(query, receivables::owed_due_on, receivables::id, place, direction)
            }
            (ReceivableSort::Face, _) => {
                let place = after.map(|Place { id, face, .. }| (face, id));
                behind!(query, receivables::owed, receivables::id, place, direction)
            }
        }
    }};
}

/// What all of a range come to, by currency. A sum of amounts is a number of any size to PostgreSQL.
macro_rules! sums {
    ($db:ty, $disputed:expr, $range:expr) => {{
        let of_currency = receivables::table.group_by(receivables::currency).select((
            receivables::currency,
            count_star(),
            sql::<BigInt>("CAST(SUM(receivables.owed) AS BIGINT)"),
            sql::<BigInt>("CAST(SUM(receivables.open) AS BIGINT)"),
        ));
        within!(of_currency.into_boxed::<$db>(), $disputed, $range)
    }};
}

/// All that is on offer under a facility, oldest first.
macro_rules! on_offer {
    ($facility:expr) => {{
        let offered = receivables::status.eq(ReceivableStatus::Offered.code());
        let query = receivables::table.filter(receivables::facility_id.eq(Id($facility.0)).and(offered));
        query.order(receivables::id).select(ReceivableRow::as_select())
    }};
}

/// Those with this in their number, which has capitals and digits, or signs alone; and those whose reference begins like it.
fn patterns(searched: &SearchedNumber) -> (String, String) {
    let mut plain = String::new();
    for sign in searched.number().as_str().chars() {
        if matches!(sign, '%' | '_' | '\\') {
            plain.push('\\');
        }
        plain.push(sign);
    }
    (format!("%{plain}%"), searched.reference().map_or_else(String::new, |begins| format!("{begins}%")))
}

fn ranges(filter: &ReceivableFilter, after: Option<Place>) -> Vec<Range> {
    let ReceivableFilter { company, debtor, facility, ref statuses, due, ref number, only, hidden, order } = *filter;
    let number = number.as_ref().map(patterns);
    let all = Range { key: Key::None, debtor, facility, status: None, due, number, only, hidden, order, after };
    let of_any_status = match (company, facility, debtor) {
        (Some((company, side)), ..) => match side {
            Side::Either => vec![Range { key: Key::Seller(company), ..all.clone() }, Range { key: Key::Buyer(company), ..all }],
            Side::Selling => vec![Range { key: Key::Seller(company), ..all }],
            Side::Buying => vec![Range { key: Key::Buyer(company), ..all }],
        },
        (None, Some(id), _) => vec![Range { key: Key::Facility(id), facility: None, ..all }],
        (None, None, Some(id)) => vec![Range { key: Key::Debtor(id), debtor: None, ..all }],
        (None, None, None) => vec![all],
    };
    if statuses.is_empty() {
        return of_any_status;
    }
    let at = |range: Range, status: ReceivableStatus| match range.key {
        Key::None => Range { key: Key::Status(status), ..range },
        _ => Range { status: Some(status), ..range },
    };
    let wanted = ReceivableStatus::ALL.iter().filter(|status| statuses.contains(status));
    wanted.flat_map(|status| of_any_status.iter().map(|range| at(range.clone(), *status))).collect()
}

/// Where a page behind this one begins; none where it is not there, or the company does not see it.
fn place(conn: &mut Conn, filter: &ReceivableFilter, ReceivableId(id): ReceivableId) -> Result<Option<Place>, Failure<Unavailable>> {
    let id = Id(id);
    if filter.order.sort == ReceivableSort::Entered {
        return Ok(Some(Place { id, due_on: NaiveDate::MIN, face: 0 }));
    }
    type Found = (NaiveDate, i64, Id, Option<Id>);
    let columns = (receivables::owed_due_on, receivables::owed, receivables::seller_id, receivables::programme_buyer_id);
    let found: Option<Found> = on!(&mut *conn, |c| receivables::table.find(id).select(columns).first(c).optional())?;
    let is_seen = |seller: Id, buyer: Option<Id>| {
        let (sells, buys) = (|of: CompanyId| seller.0 == of.0, |of: CompanyId| buyer.is_some_and(|buyer| buyer.0 == of.0));
        filter.company.is_none_or(|(company, side)| match side {
            Side::Either => sells(company) || buys(company),
            Side::Selling => sells(company),
            Side::Buying => buys(company),
        })
    };
    Ok(found.filter(|(.., seller, buyer)| is_seen(*seller, *buyer)).map(|(due_on, face, ..)| Place { id, due_on, face }))
}

pub(super) fn page(
    conn: &mut Conn,
    filter: &ReceivableFilter,
    after: Option<ReceivableId>,
    most: i64,
) -> Result<Vec<Kept>, Failure<Unavailable>> {
    let after = match after {
        None => None,
        Some(after) => match place(conn, filter, after)? {
            None => return Ok(Vec::new()),
            place => place,
        },
    };
    let mut found: Vec<ReceivableRow> = Vec::new();
    for range in ranges(filter, after) {
        let rows: Vec<ReceivableRow> = match conn {
            Conn::Sqlite(c) => First(most, in_range!(Sqlite, DISPUTED_SQLITE, range)).load(c)?,
            Conn::Postgres(c) => First(most, in_range!(Pg, DISPUTED_POSTGRES, range)).load(c)?,
        };
        found.extend(rows);
    }
    let ReceivableOrder { sort, direction } = filter.order;
    found.sort_unstable_by(|one, other| {
        let sorted = match sort {
            ReceivableSort::Entered => Ordering::Equal,
            ReceivableSort::Due => one.owed_due_on.cmp(&other.owed_due_on),
            ReceivableSort::Face => one.owed.cmp(&other.owed),
        };
        let ascending = sorted.then(one.id.0.cmp(&other.id.0));
        if direction == Direction::Ascending { ascending } else { ascending.reverse() }
    });
    found.dedup_by_key(|row| row.id);
    found.truncate(usize::try_from(most).unwrap_or(0));
    rows::whole(conn, found)
}

pub(super) fn totals(conn: &mut Conn, filter: &ReceivableFilter) -> Result<Vec<ListTotal>, Failure<Unavailable>> {
    let mut totals: BTreeMap<String, (i64, i64, i64)> = BTreeMap::new();
    for range in ranges(filter, None) {
        let rows: Vec<(String, i64, i64, i64)> = match conn {
            Conn::Sqlite(c) => sums!(Sqlite, DISPUTED_SQLITE, range).load(c)?,
            Conn::Postgres(c) => sums!(Pg, DISPUTED_POSTGRES, range).load(c)?,
        };
        for (currency, count, face, open) in rows {
            let total = totals.entry(currency).or_default();
            *total = (total.0 + count, total.1 + face, total.2 + open);
        }
    }
    let total = |(currency, (count, face, open)): (String, (i64, i64, i64))| {
        let currency = Currency::parse(&currency).map_err(|_| corrupt("receivable"))?;
        Ok(ListTotal { currency, count: count.unsigned_abs(), face: Minor::new(face), open: Minor::new(open) })
    };
    totals.into_iter().map(total).collect()
}

pub(super) fn offered(conn: &mut Conn, facility: FacilityId) -> Result<Vec<Kept>, Failure<Unavailable>> {
    let rows: Vec<ReceivableRow> = on!(&mut *conn, |c| on_offer!(facility).load(c))?;
    rows::whole(conn, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::{assert_adds_up, assert_one_range};
    use uuid::Uuid;

    #[test]
    fn every_list_is_ranges_of_indexes() {
        let nil = Uuid::nil();
        let (company, debtor, facility) = (Some((CompanyId(nil), Side::Either)), Some(DebtorId(nil)), Some(FacilityId(nil)));
        let all = ReceivableFilter::default();
        let place = Place { id: Id(nil), due_on: NaiveDate::MIN, face: 0 };
        for after in [None, Some(place)] {
            for (filter, indexes) in [
                (ReceivableFilter { company, ..all.clone() }, &["receivables_seller", "receivables_programme"][..]),
                (ReceivableFilter { debtor, ..all.clone() }, &["receivables_debtor"]),
                (ReceivableFilter { facility, ..all.clone() }, &["receivables_facility"]),
            ] {
                let at_one = ReceivableFilter { statuses: vec![ReceivableStatus::Offered], ..filter.clone() };
                let (at_any, at_one) = (ranges(&filter, after), ranges(&at_one, after));
                assert_eq!((at_any.len(), at_one.len()), (indexes.len(), indexes.len()));
                for ((at_any, at_one), index) in at_any.into_iter().zip(at_one).zip(indexes) {
                    assert_one_range(&First(26, in_range!(Sqlite, DISPUTED_SQLITE, at_any)), index);
                    assert_one_range(&First(26, in_range!(Sqlite, DISPUTED_SQLITE, at_one)), &format!("{index}_status"));
                }
            }
            let queue = ReceivableFilter { statuses: vec![ReceivableStatus::Submitted, ReceivableStatus::Offered], ..all.clone() };
            let ranges = ranges(&queue, after);
            assert_eq!(ranges.len(), 2);
            ranges
                .into_iter()
                .for_each(|range| assert_one_range(&First(26, in_range!(Sqlite, DISPUTED_SQLITE, range)), "receivables_status"));
            for direction in [Direction::Ascending, Direction::Descending] {
                let order = ReceivableOrder { sort: ReceivableSort::Due, direction };
                let (own, queue) = (ReceivableFilter { company, order, ..all.clone() }, ReceivableFilter { order, ..queue.clone() });
                let by_due = |filter: &ReceivableFilter| super::ranges(filter, after);
                let seller = by_due(&own).into_iter().next().unwrap();
                assert_one_range(&First(26, in_range!(Sqlite, DISPUTED_SQLITE, seller)), "receivables_seller_due");
                by_due(&queue)
                    .into_iter()
                    .for_each(|range| assert_one_range(&First(26, in_range!(Sqlite, DISPUTED_SQLITE, range)), "receivables_status_due"));
            }
        }
        let disputed = ReceivableFilter {
            company: Some((CompanyId(nil), Side::Selling)),
            statuses: vec![ReceivableStatus::Accepted, ReceivableStatus::Funded],
            only: Only { disputed: true, open: false },
            ..all.clone()
        };
        ranges(&disputed, None)
            .into_iter()
            .for_each(|range| assert_one_range(&First(26, in_range!(Sqlite, DISPUTED_SQLITE, range)), "receivables_seller_status"));
        assert_one_range(&on_offer!(FacilityId(nil)), "receivables_facility_status");
    }

    #[test]
    fn what_a_list_of_the_house_comes_to_is_added_up_without_its_rows() {
        let hidden = Some(Hidden { company: CompanyId(Uuid::nil()), debtor: None });
        let all = ReceivableFilter { hidden, ..ReceivableFilter::default() };
        let due = DueBetween { from: None, to: Some(NaiveDate::MIN) };
        let only = Only { open: true, disputed: false };
        let bought = ReceivableFilter { statuses: vec![ReceivableStatus::Funded], due, only, ..all.clone() };
        for filter in [all, bought] {
            for range in ranges(&filter, None) {
                assert_adds_up(&sums!(Sqlite, DISPUTED_SQLITE, range), "receivables_sums");
            }
        }
    }
}
