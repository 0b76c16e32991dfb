//! Buyers.

use super::{
    PartyStore, companies, debtors, likenesses,
    schema::{buyers, companies as companies_table},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, breaks_reference, corrupt, unless_stale},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    parties::{
        changes::{LISTED_BUYER, NAMED_BUYER},
        ports::Buyers,
    },
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        country::CountryCode,
        email::EmailAddress,
        ids::{CompanyId, DebtorId},
        money::{Currency, Money},
        text::{Line, PersonName},
    },
    parties::{
        buyer::{Buyer, BuyerDetails, BuyerId, BuyerStatus, PaymentTerms},
        legal_entity::LegalEntity,
        own::OwnMatters,
    },
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = buyers, treat_none_as_default_value = false)]
pub(crate) struct BuyerRow {
    pub(crate) id: Id,
    company_id: Id,
    debtor_id: Option<Id>,
    legal_name: String,
    country: String,
    registration_number: String,
    contact_name: String,
    contact_email: String,
    volume_minor: i64,
    volume_currency: String,
    payment_terms_days: i32,
    status: String,
    created_at: Time,
}

impl From<&Buyer> for BuyerRow {
    fn from(buyer: &Buyer) -> Self {
        let Buyer { id, seller, details, status, debtor, created_at } = buyer;
        Self {
            id: Id(id.0),
            company_id: Id(seller.0),
            debtor_id: debtor.map(|id| Id(id.0)),
            legal_name: details.legal_name.as_str().to_owned(),
            country: details.country.as_str().to_owned(),
            registration_number: details.registration_number.as_str().to_owned(),
            contact_name: details.contact_name.as_str().to_owned(),
            contact_email: details.contact_email.as_str().to_owned(),
            volume_minor: details.expected_yearly_volume.amount_minor(),
            volume_currency: details.expected_yearly_volume.currency().code().to_owned(),
            payment_terms_days: i32::from(details.payment_terms.days()),
            status: status.code().to_owned(),
            created_at: Time(*created_at),
        }
    }
}

impl BuyerRow {
    pub(crate) fn into_buyer<E: From<Unavailable>>(self) -> Result<Buyer, Failure<E>> {
        let buyer = || {
            let details = BuyerDetails {
                legal_name: Line::parse(&self.legal_name).ok()?,
                country: CountryCode::parse(&self.country).ok()?,
                registration_number: Line::parse(&self.registration_number).ok()?,
                contact_name: PersonName::parse(&self.contact_name).ok()?,
                contact_email: EmailAddress::parse(&self.contact_email).ok()?,
                expected_yearly_volume: Money::parse(self.volume_minor, Currency::parse(&self.volume_currency).ok()?).ok()?,
                payment_terms: PaymentTerms::parse_days(self.payment_terms_days.into()).ok()?,
            };
            Some(Buyer {
                id: BuyerId(self.id.0),
                seller: CompanyId(self.company_id.0),
                details,
                status: BuyerStatus::from_code(&self.status)?,
                debtor: self.debtor_id.map(|id| DebtorId(id.0)),
                created_at: self.created_at.0,
            })
        };
        buyer().ok_or_else(|| corrupt("buyer"))
    }
}

/// The seller's buyers of one status, or all of them, in the order they were added: ids sort by time.
pub(crate) fn of<E: From<Unavailable>>(conn: &mut Conn, seller: CompanyId, only: Option<BuyerStatus>) -> Result<Vec<Buyer>, Failure<E>> {
    let all = buyers::table.filter(buyers::company_id.eq(Id(seller.0))).order(buyers::id);
    let rows: Vec<BuyerRow> = match only {
        Some(status) => {
            let some = all.filter(buyers::status.eq(status.code()));
            on!(conn, |c| some.select(BuyerRow::as_select()).load(c))?
        }
        None => on!(conn, |c| all.select(BuyerRow::as_select()).load(c))?,
    };
    rows.into_iter().map(BuyerRow::into_buyer).collect()
}

/// Who is on the seller's list, in the same order.
pub(crate) fn ids_of(conn: &mut Conn, seller: CompanyId) -> QueryResult<Vec<BuyerId>> {
    let query = buyers::table.filter(buyers::company_id.eq(Id(seller.0))).order(buyers::id).select(buyers::id);
    let ids: Vec<Id> = on!(conn, |c| query.load(c))?;
    Ok(ids.into_iter().map(|id| BuyerId(id.0)).collect())
}

