//! Bringing the tables up to date.

use crate::{
    Store, carry_over,
    kernel::{conn::Conn, failure::Failure},
};
use async_trait::async_trait;
use diesel::{
    PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::{AnsiTransactionManager as Tx, SimpleConnection, TransactionManager},
    migration::MigrationVersion,
    sql_types::{BigInt, Bool, Integer, Text},
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use sooner_application::kernel::{readiness::Readiness, unavailable::Unavailable};
use std::{
    error::Error,
    fmt,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

pub(crate) const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
pub(crate) const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// How often it is looked whether the migration waits for somebody, and how often it is told again.
const LOOK: Duration = Duration::from_secs(1);
const TELL_AGAIN: Duration = Duration::from_secs(10);
/// How long a page that is carried over waits for another process.
const CARRIED_OVER: Duration = Duration::from_secs(60);

impl Store {
    /// Brings the tables up to date and answers the names of the migrations it ran. Two nodes starting at once run
    /// them once. No time-out of requests holds here: a large table takes its time, and so does whoever is in the way. What
    /// it waits for is logged.
    ///
    /// # Errors
    /// When the database cannot be reached or a migration fails.
    pub fn migrate(url: &str) -> Result<Vec<String>, Unavailable> {
        Self::migrate_and_tell(url, &|waits| tracing::warn!("{waits}"))
    }

    /// The same, telling what it waits for in another way.
    ///
    /// # Errors
    /// As before.
    pub fn migrate_and_tell(url: &str, tell: &(dyn Fn(&str) + Sync)) -> Result<Vec<String>, Unavailable> {
        let mut conn = Conn::open(url)?;
        let ran = match &mut conn {
            Conn::Sqlite(conn) => on_sqlite(conn, tell),
            Conn::Postgres(conn) => on_postgres(conn, url, tell),
        };
        let ran = ran.map_err(|error| Unavailable::Failed(format!("migration: {error}")))?;
        carry_over::finish(&mut conn)?;
        Ok(ran)
    }
}

type Ran = Result<Vec<String>, Box<dyn Error + Send + Sync>>;

fn names(ran: &[MigrationVersion<'_>]) -> Vec<String> {
    ran.iter().map(ToString::to_string).collect()
}

fn on_sqlite(conn: &mut SqliteConnection, tell: &dyn Fn(&str)) -> Ran {
    let mut told: Option<Instant> = None;
    loop {
        conn.batch_execute(&format!("PRAGMA busy_timeout={}", LOOK.as_millis()))?;
        match Tx::begin_transaction_sql(conn, "BEGIN IMMEDIATE") {
            Ok(()) => break,
            Err(error) if error.to_string().contains("locked") => {
                if told.is_none_or(|told| told.elapsed() >= TELL_AGAIN) {
                    tell("the migration waits for another process that writes to the database");
                    told = Some(Instant::now());
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
    // All of them or none. Whoever was waited for may have run them.
    match conn.run_pending_migrations(SQLITE).map(|ran| names(&ran)) {
        Ok(ran) => {
            Tx::commit_transaction(conn)?;
            // What is carried over afterwards waits for the other nodes, page by page.
            conn.batch_execute(&format!("PRAGMA busy_timeout={}", CARRIED_OVER.as_millis()))?;
            Ok(ran)
        }
        Err(error) => {
            Tx::rollback_transaction(conn)?;
            Err(error)
        }
    }
}

fn on_postgres(conn: &mut PgConnection, url: &str, tell: &(dyn Fn(&str) + Sync)) -> Ran {
    conn.batch_execute("SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0")?;
    let pid = diesel::select(pg_backend_pid()).get_result(conn)?;
    let (done, migrating) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(|| watch(url, pid, migrating, tell));
        // An arbitrary number that stands for "Sooner migrates"; released with the connection.
        let ran = conn.batch_execute("SELECT pg_advisory_lock(736773)").map_err(Into::into);
        let ran = ran.and_then(|()| conn.run_pending_migrations(POSTGRES).map(|ran| names(&ran)));
        drop(done);
        ran
    })
}

diesel::define_sql_function! {
    fn pg_backend_pid() -> Integer;
}

/// Somebody a connection waits for.
#[derive(QueryableByName)]
struct InTheWay {
    #[diesel(sql_type = Integer)]
    pid: i32,
    #[diesel(sql_type = Text)]
    state: String,
    #[diesel(sql_type = BigInt)]
    seconds: i64,
    #[diesel(sql_type = Bool)]
    migrates: bool,
}

impl fmt::Display for InTheWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pid, state, seconds, migrates } = self;
        let who = if *migrates { "another node that migrates" } else { "somebody who holds a table" };
        write!(f, "the migration waits for {who}: process {pid} of PostgreSQL, {state} for {seconds} s")
    }
}

/// Tells whom the migration of this process of PostgreSQL waits for, until it is done.
fn watch(url: &str, pid: i32, migrating: Receiver<()>, tell: &dyn Fn(&str)) {
    let mut conn = None;
    let mut told: Option<Instant> = None;
    while matches!(migrating.recv_timeout(LOOK), Err(RecvTimeoutError::Timeout)) {
        conn = conn.or_else(|| Conn::open(url).ok());
        let Some(Conn::Postgres(watching)) = &mut conn else { continue };
        // What they ask the database is not told: it may hold personal values.
        let in_the_way = diesel::sql_query(
            "SELECT a.pid, coalesce(a.state, 'at work') AS state, coalesce(extract(epoch FROM now() - a.state_change), 0)::bigint AS seconds, \
             EXISTS (SELECT 1 FROM pg_locks w WHERE w.pid = $1 AND NOT w.granted AND w.locktype = 'advisory') AS migrates \
             FROM pg_stat_activity a WHERE a.pid = ANY (pg_blocking_pids($1)) ORDER BY a.pid",
        );
        let Ok(found) = in_the_way.bind::<Integer, _>(pid).load::<InTheWay>(watching) else {
            conn = None;
            continue;
        };
        if !found.is_empty() && told.is_none_or(|told| told.elapsed() >= TELL_AGAIN) {
            found.iter().for_each(|one| tell(&one.to_string()));
            told = Some(Instant::now());
        }
    }
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
