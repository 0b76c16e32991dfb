//! How the databases look things up.

use super::Database;
use crate::kernel::conn::Conn;
use diesel::{
    QueryableByName, RunQueryDsl, connection::SimpleConnection as _, debug_query, deserialize, pg::Pg, query_builder::QueryFragment,
    row::NamedRow, sql_types::Text, sqlite::Sqlite,
};

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

struct PlanLine(String);

impl QueryableByName<Pg> for PlanLine {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<Self> {
        NamedRow::get::<Text, String>(row, "QUERY PLAN").map(Self)
    }
}

/// How PostgreSQL answers it whatever the values are, once it was told this; none without a server.
fn plan_on_postgres(query: &impl QueryFragment<Pg>, before: &str) -> Option<Vec<String>> {
    let database = Database::postgres().unwrap()?;
    let Ok(Conn::Postgres(mut conn)) = Conn::open(&database.url) else { panic!("no PostgreSQL") };
    conn.batch_execute(before).unwrap();
    let sql = debug_query::<Pg, _>(query).to_string();
    let statement = sql.split(" -- binds").next().unwrap_or_default();
    let values = (1..).take_while(|number| statement.contains(&format!("${number}"))).count();
    conn.batch_execute(&format!("SET plan_cache_mode = force_generic_plan; PREPARE asked AS {statement}")).unwrap();
    let values = vec!["NULL"; values].join(", ");
    let lines: Vec<PlanLine> = diesel::sql_query(format!("EXPLAIN EXECUTE asked({values})")).load(&mut conn).unwrap();
    Some(lines.into_iter().map(|PlanLine(line)| line).collect())
}

/// Asserts that PostgreSQL finds by each of these indexes, and walks through no table, be it as small as it may.
pub(crate) fn assert_indexed_on_postgres(query: &impl QueryFragment<Pg>, indexes: &[&str]) {
    assert_plan(plan_on_postgres(query, "SET enable_seqscan = off"), indexes);
}

