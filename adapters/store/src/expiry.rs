//! Clearing away what has expired, in whatever table it lies.

use crate::{
    Store,
    identity::schema::{known_addresses, links, sessions},
    kernel::{
        conn::on,
        schema::{idempotency_keys, rate_limits},
        sql_types::Time,
    },
    parties::schema::invitations,
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use sooner_application::{
    identity::KnownAddress,
    kernel::{
        expiry::{Cleared, Expiry},
        idempotency::RequestKey,
        unavailable::Unavailable,
    },
};
use sooner_domain::parties::invitation::Invitation;

#[async_trait]
impl Expiry for Store {
    async fn clear(&self, now: DateTime<Utc>) -> Result<Vec<Cleared>, Unavailable> {
        self.db
            .write(move |conn| {
                let (forgotten_keys, forgotten_addresses) = (Time(now - RequestKey::REMEMBERED), Time(now - KnownAddress::REMEMBERED));
                let old_sessions = diesel::delete(sessions::table.filter(sessions::expires_at.le(Time(now))));
                let old_links = diesel::delete(links::table.filter(links::expires_at.le(Time(now))));
                let shown = Time(now - Invitation::SHOWN_AFTER);
                let old_invitations = diesel::delete(invitations::table.filter(invitations::expires_at.le(shown)));
                let old_limits = diesel::delete(rate_limits::table.filter(rate_limits::ends_at.le(Time(now))));
                let old_keys = diesel::delete(idempotency_keys::table.filter(idempotency_keys::made_at.le(forgotten_keys)));
                let old_addresses = diesel::delete(known_addresses::table.filter(known_addresses::used_at.lt(forgotten_addresses)));
                let cleared = [
                    ("sessions", on!(conn, |c| old_sessions.execute(c))?),
                    ("links", on!(conn, |c| old_links.execute(c))?),
                    ("invitations", on!(conn, |c| old_invitations.execute(c))?),
                    ("rate_limits", on!(conn, |c| old_limits.execute(c))?),
                    ("idempotency_keys", on!(conn, |c| old_keys.execute(c))?),
                    ("known_addresses", on!(conn, |c| old_addresses.execute(c))?),
                ];
                Ok(cleared.map(|(table, rows)| Cleared { table, rows: rows as u64 }).into())
            })
            .await
    }
}
