//! Suppliers of programmes as rows.

use super::{FacilityStore, schema::suppliers};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt, unless_another_has, unless_stale, unless_taken},
        first::First,
        sql_types::{Id, Time},
    },
    onboarding::schema::applications,
    parties::{
        companies::{self, CompanyRow},
        schema::{companies as company_rows, memberships},
    },
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    facilities::{
        changes::LISTED_SUPPLIER,
        ports::{SupplierFound, Suppliers},
    },
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::{
    facilities::supplier::{AddedBy, AutomaticMode, AutomaticPayment, Parts, Supplier, SupplierDetails, SupplierId},
    kernel::{
        coded::Coded,
        country::CountryCode,
        email::EmailAddress,
        ids::{CompanyId, UserId},
        interest::YearlyRate,
        money::{Currency, Money},
        text::Line,
    },
    onboarding::status::OnboardingStatus,
    parties::company::Company,
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = suppliers, treat_none_as_null = true, treat_none_as_default_value = false)]
struct SupplierRow {
    id: Id,
    version: i64,
    buyer_id: Id,
    company_id: Id,
    legal_name: String,
    country: String,
    registration_number: String,
    listed_supplier: String,
    email: String,
    discount_rate: Option<i32>,
    automatic: String,
    automatic_above: Option<i64>,
    automatic_currency: Option<String>,
    added_by: Id,
    added_at: Time,
    left_at: Option<Time>,
}

impl From<&Supplier> for SupplierRow {
    fn from(supplier: &Supplier) -> Self {
        let Parts { id, version, buyer, company, details, rate, automatic, added, left_at } = supplier.parts();
        let least = if let AutomaticPayment::Above(least) = automatic { Some(least) } else { None };
        Self {
            id: Id(id.0),
            version: *version,
            buyer_id: Id(buyer.0),
            company_id: Id(company.0),
            legal_name: details.legal_name.as_str().to_owned(),
            country: details.country.as_str().to_owned(),
            registration_number: details.registration_number.as_str().to_owned(),
            listed_supplier: details.legal_entity().key(),
            email: details.email.as_str().to_owned(),
            discount_rate: rate.map(|rate| rate.basis_points().into()),
            automatic: automatic.mode().code().to_owned(),
            automatic_above: least.map(|least| least.amount_minor()),
            automatic_currency: least.map(|least| least.currency().code().to_owned()),
            added_by: Id(added.by.0),
            added_at: Time(added.at),
            left_at: left_at.map(Time),
        }
    }
}

impl SupplierRow {
    fn automatic(&self) -> Option<AutomaticPayment> {
        Some(match AutomaticMode::from_code(&self.automatic)? {
            AutomaticMode::Off => AutomaticPayment::Off,
            AutomaticMode::All => AutomaticPayment::All,
            AutomaticMode::Above => {
                let currency = Currency::parse(self.automatic_currency.as_deref()?).ok()?;
                AutomaticPayment::Above(Money::parse(self.automatic_above?, currency).ok()?)
            }
        })
    }

    fn supplier(&self) -> Option<Supplier> {
        let rate = match self.discount_rate {
            Some(rate) => Some(YearlyRate::parse_basis_points(rate.into()).ok()?),
            None => None,
        };
        Some(Supplier::restore(Parts {
            id: SupplierId(self.id.0),
            version: self.version,
            buyer: CompanyId(self.buyer_id.0),
            company: CompanyId(self.company_id.0),
            details: SupplierDetails {
                legal_name: Line::parse(&self.legal_name).ok()?,
                country: CountryCode::parse(&self.country).ok()?,
                registration_number: Line::parse(&self.registration_number).ok()?,
                email: EmailAddress::parse(&self.email).ok()?,
            },
            rate,
            automatic: self.automatic()?,
            added: AddedBy { by: UserId(self.added_by.0), at: self.added_at.0 },
            left_at: self.left_at.map(|at| at.0),
        }))
    }
}

/// Under the buyer's lock: of many at once as many fit as the list holds.
pub(super) fn insert(conn: &mut Conn, supplier: &Supplier, max: usize) -> Result<(), Failure<CommitError>> {
    let row = SupplierRow::from(supplier);
    companies::lock(conn, supplier.parts().buyer)?;
    let listed = suppliers::table.filter(suppliers::buyer_id.eq(row.buyer_id)).count();
    let listed: i64 = on!(conn, |c| listed.get_result(c))?;
    if usize::try_from(listed).unwrap_or(usize::MAX) >= max {
        return Err(Failure::Refused(CommitError::Full));
    }
    let insert = diesel::insert_into(suppliers::table).values(row);
    unless_listed(on!(conn, |c| insert.execute(c))).map(drop)
}

/// Writes it over the version that was read.
pub(super) fn update(conn: &mut Conn, supplier: &Supplier) -> Result<(), Failure<CommitError>> {
    let row = SupplierRow::from(supplier);
    let seen = suppliers::table.find(row.id).filter(suppliers::version.eq(row.version));
    let update = diesel::update(seen).set(SupplierRow { version: row.version + 1, ..row });
    unless_stale(unless_listed(on!(conn, |c| update.execute(c)))?)
}

/// A company has one place with a buyer. SQLite names the columns of this uniqueness, and PostgreSQL the index, which holds
/// `listed_supplier`.
pub(crate) const ONE_PLACE: &str = "suppliers.company_id, suppliers.buyer_id";

