//! What PostgreSQL needs to take rows as they are.

use super::{Done, MoveError, Table, schema};
use crate::kernel::{conn::Conn, failure::Failure};
use diesel::{
    PgConnection, QueryableByName, RunQueryDsl,
    connection::SimpleConnection,
    sql_types::{BigInt, Text},
};

/// A large book takes its time.
pub(crate) fn without_time_outs(conn: &mut Conn) -> Done<()> {
    const UNTIL_DONE: &str =
        "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET datestyle = ISO";
    on_postgres(conn, |conn| Ok(conn.batch_execute(UNTIL_DONE)?))
}

#[derive(QueryableByName)]
struct There {
    #[diesel(sql_type = BigInt)]
    tables: i64,
    #[diesel(sql_type = Text)]
    encoding: String,
}

/// Whether there is no table yet, but what comes with an extension.
pub(crate) fn require_empty(conn: &mut Conn) -> Done<()> {
    let there: There = on_postgres(conn, |conn| {
        let sql = "SELECT current_setting('server_encoding') AS encoding, (SELECT count(*) FROM pg_class AS c \
                   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') \
                   AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')) AS tables";
        Ok(diesel::sql_query(sql).get_result(conn)?)
    })?;
    match there {
        There { tables, .. } if tables > 0 => Err(Failure::Refused(MoveError::NotEmpty(tables))),
        There { encoding, .. } if encoding != "UTF8" => Err(Failure::Refused(MoveError::Encoding(encoding))),
        There { .. } => Ok(()),
    }
}

#[derive(QueryableByName)]
struct Reference {
    #[diesel(sql_type = Text)]
    of_table: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    definition: String,
}

/// Empties every table of a fresh database and lets rows in as they are, in any order, inside the transaction it is called in.
/// References are taken away and put back, which looks at all rows at once; what numbers rows goes on behind the last number.
pub(crate) fn without_guards<T>(target: &mut Conn, fill: impl FnOnce(&mut Conn, Vec<Table>) -> Done<T>) -> Done<T> {
    let tables = schema::of(target)?;
    let references = on_postgres(target, |conn| {
        let sql = "SELECT conrelid::regclass::text AS of_table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition \
                   FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY conrelid::regclass::text, conname";
        let references: Vec<Reference> = diesel::sql_query(sql).load(conn)?;
        for Reference { of_table, name, .. } in &references {
            conn.batch_execute(&format!("ALTER TABLE {of_table} DROP CONSTRAINT {name}"))?;
        }
        for Table { name, .. } in &tables {
            conn.batch_execute(&format!("ALTER TABLE \"{name}\" DISABLE TRIGGER USER; DELETE FROM \"{name}\""))?;
        }
        Ok(references)
    })?;
    let filled = fill(target, tables.clone())?;
    on_postgres(target, |conn| {
        for Reference { of_table, name, definition } in &references {
            conn.batch_execute(&format!("ALTER TABLE {of_table} ADD CONSTRAINT {name} {definition}"))?;
        }
        for Table { name, columns } in &tables {
            for column in columns.iter().filter(|column| column.counted) {
                let counter = format!("pg_get_serial_sequence('\"{name}\"', '{}')", column.name);
                let last = format!("max(\"{}\")", column.name);
                conn.batch_execute(&format!("SELECT setval({counter}, coalesce({last}, 1), {last} IS NOT NULL) FROM \"{name}\""))?;
            }
            conn.batch_execute(&format!("ALTER TABLE \"{name}\" ENABLE TRIGGER USER; ANALYZE \"{name}\""))?;
        }
        Ok(())
    })?;
    Ok(filled)
}

fn on_postgres<T>(conn: &mut Conn, work: impl FnOnce(&mut PgConnection) -> Done<T>) -> Done<T> {
    match conn {
        Conn::Postgres(conn) => work(conn),
        Conn::Sqlite(_) => Err(Failure::Refused(MoveError::Direction { from: "sqlite://", to: "sqlite://" })),
    }
}
