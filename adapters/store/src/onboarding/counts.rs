//! How many applications have each status.

use crate::kernel::conn::{Conn, on};
use diesel::{
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Integer},
};
use sooner_domain::onboarding::status::OnboardingStatus;

/// The status's number and the count, which ends at a limit of its own.
struct CountsUpTo(i64);

impl<DB: diesel::backend::Backend> QueryFragment<DB> for CountsUpTo {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let Self(most) = self;
        for (index, status) in OnboardingStatus::ALL.map(OnboardingStatus::number).into_iter().enumerate() {
            out.push_sql(if index == 0 { "" } else { " UNION ALL " });
            // In an order that one index has: so it is counted there, and not in the table.
            let first = format!("SELECT 1 FROM applications WHERE status = {status} ORDER BY waiting_since, id LIMIT {most}");
            out.push_sql(&format!("SELECT {status}, COUNT(*) FROM ({first}) AS counted"));
        }
        out.push_sql(" ORDER BY 1");
        Ok(())
    }
}

impl QueryId for CountsUpTo {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for CountsUpTo {
    type SqlType = (Integer, BigInt);
}

impl<Conn> RunQueryDsl<Conn> for CountsUpTo {}

/// How many applications have each status, in the order of their numbers, counted no further than `most`.
pub(super) fn counts(conn: &mut Conn, most: i64) -> QueryResult<Vec<i64>> {
    let counted: Vec<(i32, i64)> = on!(conn, |c| CountsUpTo(most).load(c))?;
    Ok(counted.into_iter().map(|(_, number)| number).collect())
}
