//! How SQLite looks things up.

use super::Database;
use crate::kernel::conn::Conn;
use diesel::{QueryableByName, RunQueryDsl, debug_query, query_builder::QueryFragment, sql_types::Text, sqlite::Sqlite};

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// Asserts that a query reads one range of this index. Without sorting and without scanning, it takes no longer the more
/// rows there are.
pub(crate) fn assert_one_range(query: &impl QueryFragment<Sqlite>, index: &str) {
    let database = Database::sqlite().unwrap();
    let Ok(Conn::Sqlite(mut conn)) = Conn::open(&database.url) else { panic!("no SQLite") };
    let sql = debug_query::<Sqlite, _>(query).to_string();
    let statement = sql.split(" -- binds").next().unwrap_or_default();
    let steps: Vec<Step> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {statement}")).load(&mut conn).unwrap();
    let plan: Vec<_> = steps.into_iter().map(|step| step.detail).collect();
    assert!(plan.iter().any(|step| step.contains(&format!("INDEX {index} "))), "{plan:?}");
    assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE") || step.starts_with("SCAN")), "{plan:?}");
}
