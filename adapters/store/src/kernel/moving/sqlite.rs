//! What SQLite needs to be moved from, and to take rows as they are.

use super::{Done, MoveError, Table, schema};
use crate::kernel::{conn::Conn, failure::Failure};
use diesel::{
    Connection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_types::{BigInt, Text},
};
use sooner_application::kernel::unavailable::Unavailable;
use std::path::Path;

/// A connection to a database that nobody else has open, and can open while this lives. Whoever uses one in this journal mode
/// holds a lock on it from the first statement to the last, so that a server that does nothing is noticed too.
pub(crate) fn alone(path: &str) -> Result<Conn, MoveError> {
    if !Path::new(path).exists() {
        return Err(MoveError::NoSource(path.to_owned()));
    }
    let failed = |error: &dyn std::fmt::Display| MoveError::Database(Unavailable::Failed(format!("database: {error}")));
    let mut conn = SqliteConnection::establish(path).map_err(|error| failed(&error))?;
    match conn.batch_execute("PRAGMA busy_timeout=0; PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE") {
        Ok(()) => Ok(Conn::Sqlite(conn)),
        Err(error) if error.to_string().contains("locked") => Err(MoveError::InUse(path.to_owned())),
        Err(error) => Err(failed(&error)),
    }
}

#[derive(QueryableByName)]
struct Trigger {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    sql: String,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// Empties every table of a fresh database and lets rows in as they are, in any order. What guards them stands again
/// afterwards, and finds nothing that it would have refused of references.
pub(crate) fn without_guards<T>(target: &mut Conn, fill: impl FnOnce(&mut Conn, Vec<Table>) -> Done<T>) -> Done<T> {
    if let Conn::Sqlite(conn) = &mut *target {
        conn.batch_execute("PRAGMA foreign_keys=OFF")?;
    }
    target.transaction(|target| {
        let tables = schema::of(target)?;
        let triggers = on_sqlite(target, |conn| {
            let triggers: Vec<Trigger> = diesel::sql_query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").load(conn)?;
            for Trigger { name, .. } in &triggers {
                conn.batch_execute(&format!("DROP TRIGGER \"{name}\""))?;
            }
            for Table { name, .. } in &tables {
                conn.batch_execute(&format!("DELETE FROM \"{name}\""))?;
            }
            Ok(triggers)
        })?;
        let filled = fill(target, tables)?;
        on_sqlite(target, |conn| {
            for Trigger { sql, .. } in &triggers {
                conn.batch_execute(sql)?;
            }
            let broken: Count = diesel::sql_query("SELECT count(*) AS number FROM pragma_foreign_key_check").get_result(conn)?;
            if broken.number == 0 { Ok(filled) } else { Err(Failure::Refused(MoveError::Differs("a reference".to_owned()))) }
        })
    })
}

fn on_sqlite<T>(conn: &mut Conn, work: impl FnOnce(&mut SqliteConnection) -> Done<T>) -> Done<T> {
    match conn {
        Conn::Sqlite(conn) => work(conn),
        Conn::Postgres(_) => Err(Failure::Refused(MoveError::Direction { from: "postgres://", to: "postgres://" })),
    }
}
