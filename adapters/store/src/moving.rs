//! Moving a whole instance from one database to the other: every table of the schema, row by row, in one transaction.

use crate::{
    Store,
    kernel::{
        conn::{Conn, is_postgres, on},
        failure::Failure,
        moving::{Done, carry, postgres, sqlite},
    },
    migrations::{POSTGRES, SQLITE},
};
use diesel::{
    QueryableByName, RunQueryDsl,
    backend::Backend,
    migration::{Migration, MigrationSource},
    pg::Pg,
    sql_types::Text,
    sqlite::Sqlite,
};
use diesel_migrations::MigrationHarness;
use sooner_application::kernel::unavailable::Unavailable;
use std::path::Path;

pub use crate::kernel::moving::{MoveError, Moved, MovedTable};

fn kind_of(url: &str) -> &'static str {
    if is_postgres(url) { "postgres://" } else { "sqlite://" }
}

/// Moves a SQLite database that nobody has open into an empty PostgreSQL, which is brought up to date on the way. All of it is
/// there afterwards, or nothing. The source stays as it was.
///
/// # Errors
/// When somebody uses the source, the target holds anything, or what arrived is not what left.
pub fn move_to_postgres(source: &str, target: &str) -> Result<Moved, MoveError> {
    let (from, to) = (kind_of(source), kind_of(target));
    if is_postgres(source) || !is_postgres(target) {
        return Err(MoveError::Direction { from, to });
    }
    let mut source = sqlite::alone(source.trim_start_matches("sqlite://"))?;
    let moved = fill(&mut source, target);
    moved.map_err(Failure::into_port_error)
}

/// Puts the rows of a PostgreSQL database, as they are at one moment, into a new SQLite file, while others read and write them.
///
/// # Errors
/// When it is of another version than this binary, or the file cannot be written.
pub(crate) fn postgres_into_file(source: &str, file: &Path) -> Result<Moved, MoveError> {
    let url = format!("sqlite://{}", file.display());
    Store::migrate(&url)?;
    let (mut source, mut target) = (Conn::open(source)?, Conn::open(&url)?);
    let filled = (|| {
        postgres::without_time_outs(&mut source)?;
        source.at_one_moment(|source| {
            require_version(source)?;
            sqlite::without_guards(&mut target, |target, tables| carry(source, target, tables))
        })
    })();
    filled.map_err(Failure::into_port_error)
}

/// Puts the rows of a SQLite file that nobody else has open into an empty PostgreSQL: all of them, or none.
///
/// # Errors
/// As for [`move_to_postgres`].
pub(crate) fn file_into_postgres(file: &Path, target: &str) -> Result<Moved, MoveError> {
    // A copy of an earlier version is brought up to date like the instance it was made of.
    Store::migrate(&format!("sqlite://{}", file.display()))?;
    let mut source = sqlite::alone(&file.display().to_string())?;
    fill(&mut source, target).map_err(Failure::into_port_error)
}

/// Whether there is nothing in a database yet.
///
/// # Errors
/// `NotEmpty`, `Encoding`; when it cannot be reached.
pub(crate) fn require_empty(target: &str) -> Result<(), MoveError> {
    postgres::require_empty(&mut Conn::open(target)?).map_err(Failure::into_port_error)
}

fn fill(source: &mut Conn, target: &str) -> Done<Moved> {
    require_version(source)?;
    let mut target = Conn::open(target).map_err(|error| Failure::Refused(error.into()))?;
    postgres::without_time_outs(&mut target)?;
    target.transaction(|target| {
        postgres::require_empty(target)?;
        if let Conn::Postgres(conn) = target {
            conn.run_pending_migrations(POSTGRES).map_err(failed)?;
        }
        postgres::without_guards(target, |target, tables| carry(source, target, tables))
    })
}

/// Whether a database has the migrations of this binary, all of them and no others.
fn require_version(conn: &mut Conn) -> Done<()> {
    let ours = if matches!(conn, Conn::Sqlite(_)) { versions::<Sqlite>(&SQLITE)? } else { versions::<Pg>(&POSTGRES)? };
    let applied = diesel::sql_query("SELECT version FROM __diesel_schema_migrations ORDER BY version");
    // A database without this table is none of ours.
    let applied: Vec<Applied> = on!(&mut *conn, |c| applied.load(c)).map_err(|_| Failure::Refused(MoveError::OtherVersion))?;
    let is_this = ours.iter().eq(applied.iter().map(|Applied { version }| version));
    if is_this { Ok(()) } else { Err(Failure::Refused(MoveError::OtherVersion)) }
}

#[derive(QueryableByName)]
struct Applied {
    #[diesel(sql_type = Text)]
    version: String,
}

fn failed(error: impl std::fmt::Display) -> Failure<MoveError> {
    Failure::Refused(Unavailable::Failed(format!("migration: {error}")).into())
}

fn versions<DB: Backend>(source: &impl MigrationSource<DB>) -> Done<Vec<String>> {
    let migrations: Vec<Box<dyn Migration<DB>>> = source.migrations().map_err(failed)?;
    let mut versions: Vec<_> = migrations.iter().map(|migration| migration.name().version().to_string()).collect();
    versions.sort();
    Ok(versions)
}
