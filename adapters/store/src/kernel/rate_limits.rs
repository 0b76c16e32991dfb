//! Rate limits.

use super::{KernelStore, conn::on, schema::rate_limits};
use crate::kernel::sql_types::{DbTime, Time};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::{dsl::case_when, prelude::*, sql_types::Integer};
use sooner_application::kernel::{
    rate_limits::{RateLimit, RateLimits, Spent},
    unavailable::Unavailable,
};

#[async_trait]
impl RateLimits for KernelStore {
    async fn spend(&self, limit: RateLimit, key: &str, now: DateTime<Utc>) -> Result<Spent, Unavailable> {
        use rate_limits::{ends_at, name, spent};
        let key = key.to_owned();
        self.db
            .write(move |conn| {
                let (now, ends) = (Time(now), Time(now + limit.window));
                let upsert = diesel::insert_into(rate_limits::table)
                    .values((name.eq(limit.name), rate_limits::key.eq(key), ends_at.eq(ends), spent.eq(1)))
                    .on_conflict((name, rate_limits::key))
                    .do_update()
                    .set((
                        spent.eq(case_when(ends_at.le(now), 1.into_sql::<Integer>()).otherwise(spent + 1)),
                        ends_at.eq(case_when(ends_at.le(now), ends.into_sql::<DbTime>()).otherwise(ends_at)),
                    ))
                    .returning((spent, ends_at));
                let (count, ends): (i32, Time) = on!(conn, |c| upsert.get_result(c))?;
                if count <= limit.limit {
                    return Ok(Spent::Within);
                }
                Ok(Spent::Over { retry_after_seconds: (ends.0 - now.0).num_seconds().max(1) })
            })
            .await
            // Counted or not: what the caller asked for has not begun.
            .map_err(|unavailable| match unavailable {
                Unavailable::OutcomeUnknown(error) => Unavailable::Failed(error),
                known => known,
            })
    }

    async fn give_back(&self, limit: RateLimit, key: &str) -> Result<(), Unavailable> {
        use rate_limits::{name, spent};
        let key = key.to_owned();
        self.db
            .write(move |conn| {
                let counted = rate_limits::table.filter(name.eq(limit.name).and(rate_limits::key.eq(key)).and(spent.gt(0)));
                let update = diesel::update(counted).set(spent.eq(spent - 1));
                on!(conn, |c| update.execute(c))?;
                Ok(())
            })
            .await
    }
}
