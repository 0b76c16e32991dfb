//! Rate limits.

use super::{
    KernelStore,
    conn::{Conn, on},
    schema::rate_limits,
};
use crate::kernel::sql_types::{DbTime, Time};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{dsl::case_when, prelude::*, sql_types::Integer};
use sooner_application::kernel::{
    rate_limits::{RateLimit, RateLimits, Spent},
    unavailable::Unavailable,
};

#[async_trait]
impl RateLimits for KernelStore {
    async fn spend(&self, limit: RateLimit, key: &str, now: DateTime<Utc>) -> Result<Spent, Unavailable> {
        let key = key.to_owned();
        self.db
            .write(move |conn| {
                let (count, ends) = count(conn, (limit.name, &key), (1, limit.window), Time(now))?;
                if count <= limit.limit {
                    return Ok(Spent::Within);
                }
                Ok(Spent::Over { retry_after_seconds: (ends.0 - now).num_seconds().max(1) })
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

/// Counts so many more of `key`, and says how many there are by now and until when they count. A window begins with the first.
pub(crate) fn count(conn: &mut Conn, (name, key): (&str, &str), (by, window): (i32, TimeDelta), now: Time) -> QueryResult<(i32, Time)> {
    use rate_limits::{ends_at, spent};
    let ends = Time(now.0 + window);
    // So much is over every limit, and more does not fit the column.
    let added = case_when(spent.gt(i32::MAX - by), i32::MAX.into_sql::<Integer>()).otherwise(spent + by);
    let upsert = diesel::insert_into(rate_limits::table)
        .values((rate_limits::name.eq(name), rate_limits::key.eq(key), ends_at.eq(ends), spent.eq(by)))
        .on_conflict((rate_limits::name, rate_limits::key))
        .do_update()
        .set((
            spent.eq(case_when(ends_at.le(now), by.into_sql::<Integer>()).otherwise(added)),
            ends_at.eq(case_when(ends_at.le(now), ends.into_sql::<DbTime>()).otherwise(ends_at)),
        ))
        .returning((spent, ends_at));
    on!(conn, |c| upsert.get_result(c))
}
