//! What money that came in can be for.

use super::{schema::receivables, sold::is_at};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::Id,
};
use diesel::{dsl::sql, prelude::*, sql_types::Bool};
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::{
        ids::{DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    receivables::{fingerprint::InvoiceNumber, matching::Owing, reference::Reference, status::ReceivableStatus},
};

/// What has something open.
const OPEN: &[ReceivableStatus] = &[ReceivableStatus::Accepted, ReceivableStatus::Funded];

type Row = (Id, String, String, Option<Id>, i64);

pub(super) fn of(conn: &mut Conn, currency: Currency) -> Result<Vec<Owing>, Failure<Unavailable>> {
    let query = receivables::table
        .filter(sql::<Bool>(&is_at(OPEN)))
        .filter(receivables::currency.eq(currency.code()).and(receivables::open.gt(0)).and(receivables::debtor_id.is_not_null()))
        .order(receivables::id)
        .select((receivables::id, receivables::reference, receivables::invoice_number, receivables::debtor_id, receivables::open));
    let rows: Vec<Row> = on!(conn, |c| query.load(c))?;
    let owing = |(id, reference, number, debtor, open): Row| {
        Some(Owing {
            id: ReceivableId(id.0),
            reference: Reference::parse(&reference).ok()?,
            number: InvoiceNumber::parse(&number).ok()?,
            debtor: debtor.map(|debtor| DebtorId(debtor.0)),
            open: Minor::new(open),
        })
    };
    rows.into_iter().map(|row| owing(row).ok_or_else(|| corrupt("receivable"))).collect()
}
