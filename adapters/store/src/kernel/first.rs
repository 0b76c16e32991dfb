//! Limits that stand in the statement. PostgreSQL plans one that is bound as a tenth of all rows, and so, where there
//! are many, for a long way through them.

use diesel::{
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
};

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
