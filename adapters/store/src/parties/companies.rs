//! Companies.

use super::schema::companies;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    sql_types::{Id, Time},
};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use sooner_application::kernel::{commit::CommitError, unavailable::Unavailable};
use sooner_domain::{
    kernel::{country::CountryCode, ids::CompanyId, text::Line},
    parties::{
        company::{Company, Introduction},
        legal_entity::LegalEntity,
    },
};

pub(super) fn insert(conn: &mut Conn, company: &Company) -> QueryResult<()> {
    let Company { id, legal_name, legal_entity, created_at, closed_at, introduction } = company;
    let introduction = introduction.as_ref();
    let insert = diesel::insert_into(companies::table).values((
        companies::id.eq(Id(id.0)),
        companies::legal_name.eq(legal_name.as_ref().map(Line::as_str)),
        companies::legal_entity.eq(legal_entity.as_ref().map(LegalEntity::key)),
        companies::created_at.eq(Time(*created_at)),
        companies::closed_at.eq(closed_at.map(Time)),
        companies::introduced_by.eq(introduction.map(|introduction| Id(introduction.by.0))),
        companies::introduced_name.eq(introduction.map(|introduction| introduction.legal_name.as_str())),
        companies::introduced_country.eq(introduction.map(|introduction| introduction.country.as_str())),
        companies::introduced_number.eq(introduction.map(|introduction| introduction.registration_number.as_str())),
    ));
    on!(conn, |c| insert.execute(c)).map(drop)
}

pub(super) fn name(conn: &mut Conn, id: CompanyId, name: Option<Line>, entity: Option<LegalEntity>) -> Result<(), Failure<CommitError>> {
    let update = diesel::update(companies::table.find(Id(id.0))).set((
        companies::legal_name.eq(name.as_ref().map(Line::as_str)),
        companies::legal_entity.eq(entity.as_ref().map(LegalEntity::key)),
    ));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// Counts a change of the company's members, if nobody changed them since they were read.
pub(super) fn change_team(conn: &mut Conn, id: CompanyId, seen: i64) -> Result<(), Failure<CommitError>> {
    let unchanged = companies::table.find(Id(id.0)).filter(companies::team_version.eq(seen));
    let update = diesel::update(unchanged).set(companies::team_version.eq(seen + 1));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// A member stopped approving for the company.
pub(super) fn approver_gone(conn: &mut Conn, id: CompanyId, alone_from: DateTime<Utc>) -> Result<(), Failure<CommitError>> {
    let update = diesel::update(companies::table.find(Id(id.0))).set(companies::alone_from.eq(Some(Time(alone_from))));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// Holds the company's members until the rest is written: PostgreSQL makes whoever changes them wait, SQLite has one writer
/// anyway.
pub(super) fn team_stands(conn: &mut Conn, id: CompanyId, seen: i64) -> Result<(), Failure<CommitError>> {
    let it = companies::table.find(Id(id.0)).filter(companies::team_version.eq(seen)).select(companies::id);
    let found: Option<Id> = match conn {
        Conn::Postgres(conn) => it.for_share().get_result(conn),
        Conn::Sqlite(conn) => it.get_result(conn),
    }
    .optional()?;
    unless_stale(usize::from(found.is_some()))
}

/// How often the company's members changed, and from when on what is entered may be approved alone.
pub(crate) fn team_state(conn: &mut Conn, id: CompanyId) -> QueryResult<(i64, Option<DateTime<Utc>>)> {
    let query = companies::table.find(Id(id.0)).select((companies::team_version, companies::alone_from));
    let (version, alone_from): (i64, Option<Time>) = on!(conn, |c| query.get_result(c))?;
    Ok((version, alone_from.map(|time| time.0)))
}

/// Gives up a company for which nothing was handed in: only then it has no name.
pub(super) fn close(conn: &mut Conn, id: CompanyId, at: DateTime<Utc>) -> Result<(), Failure<CommitError>> {
    let blank = companies::table.find(Id(id.0)).filter(companies::legal_name.is_null().and(companies::closed_at.is_null()));
    let update = diesel::update(blank).set(companies::closed_at.eq(Some(Time(at))));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// A company, as it is stored.
#[derive(Queryable, Selectable)]
#[diesel(table_name = companies)]
pub(crate) struct CompanyRow {
    id: Id,
    legal_name: Option<String>,
    legal_entity: Option<String>,
    created_at: Time,
    closed_at: Option<Time>,
    introduced_by: Option<Id>,
    introduced_name: Option<String>,
    introduced_country: Option<String>,
    introduced_number: Option<String>,
}

impl CompanyRow {
    pub(crate) fn into_company<E: From<Unavailable>>(self) -> Result<Company, Failure<E>> {
        let introduction = self.introduction().ok_or_else(|| corrupt("company"))?;
        let Self { id, legal_name, legal_entity, created_at, closed_at, .. } = self;
        let legal_name = legal_name.map(|name| Line::parse(&name)).transpose().map_err(|_| corrupt("company"))?;
        Ok(Company {
            id: CompanyId(id.0),
            legal_name,
            legal_entity: match legal_entity {
                Some(key) => Some(LegalEntity::from_key(&key).ok_or_else(|| corrupt("company"))?),
                None => None,
            },
            created_at: created_at.0,
            closed_at: closed_at.map(|at| at.0),
            introduction,
        })
    }

    /// What another company said of it, or nothing; none of the two when it does not parse.
    fn introduction(&self) -> Option<Option<Introduction>> {
        let Self { introduced_by, introduced_name, introduced_country, introduced_number, .. } = self;
        let Some(by) = introduced_by else { return Some(None) };
        Some(Some(Introduction {
            by: CompanyId(by.0),
            legal_name: Line::parse(introduced_name.as_deref()?).ok()?,
            country: CountryCode::parse(introduced_country.as_deref()?).ok()?,
            registration_number: Line::parse(introduced_number.as_deref()?).ok()?,
        }))
    }
}

pub(crate) fn by_ids(conn: &mut Conn, ids: &[CompanyId]) -> Result<Vec<Company>, Failure<Unavailable>> {
    let query = companies::table.filter(companies::id.eq_any(ids.iter().map(|id| Id(id.0)).collect::<Vec<_>>()));
    let rows: Vec<CompanyRow> = on!(conn, |c| query.select(CompanyRow::as_select()).load(c))?;
    rows.into_iter().map(CompanyRow::into_company).collect()
}

/// The companies that are one of these legal entities, the first one first.
pub(crate) fn of_entities(conn: &mut Conn, entities: &[&LegalEntity]) -> Result<Vec<Company>, Failure<Unavailable>> {
    let keys: Vec<String> = entities.iter().map(|entity| entity.key()).collect();
    let query = companies::table.filter(companies::legal_entity.is_not_null().and(companies::legal_entity.eq_any(keys)));
    let query = query.order((companies::created_at, companies::id));
    let rows: Vec<CompanyRow> = on!(conn, |c| query.select(CompanyRow::as_select()).load(c))?;
    rows.into_iter().map(CompanyRow::into_company).collect()
}

/// Takes its place in the queue of those who count what the company has. PostgreSQL runs several writers at once; SQLite has
/// one anyway.
pub(crate) fn lock(conn: &mut Conn, id: CompanyId) -> QueryResult<()> {
    if let Conn::Postgres(conn) = conn {
        // Whoever only refers to the company does not wait.
        companies::table.find(Id(id.0)).select(companies::id).for_no_key_update().get_result::<Id>(conn)?;
    }
    Ok(())
}