/// The same where PostgreSQL chooses: in a table with so many rows that it has looked at, whose columns hold these expressions of the
/// number `n`, and else anything.
pub(crate) fn assert_chosen_on_postgres(query: &impl QueryFragment<Pg>, table: &str, columns: &[(&str, &str)], indexes: &[&str]) {
    let named: Vec<_> = columns.iter().map(|(column, value)| format!("WHEN '{column}' THEN $value${value}$value$")).collect();
    let fill = format!(
        "SET session_replication_role = replica;
         DO $fill$ DECLARE names TEXT; told TEXT; BEGIN
            SELECT string_agg(column_name, ', '), string_agg(CASE column_name {named} ELSE CASE data_type
                WHEN 'uuid' THEN 'gen_random_uuid()' WHEN 'text' THEN 'n::text' WHEN 'jsonb' THEN '''{{}}''::jsonb'
                WHEN 'boolean' THEN 'FALSE' WHEN 'bytea' THEN 'decode(md5(n::text), ''hex'')' WHEN 'date' THEN 'current_date'
                WHEN 'timestamp with time zone' THEN 'now()' ELSE 'n % 100' END END, ', ')
            INTO names, told FROM information_schema.columns
            WHERE table_name = '{table}' AND table_schema = current_schema() AND is_identity = 'NO'
                AND (column_name IN ({kept}) OR (is_nullable = 'NO' AND column_default IS NULL));
            EXECUTE format('INSERT INTO {table} (%s) SELECT %s FROM generate_series(1, 20000) AS n', names, told);
         END $fill$;
         ANALYZE {table}",
        named = named.join(" "),
        kept = columns.iter().map(|(column, _)| format!("'{column}'")).collect::<Vec<_>>().join(", "),
    );
    assert_plan(plan_on_postgres(query, &fill), indexes);
}

fn assert_plan(plan: Option<Vec<String>>, indexes: &[&str]) {
    let Some(plan) = plan else { return };
    for index in indexes {
        let is_of = |line: &str| line.split([' ', '(']).any(|word| word == *index);
        let found = plan.iter().position(|line| is_of(line)).and_then(|place| plan.get(place + 1));
        assert!(found.is_some_and(|next| next.trim_start().starts_with("Index Cond:")), "{index}: {plan:#?}");
    }
    assert!(!plan.iter().any(|line| line.contains("Seq Scan")), "{plan:#?}");
}

fn plan(query: &impl QueryFragment<Sqlite>) -> Vec<String> {
    let database = Database::sqlite().unwrap();
    let Ok(Conn::Sqlite(mut conn)) = Conn::open(&database.url) else { panic!("no SQLite") };
    let sql = debug_query::<Sqlite, _>(query).to_string();
    let statement = sql.split(" -- binds").next().unwrap_or_default();
    let steps: Vec<Step> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {statement}")).load(&mut conn).unwrap();
    steps.into_iter().map(|step| step.detail).collect()
}

/// Asserts that a query reads one range of this index. Without sorting and without scanning, it takes no longer the more
/// rows there are.
pub(crate) fn assert_one_range(query: &impl QueryFragment<Sqlite>, index: &str) {
    let plan = plan(query);
    assert!(plan.iter().any(|step| step.contains(&format!("INDEX {index} "))), "{plan:?}");
    assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE") || step.starts_with("SCAN")), "{plan:?}");
}

/// The same of a query that reads ranges of these indexes, each one as far as told, for each of a list that stands in the query
/// under this name.
pub(crate) fn assert_ranges(query: &impl QueryFragment<Sqlite>, ranges: &[&str], list: &str) {
    let plan = plan(query);
    let is_list = |step: &str| step == format!("SCAN {list}") || step.ends_with("CONSTANT ROWS") || step.ends_with("CONSTANT ROW");
    for range in ranges {
        assert!(plan.iter().any(|step| step.ends_with(&format!("INDEX {range}"))), "{plan:?}");
    }
    for step in plan.iter().filter(|step| step.starts_with("SEARCH")) {
        assert!(ranges.iter().any(|range| step.ends_with(&format!("INDEX {range}"))), "{plan:?}");
    }
    let takes_longer = |step: &&String| step.contains("TEMP B-TREE") || (step.starts_with("SCAN") && !is_list(step));
    assert_eq!(plan.iter().find(takes_longer), None, "{plan:?}");
}

/// Asserts that a query reads this index, which has all it needs, in its order and no table.
pub(crate) fn assert_whole(query: &impl QueryFragment<Sqlite>, index: &str) {
    let plan = plan(query);
    assert!(plan.iter().all(|step| step.ends_with(&format!("USING COVERING INDEX {index}"))), "{plan:?}");
}

/// Asserts that a query adds up what this index has, in whatever order, and reads no table.
pub(crate) fn assert_adds_up(query: &impl QueryFragment<Sqlite>, index: &str) {
    let plan = plan(query);
    let mut reads = plan.iter().filter(|step| step.starts_with("SCAN") || step.starts_with("SEARCH")).peekable();
    assert!(reads.peek().is_some(), "{plan:?}");
    assert!(reads.all(|step| step.contains(&format!("USING COVERING INDEX {index}"))), "{plan:?}");
}

/// Asserts that a query looks up rows of a table that is kept in the order of its key by all of that key.
pub(crate) fn assert_by_key(query: &impl QueryFragment<Sqlite>, key: &str) {
    let plan = plan(query);
    let lookup = format!("USING PRIMARY KEY ({key})");
    let is_lookup = |step: &&String| step.starts_with("SEARCH") && step.ends_with(&lookup);
    assert_eq!(plan.iter().filter(is_lookup).count(), 1, "{plan:?}");
    assert!(!plan.iter().any(|step| step.starts_with("SCAN")), "{plan:?}");
}

/// Asserts that a query walks through no table: however it puts together what it finds, it finds it by indexes.
pub(crate) fn assert_indexed(query: &impl QueryFragment<Sqlite>) {
    let plan = plan(query);
    let tables = || plan.iter().filter(|step| step.starts_with("SCAN") || step.starts_with("SEARCH"));
    assert!(tables().count() > 0 && tables().all(|step| step.contains(" INDEX ")), "{plan:?}");
}
