//! Lists of receivables, newest first. Whatever is asked for is read as ranges of indexes, each of one side and one status, and
//! put together here: a database asked for several at once would put all of them in order.

use super::{
    rows::{self, ReceivableRow},
    schema::receivables,
};
use crate::kernel::{
    conn::{Conn, on},
    failure::Failure,
    first::First,
    sql_types::Id,
};
use diesel::{pg::Pg, prelude::*, sqlite::Sqlite};
use sooner_application::{
    kernel::unavailable::Unavailable,
    receivables::ports::{DueBetween, Kept, ReceivableFilter},
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
    },
    receivables::status::ReceivableStatus,
};

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

/// What all of one range have in common, besides the key: none of these is the key once more.
#[derive(Clone, Copy)]
struct Range {
    key: Key,
    debtor: Option<DebtorId>,
    facility: Option<FacilityId>,
    status: Option<ReceivableStatus>,
    due: DueBetween,
    before: Option<ReceivableId>,
}

/// What members of the seller see: nothing of a programme before the buyer promised to pay. As the indexes say it.
macro_rules! shown_to_seller {
    () => {
        receivables::programme_buyer_id.is_null().or(receivables::submitted_at.is_not_null())
    };
}

/// Those with this value in the first column of an index, newest first. Were the column equal to one value, PostgreSQL would know
/// its order for that of the ids alone, and where it takes the value for a common one walk through the ids of all.
macro_rules! newest_of {
    ($query:expr, $column:expr, $value:expr) => {
        $query.filter($column.eq_any(vec![$value])).order(($column.desc(), receivables::id.desc()))
    };
}

/// The query of one range, for one of the two databases.
macro_rules! in_range {
    ($db:ty, $range:expr) => {{
        let Range { key, debtor, facility, status, due, before } = $range;
        let mut query = receivables::table.select(ReceivableRow::as_select()).into_boxed::<$db>();
        query = match key {
            Key::Seller(company) => newest_of!(query, receivables::seller_id, Id(company.0)).filter(shown_to_seller!()),
            Key::Buyer(company) => newest_of!(query, receivables::programme_buyer_id, Id(company.0)),
            Key::Debtor(debtor) => newest_of!(query, receivables::debtor_id, Id(debtor.0)),
            Key::Facility(facility) => newest_of!(query, receivables::facility_id, Id(facility.0)),
            Key::Status(status) => newest_of!(query, receivables::status, status.code()),
            Key::None => query.order(receivables::id.desc()),
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
        if let Some(before) = before {
            query = query.filter(receivables::id.lt(Id(before.0)));
        }
        query
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

fn ranges(filter: &ReceivableFilter, before: Option<ReceivableId>) -> Vec<Range> {
    let ReceivableFilter { company, debtor, facility, ref statuses, due } = *filter;
    let all = Range { key: Key::None, debtor, facility, status: None, due, before };
    let of_any_status = match (company, facility, debtor) {
        (Some(company), ..) => vec![Range { key: Key::Seller(company), ..all }, Range { key: Key::Buyer(company), ..all }],
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
    wanted.flat_map(|status| of_any_status.iter().map(|range| at(*range, *status))).collect()
}

pub(super) fn page(
    conn: &mut Conn,
    filter: &ReceivableFilter,
    before: Option<ReceivableId>,
    most: i64,
) -> Result<Vec<Kept>, Failure<Unavailable>> {
    let mut found: Vec<ReceivableRow> = Vec::new();
    for range in ranges(filter, before) {
        let rows: Vec<ReceivableRow> = match conn {
            Conn::Sqlite(c) => First(most, in_range!(Sqlite, range)).load(c)?,
            Conn::Postgres(c) => First(most, in_range!(Pg, range)).load(c)?,
        };
        found.extend(rows);
    }
    found.sort_unstable_by_key(|row| std::cmp::Reverse(row.id.0));
    found.dedup_by_key(|row| row.id);
    found.truncate(usize::try_from(most).unwrap_or(0));
    rows::whole(conn, found)
}

pub(super) fn offered(conn: &mut Conn, facility: FacilityId) -> Result<Vec<Kept>, Failure<Unavailable>> {
    let rows: Vec<ReceivableRow> = on!(&mut *conn, |c| on_offer!(facility).load(c))?;
    rows::whole(conn, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;
    use uuid::Uuid;

    #[test]
    fn every_list_is_ranges_of_indexes() {
        let nil = Uuid::nil();
        let (company, debtor, facility) = (Some(CompanyId(nil)), Some(DebtorId(nil)), Some(FacilityId(nil)));
        let all = ReceivableFilter::default();
        for before in [None, Some(ReceivableId(nil))] {
            for (filter, indexes) in [
                (ReceivableFilter { company, ..all.clone() }, &["receivables_seller", "receivables_programme"][..]),
                (ReceivableFilter { debtor, ..all.clone() }, &["receivables_debtor"]),
                (ReceivableFilter { facility, ..all.clone() }, &["receivables_facility"]),
            ] {
                let at_one = ReceivableFilter { statuses: vec![ReceivableStatus::Offered], ..filter.clone() };
                let (at_any, at_one) = (ranges(&filter, before), ranges(&at_one, before));
                assert_eq!((at_any.len(), at_one.len()), (indexes.len(), indexes.len()));
                for ((at_any, at_one), index) in at_any.into_iter().zip(at_one).zip(indexes) {
                    assert_one_range(&First(26, in_range!(Sqlite, at_any)), index);
                    assert_one_range(&First(26, in_range!(Sqlite, at_one)), &format!("{index}_status"));
                }
            }
            let queue = ReceivableFilter { statuses: vec![ReceivableStatus::Submitted, ReceivableStatus::Offered], ..all.clone() };
            let ranges = ranges(&queue, before);
            assert_eq!(ranges.len(), 2);
            ranges.into_iter().for_each(|range| assert_one_range(&First(26, in_range!(Sqlite, range)), "receivables_status"));
        }
        assert_one_range(&on_offer!(FacilityId(nil)), "receivables_facility_status");
    }
}
