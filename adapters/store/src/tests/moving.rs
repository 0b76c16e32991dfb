//! A book that moves from SQLite to PostgreSQL, and into a file again.

use super::{Checked, Database, use_cases};
use crate::{
    kernel::conn::{Conn, on},
    moving::{MoveError, Moved, move_to_postgres, postgres_into_file},
};
use diesel::{QueryableByName, RunQueryDsl, sql_types::Text};
use sooner_application::{kernel::chain::Hash, testing::end_of_day::BusyDay};
use sooner_domain::identity::operator::{OperatorRole, OperatorRoles};
use std::{collections::BTreeMap, error::Error, path::Path};

type Made<T> = Result<T, Box<dyn Error>>;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

fn lines(url: &str, sql: &str) -> Made<Vec<String>> {
    let lines: Vec<Line> = on!(&mut Conn::open(url)?, |c| diesel::sql_query(sql).load(c))?;
    Ok(lines.into_iter().map(|Line { line }| line).collect())
}

/// Everything in a SQLite database: each table's rows as SQL literals.
fn everything(url: &str) -> Made<BTreeMap<String, Vec<String>>> {
    const TABLES: &str = "SELECT name AS line FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
                          AND name <> '__diesel_schema_migrations'";
    let mut everything = BTreeMap::new();
    for table in lines(url, TABLES)? {
        let columns = lines(url, &format!("SELECT 'quote(\"' || name || '\")' AS line FROM pragma_table_xinfo('{table}')"))?;
        let rows = format!("SELECT concat_ws(',', {}) AS line FROM \"{table}\" ORDER BY 1", columns.join(", "));
        everything.insert(table, lines(url, &rows)?);
    }
    Ok(everything)
}

fn path(database: &Database) -> &Path {
    Path::new(database.url.trim_start_matches("sqlite://"))
}

/// A book in which much happened, and an empty server; none without one.
async fn book() -> Made<Option<(Database, Database)>> {
    let (from, Some(to)) = (Database::sqlite()?, Database::blank_postgres()?) else { return Ok(None) };
    let store = from.store()?;
    BusyDay::on(&store.ports()).await?;
    drop(store);
    // What is odd in texts, numbers and moments.
    from.run(
        "INSERT INTO known_addresses (hash, used_at) VALUES (x'', 253402300799999999), (x'00ff5c', -1);
         INSERT INTO leases (name, node, held_until) VALUES ('quoted '' \\u0041 [] ä 🦀' || char(10) || char(9), x'00112233445566778899aabbccddeeff', 1790000000000001);",
    )?;
    Ok(Some((from, to)))
}

/// Once every thread of a store has left, which is not waited for by whoever drops it.
fn moved(from: &Database, to: &Database) -> Result<Moved, MoveError> {
    loop {
        match move_to_postgres(&from.url, &to.url) {
            Err(MoveError::InUse(_)) => std::thread::yield_now(),
            other => return other,
        }
    }
}

async fn heads(database: &Database) -> Made<[Hash; 2]> {
    let ports = database.store()?.ports();
    let audit = ports.audit().verify(None).await?;
    let ledger = ports.ledger_audit().verify(None).await?;
    assert_eq!((audit.broken_at, ledger.flaw.is_none()), (None, true));
    assert!(audit.whole > 0 && ledger.chain.whole > 0);
    Ok([audit.head, ledger.chain.head])
}

