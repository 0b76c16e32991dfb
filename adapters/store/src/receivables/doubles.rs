//! Receivables that may be one and the same.

use super::{
    documents,
    schema::{receivable_documents, receivables},
};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt},
        sql_types::{Id, Time},
    },
    parties::schema::companies,
};
use chrono::{NaiveDate, TimeDelta};
use diesel::prelude::*;
use sooner_application::{kernel::unavailable::Unavailable, receivables::ports::Lookalike};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::legal_entity::LegalEntity,
    receivables::{facts::InvoiceDocument, fingerprint::InvoiceNumber, similarity::Sample, status::ReceivableStatus},
};

/// Those of the same amount and date, and those that are near in both, whatever their numbers are.
macro_rules! near {
    ($sample:expr, $days:expr, $faces:expr) => {{
        let (from, to): (NaiveDate, NaiveDate) = $days;
        let (least, most): (i64, i64) = $faces;
        let issued = receivables::issued_on.ge(from).and(receivables::issued_on.le(to));
        let amount = receivables::face.ge(least).and(receivables::face.le(most));
        let on_debtor = receivables::table.filter(receivables::debtor_id.eq(Id($sample.debtor.0))).filter(issued).filter(amount);
        on_debtor.select((receivables::id, receivables::invoice_number, receivables::issued_on, receivables::face))
    }};
}

macro_rules! same_number {
    ($sample:expr) => {{
        let number = receivables::normalised_number.eq($sample.number.as_str());
        receivables::table.filter(receivables::debtor_id.eq(Id($sample.debtor.0)).and(number)).select(receivables::id)
    }};
}

macro_rules! same_file {
    ($hashes:expr) => {
        receivable_documents::table.filter(receivable_documents::sha256.eq_any($hashes)).select(receivable_documents::receivable_id)
    };
}

/// The days between which a near one was issued.
fn days(sample: &Sample) -> (NaiveDate, NaiveDate) {
    let near = TimeDelta::days(Sample::NEAR_DAYS);
    let from = sample.issued_on.checked_sub_signed(near).unwrap_or(NaiveDate::MIN);
    (from, sample.issued_on.checked_add_signed(near).unwrap_or(NaiveDate::MAX))
}

/// The amounts between which a near one lies, those at the edges included: a hundredth of the larger one away, whichever of the
/// two that is.
fn faces(sample: &Sample) -> (i64, i64) {
    let face = i128::from(sample.face.get());
    let least = face - face / Sample::NEAR_PARTS - 1;
    let most = face + face / (Sample::NEAR_PARTS - 1) + 1;
    (i64::try_from(least).unwrap_or(i64::MIN), i64::try_from(most).unwrap_or(i64::MAX))
}

/// The ids of all that may look like it, on any debtor and at any status.
fn candidates(conn: &mut Conn, sample: &Sample) -> Result<Vec<Id>, Failure<Unavailable>> {
    let close: Vec<(Id, String, NaiveDate, i64)> = on!(&mut *conn, |c| near!(sample, days(sample), faces(sample)).load(c))?;
    let mut found: Vec<Id> = on!(&mut *conn, |c| same_number!(sample).load(c))?;
    for (id, number, issued_on, face) in close {
        let number = InvoiceNumber::parse(&number).map_err(|_| corrupt("receivable"))?;
        let is_same = issued_on == sample.issued_on && face == sample.face.get();
        if is_same || number.normalised().is_near(&sample.number) {
            found.push(id);
        }
    }
    if !sample.files.is_empty() {
        let hashes: Vec<Vec<u8>> = sample.files.iter().map(|file| file.0.to_vec()).collect();
        let owners: Vec<Id> = on!(conn, |c| same_file!(hashes).load(c))?;
        found.extend(owners);
    }
    found.sort_unstable_by_key(|id| id.0);
    found.dedup();
    Ok(found)
}

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
}

impl SampleRow {
    fn into_lookalike(self, debtor: DebtorId, seller: &str, documents: &[InvoiceDocument]) -> Option<Lookalike> {
        let sample = Sample {
            debtor,
            seller: LegalEntity::from_key(seller)?,
            number: InvoiceNumber::parse(&self.invoice_number).ok()?.normalised(),
            issued_on: self.issued_on,
            face: Minor::new(self.face),
            currency: Currency::parse(&self.currency).ok()?,
            files: documents.iter().map(|document| document.sha256).collect(),
        };
        Some(Lookalike { id: ReceivableId(self.id.0), sample, submitted_at: self.submitted_at?.0 })
    }
}

pub(super) fn lookalikes(conn: &mut Conn, but: ReceivableId, sample: &Sample) -> Result<Vec<Lookalike>, Failure<Unavailable>> {
    let ids = candidates(conn, sample)?;
    let on_debtor = receivables::table.inner_join(companies::table).filter(receivables::debtor_id.eq(Id(sample.debtor.0)));
    let others = on_debtor.filter(receivables::id.eq_any(ids)).filter(receivables::id.ne(Id(but.0)));
    let rows: Vec<(SampleRow, Option<String>)> =
        on!(&mut *conn, |c| others.select((SampleRow::as_select(), companies::legal_entity)).load(c))?;
    let mut doubles = Vec::new();
    for (row, entity) in rows {
        let status = ReceivableStatus::from_code(&row.status).ok_or_else(|| corrupt("receivable"))?;
        doubles.extend(entity.filter(|_| status.counts_as_double()).map(|entity| (row, entity)));
    }
    let ids: Vec<Id> = doubles.iter().map(|(row, _)| row.id).collect();
    let documents = documents::of(conn, &ids)?;
    let of = |id: &Id| documents.get(id).map_or(&[][..], Vec::as_slice);
    let lookalike = |(row, entity): (SampleRow, String)| {
        let own = of(&row.id);
        row.into_lookalike(sample.debtor, &entity, own).ok_or_else(|| corrupt("receivable"))
    };
    doubles.into_iter().map(lookalike).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;
    use sooner_domain::kernel::{country::CountryCode, text::Line};
    use uuid::Uuid;

    fn sample(face: i64) -> Sample {
        Sample {
            debtor: DebtorId(Uuid::nil()),
            seller: LegalEntity::registered(CountryCode::parse("DE").unwrap(), &Line::parse("HRB 1").unwrap()),
            number: InvoiceNumber::parse("RE 1").unwrap().normalised(),
            issued_on: NaiveDate::default(),
            face: Minor::new(face),
            currency: Currency::parse("EUR").unwrap(),
            files: Vec::new(),
        }
    }

    #[test]
    fn what_looks_alike_is_looked_up_in_an_index() {
        let sample = sample(1_000);
        assert_one_range(&near!(sample, days(&sample), faces(&sample)), "receivables_issued");
        assert_one_range(&same_number!(sample), "receivables_number");
        assert_one_range(&same_file!(vec![vec![0; 32]]), "receivable_documents_sha256");
    }

    #[test]
    fn no_amount_that_is_near_lies_outside() {
        for face in (1..2_000).chain([99_999, 1_000_000, 123_456_789]) {
            let (least, most) = faces(&sample(face));
            let is_near = |other: i64| (face - other).abs() * 100 <= face.max(other);
            assert!(!is_near(least - 1) && !is_near(most + 1), "{face}");
            assert!(least <= face && face <= most);
        }
    }
}
