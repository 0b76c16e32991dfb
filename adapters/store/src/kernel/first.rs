//! Limits that stand in the statement. PostgreSQL plans one that is bound as a tenth of all rows, and so, where there
//! are many, for a long way through them.

use diesel::{
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{BigInt, Integer},
};
use sooner_domain::onboarding::status::OnboardingStatus;

/// The first so many rows of a query.
pub(crate) struct First<Q>(pub i64, pub Q);

impl<Q, DB: diesel::backend::Backend> QueryFragment<DB> for First<Q>
where
    Q: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let Self(most, query) = self;
        query.walk_ast(out.reborrow())?;
        out.push_sql(&format!(" LIMIT {most}"));
        Ok(())
    }
}

impl<Q> QueryId for First<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: Query> Query for First<Q> {
    type SqlType = Q::SqlType;
}

impl<Q, Conn> RunQueryDsl<Conn> for First<Q> {}

/// How many applications have each status: the status's number and the count, which ends at a limit of its own.
pub(crate) struct CountsUpTo(pub i64);

impl<DB: diesel::backend::Backend> QueryFragment<DB> for CountsUpTo {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let Self(most) = self;
        for (index, status) in OnboardingStatus::ALL.map(OnboardingStatus::number).into_iter().enumerate() {
            out.push_sql(if index == 0 { "" } else { " UNION ALL " });
            // In an order that one index has: so it is counted there, and not in the table.
            let first = format!("SELECT 1 FROM applications WHERE status = {status} ORDER BY updated_at, id LIMIT {most}");
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