fn unless_listed(written: QueryResult<usize>) -> Result<usize, Failure<CommitError>> {
    match unless_another_has(LISTED_SUPPLIER, written) {
        Err(Failure::Database(error)) => unless_taken(Err(error), ONE_PLACE, CommitError::Taken(LISTED_SUPPLIER)),
        answer => answer,
    }
}

/// Holds the supplier as it was read until the rest is written, as a facility is held.
pub(super) fn stands(conn: &mut Conn, id: SupplierId, version: i64) -> Result<(), Failure<CommitError>> {
    let it = suppliers::table.find(Id(id.0)).filter(suppliers::version.eq(version)).select(suppliers::id);
    let found: Option<Id> = match conn {
        Conn::Postgres(conn) => it.for_share().get_result(conn),
        Conn::Sqlite(conn) => it.get_result(conn),
    }
    .optional()?;
    unless_stale(usize::from(found.is_some()))
}

/// A supplier with the company it is, and where that one's application stands, if it has one.
type FoundRow = (SupplierRow, CompanyRow, Option<i16>);

/// The query of those that are `$wanted`, the one invited last first.
macro_rules! found {
    ($wanted:expr) => {
        suppliers::table
            .inner_join(company_rows::table.on(company_rows::id.eq(suppliers::company_id)))
            .left_join(applications::table.on(applications::company_id.eq(suppliers::company_id)))
            .filter($wanted)
            .order(suppliers::id.desc())
    };
}

/// What a query of [`found`] is read as.
macro_rules! shown {
    ($query:expr) => {
        $query.select((SupplierRow::as_select(), CompanyRow::as_select(), applications::status.nullable()))
    };
}

/// Those of these companies to which somebody belongs.
fn joined(conn: &mut Conn, companies: Vec<Id>) -> QueryResult<HashSet<Id>> {
    let query = memberships::table.filter(memberships::company_id.eq_any(companies)).select(memberships::company_id).distinct();
    let ids: Vec<Id> = on!(conn, |c| query.load(c))?;
    Ok(ids.into_iter().collect())
}

/// The same with their buyers, and whether anybody belongs to them.
fn with_buyers(conn: &mut Conn, rows: Vec<FoundRow>) -> Result<Vec<SupplierFound>, Failure<Unavailable>> {
    let mut ids: Vec<_> = rows.iter().map(|(row, ..)| CompanyId(row.buyer_id.0)).collect();
    ids.dedup();
    let buyers = if ids.is_empty() { Vec::new() } else { companies::by_ids(conn, &ids)? };
    let buyers: HashMap<CompanyId, Company> = buyers.into_iter().map(|buyer| (buyer.id, buyer)).collect();
    let joined = joined(conn, rows.iter().map(|(row, ..)| row.company_id).collect())?;
    let found = |(row, company, status): FoundRow| {
        let has_joined = joined.contains(&row.company_id);
        let supplier = row.supplier().ok_or_else(|| corrupt("supplier"))?;
        let buyer = buyers.get(&supplier.parts().buyer).cloned().ok_or_else(|| corrupt("supplier"))?;
        let status = match status {
            Some(number) => OnboardingStatus::from_number(number).ok_or_else(|| corrupt("application"))?,
            None => OnboardingStatus::default(),
        };
        Ok(SupplierFound { supplier, company: company.into_company()?, status, has_joined, buyer })
    };
    rows.into_iter().map(found).collect()
}

/// This pair of buyer and supplier.
type Pair = (CompanyId, CompanyId);

/// The places of these companies on these buyers' lists.
pub(crate) fn listed(conn: &mut Conn, pairs: &[Pair]) -> Result<HashMap<Pair, SupplierFound>, Failure<Unavailable>> {
    let (buyers, sellers): (Vec<_>, Vec<_>) = pairs.iter().map(|(buyer, seller)| (Id(buyer.0), Id(seller.0))).unzip();
    let query = found!(suppliers::company_id.eq_any(sellers).and(suppliers::buyer_id.eq_any(buyers)));
    let rows: Vec<FoundRow> = on!(conn, |c| shown!(query).load(c))?;
    let found = with_buyers(conn, rows)?;
    Ok(found.into_iter().map(|found| ((found.supplier.parts().buyer, found.supplier.parts().company), found)).collect())
}

#[async_trait]
impl Suppliers for FacilityStore {
    async fn by_id(&self, id: SupplierId) -> Result<Option<SupplierFound>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = found!(suppliers::id.eq(Id(id.0)));
                let rows: Vec<FoundRow> = on!(conn, |c| shown!(query).load(c))?;
                Ok(with_buyers(conn, rows)?.pop())
            })
            .await
    }

    async fn of_buyer(&self, buyer: CompanyId, after: Option<SupplierId>, most: i64) -> Result<Vec<SupplierFound>, Unavailable> {
        self.db
            .read(move |conn| {
                // No supplier has the id of ones.
                let behind = suppliers::id.lt(Id(after.map_or(Uuid::max(), |id| id.0)));
                let query = found!(suppliers::buyer_id.eq(Id(buyer.0)).and(behind));
                let rows: Vec<FoundRow> = on!(conn, |c| First(most, shown!(query)).load(c))?;
                with_buyers(conn, rows)
            })
            .await
    }

    async fn of_company(&self, company: CompanyId) -> Result<Vec<SupplierFound>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = found!(suppliers::company_id.eq(Id(company.0)));
                let rows: Vec<FoundRow> = on!(conn, |c| shown!(query).load(c))?;
                with_buyers(conn, rows)
            })
            .await
    }
}
