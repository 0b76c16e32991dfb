//! What money that came in can be for.

use super::{details::Details, schema::receivables, sold::is_at};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::Id,
};
use chrono::NaiveDate;
use diesel::{dsl::sql, prelude::*, sql_types::Bool};
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::{
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    receivables::{fingerprint::InvoiceNumber, matching::Owing, reference::Reference, status::ReceivableStatus},
};

/// What has something open.
const OPEN: &[ReceivableStatus] = &[ReceivableStatus::Accepted, ReceivableStatus::Funded];

#[derive(Queryable, Selectable)]
#[diesel(table_name = receivables)]
struct OwingRow {
    id: Id,
    reference: String,
    invoice_number: String,
    debtor_id: Option<Id>,
    seller_id: Id,
    open: i64,
    owed_due_on: NaiveDate,
    details: String,
}

impl OwingRow {
    fn owing(self) -> Option<Owing> {
        let details: Details = serde_json::from_str(&self.details).ok()?;
        let is_disputed = details.dispute()?.is_some_and(|dispute| dispute.end.is_none());
        Some(Owing {
            id: ReceivableId(self.id.0),
            reference: Reference::parse(&self.reference).ok()?,
            number: InvoiceNumber::parse(&self.invoice_number).ok()?,
            debtor: self.debtor_id.map(|debtor| DebtorId(debtor.0)),
            seller: CompanyId(self.seller_id.0),
            open: Minor::new(self.open),
            due_on: self.owed_due_on,
            is_stopped: details.hold()?.is_some() || is_disputed,
            // Nothing is known of what an invoice grants.
            discount: None,
        })
    }
}

pub(super) fn of(conn: &mut Conn, currency: Currency) -> Result<Vec<Owing>, Failure<Unavailable>> {
    let query = receivables::table
        .filter(sql::<Bool>(&is_at(OPEN)))
        .filter(receivables::currency.eq(currency.code()).and(receivables::open.gt(0)).and(receivables::debtor_id.is_not_null()))
        .order(receivables::id);
    let rows: Vec<OwingRow> = on!(conn, |c| query.select(OwingRow::as_select()).load(c))?;
    rows.into_iter().map(|row| row.owing().ok_or_else(|| corrupt("receivable"))).collect()
}
