//! Lists of receivables, newest first. Whatever is asked for is read as ranges of indexes, each of one side and one status, and
//! put together here.

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
    receivables::ports::{Kept, ReceivableFilter},
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
    },
    receivables::status::ReceivableStatus,
};

/// Whose members look.
#[derive(Clone, Copy)]
enum Side {
    Seller(CompanyId),
    Buyer(CompanyId),
    House,
}

/// What all of one range have in common.
#[derive(Clone, Copy)]
struct Range {
    side: Side,
    debtor: Option<DebtorId>,
    facility: Option<FacilityId>,
    status: Option<ReceivableStatus>,
    before: Option<ReceivableId>,
}

/// What members of the seller see: nothing of a programme before the buyer promised to pay. As the indexes say it.
macro_rules! shown_to_seller {
    () => {
        receivables::programme_buyer_id.is_null().or(receivables::submitted_at.is_not_null())
    };
}

/// The query of one range, for one of the two databases.
macro_rules! in_range {
    ($db:ty, $range:expr) => {{
        let Range { side, debtor, facility, status, before } = $range;
        let mut query = receivables::table.select(ReceivableRow::as_select()).order(receivables::id.desc()).into_boxed::<$db>();
        query = match side {
            Side::Seller(company) => query.filter(receivables::seller_id.eq(Id(company.0))).filter(shown_to_seller!()),
            Side::Buyer(company) => query.filter(receivables::programme_buyer_id.eq(Id(company.0))),
            Side::House => query,
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
    let ReceivableFilter { company, debtor, facility, ref statuses } = *filter;
    let sides = company.map_or(vec![Side::House], |company| vec![Side::Seller(company), Side::Buyer(company)]);
    let statuses: Vec<Option<ReceivableStatus>> = if statuses.is_empty() {
        vec![None]
    } else {
        ReceivableStatus::ALL.iter().copied().filter(|status| statuses.contains(status)).map(Some).collect()
    };
    let of = |side| statuses.iter().map(move |status| Range { side, debtor, facility, status: *status, before });
    sides.into_iter().flat_map(of).collect()
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
    fn every_list_is_one_range_of_an_index() {
        let nil = Uuid::nil();
        let (company, debtor, facility) = (CompanyId(nil), Some(DebtorId(nil)), Some(FacilityId(nil)));
        for before in [None, Some(ReceivableId(nil))] {
            let all = Range { side: Side::House, debtor: None, facility: None, status: None, before };
            for (range, index) in [
                (Range { side: Side::Seller(company), ..all }, "receivables_seller"),
                (Range { side: Side::Buyer(company), ..all }, "receivables_programme"),
                (Range { debtor, ..all }, "receivables_debtor"),
                (Range { facility, ..all }, "receivables_facility"),
            ] {
                assert_one_range(&First(26, in_range!(Sqlite, range)), index);
                let status = Some(ReceivableStatus::Offered);
                assert_one_range(&First(26, in_range!(Sqlite, Range { status, ..range })), &format!("{index}_status"));
            }
            let queue = Range { status: Some(ReceivableStatus::Submitted), ..all };
            assert_one_range(&First(26, in_range!(Sqlite, queue)), "receivables_status");
        }
        assert_one_range(&on_offer!(FacilityId(nil)), "receivables_facility_status");
    }
}
