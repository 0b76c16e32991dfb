//! Budgets.

use super::{
    db::on,
    types::{DbTime, Time},
};
use crate::{
    DieselStore,
    schema::{budgets, idempotency_keys, known_addresses, links, sessions},
};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{dsl::case_when, prelude::*, sql_types::Integer};
use sooner_application::{
    identity::KnownAddress,
    kernel::{
        rate_limits::{RateLimit, RateLimits, Spent},
        unavailable::Unavailable,
    },
};

#[async_trait]
impl RateLimits for DieselStore {
    async fn spend(&self, budget: RateLimit, key: &str, now: DateTime<Utc>) -> Result<Spent, Unavailable> {
        let key = key.to_owned();
        self.db
            .write(move |conn| {
                let (now, ends) = (Time(now), Time(now + budget.window));
                let upsert = diesel::insert_into(budgets::table)
                    .values((budgets::name.eq(budget.name), budgets::key.eq(key), budgets::ends_at.eq(ends), budgets::spent.eq(1)))
                    .on_conflict((budgets::name, budgets::key))
                    .do_update()
                    .set((
                        budgets::spent.eq(case_when(budgets::ends_at.le(now), 1.into_sql::<Integer>()).otherwise(budgets::spent + 1)),
                        budgets::ends_at.eq(case_when(budgets::ends_at.le(now), ends.into_sql::<DbTime>()).otherwise(budgets::ends_at)),
                    ))
                    .returning((budgets::spent, budgets::ends_at));
                let (spent, ends): (i32, Time) = on!(conn, |c| upsert.get_result(c))?;
                if spent <= budget.limit {
                    return Ok(Spent::Within);
                }
                Ok(Spent::Over { retry_after_seconds: (ends.0 - now.0).num_seconds().max(1) })
            })
            .await
    }
}

impl DieselStore {
    /// Idempotency keys are remembered for a day.
    const KEYS_LIVE: TimeDelta = TimeDelta::days(1);

    /// Deletes what has expired: sessions, links, budgets, idempotency keys, addresses not used for long.
    ///
    /// # Errors
    /// When the database is unavailable.
    pub async fn tidy(&self, now: DateTime<Utc>) -> Result<(), Unavailable> {
        self.db
            .write(move |conn| {
                let old_sessions = diesel::delete(sessions::table.filter(sessions::expires_at.le(Time(now))));
                on!(conn, |c| old_sessions.execute(c))?;
                let old_links = diesel::delete(links::table.filter(links::expires_at.le(Time(now))));
                on!(conn, |c| old_links.execute(c))?;
                let old_budgets = diesel::delete(budgets::table.filter(budgets::ends_at.le(Time(now))));
                on!(conn, |c| old_budgets.execute(c))?;
                let old_keys = diesel::delete(idempotency_keys::table.filter(idempotency_keys::made_at.le(Time(now - Self::KEYS_LIVE))));
                on!(conn, |c| old_keys.execute(c))?;
                let old_addresses =
                    diesel::delete(known_addresses::table.filter(known_addresses::used_at.lt(Time(now - KnownAddress::REMEMBERED))));
                on!(conn, |c| old_addresses.execute(c))?;
                Ok(())
            })
            .await
    }
}
