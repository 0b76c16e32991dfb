//! Debtors.

use super::schema::debtors;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, unless_another_has},
    sql_types::{Id, Time},
};
use diesel::prelude::*;
use sooner_application::{kernel::commit::CommitError, parties::changes::LEGAL_ENTITY};
use sooner_domain::{
    kernel::ids::DebtorId,
    parties::{debtor::Debtor, legal_entity::LegalEntity},
};

pub(super) fn insert(conn: &mut Conn, debtor: &Debtor) -> Result<(), Failure<CommitError>> {
    let Debtor { id, legal_entity, legal_name, created_at } = debtor;
    let insert = diesel::insert_into(debtors::table).values((
        debtors::id.eq(Id(id.0)),
        debtors::legal_entity.eq(legal_entity.key()),
        debtors::legal_name.eq(legal_name.as_str()),
        debtors::created_at.eq(Time(*created_at)),
    ));
    unless_another_has(LEGAL_ENTITY, on!(conn, |c| insert.execute(c))).map(drop)
}

/// The debtor that is this legal entity.
pub(crate) fn of_entity(conn: &mut Conn, entity: &LegalEntity) -> QueryResult<Option<DebtorId>> {
    let query = debtors::table.filter(debtors::legal_entity.eq(entity.key())).select(debtors::id);
    let id: Option<Id> = on!(conn, |c| query.get_result(c)).optional()?;
    Ok(id.map(|id| DebtorId(id.0)))
}

/// What the debtor that is this legal entity is called.
pub(crate) fn name_of_entity(conn: &mut Conn, entity: &LegalEntity) -> QueryResult<Option<String>> {
    let query = debtors::table.filter(debtors::legal_entity.eq(entity.key())).select(debtors::legal_name);
    on!(conn, |c| query.get_result(c)).optional()
}
