//! The store: diesel on SQLite or PostgreSQL, one body of queries for both.

mod applications;
mod audit;
mod budgets;
mod buyers;
mod db;
mod documents;
mod effects;
mod first_screen;
mod idempotency;
mod known_addresses;
mod limits;
mod links;
mod outbox;
mod queue;
mod schema;
mod second_factors;
mod sessions;
mod snapshot;
mod types;
mod users;

#[cfg(test)]
mod tests;

pub use snapshot::{Kept, kept_documents, snapshot};

use db::{Conn, Db};
use diesel::{
    RunQueryDsl,
    result::{DatabaseErrorKind, Error},
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use sooner_application::kernel::unavailable::Unavailable;

const SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

/// Keeps the contract of every store port, on either database.
#[derive(Clone)]
pub struct DieselStore {
    db: Db,
}

impl DieselStore {
    /// Connects, with so many threads for reads.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open(url: &str, threads: usize) -> Result<Self, Unavailable> {
        Ok(Self { db: Db::open(url, threads)? })
    }

    /// Brings the tables up to date and answers the names of the migrations it ran. Two nodes starting at once run
    /// them once.
    ///
    /// # Errors
    /// When the database cannot be reached or a migration fails.
    pub fn migrate(url: &str) -> Result<Vec<String>, Unavailable> {
        let failed = |error: &dyn std::fmt::Display| Unavailable::Failed(format!("migration: {error}"));
        let names = |ran: Vec<diesel::migration::MigrationVersion<'_>>| ran.iter().map(ToString::to_string).collect();
        match Conn::open(url)? {
            Conn::Sqlite(mut conn) => conn.run_pending_migrations(SQLITE).map(names).map_err(|error| failed(&error)),
            Conn::Postgres(mut conn) => {
                // An arbitrary number that stands for "Sooner migrates"; released with the connection.
                diesel::sql_query("SELECT pg_advisory_lock(736773)").execute(&mut conn).map_err(|error| failed(&error))?;
                conn.run_pending_migrations(POSTGRES).map(names).map_err(|error| failed(&error))
            }
        }
    }

    /// Whether the database answers and has every migration.
    ///
    /// # Errors
    /// When it does not.
    pub async fn ready(&self) -> Result<(), Unavailable> {
        self.db
            .read::<bool, Unavailable>(|conn| {
                let pending = match conn {
                    Conn::Sqlite(conn) => conn.has_pending_migration(SQLITE),
                    Conn::Postgres(conn) => conn.has_pending_migration(POSTGRES),
                };
                pending.map_err(|error| Failure::Refused(Unavailable::Failed(error.to_string())))
            })
            .await
            .and_then(|pending| if pending { Err(Unavailable::Failed("migrations are pending".into())) } else { Ok(()) })
    }
}

/// Why a piece of database work failed: by a rule of the port, or by the database.
enum Failure<E> {
    Refused(E),
    Database(Error),
}

impl<E> From<Error> for Failure<E> {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl<E: From<Unavailable>> Failure<E> {
    fn into_port_error(self) -> E {
        match self {
            Self::Refused(error) => error,
            Self::Database(error) => Unavailable::Failed(format!("database: {error}")).into(),
        }
    }
}

/// Turns the violation of one uniqueness into the outcome it stands for. PostgreSQL names the constraint, SQLite the
/// column; constraints are named so that both hold `what`.
fn unless_taken<T, E>(result: Result<T, Error>, what: &str, taken: E) -> Result<T, Failure<E>> {
    result.map_err(|error| match &error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info)
            if info.constraint_name().is_some_and(|name| name.contains(what)) || info.message().contains(what) =>
        {
            Failure::Refused(taken)
        }
        _ => Failure::Database(error),
    })
}

/// A row that no longer parses: a bug or a hand in the database.
fn corrupt<E: From<Unavailable>>(what: &str) -> Failure<E> {
    Failure::Refused(Unavailable::Failed(format!("a stored {what} does not parse")).into())
}
