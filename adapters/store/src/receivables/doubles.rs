//! Receivables that may be one and the same.

use super::{candidates, documents, schema::receivables};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt},
        sql_types::{Id, Time},
    },
    parties::{companies::lock, schema::companies},
};
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    receivables::{
        changes::ENTERED_ONCE,
        ports::{InvoiceKey, Lookalike, Numbered, PayableKey},
    },
};
use sooner_domain::{
    kernel::{
        Invalid,
        coded::Coded,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::{buyer::BuyerId, legal_entity::LegalEntity},
    receivables::{
        facts::{Face, InvoiceDocument},
        fingerprint::{InvoiceNumber, NormalisedNumber},
        similarity::Sample,
        status::ReceivableStatus,
    },
};
use std::collections::HashMap;

#[derive(Queryable, Selectable)]
#[diesel(table_name = receivables)]
struct SampleRow {
    id: Id,
    invoice_number: String,
    issued_on: NaiveDate,
    face: i64,
    currency: String,
    status: String,
    submitted_at: Option<Time>,
    debtor_id: Option<Id>,
    programme_buyer_id: Option<Id>,
}

impl SampleRow {
    fn into_lookalike(self, debtor: DebtorId, seller: &str, documents: &[InvoiceDocument]) -> Option<Lookalike> {
        let number = InvoiceNumber::parse(&self.invoice_number).ok()?;
        let sample = Sample {
            debtor,
            seller: LegalEntity::from_key(seller)?,
            number: number.normalised(),
            visible: number.visible(),
            issued_on: self.issued_on,
            face: Minor::new(self.face),
            currency: Currency::parse(&self.currency).ok()?,
            files: documents.iter().map(|document| document.sha256).collect(),
            is_payable: self.programme_buyer_id.is_some(),
        };
        Some(Lookalike { id: ReceivableId(self.id.0), sample, submitted_at: self.submitted_at?.0 })
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = receivables)]
struct NumberedRow {
    seller_id: Id,
    invoice_number: String,
    issued_on: NaiveDate,
    due_on: NaiveDate,
    face: i64,
    currency: String,
}

impl NumberedRow {
    fn numbered(&self) -> Result<Numbered, Invalid> {
        Ok(Numbered {
            seller: CompanyId(self.seller_id.0),
            number: InvoiceNumber::parse(&self.invoice_number)?.normalised(),
            issued_on: self.issued_on,
            due_on: self.due_on,
            face: Face::parse(self.face, Currency::parse(&self.currency)?)?,
        })
    }
}

/// These, with who sells them.
macro_rules! others {
    ($ids:expr) => {
        receivables::table.inner_join(companies::table).filter(receivables::id.eq_any($ids))
    };
}

/// How many ids a statement names.
const TOGETHER: usize = 1_000;

/// The statuses of what another one may have the number of.
fn free() -> Vec<&'static str> {
    ReceivableStatus::ALL.iter().filter(|status| status.frees_its_number()).map(|status| status.code()).collect()
}

/// Those with one of these numbers among the invoices that a seller entered.
pub(super) fn invoices_numbered(
    conn: &mut Conn,
    seller: CompanyId,
    numbers: &[NormalisedNumber],
) -> Result<Vec<(BuyerId, Numbered)>, Failure<Unavailable>> {
    let mut found = Vec::new();
    for numbers in numbers.chunks(TOGETHER) {
        let numbers: Vec<&str> = numbers.iter().map(NormalisedNumber::as_str).collect();
        let query = receivables::table
            .filter(receivables::seller_id.eq(Id(seller.0)).and(receivables::normalised_number.eq_any(numbers)))
            .filter(receivables::buyer_id.is_not_null().and(receivables::status.ne_all(free())));
        let rows: Vec<(Id, NumberedRow)> =
            on!(&mut *conn, |c| query.select((receivables::buyer_id.assume_not_null(), NumberedRow::as_select())).load(c))?;
        for (buyer, row) in rows {
            found.push((BuyerId(buyer.0), row.numbered().map_err(|_| corrupt("receivable"))?));
        }
    }
    Ok(found)
}

/// Whether its seller has not entered this invoice. Under the seller's lock, so that of many at once each sees those before it.
pub(super) fn check_new(conn: &mut Conn, seller: CompanyId, invoice: &InvoiceKey) -> Result<(), Failure<CommitError>> {
    lock(conn, seller)?;
    let InvoiceKey { buyer, number, issued_on } = invoice;
    let query = receivables::table
        .filter(receivables::seller_id.eq(Id(seller.0)).and(receivables::normalised_number.eq(number.as_str())))
        .filter(receivables::buyer_id.eq(Id(buyer.0)).and(receivables::issued_on.eq(issued_on)))
        .filter(receivables::status.ne_all(free()));
    let entered: i64 = on!(conn, |c| query.count().get_result(c))?;
    if entered > 0 { Err(Failure::Refused(CommitError::Taken(ENTERED_ONCE))) } else { Ok(()) }
}

