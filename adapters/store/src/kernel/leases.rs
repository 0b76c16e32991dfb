//! Leases.

use super::{KernelStore, conn::on, schema::leases};
use crate::kernel::sql_types::{Id, Time};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::{BoolExpressionMethods, ExpressionMethods, RunQueryDsl, query_dsl::methods::FilterDsl};
use sooner_application::kernel::{jobs::Leases, unavailable::Unavailable};
use uuid::Uuid;

#[async_trait]
impl Leases for KernelStore {
    async fn take(&self, name: &str, node: Uuid, now: DateTime<Utc>, until: DateTime<Utc>) -> Result<bool, Unavailable> {
        let name = name.to_owned();
        self.db
            .write(move |conn| {
                // One statement: of two at once the second sees what the first made of the row.
                let upsert = diesel::insert_into(leases::table)
                    .values((leases::name.eq(name), leases::node.eq(Id(node)), leases::held_until.eq(Time(until))))
                    .on_conflict(leases::name)
                    .do_update()
                    .set((leases::node.eq(Id(node)), leases::held_until.eq(Time(until))))
                    .filter(leases::held_until.le(Time(now)).or(leases::node.eq(Id(node))));
                Ok(on!(conn, |c| upsert.execute(c))? == 1)
            })
            .await
    }

    async fn give_back(&self, name: &str, node: Uuid) -> Result<(), Unavailable> {
        let name = name.to_owned();
        self.db
            .write(move |conn| {
                let delete = diesel::delete(leases::table).filter(leases::name.eq(name).and(leases::node.eq(Id(node))));
                on!(conn, |c| delete.execute(c))?;
                Ok(())
            })
            .await
    }
}