pub(crate) fn of_seller<E: From<Unavailable>>(conn: &mut Conn, seller: CompanyId, id: BuyerId) -> Result<Option<Buyer>, Failure<E>> {
    let mine = buyers::table.find(Id(id.0)).filter(buyers::company_id.eq(Id(seller.0)));
    let row: Option<BuyerRow> = on!(conn, |c| mine.select(BuyerRow::as_select()).get_result(c)).optional()?;
    row.map(BuyerRow::into_buyer).transpose()
}

fn own_matters(conn: &mut Conn, company: CompanyId) -> Result<OwnMatters, Failure<Unavailable>> {
    let entity = companies_table::table.find(Id(company.0)).select(companies_table::legal_entity);
    let entity: Option<Option<String>> = on!(&mut *conn, |c| entity.get_result(c)).optional()?;
    let entity = entity.flatten().map(|key| LegalEntity::from_key(&key).ok_or_else(|| corrupt("company"))).transpose()?;
    let named = buyers::table.filter(buyers::company_id.eq(Id(company.0)).and(buyers::debtor_id.is_not_null()));
    let named: Vec<Id> = on!(conn, |c| named.select(buyers::debtor_id.assume_not_null()).load(c))?;
    Ok(OwnMatters::new(entity, named.into_iter().map(|id| DebtorId(id.0)).collect()))
}

/// Those of these that are on anybody's list.
pub(crate) fn by_ids(conn: &mut Conn, ids: &[BuyerId]) -> Result<Vec<Buyer>, Failure<Unavailable>> {
    let query = buyers::table.filter(buyers::id.eq_any(ids.iter().map(|id| Id(id.0)).collect::<Vec<_>>()));
    let rows: Vec<BuyerRow> = on!(conn, |c| query.select(BuyerRow::as_select()).load(c))?;
    rows.into_iter().map(BuyerRow::into_buyer).collect()
}

