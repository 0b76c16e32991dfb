//! What money that came in can be for.

use super::{
    details::Details,
    documents::{GRANTS, granted},
    schema::{receivable_documents, receivables},
    sold::is_at,
};
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
        coded::Coded,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    receivables::{
        cash_discount::{self, CashDiscount as Granted},
        fingerprint::{InvoiceNumber, NormalisedNumber},
        matching::{CashDiscount, Owing},
        reference::Reference,
        status::ReceivableStatus,
    },
};
use std::collections::{BTreeMap, HashMap};

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
    programme_buyer_id: Option<Id>,
    owed: i64,
    diluted: i64,
    open: i64,
    owed_due_on: NaiveDate,
    details: String,
}

impl OwingRow {
    fn owing(self, granted: &[Granted]) -> Option<Owing> {
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
            // A programme's buyer promised the whole.
            discount: CashDiscount::of(granted, Minor::new(self.owed - self.diluted)).filter(|_| self.programme_buyer_id.is_none()),
        })
    }
}

macro_rules! open {
    ($currency:expr) => {
        receivables::table
            .filter(sql::<Bool>(&is_at(OPEN)))
            .filter(receivables::currency.eq($currency.code()).and(receivables::open.gt(0)).and(receivables::debtor_id.is_not_null()))
    };
}

/// As many are looked for at once.
const TOGETHER: usize = 1_000;

/// What of this currency takes no more money, and has one of these references or numbers.
pub(super) fn closed(
    conn: &mut Conn,
    currency: Currency,
    references: &[Reference],
    numbers: &[NormalisedNumber],
) -> Result<Vec<(Owing, ReceivableStatus)>, Failure<Unavailable>> {
    macro_rules! closed {
        ($named:expr) => {{
            let is_paid = sql::<Bool>(&is_at(OPEN)).and(receivables::open.le(0));
            let is_closed = sql::<Bool>(&is_at(ReceivableStatus::ENDED)).or(is_paid);
            let query = receivables::table.filter(receivables::currency.eq(currency.code())).filter($named).filter(is_closed);
            on!(&mut *conn, |c| query.select((OwingRow::as_select(), receivables::status)).load::<(OwingRow, String)>(c))?
        }};
    }
    let mut rows = Vec::new();
    for references in references.chunks(TOGETHER) {
        let references: Vec<_> = references.iter().map(Reference::as_str).collect();
        rows.extend(closed!(receivables::reference.eq_any(references)));
    }
    for numbers in numbers.chunks(TOGETHER) {
        let numbers: Vec<_> = numbers.iter().map(NormalisedNumber::as_str).collect();
        rows.extend(closed!(receivables::normalised_number.eq_any(numbers)));
    }
    let of = |(row, status): (OwingRow, String)| Some((row.owing(&[])?, ReceivableStatus::from_code(&status)?));
    let found = rows.into_iter().map(|row| of(row).ok_or_else(|| corrupt("receivable"))).collect::<Result<Vec<_>, _>>()?;
    let each: BTreeMap<_, _> = found.into_iter().map(|(owing, status)| (owing.id, (owing, status))).collect();
    Ok(each.into_values().collect())
}

pub(super) fn of(conn: &mut Conn, currency: Currency) -> Result<Vec<Owing>, Failure<Unavailable>> {
    let query = open!(currency).order(receivables::id);
    let rows: Vec<OwingRow> = on!(&mut *conn, |c| query.select(OwingRow::as_select()).load(c))?;
    let granted = discounts(conn, currency)?;
    let of = |row: &OwingRow| granted.get(&row.id).map_or(&[][..], Vec::as_slice);
    rows.into_iter()
        .map(|row| {
            let granted = of(&row);
            row.owing(granted).ok_or_else(|| corrupt("receivable"))
        })
        .collect()
}

/// What the files of those grant that grant something.
fn discounts(conn: &mut Conn, currency: Currency) -> Result<HashMap<Id, Vec<Granted>>, Failure<Unavailable>> {
    use receivable_documents::{receivable_id, stated};
    let query =
        receivable_documents::table.filter(stated.like(GRANTS)).filter(receivable_id.eq_any(open!(currency).select(receivables::id)));
    let rows: Vec<(Id, String)> = on!(conn, |c| query.select((receivable_id, stated.assume_not_null())).load(c))?;
    let mut all: HashMap<Id, Vec<Granted>> = HashMap::new();
    for (id, json) in rows {
        all.entry(id).or_default().extend(granted(&json).ok_or_else(|| corrupt("document"))?);
    }
    Ok(all.into_iter().map(|(id, granted)| (id, cash_discount::each_once(granted.iter()))).collect())
}
