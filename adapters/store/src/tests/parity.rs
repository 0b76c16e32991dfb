//! Both databases have the same tables: the same columns, the same of them required, the same keys, indexes and checks.

use super::{Checked, Database};
use crate::{
    Store,
    kernel::conn::{Conn, on},
};
use diesel::{QueryableByName, RunQueryDsl, sql_types::Text};
use std::{collections::BTreeSet, error::Error};

/// What one of them alone has, and why.
const DIFFER: [&str; 17] = [
    // SQLite counts conditions as numbers.
    "allocations check receivable_idisnotnull+debtor_idisnotnull+payout_idisnotnull+entry_idisnotnull=1",
    "allocations check num_nonnullsreceivable_id,debtor_id,payout_id,entry_id=1",
    // Rows of SQLite have an order: those that arrive first are sealed first.
    "audit_records column arrival",
    "ledger_entries column arrival not null",
    "audit_records index audit_records_unsealed (arrival) where numberisnull",
    "ledger_entries index ledger_entries_unsealed (arrival) where numberisnull",
    // In SQLite a trigger sees to it.
    "audit_records check numberisnull=previousisnullandnumberisnull=hashisnull",
    "ledger_entries check numberisnull=previousisnullandnumberisnull=hashisnull",
    // SQLite turns an integer that is too large into a number that is not exact.
    "ledger_balances check typeofbalance='integer'",
    "ledger_postings check typeofamount='integer'andamount<>0",
    "ledger_postings check amount<>0",
    "ledger_postings check typeofline='integer'",
    "ledger_shares check typeofheld='integer'",
    // Both read the amounts out of the index. PostgreSQL keeps them beside its keys.
    "ledger_postings index ledger_postings_account (kind,currency,owner_id,entry_id,line,amount) where ",
    "ledger_postings index ledger_postings_account (kind,currency,owner_id,entry_id,line) where ",
    // PostgreSQL spells it out.
    "test_clock check ahead_microsbetween0and315619200000000",
    "test_clock check ahead_micros>=0andahead_micros<='315619200000000'",
];

#[derive(QueryableByName)]
struct Found {
    /// The table, and what it has.
    #[diesel(sql_type = Text)]
    what: String,
    /// The SQL that says more of it: of an index its condition, of a table of SQLite all of it.
    #[diesel(sql_type = Text)]
    sql: String,
}

const IN_SQLITE: &str = r#"
WITH tables AS (SELECT name, sql FROM sqlite_master
    WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> '__diesel_schema_migrations')
SELECT t.name || ' column ' || c.name || CASE WHEN c."notnull" OR c.pk > 0 THEN ' not null' ELSE '' END AS what, '' AS sql
    FROM tables AS t, pragma_table_xinfo(t.name) AS c
UNION ALL SELECT t.name || ' key (' ||
    (SELECT group_concat(c.name) FROM (SELECT name FROM pragma_table_xinfo(t.name) WHERE pk > 0 ORDER BY pk) AS c) || ')', '' FROM tables AS t
UNION ALL SELECT t.name || CASE i.origin WHEN 'c' THEN CASE WHEN i."unique" THEN ' unique index ' ELSE ' index ' END || i.name || ' ('
        ELSE ' unique (' END ||
    (SELECT group_concat(coalesce(k.name, '?')) FROM (SELECT name FROM pragma_index_xinfo(i.name) WHERE key ORDER BY seqno) AS k) || ')',
    coalesce((SELECT sql FROM sqlite_master AS m WHERE m.name = i.name), '')
    FROM tables AS t, pragma_index_list(t.name) AS i WHERE i.origin <> 'pk'
UNION ALL SELECT name || ' check', sql FROM tables"#;

