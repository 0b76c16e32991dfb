//! Which receivables may look like which: looked up for many at once, each in its own ranges of indexes.

use super::schema::receivable_documents;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::{DbUuid, Id},
};
use chrono::{NaiveDate, TimeDelta};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Array, BigInt, Date, Text},
    sqlite::Sqlite,
};
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::calendar::around,
    receivables::{fingerprint::InvoiceNumber, similarity::Sample},
};
use std::collections::HashMap;

/// The days between which a near one was issued.
fn days(sample: &Sample) -> (NaiveDate, NaiveDate) {
    around(sample.issued_on, TimeDelta::days(Sample::NEAR_DAYS))
}

/// The amounts between which a near one lies, those at the edges included: a hundredth of the larger one away, whichever of the
/// two that is.
fn faces(sample: &Sample) -> (i64, i64) {
    let face = i128::from(sample.face.get());
    let least = face - face / Sample::NEAR_PARTS - 1;
    let most = face + face / (Sample::NEAR_PARTS - 1) + 1;
    (i64::try_from(least).unwrap_or(i64::MIN), i64::try_from(most).unwrap_or(i64::MAX))
}

/// Those of the same amount and date, those that are near in both, whatever their numbers are, and those of the same number, each
/// with the place of the sample on whose debtor they are; and those of the same number, amount and date on any debtor. Numbers that look
/// the same have one key. Drafts are none of them, and stand in neither index, so that the drafts of one seller slow no other one. One
/// statement, as a query of diesel has one range for all.
#[derive(Default)]
struct Close {
    places: Vec<i64>,
    debtors: Vec<Id>,
    froms: Vec<NaiveDate>,
    tos: Vec<NaiveDate>,
    lowests: Vec<i64>,
    highests: Vec<i64>,
    numbers: Vec<String>,
    days: Vec<NaiveDate>,
    faces: Vec<i64>,
    currencies: Vec<String>,
}

/// Place, id, number, date and amount.
type CloseRow = (i64, Id, String, NaiveDate, i64);

impl Close {
    const WANTED: &str = "wanted (place, debtor, from_day, to_day, lowest, highest, number, day, amount, currency_code)";
    const FOUND: &str = "SELECT wanted.place, receivables.id, invoice_number, issued_on, face ";
    const NEAR: &str = "submitted_at IS NOT NULL AND debtor_id = wanted.debtor \
        AND issued_on BETWEEN from_day AND to_day AND face BETWEEN lowest AND highest";
    const SAME_NUMBER: &str = "submitted_at IS NOT NULL AND visible_number = wanted.number AND debtor_id = wanted.debtor";
    const SAME_INVOICE: &str = "submitted_at IS NOT NULL AND visible_number = wanted.number AND currency = wanted.currency_code \
        AND issued_on = wanted.day AND face = wanted.amount";

    fn of(samples: &[Option<Sample>]) -> Self {
        let mut all = Self::default();
        for (place, sample) in (0..).zip(samples) {
            let Some(sample) = sample else { continue };
            let ((from, to), (least, most)) = (days(sample), faces(sample));
            all.places.push(place);
            all.debtors.push(Id(sample.debtor.0));
            all.froms.push(from);
            all.tos.push(to);
            all.lowests.push(least);
            all.highests.push(most);
            all.numbers.push(sample.visible.key());
            all.days.push(sample.issued_on);
            all.faces.push(sample.face.get());
            all.currencies.push(sample.currency.code().to_owned());
        }
        all
    }
}

/// As arrays: one text, however many they are. `LATERAL` and `OFFSET 0` have it look up one after the other, where it could think
/// that reading all of a debtor's receivables once costs less.
impl QueryFragment<Pg> for Close {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT wanted.place, found.id, invoice_number, issued_on, face FROM unnest(");
        out.push_bind_param::<Array<BigInt>, _>(&self.places)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<DbUuid>, _>(&self.debtors)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Date>, _>(&self.froms)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Date>, _>(&self.tos)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.lowests)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.highests)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.numbers)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Date>, _>(&self.days)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<BigInt>, _>(&self.faces)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.currencies)?;
        let (wanted, near, same_number, same_invoice) = (Self::WANTED, Self::NEAR, Self::SAME_NUMBER, Self::SAME_INVOICE);
        out.push_sql(&format!(
            ") AS {wanted} CROSS JOIN LATERAL (SELECT * FROM receivables WHERE {near} \
             UNION ALL SELECT * FROM receivables WHERE {same_number} \
             UNION ALL SELECT * FROM receivables WHERE {same_invoice} OFFSET 0) found"
        ));
        Ok(())
    }
}

