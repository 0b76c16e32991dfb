//! Facilities as rows.

use super::{FacilityStore, advertised, schema::facilities, versions};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt, unless_another_has, unless_stale},
        first::First,
        sql_types::{Id, Time},
    },
    onboarding::schema::applications,
    parties::{companies::CompanyRow, schema::companies},
};
use async_trait::async_trait;
use diesel::{pg::Pg, prelude::*, sqlite::Sqlite};
use sooner_application::{
    facilities::{
        changes::OPEN_FACILITY,
        ports::{FacilityFilter, FacilityFound, FacilityRecords},
    },
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::{
    facilities::{
        facility::{Facility, Parts, TermsVersion},
        status::FacilityStatus,
        terms::{FacilityKind, Terms},
    },
    kernel::{
        coded::Coded,
        ids::{CompanyId, FacilityId},
        money::Currency,
    },
    onboarding::status::OnboardingStatus,
};
use std::collections::HashMap;
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = facilities)]
struct FacilityRow {
    id: Id,
    company_id: Id,
    kind: String,
    currency: String,
    status: String,
    version: i64,
    created_at: Time,
}

impl From<&Facility> for FacilityRow {
    fn from(facility: &Facility) -> Self {
        let Parts { id, company, kind, currency, status, version, created_at, versions: _ } = facility.parts();
        Self {
            id: Id(id.0),
            company_id: Id(company.0),
            kind: kind.code().to_owned(),
            currency: currency.code().to_owned(),
            status: status.code().to_owned(),
            version: *version,
            created_at: Time(*created_at),
        }
    }
}

impl FacilityRow {
    fn into_facility(self, versions: Vec<TermsVersion>) -> Result<Facility, Failure<Unavailable>> {
        let read = || {
            Some(Facility::restore(Parts {
                id: FacilityId(self.id.0),
                company: CompanyId(self.company_id.0),
                kind: FacilityKind::from_code(&self.kind)?,
                currency: Currency::parse(&self.currency).ok()?,
                status: FacilityStatus::from_code(&self.status)?,
                version: self.version,
                created_at: self.created_at.0,
                versions,
            }))
        };
        read().ok_or_else(|| corrupt("facility"))
    }
}

pub(super) fn insert(conn: &mut Conn, facility: &Facility) -> Result<(), Failure<CommitError>> {
    let insert = diesel::insert_into(facilities::table).values(FacilityRow::from(facility));
    unless_another_has(OPEN_FACILITY, on!(&mut *conn, |c| insert.execute(c)))?;
    versions::write(conn, facility.parts().id, facility.parts().versions.last())
}

/// Writes the facility, if nobody changed it since it was read.
pub(super) fn update(conn: &mut Conn, facility: &Facility) -> Result<(), Failure<CommitError>> {
    let FacilityRow { id, status, version, .. } = facility.into();
    let as_seen = facilities::table.find(id).filter(facilities::version.eq(version));
    let update = diesel::update(as_seen).set((facilities::status.eq(status), facilities::version.eq(version + 1)));
    unless_stale(on!(&mut *conn, |c| update.execute(c))?)?;
    versions::write(conn, facility.parts().id, facility.parts().versions.last())
}

/// Holds the facility as it was read until the rest is written: PostgreSQL makes whoever changes it wait, SQLite has one writer
/// anyway.
pub(super) fn stands(conn: &mut Conn, id: FacilityId, version: i64) -> Result<(), Failure<CommitError>> {
    let it = facilities::table.find(Id(id.0)).filter(facilities::version.eq(version)).select(facilities::id);
    let found: Option<Id> = match conn {
        Conn::Postgres(conn) => it.for_share().get_result(conn),
        Conn::Sqlite(conn) => it.get_result(conn),
    }
    .optional()?;
    unless_stale(usize::from(found.is_some()))
}

/// A facility with its company and where that one's application stands, if it has one.
type FoundRow = (FacilityRow, CompanyRow, Option<i16>);

/// The query of those that are `$wanted`, the one proposed last first.
macro_rules! found {
    ($db:ty, $wanted:expr) => {
        facilities::table
            .inner_join(companies::table)
            .left_join(applications::table.on(applications::company_id.eq(facilities::company_id)))
            .filter($wanted)
            .order(facilities::id.desc())
            .select((FacilityRow::as_select(), CompanyRow::as_select(), applications::status.nullable()))
            .into_boxed::<$db>()
    };
}

