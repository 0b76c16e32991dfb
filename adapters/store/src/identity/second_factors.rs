//! Second factors. Their secrets are not here: they are worked out from the id.

use super::sessions;
use crate::{
    DieselStore,
    kernel::{
        commit::Carried,
        db::{Conn, on},
        types::{Id, Time},
    },
    schema::{second_factors as factors, users},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    identity::ports::{Ended, NewSession, SecondFactors},
    kernel::{commit::WriteContext, unavailable::Unavailable},
};
use sooner_domain::{
    identity::second_factor::SecondFactor,
    kernel::ids::{FactorId, SessionId, UserId},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = factors)]
struct FactorRow {
    user_id: Id,
    id: Id,
    confirmed: bool,
    last_step: i64,
    recovery_left: i16,
    created_at: Time,
}

impl From<&SecondFactor> for FactorRow {
    fn from(factor: &SecondFactor) -> Self {
        let SecondFactor { id, user, confirmed, last_step, recovery_left, created_at } = *factor;
        Self { user_id: Id(user.0), id: Id(id.0), confirmed, last_step, recovery_left, created_at: Time(created_at) }
    }
}

impl From<FactorRow> for SecondFactor {
    fn from(row: FactorRow) -> Self {
        let FactorRow { user_id, id, confirmed, last_step, recovery_left, created_at } = row;
        Self { id: FactorId(id.0), user: UserId(user_id.0), confirmed, last_step, recovery_left, created_at: created_at.0 }
    }
}

fn mark(conn: &mut Conn, user: Id, on: bool) -> QueryResult<()> {
    let update = diesel::update(users::table.find(user)).set(users::second_factor.eq(on));
    on!(conn, |c| update.execute(c)).map(drop)
}

#[async_trait]
impl SecondFactors for DieselStore {
    async fn of(&self, user: UserId) -> Result<Option<SecondFactor>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = factors::table.find(Id(user.0));
                let row: Option<FactorRow> = on!(conn, |c| query.select(FactorRow::as_select()).get_result(c)).optional()?;
                Ok(row.map(SecondFactor::from))
            })
            .await
    }

    async fn begin(&self, factor: &SecondFactor, effects: WriteContext) -> Result<bool, Unavailable> {
        let (row, effects) = (FactorRow::from(factor), Carried::from(effects));
        self.db
            .write(move |conn| {
                let waiting = factors::table.find(row.user_id).filter(factors::confirmed.eq(false));
                let delete = diesel::delete(waiting);
                on!(conn, |c| delete.execute(c))?;
                let insert = diesel::insert_into(factors::table).values(row).on_conflict_do_nothing();
                if on!(conn, |c| insert.execute(c))? == 0 {
                    return Ok(false);
                }
                effects.without_key().write(conn)?;
                Ok(true)
            })
            .await
    }

    async fn used(
        &self,
        before: &SecondFactor,
        after: &SecondFactor,
        sessions: NewSession,
        effects: WriteContext,
    ) -> Result<bool, Unavailable> {
        let (before, after, effects) = (FactorRow::from(before), FactorRow::from(after), Carried::from(effects));
        self.db
            .write(move |conn| {
                let unused = factors::id
                    .eq(before.id)
                    .and(factors::confirmed.eq(before.confirmed))
                    .and(factors::last_step.eq(before.last_step))
                    .and(factors::recovery_left.eq(before.recovery_left));
                let update = diesel::update(factors::table.find(before.user_id).filter(unused)).set((
                    factors::confirmed.eq(after.confirmed),
                    factors::last_step.eq(after.last_step),
                    factors::recovery_left.eq(after.recovery_left),
                ));
                if on!(conn, |c| update.execute(c))? == 0 {
                    return Ok(false);
                }
                mark(conn, before.user_id, true)?;
                match sessions.ended {
                    Ended::One(id) => sessions::delete(conn, id).map(drop)?,
                    Ended::AllOfTheAccount => sessions::delete_all_of(conn, UserId(before.user_id.0), None)?,
                }
                sessions::insert(conn, &sessions.opened)?;
                effects.without_key().write(conn)?;
                Ok(true)
            })
            .await
    }

    async fn remove(&self, user: UserId, keep: Option<SessionId>, effects: WriteContext) -> Result<(), Unavailable> {
        let effects = Carried::from(effects);
        self.db
            .write(move |conn| {
                let delete = diesel::delete(factors::table.find(Id(user.0)));
                on!(conn, |c| delete.execute(c))?;
                mark(conn, Id(user.0), false)?;
                sessions::delete_all_of(conn, user, keep)?;
                effects.without_key().write(conn)
            })
            .await
    }
}