/// `CROSS JOIN` has SQLite keep to the order in which the tables stand.
impl QueryFragment<Sqlite> for Close {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        // Its text is another one for each count.
        out.unsafe_to_cache_prepared();
        out.push_sql(&format!("WITH {} AS (VALUES ", Self::WANTED));
        for (number, place) in self.places.iter().enumerate() {
            out.push_sql(if number == 0 { "(" } else { ", (" });
            out.push_bind_param::<BigInt, _>(place)?;
            out.push_sql(", ");
            out.push_bind_param::<DbUuid, _>(&self.debtors[number])?;
            out.push_sql(", ");
            out.push_bind_param::<Date, _>(&self.froms[number])?;
            out.push_sql(", ");
            out.push_bind_param::<Date, _>(&self.tos[number])?;
            out.push_sql(", ");
            out.push_bind_param::<BigInt, _>(&self.lowests[number])?;
            out.push_sql(", ");
            out.push_bind_param::<BigInt, _>(&self.highests[number])?;
            out.push_sql(", ");
            out.push_bind_param::<Text, _>(&self.numbers[number])?;
            out.push_sql(", ");
            out.push_bind_param::<Date, _>(&self.days[number])?;
            out.push_sql(", ");
            out.push_bind_param::<BigInt, _>(&self.faces[number])?;
            out.push_sql(", ");
            out.push_bind_param::<Text, _>(&self.currencies[number])?;
            out.push_sql(")");
        }
        let (found, near, same_number, same_invoice) = (Self::FOUND, Self::NEAR, Self::SAME_NUMBER, Self::SAME_INVOICE);
        let each = "FROM wanted CROSS JOIN receivables WHERE";
        out.push_sql(&format!(") {found} {each} {near} UNION ALL {found} {each} {same_number} UNION ALL {found} {each} {same_invoice}"));
        Ok(())
    }
}

impl QueryId for Close {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Close {
    type SqlType = (BigInt, DbUuid, Text, Date, BigInt);
}

impl<Conn> RunQueryDsl<Conn> for Close {}

macro_rules! same_file {
    ($hashes:expr) => {
        receivable_documents::table
            .filter(receivable_documents::sha256.eq_any($hashes))
            .select((receivable_documents::sha256, receivable_documents::receivable_id))
    };
}

/// For each sample the ids of all that may look like it: those found by their files on any debtor, and all at any status,
/// drafts by their files alone.
pub(super) fn of(conn: &mut Conn, samples: &[Option<Sample>]) -> Result<Vec<Vec<Id>>, Failure<Unavailable>> {
    let mut found = vec![Vec::new(); samples.len()];
    let close = Close::of(samples);
    if close.places.is_empty() {
        return Ok(found);
    }
    let rows: Vec<CloseRow> = on!(&mut *conn, |c| close.load(c))?;
    for (place, id, number, issued_on, face) in rows {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        let (Some(Some(sample)), Some(ids)) = (samples.get(place), found.get_mut(place)) else { continue };
        let number = InvoiceNumber::parse(&number).map_err(|_| corrupt("receivable"))?;
        let is_same = issued_on == sample.issued_on && face == sample.face.get();
        if is_same || number.visible().is_like(&sample.visible) || number.normalised().is_near(&sample.number) {
            ids.push(id);
        }
    }
    let owners = owners(conn, samples)?;
    for (sample, ids) in samples.iter().zip(&mut found) {
        let files = sample.iter().flat_map(|sample| &sample.files);
        ids.extend(files.filter_map(|file| owners.get(&file.0[..])).flatten());
        ids.sort_unstable_by_key(|id| id.0);
        ids.dedup();
    }
    Ok(found)
}

/// Whose each of their files is.
fn owners(conn: &mut Conn, samples: &[Option<Sample>]) -> QueryResult<HashMap<Vec<u8>, Vec<Id>>> {
    let mut hashes: Vec<Vec<u8>> = samples.iter().flatten().flat_map(|sample| &sample.files).map(|file| file.0.to_vec()).collect();
    hashes.sort_unstable();
    hashes.dedup();
    let mut owners: HashMap<Vec<u8>, Vec<Id>> = HashMap::new();
    if hashes.is_empty() {
        return Ok(owners);
    }
    let rows: Vec<(Vec<u8>, Id)> = on!(conn, |c| same_file!(hashes).load(c))?;
    for (hash, owner) in rows {
        owners.entry(hash).or_default().push(owner);
    }
    Ok(owners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::{assert_one_range, assert_ranges};
    use sooner_domain::{
        kernel::{country::CountryCode, ids::DebtorId, minor::Minor, money::Currency, text::Line},
        parties::legal_entity::LegalEntity,
    };
    use uuid::Uuid;

    fn sample(face: i64) -> Sample {
        Sample {
            debtor: DebtorId(Uuid::nil()),
            seller: LegalEntity::registered(CountryCode::parse("DE").unwrap(), &Line::parse("HRB 1").unwrap()),
            number: InvoiceNumber::parse("RE 1").unwrap().normalised(),
            visible: InvoiceNumber::parse("RE 1").unwrap().visible(),
            issued_on: NaiveDate::default(),
            face: Minor::new(face),
            currency: Currency::parse("EUR").unwrap(),
            files: Vec::new(),
            is_payable: false,
        }
    }

    #[test]
    fn what_looks_alike_is_looked_up_in_an_index() {
        for count in [1, 2, 100] {
            let close = Close::of(&vec![Some(sample(1_000)); count]);
            let near = "receivables_issued (debtor_id=? AND issued_on>? AND issued_on<?)";
            let number = "receivables_visible (visible_number=? AND debtor_id=?)";
            assert_ranges(&close, &[near, number, "receivables_visible (visible_number=?)"], "wanted");
        }
        assert_one_range(&same_file!(vec![vec![0; 32]; 2]), "receivable_documents_sha256");
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
