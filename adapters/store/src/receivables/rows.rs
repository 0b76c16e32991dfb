//! Receivables as rows.

use super::{details::Details, documents, schema::receivables};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, breaks_reference, corrupt, unless_another_has, unless_stale},
    sql_types::{Id, Time},
};
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    receivables::{changes::SOLD_ONCE, ports::Kept},
};
use sooner_domain::{
    kernel::{
        canonical::Digest,
        coded::Coded,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId, UserId},
        minor::Minor,
        money::Currency,
    },
    parties::buyer::BuyerId,
    receivables::{
        facts::{Face, Facts, Figures, InvoiceDocument},
        fingerprint::{Fingerprint, InvoiceNumber},
        position::Position,
        receivable::{Agreement, Entered, Origin, Parts, Receivable},
        reference::Reference,
        status::ReceivableStatus,
    },
};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = receivables, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(super) struct ReceivableRow {
    pub(super) id: Id,
    version: i64,
    reference: String,
    seller_id: Id,
    buyer_id: Option<Id>,
    programme_buyer_id: Option<Id>,
    debtor_id: Option<Id>,
    booked_with: Option<Id>,
    facility_id: Option<Id>,
    terms_version: Option<i64>,
    invoice_number: String,
    normalised_number: String,
    visible_number: String,
    issued_on: NaiveDate,
    due_on: NaiveDate,
    face: i64,
    currency: String,
    pub(super) owed: i64,
    pub(super) owed_due_on: NaiveDate,
    status: String,
    fingerprint: Option<Vec<u8>>,
    series: i64,
    entered_by: Id,
    entered_at: Time,
    submitted_at: Option<Time>,
    payout_on: Option<NaiveDate>,
    accepted_with: Option<Id>,
    open: i64,
    out: i64,
    diluted: i64,
    with_seller: i64,
    details: String,
}

impl ReceivableRow {
    fn of(kept: &Kept) -> QueryResult<Self> {
        let Kept { receivable, fingerprint, position: Position { open, out, diluted, with_seller } } = kept;
        let parts = receivable.parts();
        let Figures { face: owed, due_on: owed_due_on } = parts.figures;
        let (buyer, programme_buyer) = match parts.origin {
            Origin::Seller { buyer } => (Some(Id(buyer.0)), None),
            Origin::Programme { buyer } => (None, Some(Id(buyer.0))),
        };
        let details = serde_json::to_string(&Details::from(parts));
        Ok(Self {
            id: Id(parts.id.0),
            version: parts.version,
            reference: parts.reference.as_str().to_owned(),
            seller_id: Id(parts.seller.0),
            buyer_id: buyer,
            programme_buyer_id: programme_buyer,
            debtor_id: parts.debtor.map(|id| Id(id.0)),
            booked_with: parts.booked_with.map(|id| Id(id.0)),
            facility_id: parts.agreement.map(|agreement| Id(agreement.facility.0)),
            terms_version: parts.agreement.map(|agreement| agreement.terms_version),
            invoice_number: parts.facts.number.as_str().to_owned(),
            normalised_number: parts.facts.number.normalised().as_str().to_owned(),
            visible_number: parts.facts.number.visible().key(),
            issued_on: parts.facts.issued_on,
            due_on: parts.facts.due_on,
            face: parts.facts.face.amount().get(),
            currency: parts.facts.face.currency().code().to_owned(),
            owed: owed.get(),
            owed_due_on,
            status: parts.status.code().to_owned(),
            fingerprint: fingerprint.map(|fingerprint| fingerprint.0.0.to_vec()),
            series: receivable.series(),
            entered_by: Id(parts.entered.by.0),
            entered_at: Time(parts.entered.at),
            submitted_at: parts.submitted.map(|submitted| Time(submitted.at)),
            payout_on: parts.accepted.map(|accepted| accepted.payout_on),
            accepted_with: parts.accepted.map(|accepted| Id(accepted.with.0)),
            open: open.get(),
            out: out.get(),
            diluted: diluted.get(),
            with_seller: with_seller.get(),
            details: details.map_err(|error| diesel::result::Error::SerializationError(error.into()))?,
        })
    }

    fn facts(&self, details: &Details) -> Option<Facts> {
        Some(Facts {
            number: InvoiceNumber::parse(&self.invoice_number).ok()?,
            issued_on: self.issued_on,
            due_on: self.due_on,
            face: Face::parse(self.face, Currency::parse(&self.currency).ok()?).ok()?,
            order_reference: details.order_reference()?,
            note: details.note()?,
        })
    }

    fn origin(&self) -> Option<Origin> {
        match (self.buyer_id, self.programme_buyer_id) {
            (Some(buyer), None) => Some(Origin::Seller { buyer: BuyerId(buyer.0) }),
            (None, Some(buyer)) => Some(Origin::Programme { buyer: CompanyId(buyer.0) }),
            _ => None,
        }
    }