pub(crate) fn count(conn: &mut Conn, seller: CompanyId) -> QueryResult<usize> {
    let count = buyers::table.filter(buyers::company_id.eq(Id(seller.0))).count();
    let count: i64 = on!(conn, |c| count.get_result(c))?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

/// Appends to the seller's list; of many at the same time each counts those before it.
pub(super) fn append(conn: &mut Conn, buyer: &Buyer, max: usize) -> Result<(), Failure<CommitError>> {
    companies::lock(conn, buyer.seller)?;
    if count(conn, buyer.seller)? >= max {
        return Err(Failure::Refused(CommitError::Full));
    }
    check_new(conn, buyer)?;
    let insert = diesel::insert_into(buyers::table).values(BuyerRow::from(buyer));
    on!(conn, |c| insert.execute(c))?;
    Ok(())
}

/// Whether no other buyer of its seller is the same legal entity. Under the company's lock, as the list is short: numbers that
/// are written differently are still one.
fn check_new(conn: &mut Conn, buyer: &Buyer) -> Result<(), Failure<CommitError>> {
    let country = buyer.details.country;
    let others = buyers::table
        .filter(buyers::company_id.eq(Id(buyer.seller.0)))
        .filter(buyers::country.eq(country.as_str()))
        .filter(buyers::id.ne(Id(buyer.id.0)));
    let numbers: Vec<String> = on!(conn, |c| others.select(buyers::registration_number).load(c))?;
    let entity = buyer.details.legal_entity();
    let is_same = |number: &String| Line::parse(number).is_ok_and(|number| LegalEntity::registered(country, &number) == entity);
    if numbers.iter().any(is_same) { Err(Failure::Refused(CommitError::Taken(LISTED_BUYER))) } else { Ok(()) }
}

/// Writes what the seller tells of a buyer.
pub(super) fn change(conn: &mut Conn, buyer: &Buyer) -> Result<(), Failure<CommitError>> {
    companies::lock(conn, buyer.seller)?;
    // Earlier releases took an entity twice: whoever stands there so can still be corrected.
    let stored = of_seller(conn, buyer.seller, buyer.id)?.ok_or(Failure::Refused(CommitError::Stale))?;
    if stored.details.legal_entity() != buyer.details.legal_entity() {
        check_new(conn, buyer)?;
    }
    let mine = buyers::table.find(Id(buyer.id.0)).filter(buyers::company_id.eq(Id(buyer.seller.0)));
    let BuyerRow {
        legal_name,
        country,
        registration_number,
        contact_name,
        contact_email,
        volume_minor,
        volume_currency,
        payment_terms_days,
        ..
    } = BuyerRow::from(buyer);
    let told = (
        buyers::legal_name.eq(legal_name),
        buyers::country.eq(country),
        buyers::registration_number.eq(registration_number),
        buyers::contact_name.eq(contact_name),
        buyers::contact_email.eq(contact_email),
        buyers::volume_minor.eq(volume_minor),
        buyers::volume_currency.eq(volume_currency),
        buyers::payment_terms_days.eq(payment_terms_days),
    );
    let update = diesel::update(mine).set(told);
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// Takes a buyer off the seller's list, unless something else names it.
pub(super) fn remove(conn: &mut Conn, seller: CompanyId, id: BuyerId) -> Result<(), Failure<CommitError>> {
    companies::lock(conn, seller)?;
    let delete = diesel::delete(buyers::table.find(Id(id.0)).filter(buyers::company_id.eq(Id(seller.0))));
    let deleted = on!(conn, |c| delete.execute(c));
    if deleted.as_ref().is_err_and(breaks_reference) {
        return Err(Failure::Refused(CommitError::Taken(NAMED_BUYER)));
    }
    unless_stale(deleted?)
}

/// Writes what was decided, if nobody else decided since.
pub(super) fn decide(conn: &mut Conn, buyer: &Buyer, seen: BuyerStatus) -> Result<(), Failure<CommitError>> {
    let as_seen = buyers::table.find(Id(buyer.id.0)).filter(buyers::status.eq(seen.code()));
    let decided = (buyers::status.eq(buyer.status.code()), buyers::debtor_id.eq(buyer.debtor.map(|id| Id(id.0))));
    let update = diesel::update(as_seen).set(decided);
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// Links the buyer to another debtor than the one that was seen, which is no longer found by what its seller wrote of it, unless that is
/// its own or another seller wrote it.
pub(super) fn correct(conn: &mut Conn, buyer: &Buyer, seen: DebtorId) -> Result<(), Failure<CommitError>> {
    let as_seen = buyers::table.find(Id(buyer.id.0)).filter(buyers::debtor_id.eq(Id(seen.0)));
    let update = diesel::update(as_seen).set(buyers::debtor_id.eq(buyer.debtor.map(|id| Id(id.0))));
    unless_stale(on!(&mut *conn, |c| update.execute(c))?)?;
    let others = buyers::table.filter(buyers::debtor_id.eq(Id(seen.0)));
    let others: Vec<BuyerRow> = on!(&mut *conn, |c| others.select(BuyerRow::as_select()).load(c))?;
    let mut marks = buyer.details.marks();
    for other in others {
        let other: Buyer = other.into_buyer::<CommitError>()?;
        marks = &marks - &other.details.marks();
    }
    for own in debtors::marks_of(conn, seen)? {
        marks = &marks - &own;
    }
    Ok(likenesses::unmark(conn, seen, &marks)?)
}

#[async_trait]
impl Buyers for PartyStore {
    async fn by_id(&self, seller: CompanyId, id: BuyerId) -> Result<Option<Buyer>, Unavailable> {
        self.db.read(move |conn| of_seller(conn, seller, id)).await
    }

    async fn by_ids(&self, ids: &[BuyerId]) -> Result<Vec<Buyer>, Unavailable> {
        let ids = ids.to_vec();
        self.db.read(move |conn| by_ids(conn, &ids)).await
    }

    async fn of(&self, seller: CompanyId) -> Result<Vec<Buyer>, Unavailable> {
        self.db.read(move |conn| of(conn, seller, None)).await
    }

    async fn own_matters(&self, company: CompanyId) -> Result<OwnMatters, Unavailable> {
        self.db.read(move |conn| own_matters(conn, company)).await
    }
}
