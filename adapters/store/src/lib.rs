//! The store: diesel on SQLite or PostgreSQL, one body of queries for both.

pub mod backup;
mod kernel;
mod schema;
mod snapshot;

mod identity;
mod parties;

mod onboarding;
mod screens;

#[cfg(test)]
mod tests;

pub use snapshot::{Kept, kept_documents, snapshot};

use async_trait::async_trait;
use diesel::RunQueryDsl;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use kernel::{
    db::{Conn, Db},
    failure::Failure,
};
use sooner_application::kernel::{readiness::Readiness, unavailable::Unavailable};

const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

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
}

#[async_trait]
impl Readiness for DieselStore {
    /// Whether the database answers and has every migration.
    async fn ready(&self) -> Result<(), Unavailable> {
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
