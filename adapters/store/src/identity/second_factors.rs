//! Second factors. Their secrets are not here: they are worked out from the id.

use super::{IdentityStore, known_addresses, schema::second_factors as factors};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, unless_stale},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use sooner_application::{
    identity::{
        KnownAddress,
        changes::SECOND_FACTOR,
        ports::{FactorAtAddress, SecondFactors},
    },
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::{
    identity::second_factor::{FactorId, SecondFactor},
    kernel::ids::UserId,
};
use std::net::IpAddr;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = factors, treat_none_as_default_value = false)]
struct FactorRow {
    user_id: Id,
    id: Id,
    confirmed: bool,
    last_step: i64,
    recovery_left: i16,
    created_at: Time,
}

impl From<SecondFactor> for FactorRow {
    fn from(factor: SecondFactor) -> Self {
        let SecondFactor { id, user, confirmed, last_step, recovery_left, created_at } = factor;
        Self { user_id: Id(user.0), id: Id(id.0), confirmed, last_step, recovery_left, created_at: Time(created_at) }
    }
}

impl From<FactorRow> for SecondFactor {
    fn from(row: FactorRow) -> Self {
        let FactorRow { user_id, id, confirmed, last_step, recovery_left, created_at } = row;
        Self { id: FactorId(id.0), user: UserId(user_id.0), confirmed, last_step, recovery_left, created_at: created_at.0 }
    }
}

/// Replaces the one that was seen to wait for its first code. Another one stays.
pub(super) fn begin(conn: &mut Conn, factor: SecondFactor, instead_of: Option<FactorId>) -> Result<(), Failure<CommitError>> {
    let row = FactorRow::from(factor);
    if let Some(seen) = instead_of {
        let waiting = factors::table.find(row.user_id).filter(factors::confirmed.eq(false).and(factors::id.eq(Id(seen.0))));
        let delete = diesel::delete(waiting);
        if on!(conn, |c| delete.execute(c))? == 0 {
            return Err(another(conn, factor.user)?);
        }
    }
    let insert = diesel::insert_into(factors::table).values(row).on_conflict_do_nothing();
    match on!(conn, |c| insert.execute(c))? {
        0 => Err(another(conn, factor.user)?),
        _ => Ok(()),
    }
}

/// Why one is not begun beside the one that is there.
fn another(conn: &mut Conn, user: UserId) -> QueryResult<Failure<CommitError>> {
    let is_on = of_user(conn, user)?.is_some_and(|factor| factor.confirmed);
    Ok(Failure::Refused(if is_on { CommitError::Taken(SECOND_FACTOR) } else { CommitError::Stale }))
}

/// Writes what using a factor left of it, unless it was used, or replaced, since it was read.
pub(super) fn update(conn: &mut Conn, before: SecondFactor, after: SecondFactor) -> Result<(), Failure<CommitError>> {
    let unused = factors::id
        .eq(Id(before.id.0))
        .and(factors::confirmed.eq(before.confirmed))
        .and(factors::last_step.eq(before.last_step))
        .and(factors::recovery_left.eq(before.recovery_left));
    let update = diesel::update(factors::table.find(Id(before.user.0)).filter(unused)).set((
        factors::confirmed.eq(after.confirmed),
        factors::last_step.eq(after.last_step),
        factors::recovery_left.eq(after.recovery_left),
    ));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

pub(super) fn delete(conn: &mut Conn, of: UserId) -> QueryResult<()> {
    let delete = diesel::delete(factors::table.find(Id(of.0)));
    on!(conn, |c| delete.execute(c)).map(drop)
}

fn of_user(conn: &mut Conn, user: UserId) -> QueryResult<Option<SecondFactor>> {
    let query = factors::table.find(Id(user.0));
    let row: Option<FactorRow> = on!(conn, |c| query.select(FactorRow::as_select()).get_result(c)).optional()?;
    Ok(row.map(SecondFactor::from))
}

#[async_trait]
impl SecondFactors for IdentityStore {
    async fn of(&self, user: UserId) -> Result<Option<SecondFactor>, Unavailable> {
        self.db.read(move |conn| Ok(of_user(conn, user)?)).await
    }

    async fn at_address(&self, user: UserId, from: IpAddr, since: DateTime<Utc>) -> Result<Option<FactorAtAddress>, Unavailable> {
        self.db
            .read(move |conn| {
                let Some(factor) = of_user(conn, user)? else { return Ok(None) };
                let is_known = known_addresses::is_known(conn, KnownAddress::of_factor(factor.id, from), since)?;
                Ok(Some(FactorAtAddress { factor, is_known }))
            })
            .await
    }
}