/// Narrows a query to those of a company and at a status, where either is asked for.
macro_rules! narrowed {
    ($query:expr, $filter:expr) => {{
        let mut query = $query;
        if let Some(company) = $filter.company {
            query = query.filter(facilities::company_id.eq(Id(company.0)));
        }
        if let Some(company) = $filter.but {
            query = query.filter(facilities::company_id.ne(Id(company.0)));
        }
        if let Some(status) = $filter.status {
            query = query.filter(facilities::status.eq(status.code()));
        }
        query
    }};
}

fn with_versions(conn: &mut Conn, rows: Vec<FoundRow>) -> Result<Vec<FacilityFound>, Failure<Unavailable>> {
    let ids: Vec<_> = rows.iter().map(|(facility, ..)| facility.id).collect();
    let mut versions: HashMap<FacilityId, Vec<TermsVersion>> = HashMap::new();
    for row in versions::of(conn, &ids)? {
        versions.entry(row.facility()).or_default().push(row.into_version()?);
    }
    let found = |(facility, company, status): FoundRow| {
        let versions = versions.remove(&FacilityId(facility.id.0)).unwrap_or_default();
        let status = match status {
            Some(number) => OnboardingStatus::from_number(number).ok_or_else(|| corrupt("application"))?,
            None => OnboardingStatus::default(),
        };
        Ok(FacilityFound { facility: facility.into_facility(versions)?, company: company.into_company()?, status })
    };
    rows.into_iter().map(found).collect()
}

/// Whose facility, of which kind and currency.
pub(crate) type Place = (CompanyId, FacilityKind, Currency);

pub(crate) fn by_id(conn: &mut Conn, id: FacilityId) -> Result<Option<FacilityFound>, Failure<Unavailable>> {
    let rows: Vec<FoundRow> = match conn {
        Conn::Sqlite(conn) => found!(Sqlite, facilities::id.eq(Id(id.0))).load(conn)?,
        Conn::Postgres(conn) => found!(Pg, facilities::id.eq(Id(id.0))).load(conn)?,
    };
    Ok(with_versions(conn, rows)?.pop())
}

/// The one in this place that has not ended.
pub(crate) fn open(conn: &mut Conn, (company, kind, currency): Place) -> Result<Option<FacilityFound>, Failure<Unavailable>> {
    let open: Vec<_> = FacilityStatus::OPEN.iter().map(|status| status.code()).collect();
    let place = facilities::company_id
        .eq(Id(company.0))
        .and(facilities::kind.eq(kind.code()))
        .and(facilities::currency.eq(currency.code()))
        .and(facilities::status.eq_any(open));
    let rows: Vec<FoundRow> = match conn {
        Conn::Sqlite(conn) => found!(Sqlite, place).load(conn)?,
        Conn::Postgres(conn) => found!(Pg, place).load(conn)?,
    };
    Ok(with_versions(conn, rows)?.pop())
}

/// Other currencies in which this company has an active one of this kind.
pub(crate) fn other_currencies(conn: &mut Conn, (company, kind, currency): Place) -> Result<Vec<Currency>, Failure<Unavailable>> {
    let active = facilities::status.eq(FacilityStatus::Active.code()).and(facilities::currency.ne(currency.code()));
    let own = facilities::company_id.eq(Id(company.0)).and(facilities::kind.eq(kind.code()));
    let query = facilities::table.filter(own.and(active)).order(facilities::currency).select(facilities::currency);
    let codes: Vec<String> = on!(conn, |c| query.load(c))?;
    codes.iter().map(|code| Currency::parse(code).map_err(|_| corrupt("facility"))).collect()
}

#[async_trait]
impl FacilityRecords for FacilityStore {
    async fn by_id(&self, id: FacilityId) -> Result<Option<FacilityFound>, Unavailable> {
        self.db.read(move |conn| by_id(conn, id)).await
    }

    async fn open(&self, company: CompanyId, kind: FacilityKind, currency: Currency) -> Result<Option<FacilityFound>, Unavailable> {
        self.db.read(move |conn| open(conn, (company, kind, currency))).await
    }

    async fn page(&self, filter: FacilityFilter, after: Option<FacilityId>, most: i64) -> Result<Vec<FacilityFound>, Unavailable> {
        self.db
            .read(move |conn| {
                // No facility has the id of ones.
                let behind = facilities::id.lt(Id(after.map_or(Uuid::max(), |id| id.0)));
                let rows: Vec<FoundRow> = match conn {
                    Conn::Sqlite(conn) => First(most, narrowed!(found!(Sqlite, behind), filter)).load(conn)?,
                    Conn::Postgres(conn) => First(most, narrowed!(found!(Pg, behind), filter)).load(conn)?,
                };
                with_versions(conn, rows)
            })
            .await
    }

    async fn advertised(&self) -> Result<Vec<Terms>, Unavailable> {
        self.db.read(advertised::all).await
    }
}
