//! The one row of the clock that is moved.

use super::{BusinessTimeStore, schema::test_clock};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::kernel::{clock::TestClocks, commit::CommitError, unavailable::Unavailable};
use sooner_domain::kernel::test_clock::TestClock;

/// Moves the clock if it is as it was seen. The row says itself that it never goes back, whatever was seen.
pub(super) fn advance(conn: &mut Conn, seen: TestClock, moved: TestClock) -> Result<(), Failure<CommitError>> {
    let (seen, moved) = (seen.ahead_micros(), moved.ahead_micros());
    let as_seen = test_clock::table.filter(test_clock::ahead_micros.eq(seen).and(test_clock::ahead_micros.lt(moved)));
    let update = diesel::update(as_seen).set(test_clock::ahead_micros.eq(moved));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

#[async_trait]
impl TestClocks for BusinessTimeStore {
    async fn test_clock(&self) -> Result<TestClock, Unavailable> {
        self.db
            .read(move |conn| {
                let query = test_clock::table.select(test_clock::ahead_micros);
                let ahead_micros: i64 = on!(conn, |c| query.get_result(c))?;
                TestClock::restore(ahead_micros).ok_or_else(|| corrupt("test clock"))
            })
            .await
    }
}
