//! What receivables have in use of limits, added up where they lie: a facility may have as many as the house.

use super::{schema::receivables, sold::is_at};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::Id,
};
use diesel::{
    dsl::sql,
    prelude::*,
    sql_types::{BigInt, Bool},
};
use sooner_application::{kernel::unavailable::Unavailable, receivables::ports::Promised};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, FacilityId},
        minor::Minor,
        money::Currency,
    },
    receivables::status::ReceivableStatus,
};
use std::collections::HashMap;

/// What has something open.
const OPEN: &[ReceivableStatus] = &[ReceivableStatus::Accepted, ReceivableStatus::Funded];

/// By debtor. A sum of amounts is a number of any size to PostgreSQL.
macro_rules! by_debtor {
    ($sum:literal, $statuses:expr, $wanted:expr) => {
        receivables::table
            .filter($wanted)
            .filter(sql::<Bool>(&is_at($statuses)))
            .filter(receivables::debtor_id.is_not_null())
            .group_by(receivables::debtor_id)
            .order(receivables::debtor_id)
            .select((receivables::debtor_id.assume_not_null(), sql::<BigInt>(concat!("CAST(SUM(", $sum, ") AS BIGINT)"))))
    };
}

macro_rules! out_under {
    ($facility:expr) => {
        by_debtor!("receivables.out", &[ReceivableStatus::Funded], receivables::facility_id.eq(Id($facility.0)))
    };
}

macro_rules! open_of {
    ($debtors:expr, $currency:expr) => {{
        let debtors: Vec<Id> = $debtors.iter().map(|debtor: &DebtorId| Id(debtor.0)).collect();
        let of_debtors = receivables::debtor_id.eq_any(debtors).and(receivables::currency.eq($currency.code().to_owned()));
        by_debtor!("receivables.open", OPEN, of_debtors)
    }};
}

pub(super) fn out_under(conn: &mut Conn, facility: FacilityId) -> QueryResult<Vec<(DebtorId, Minor)>> {
    let rows: Vec<(Id, i64)> = on!(conn, |c| out_under!(facility).load(c))?;
    Ok(rows.into_iter().map(|(debtor, amount)| (DebtorId(debtor.0), Minor::new(amount))).collect())
}

pub(super) fn open_of(conn: &mut Conn, debtors: &[DebtorId], currency: Currency) -> QueryResult<Vec<Minor>> {
    let rows: Vec<(Id, i64)> = on!(conn, |c| open_of!(debtors, currency).load(c))?;
    let found: HashMap<_, _> = rows.into_iter().map(|(debtor, amount)| (debtor.0, Minor::new(amount))).collect();
    Ok(debtors.iter().map(|debtor| found.get(&debtor.0).copied().unwrap_or_default()).collect())
}

/// What is owed and open of each supplier's payables that this buyer promised, by currency and status.
macro_rules! promised {
    ($buyer:expr, $suppliers:expr) => {{
        let suppliers: Vec<Id> = $suppliers.iter().map(|supplier: &CompanyId| Id(supplier.0)).collect();
        let statuses = [Promised::WAITING, ReceivableStatus::SOLD].concat();
        receivables::table
            .filter(receivables::programme_buyer_id.eq(Id($buyer.0)))
            .filter(sql::<Bool>(&is_at(&statuses)))
            .filter(receivables::seller_id.eq_any(suppliers))
            .group_by((receivables::seller_id, receivables::currency, receivables::status))
            .order((receivables::seller_id, receivables::currency))
            .select((
                receivables::seller_id,
                receivables::currency,
                receivables::status,
                sql::<BigInt>("CAST(SUM(receivables.owed) AS BIGINT)"),
                sql::<BigInt>("CAST(SUM(receivables.open) AS BIGINT)"),
            ))
    }};
}

pub(super) fn promised(
    conn: &mut Conn,
    buyer: CompanyId,
    suppliers: &[CompanyId],
) -> Result<Vec<(CompanyId, Promised)>, Failure<Unavailable>> {
    let rows: Vec<(Id, String, String, i64, i64)> = on!(conn, |c| promised!(buyer, suppliers).load(c))?;
    let mut sums: Vec<(CompanyId, Promised)> = Vec::new();
    for (supplier, currency, status, owed, open) in rows {
        let supplier = CompanyId(supplier.0);
        let currency = Currency::parse(&currency).map_err(|_| corrupt("receivable"))?;
        let status = ReceivableStatus::from_code(&status).ok_or_else(|| corrupt("receivable"))?;
        if sums.last().is_none_or(|(last, sum)| (*last, sum.currency) != (supplier, currency)) {
            sums.push((supplier, Promised::nothing(currency)));
        }
        if let Some((_, sum)) = sums.last_mut() {
            sum.count(status, Minor::new(owed), Minor::new(open));
        }
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_indexed;
    use uuid::Uuid;

    #[test]
    fn what_is_added_up_is_found_by_an_index() {
        let (debtors, currency) = ([DebtorId(Uuid::nil()), DebtorId(Uuid::max())], Currency::parse("EUR").unwrap());
        assert_indexed(&out_under!(FacilityId(Uuid::nil())));
        assert_indexed(&open_of!(debtors, currency));
        assert_indexed(&promised!(CompanyId(Uuid::nil()), [CompanyId(Uuid::max())]));
    }
}