/// Whether its buyer has not entered this payable. Under the buyer's lock, so that of many at once each sees those before it.
pub(super) fn check_new_payable(conn: &mut Conn, buyer: CompanyId, payable: &PayableKey) -> Result<(), Failure<CommitError>> {
    lock(conn, buyer)?;
    let PayableKey { seller, debtor, number } = payable;
    let query = receivables::table
        .filter(receivables::debtor_id.eq(Id(debtor.0)).and(receivables::normalised_number.eq(number.as_str())))
        .filter(receivables::programme_buyer_id.eq(Id(buyer.0)).and(receivables::seller_id.eq(Id(seller.0))))
        .filter(receivables::status.ne_all(free()));
    let entered: i64 = on!(conn, |c| query.count().get_result(c))?;
    if entered > 0 { Err(Failure::Refused(CommitError::Taken(ENTERED_ONCE))) } else { Ok(()) }
}

/// Those with one of these numbers among the payables that a buyer entered.
pub(super) fn payables_numbered(
    conn: &mut Conn,
    (buyer, debtor): (CompanyId, DebtorId),
    numbers: &[NormalisedNumber],
) -> Result<Vec<Numbered>, Failure<Unavailable>> {
    let mut found = Vec::new();
    for numbers in numbers.chunks(TOGETHER) {
        let numbers: Vec<&str> = numbers.iter().map(NormalisedNumber::as_str).collect();
        let query = receivables::table
            .filter(receivables::debtor_id.eq(Id(debtor.0)).and(receivables::normalised_number.eq_any(numbers)))
            .filter(receivables::programme_buyer_id.eq(Id(buyer.0)).and(receivables::status.ne_all(free())));
        let rows: Vec<NumberedRow> = on!(&mut *conn, |c| query.select(NumberedRow::as_select()).load(c))?;
        for row in rows {
            found.push(row.numbered().map_err(|_| corrupt("receivable"))?);
        }
    }
    Ok(found)
}

/// For each receivable that has a sample all others that may look like it, oldest first.
pub(super) fn lookalikes(conn: &mut Conn, asked: &[(ReceivableId, Option<Sample>)]) -> Result<Vec<Vec<Lookalike>>, Failure<Unavailable>> {
    let samples: Vec<Option<Sample>> = asked.iter().map(|(_, sample)| sample.clone()).collect();
    let mut candidates = candidates::of(conn, &samples)?;
    for (ids, (own, _)) in candidates.iter_mut().zip(asked) {
        // Most look like themselves alone.
        ids.retain(|id| id.0 != own.0);
    }
    let mut ids: Vec<Id> = candidates.iter().flatten().copied().collect();
    ids.sort_unstable_by_key(|id| id.0);
    ids.dedup();
    let mut known = HashMap::new();
    for ids in ids.chunks(TOGETHER) {
        known.extend(read(conn, ids)?);
    }
    Ok(candidates.iter().map(|ids| ids.iter().filter_map(|id| known.get(id)).cloned().collect()).collect())
}

/// Those of these that are on a debtor and count.
fn read(conn: &mut Conn, ids: &[Id]) -> Result<Vec<(Id, Lookalike)>, Failure<Unavailable>> {
    let rows: Vec<(SampleRow, Option<String>)> =
        on!(&mut *conn, |c| others!(ids).select((SampleRow::as_select(), companies::legal_entity)).load(c))?;
    let mut doubles = Vec::new();
    for (row, entity) in rows {
        let (Some(debtor), Some(entity)) = (row.debtor_id.map(|id| DebtorId(id.0)), entity) else { continue };
        let status = ReceivableStatus::from_code(&row.status).ok_or_else(|| corrupt("receivable"))?;
        if status.counts_as_double() {
            doubles.push((row, debtor, entity));
        }
    }
    let ids: Vec<Id> = doubles.iter().map(|(row, ..)| row.id).collect();
    let documents = if ids.is_empty() { HashMap::new() } else { documents::of(conn, &ids)? };
    let lookalike = |(row, debtor, entity): (SampleRow, DebtorId, String)| {
        let (id, own) = (row.id, documents.get(&row.id).map_or(&[][..], Vec::as_slice));
        Ok((id, row.into_lookalike(debtor, &entity, own).ok_or_else(|| corrupt("receivable"))?))
    };
    doubles.into_iter().map(lookalike).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;
    use uuid::Uuid;

    #[test]
    fn others_are_looked_up_by_their_ids() {
        assert_one_range(&others!(vec![Id(Uuid::nil()); 2]).select(receivables::id), "sqlite_autoindex_receivables_1");
    }
}
