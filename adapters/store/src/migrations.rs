//! Bringing the tables up to date.

use crate::{
    Store, carry_over,
    kernel::{conn::Conn, failure::Failure},
};
use async_trait::async_trait;
use diesel::{PgConnection, connection::SimpleConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use sooner_application::kernel::{readiness::Readiness, unavailable::Unavailable};

pub(crate) const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
pub(crate) const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

impl Store {
    /// Brings the tables up to date and answers the names of the migrations it ran. Two nodes starting at once run
    /// them once.
    ///
    /// # Errors
    /// When the database cannot be reached or a migration fails.
    pub fn migrate(url: &str) -> Result<Vec<String>, Unavailable> {
        let names = |ran: Vec<diesel::migration::MigrationVersion<'_>>| ran.iter().map(ToString::to_string).collect();
        let mut conn = Conn::open(url)?;
        let ran = match &mut conn {
            Conn::Sqlite(conn) => conn.run_pending_migrations(SQLITE).map(names),
            Conn::Postgres(conn) => {
                alone(conn).map_err(failed)?;
                conn.run_pending_migrations(POSTGRES).map(names)
            }
        };
        let ran = ran.map_err(failed)?;
        carry_over::finish(&mut conn)?;
        Ok(ran)
    }
}

fn failed(error: impl std::fmt::Display) -> Unavailable {
    Unavailable::Failed(format!("migration: {error}"))
}

/// Waits until no other node migrates, however long that takes. A large table takes its time too; what stands in the way of
/// a table's change does not: everything would queue behind it.
fn alone(conn: &mut PgConnection) -> diesel::QueryResult<()> {
    // An arbitrary number that stands for "Sooner migrates"; released with the connection.
    conn.batch_execute("SET statement_timeout = 0; SET lock_timeout = 0; SELECT pg_advisory_lock(736773); SET lock_timeout = '5s'")
}

#[async_trait]
impl Readiness for Store {
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
