//! Where accounts were signed in to from.

use crate::kernel::failure::Failure;
use crate::{
    DieselStore,
    kernel::{
        db::{Conn, on},
        types::Time,
    },
    schema::known_addresses,
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::{dsl::exists, prelude::*, select};
use sooner_application::{
    identity::{KnownAddress, KnownAddresses},
    kernel::unavailable::Unavailable,
};

/// Keeps when the address was last used.
pub(crate) fn remember<E>(conn: &mut Conn, address: Option<KnownAddress>, at: DateTime<Utc>) -> Result<(), Failure<E>> {
    let Some(KnownAddress(hash)) = address else { return Ok(()) };
    let upsert = diesel::insert_into(known_addresses::table)
        .values((known_addresses::hash.eq(hash.as_slice()), known_addresses::used_at.eq(Time(at))))
        .on_conflict(known_addresses::hash)
        .do_update()
        .set(known_addresses::used_at.eq(Time(at)));
    on!(conn, |c| upsert.execute(c))?;
    Ok(())
}

#[async_trait]
impl KnownAddresses for DieselStore {
    async fn knows(&self, KnownAddress(hash): KnownAddress, since: DateTime<Utc>) -> Result<bool, Unavailable> {
        self.db
            .read(move |conn| {
                let found = known_addresses::table
                    .filter(known_addresses::hash.eq(hash.as_slice()))
                    .filter(known_addresses::used_at.ge(Time(since)));
                Ok(on!(conn, |c| select(exists(found)).get_result(c))?)
            })
            .await
    }
}
