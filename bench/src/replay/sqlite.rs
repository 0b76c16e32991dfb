//! On SQLite.

use super::{Changed, Did, Groups, LEFT_OUT, Table, groups, name, names};
use crate::{Failed, reference::sqlite::open};
use rusqlite::{Connection, types::Value};
use std::time::{Duration, Instant};

/// A commit writes its audit record last.
const LAST: &str = "audit_records";

fn path(url: &str) -> &str {
    url.trim_start_matches("sqlite://")
}

fn tables(conn: &Connection) -> Result<Vec<Table>, Failed> {
    let names =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'log_of_%' ORDER BY name";
    let names = conn.prepare(names)?.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    let mut tables = Vec::new();
    for name in names {
        let mut query = conn.prepare("SELECT name, pk FROM pragma_table_info($1) ORDER BY cid")?;
        let columns = query.query_map([&name], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<Vec<(String, i64)>, _>>()?;
        let key = (0..).zip(&columns).filter(|(_, (_, key))| *key > 0).map(|(place, _)| place).collect();
        tables.push(Table { name, columns: columns.into_iter().map(|(column, _)| column).collect(), key });
    }
    Ok(tables)
}

pub(super) fn keep_log(url: &str) -> Result<(), Failed> {
    let conn = open(path(url))?;
    conn.execute_batch("CREATE TABLE log_of_all (place INTEGER PRIMARY KEY);")?;
    for table in tables(&conn)? {
        let (called, log) = (name(&table.name), name(&format!("log_of_{}", table.name)));
        let columns = |side: &str| table.columns.iter().map(|column| name(&format!("{side}_{column}"))).collect::<Vec<_>>().join(", ");
        conn.execute_batch(&format!("CREATE TABLE {log} (place, did, {}, {});", columns("was"), columns("is")))?;
        let none = vec!["NULL"; table.columns.len()].join(", ");
        let [was, is] = ["OLD.", "NEW."].map(|row| names(table.columns.iter(), row));
        for (did, was, is) in [("INSERT", &none, &is), ("UPDATE", &was, &is), ("DELETE", &was, &none)] {
            let is_left_out = LEFT_OUT.contains(&table.name.as_str());
            if is_left_out && (table.name.as_str(), did) != ("outbox", "INSERT") {
                continue;
            }
            conn.execute_batch(&format!(
                "CREATE TRIGGER {} AFTER {did} ON {called} BEGIN
                    INSERT INTO log_of_all VALUES (NULL);
                    INSERT INTO {log} VALUES (last_insert_rowid(), '{did}', {was}, {is});
                END;",
                name(&format!("log_{did}_{called}").replace('"', "")),
            ))?;
        }
    }
    Ok(())
}

pub(super) fn read(url: &str) -> Result<Groups<Value>, Failed> {
    let conn = open(path(url))?;
    let (tables, mut changed) = (tables(&conn)?, Vec::new());
    for (number, table) in tables.iter().enumerate() {
        let many = table.columns.len();
        let mut query = conn.prepare(&format!("SELECT * FROM {}", name(&format!("log_of_{}", table.name))))?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let cells = |from: usize| (from..from + many).map(|cell| row.get(cell)).collect::<Result<Vec<Value>, _>>();
            let did = Did::of(&row.get::<_, String>(1)?)?;
            changed.push(Changed { place: row.get(0)?, group: 0, table: number, did, was: cells(2)?, is: cells(2 + many)? });
        }
    }
    changed.sort_by_key(|row| row.place);
    let mut group = 0;
    for row in &mut changed {
        row.group = group;
        group += i64::from(tables[row.table].name == LAST);
    }
    groups(&tables, changed)
}

pub(super) fn replay(groups: &Groups<Value>, url: &str) -> Result<Duration, Failed> {
    let conn = open(path(url))?;
    let began = Instant::now();
    for group in groups {
        conn.execute_batch("BEGIN IMMEDIATE")?;
        for step in group {
            conn.prepare_cached(&step.sql)?.execute(rusqlite::params_from_iter(&step.values))?;
        }
        conn.execute_batch("COMMIT")?;
    }
    Ok(began.elapsed())
}