const IN_POSTGRES: &str = r"
WITH tables AS (SELECT oid, relname::text AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> '__diesel_schema_migrations')
SELECT t.name || ' column ' || a.attname || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END AS what, '' AS sql
    FROM tables AS t INNER JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT t.name || CASE WHEN i.indisprimary THEN ' key ('
        WHEN EXISTS (SELECT 1 FROM pg_constraint AS k WHERE k.conindid = i.indexrelid AND k.contype = 'u') THEN ' unique ('
        ELSE CASE WHEN i.indisunique THEN ' unique index ' ELSE ' index ' END || c.relname || ' (' END ||
    (SELECT string_agg(CASE WHEN i.indkey[n - 1] = 0 THEN '?' ELSE pg_get_indexdef(i.indexrelid, n, TRUE) END, ',' ORDER BY n)
        FROM generate_series(1, i.indnkeyatts) AS n) || ')',
    CASE WHEN i.indisprimary THEN '' ELSE coalesce(' WHERE ' || pg_get_expr(i.indpred, i.indrelid), '') END
    FROM tables AS t INNER JOIN pg_index AS i ON i.indrelid = t.oid INNER JOIN pg_class AS c ON c.oid = i.indexrelid
UNION ALL SELECT t.name || ' check', pg_get_constraintdef(k.oid)
    FROM tables AS t INNER JOIN pg_constraint AS k ON k.conrelid = t.oid AND k.contype = 'c'";

/// A condition as both databases write it: without spaces, brackets, types and quotes of names.
fn plain(condition: &str) -> String {
    let lines = condition.lines().map(|line| line.split("--").next().unwrap_or_default());
    let mut plain = lines.collect::<String>().to_lowercase();
    plain.retain(|sign| !sign.is_whitespace() && !"()\"".contains(sign));
    let types = ["::text", "::bigint", "::integer", "::smallint", "::uuid", "::date"];
    let plain = types.into_iter().fold(plain, |plain, kind| plain.replace(kind, ""));
    let plain = plain.replace("<>allarray[", "notin").replace("=anyarray[", "in").replace(']', "");
    plain.replace("elsetrueend", "else1end")
}

/// The conditions of all checks in the SQL of a table.
fn checks(sql: &str) -> Vec<String> {
    let starts = sql.match_indices("CHECK").map(|(at, _)| &sql[at..]);
    let conditions = starts.filter_map(|rest| {
        let mut depth = 0;
        let end = rest.char_indices().find(|(_, sign)| {
            depth += i32::from(*sign == '(') - i32::from(*sign == ')');
            *sign == ')' && depth == 0
        })?;
        Some(plain(&rest["CHECK".len()..end.0]))
    });
    conditions.collect()
}

/// All that a database has, a line each.
fn shape(database: &Database) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut conn = Conn::open(&database.url)?;
    let query = if matches!(conn, Conn::Sqlite(_)) { IN_SQLITE } else { IN_POSTGRES };
    let found: Vec<Found> = on!(&mut conn, |c| diesel::sql_query(query).load(c))?;
    let lines = found.into_iter().flat_map(|Found { what, sql }| {
        if what.ends_with(" check") {
            return checks(&sql).into_iter().map(|condition| format!("{what} {condition}")).collect();
        }
        if what.contains(" index ") {
            let condition = sql.split_once("WHERE").map_or("", |(_, condition)| condition);
            return vec![format!("{what} where {}", plain(condition))];
        }
        vec![what]
    });
    Ok(lines.collect())
}

#[actix_web::test]
async fn both_databases_have_the_same_tables() -> Checked {
    let (sqlite, Some(postgres)) = (Database::blank_sqlite()?, Database::blank_postgres()?) else { return Ok(()) };
    for database in [&sqlite, &postgres] {
        Store::migrate(&database.url)?;
    }
    let (here, there) = (shape(&sqlite)?, shape(&postgres)?);
    assert!(here.len() > 800, "{}", here.len());
    let differ: BTreeSet<_> = here.symmetric_difference(&there).map(String::as_str).collect();
    assert_eq!(differ, BTreeSet::from(DIFFER));
    Ok(())
}
