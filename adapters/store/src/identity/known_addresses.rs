//! Where accounts were signed in to from.

use super::schema::known_addresses;
use crate::kernel::{
    conn::{Conn, on},
    sql_types::Time,
};
use chrono::{DateTime, Utc};
use diesel::{dsl::exists, prelude::*, select};
use sooner_application::identity::KnownAddress;

/// Keeps when the address was last used.
pub(super) fn remember(conn: &mut Conn, KnownAddress(hash): KnownAddress, at: DateTime<Utc>) -> QueryResult<()> {
    let upsert = diesel::insert_into(known_addresses::table)
        .values((known_addresses::hash.eq(hash.as_slice()), known_addresses::used_at.eq(Time(at))))
        .on_conflict(known_addresses::hash)
        .do_update()
        .set(known_addresses::used_at.eq(Time(at)));
    on!(conn, |c| upsert.execute(c)).map(drop)
}

pub(super) fn is_known(conn: &mut Conn, KnownAddress(hash): KnownAddress, since: DateTime<Utc>) -> QueryResult<bool> {
    let found = known_addresses::table.filter(known_addresses::hash.eq(hash.as_slice())).filter(known_addresses::used_at.ge(Time(since)));
    on!(conn, |c| select(exists(found)).get_result(c))
}