    fn parts(&self, documents: Vec<InvoiceDocument>) -> Option<Parts> {
        let details: Details = serde_json::from_str(&self.details).ok()?;
        let agreement = self.facility_id.zip(self.terms_version);
        Some(Parts {
            id: ReceivableId(self.id.0),
            version: self.version,
            reference: Reference::parse(&self.reference).ok()?,
            origin: self.origin()?,
            seller: CompanyId(self.seller_id.0),
            debtor: self.debtor_id.map(|id| DebtorId(id.0)),
            booked_with: self.booked_with.map(|id| DebtorId(id.0)),
            agreement: agreement.map(|(id, terms_version)| Agreement { facility: FacilityId(id.0), terms_version }),
            facts: self.facts(&details)?,
            figures: Figures { face: Minor::new(self.owed), due_on: self.owed_due_on },
            documents,
            status: ReceivableStatus::from_code(&self.status)?,
            hold: details.hold()?,
            dispute: details.dispute()?,
            evidence: details.evidence()?,
            exceptions: details.exceptions(self.series)?,
            entered: Entered { by: UserId(self.entered_by.0), at: self.entered_at.0 },
            documented: details.documented(),
            submitted: details.submitted(self.submitted_at.map(|at| at.0))?,
            accepted: details.accepted(self.payout_on, ReceivableId(self.accepted_with.unwrap_or(self.id).0))?,
            rejection: details.rejection()?,
            credits: details.credits(),
        })
    }

    fn into_kept(self, documents: Vec<InvoiceDocument>) -> Option<Kept> {
        let receivable = Receivable::restore(self.parts(documents)?);
        let fingerprint = match self.fingerprint {
            Some(bytes) => Some(Fingerprint(Digest(bytes.try_into().ok()?))),
            None => None,
        };
        let [open, out, diluted, with_seller] = [self.open, self.out, self.diluted, self.with_seller].map(Minor::new);
        Some(Kept { receivable, fingerprint, position: Position { open, out, diluted, with_seller } })
    }
}

pub(super) fn insert(conn: &mut Conn, kept: &Kept) -> Result<(), Failure<CommitError>> {
    let insert = diesel::insert_into(receivables::table).values(ReceivableRow::of(kept)?);
    let inserted = on!(conn, |c| insert.execute(c));
    // Its buyer was taken off the list meanwhile: whatever else it names stays.
    if inserted.as_ref().is_err_and(breaks_reference) {
        return Err(Failure::Refused(CommitError::Stale));
    }
    unless_another_has(SOLD_ONCE, inserted).map(drop)
}

/// Writes it over the version that was read.
pub(super) fn change(conn: &mut Conn, kept: &Kept) -> Result<(), Failure<CommitError>> {
    let row = ReceivableRow::of(kept)?;
    let seen = receivables::table.find(row.id).filter(receivables::version.eq(row.version));
    let update = diesel::update(seen).set(ReceivableRow { version: row.version + 1, ..row });
    unless_stale(unless_another_has(SOLD_ONCE, on!(conn, |c| update.execute(c)))?)
}

/// All that one company sells is another one's.
pub(super) fn replace_seller(conn: &mut Conn, before: CompanyId, after: CompanyId) -> QueryResult<()> {
    let update = diesel::update(receivables::table.filter(receivables::seller_id.eq(Id(before.0))));
    let update = update.set((receivables::seller_id.eq(Id(after.0)), receivables::version.eq(receivables::version + 1)));
    on!(conn, |c| update.execute(c)).map(drop)
}

/// What a buyer entered for one company and nobody sold is another one's.
pub(super) fn hand_over(conn: &mut Conn, buyer: CompanyId, (before, after): (CompanyId, CompanyId)) -> QueryResult<()> {
    let entered = receivables::programme_buyer_id.eq(Id(buyer.0)).and(receivables::seller_id.eq(Id(before.0)));
    let update = diesel::update(receivables::table.filter(entered).filter(receivables::payout_on.is_null()));
    let update = update.set((receivables::seller_id.eq(Id(after.0)), receivables::version.eq(receivables::version + 1)));
    on!(conn, |c| update.execute(c)).map(drop)
}

/// The same receivables with their documents.
pub(super) fn whole(conn: &mut Conn, rows: Vec<ReceivableRow>) -> Result<Vec<Kept>, Failure<Unavailable>> {
    let ids: Vec<Id> = rows.iter().map(|row| row.id).collect();
    let mut documents = documents::of(conn, &ids)?;
    let kept = |row: ReceivableRow| {
        let own = documents.remove(&row.id).unwrap_or_default();
        row.into_kept(own).ok_or_else(|| corrupt("receivable"))
    };
    rows.into_iter().map(kept).collect()
}