#[actix_web::test]
async fn every_row_of_every_table_is_moved_to_postgresql_and_into_a_file_again() -> Checked {
    let Some((from, to)) = book().await? else { return Ok(()) };
    let there = everything(&from.url)?;
    let moved = moved(&from, &to)?;
    let counts: BTreeMap<_, _> = there.iter().map(|(name, rows)| (name.clone(), rows.len() as u64)).collect();
    assert_eq!(moved.into_iter().map(|table| (table.name, table.rows)).collect::<BTreeMap<_, _>>(), counts);
    assert!(counts.values().filter(|rows| **rows > 0).count() > 30, "{counts:?}");
    assert_eq!(heads(&to).await?, heads(&from).await?);

    let folder = tempfile::tempdir()?;
    let file = folder.path().join("back.db");
    postgres_into_file(&to.url, &file)?;
    let back = everything(&format!("sqlite://{}", file.display()))?;
    for (name, rows) in there {
        // PostgreSQL writes JSON its own way.
        let plain = |rows: &[String]| rows.iter().map(|row| row.replace([' ', '"'], "")).collect::<Vec<_>>();
        if rows.iter().any(|row| row.contains('{')) {
            assert_eq!(rows.len(), back[&name].len(), "{name}");
        } else {
            assert_eq!(plain(&rows), plain(&back[&name]), "{name}");
        }
    }
    Ok(())
}

/// What guards the tables of a PostgreSQL database.
fn guards(url: &str) -> Made<Vec<String>> {
    lines(
        url,
        "SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
           WHERE connamespace = current_schema()::regnamespace
         UNION ALL SELECT pg_get_triggerdef(oid) || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
         UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1",
    )
}

#[actix_web::test]
async fn what_was_moved_is_guarded_as_ever_and_is_worked_on() -> Checked {
    let Some((from, to)) = book().await? else { return Ok(()) };
    let Some(fresh) = Database::postgres()? else { return Ok(()) };
    moved(&from, &to)?;
    assert_eq!(guards(&to.url)?, guards(&fresh.url)?);
    assert!(to.run("DELETE FROM ledger_postings").is_err());
    // What is numbered goes on behind what came.
    let next = "SELECT (nextval(pg_get_serial_sequence('transitions', 'id')) > coalesce(max(id), 0))::text AS line FROM transitions";
    assert_eq!(lines(&to.url, next)?, ["true"]);
    let [audit, _] = heads(&to).await?;
    let store = to.store()?;
    let parties = use_cases(&store).parties;
    let operator = parties.operators().await?.remove(0).user;
    parties.set_roles(operator.email(), OperatorRoles::from_iter([OperatorRole::Auditor])).await?;
    store.ports().sealing().all().await?;
    assert_ne!(heads(&to).await?[0], audit, "the chain goes on");
    assert!(matches!(move_to_postgres(&from.url, &to.url), Err(MoveError::NotEmpty(_))));
    Ok(())
}

#[actix_web::test]
async fn a_move_that_cannot_be_done_leaves_nothing() -> Checked {
    let Some((from, to)) = book().await? else { return Ok(()) };
    let empty = |database: &Database| {
        lines(&database.url, "SELECT relname::text AS line FROM pg_class WHERE relnamespace = current_schema()::regnamespace")
    };
    // Somebody has it open.
    let open = Conn::open(&from.url)?;
    assert!(matches!(move_to_postgres(&from.url, &to.url), Err(MoveError::InUse(_))));
    drop(open);
    // Something that PostgreSQL does not take, and a reference to nothing.
    for odd in ["UPDATE users SET fname = 'a' || char(0)", "PRAGMA foreign_keys=OFF; DELETE FROM debtors"] {
        let copy = Database::blank_sqlite()?;
        std::fs::copy(path(&from), path(&copy))?;
        copy.run(odd)?;
        assert!(matches!(moved(&copy, &to), Err(MoveError::Database(_))), "{odd}");
        assert_eq!(empty(&to)?, [""; 0], "{odd}");
    }
    // Of another version.
    let copy = Database::blank_sqlite()?;
    std::fs::copy(path(&from), path(&copy))?;
    copy.run("DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) FROM __diesel_schema_migrations)")?;
    assert!(matches!(moved(&copy, &to), Err(MoveError::OtherVersion)));
    assert!(matches!(move_to_postgres(&to.url, &from.url), Err(MoveError::Direction { .. })));
    assert!(matches!(move_to_postgres("sqlite:///nowhere/sooner.db", &to.url), Err(MoveError::NoSource(_))));
    assert_eq!(empty(&to)?, [""; 0]);
    // Nothing was wrong with the target.
    moved(&from, &to)?;
    Ok(())
}
