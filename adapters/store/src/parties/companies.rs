//! Companies.

use super::schema::companies;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, unless_stale},
    sql_types::{Id, Time},
};
use diesel::prelude::*;
use sooner_application::kernel::commit::CommitError;
use sooner_domain::{
    kernel::{ids::CompanyId, text::Line},
    parties::{company::Company, legal_entity::LegalEntity},
};

pub(super) fn insert(conn: &mut Conn, company: &Company) -> QueryResult<()> {
    let Company { id, legal_name, legal_entity, created_at } = company;
    let insert = diesel::insert_into(companies::table).values((
        companies::id.eq(Id(id.0)),
        companies::legal_name.eq(legal_name.as_ref().map(Line::as_str)),
        companies::legal_entity.eq(legal_entity.as_ref().map(LegalEntity::key)),
        companies::created_at.eq(Time(*created_at)),
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

/// Takes its place in the queue of those who count what the company has. PostgreSQL runs several writers at once; SQLite has
/// one anyway.
pub(super) fn lock(conn: &mut Conn, id: CompanyId) -> QueryResult<()> {
    if let Conn::Postgres(conn) = conn {
        // Whoever only refers to the company does not wait.
        companies::table.find(Id(id.0)).select(companies::id).for_no_key_update().get_result::<Id>(conn)?;
    }
    Ok(())
}
