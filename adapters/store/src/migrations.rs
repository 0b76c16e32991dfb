//! Bringing the tables up to date.

use crate::{
    DatabaseUrl, Store,
    kernel::{
        conn::{Conn, is_postgres, on},
        failure::Failure,
        schema::leases,
        sql_types::{Id, Time},
    },
};
use async_trait::async_trait;
use chrono::DateTime;
use diesel::{
    ExpressionMethods, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::{AnsiTransactionManager as Tx, SimpleConnection, TransactionManager},
    migration::{MigrationSource, MigrationVersion},
    pg::Pg,
    sql_types::{BigInt, Bool, Integer, Text},
    sqlite::Sqlite,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use sooner_application::kernel::{readiness::Readiness, unavailable::Unavailable};
use std::{
    collections::BTreeSet,
    error::Error,
    fmt,
    path::Path,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};
use uuid::Uuid;

pub(crate) const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
pub(crate) const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// How often it is looked whether the migration waits for somebody, and how often it is told again.
const LOOK: Duration = Duration::from_secs(1);
const TELL_AGAIN: Duration = Duration::from_secs(10);

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
        ran.map_err(|error| Unavailable::Failed(format!("migration: {error}")))
    }
}

type Migrated = Result<Vec<String>, Box<dyn Error + Send + Sync>>;

fn names(ran: &[MigrationVersion<'_>]) -> Vec<String> {
    ran.iter().map(ToString::to_string).collect()
}

fn on_sqlite(conn: &mut SqliteConnection, tell: &dyn Fn(&str)) -> Migrated {
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
            Ok(ran)
        }
        Err(error) => {
            Tx::rollback_transaction(conn)?;
            Err(error)
        }
    }
}

fn on_postgres(conn: &mut PgConnection, url: &str, tell: &(dyn Fn(&str) + Sync)) -> Migrated {
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

/// How the tables of a database stand to those this version works with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tables {
    /// There is no database yet, or nothing in it.
    Absent,
    /// So many migrations are missing.
    Older(usize),
    Current,
    /// A newer version has run these.
    Newer(Vec<String>),
    /// A version before the first release made them.
    BeforeTheFirst,
    /// It holds so many tables, and none of them is ours.
    Foreign(i64),
    /// It keeps texts in this encoding, and not in UTF-8.
    Encoded(String),
}

/// Why a database is none to work with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WrongTables {
    #[error("the database {0} is not set up yet: run `sooner migrate`")]
    Absent(DatabaseUrl),
    #[error("the database {0} is older than this version ({VERSION}): {1} migrations have not run. Run `sooner migrate`")]
    Older(DatabaseUrl, usize),
    #[error(
        "the database {database} is newer than this version ({VERSION}), which knows migrations up to {known}: it has {newer} too. Start the newer \
         version, or put back the copy that was made before it"
    )]
    Newer { database: DatabaseUrl, newer: String, known: String },
    #[error(
        "the database {0} is of a version before the first release, which {VERSION} does not bring up to date: begin with an empty one"
    )]
    BeforeTheFirst(DatabaseUrl),
    #[error("the database {0} has {1} tables of something else: Sooner takes an empty one")]
    Foreign(DatabaseUrl, i64),
    #[error("the database {0} keeps texts as {1}: Sooner takes one made with the encoding UTF8")]
    Encoded(DatabaseUrl, String),
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Tables {
    /// # Errors
    /// Unless this version works with them.
    pub fn must_be_current(self, database: &DatabaseUrl) -> Result<(), WrongTables> {
        match self {
            Self::Current => Ok(()),
            Self::Absent => Err(WrongTables::Absent(database.clone())),
            Self::Older(missing) => Err(WrongTables::Older(database.clone(), missing)),
            Self::Newer(_) | Self::BeforeTheFirst | Self::Foreign(_) | Self::Encoded(_) => self.must_be_ours(database),
        }
    }

    /// # Errors
    /// When a newer version has changed them, or they are something else's.
    pub fn must_be_ours(self, database: &DatabaseUrl) -> Result<(), WrongTables> {
        match self {
            Self::Foreign(tables) => Err(WrongTables::Foreign(database.clone(), tables)),
            Self::Encoded(encoding) => Err(WrongTables::Encoded(database.clone(), encoding)),
            Self::BeforeTheFirst => Err(WrongTables::BeforeTheFirst(database.clone())),
            Self::Newer(newer) => {
                let known = known(database).into_iter().next_back().unwrap_or_default();
                Err(WrongTables::Newer { database: database.clone(), newer: newer.join(", "), known })
            }
            Self::Absent | Self::Older(_) | Self::Current => Ok(()),
        }
    }
}

/// The migrations this version has, in their order.
fn known(url: &str) -> BTreeSet<String> {
    let names = if is_postgres(url) {
        MigrationSource::<Pg>::migrations(&POSTGRES).map(|all| all.iter().map(|one| one.name().version().to_string()).collect())
    } else {
        MigrationSource::<Sqlite>::migrations(&SQLITE).map(|all| all.iter().map(|one| one.name().version().to_string()).collect())
    };
    names.unwrap_or_default()
}

#[derive(QueryableByName)]
struct Ran {
    #[diesel(sql_type = Text)]
    version: String,
}

/// What there is besides what we may have made.
#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = Bool)]
    migrated: bool,
    #[diesel(sql_type = BigInt)]
    tables: i64,
    #[diesel(sql_type = Text)]
    encoding: String,
}

const FOUND_IN_SQLITE: &str = "SELECT (SELECT count(*) > 0 FROM sqlite_master WHERE name = '__diesel_schema_migrations') AS migrated, \
    (SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\') AS tables, \
    '' AS encoding";
/// Tables of extensions are nobody's.
const FOUND_IN_POSTGRES: &str = "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS migrated, \
    (SELECT count(*) FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') \
    AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')) AS tables, \
    current_setting('server_encoding') AS encoding";
/// What PostgreSQL calls it. SQLite holds any text, whichever way it keeps it.
const UTF8: &str = "UTF8";

impl Store {
    /// How the tables of this database stand to this version. Nothing is written, and none is made.
    ///
    /// # Errors
    /// When the database cannot be reached or read.
    pub fn tables(url: &str) -> Result<Tables, Unavailable> {
        if url.strip_prefix("sqlite://").is_some_and(|file| !Path::new(file).exists()) {
            return Ok(Tables::Absent);
        }
        let mut conn = Conn::open(url)?;
        let looked = match &conn {
            Conn::Sqlite(_) => FOUND_IN_SQLITE,
            Conn::Postgres(_) => FOUND_IN_POSTGRES,
        };
        let failed = |error: diesel::result::Error| Unavailable::Failed(format!("database: {error}"));
        let found: Found = on!(&mut conn, |c| diesel::sql_query(looked).get_result(c)).map_err(failed)?;
        match found {
            Found { encoding, .. } if is_postgres(url) && encoding != UTF8 => return Ok(Tables::Encoded(encoding)),
            Found { migrated: false, tables: 0, .. } => return Ok(Tables::Absent),
            Found { migrated: false, tables, .. } => return Ok(Tables::Foreign(tables)),
            Found { .. } => {}
        }
        let ran: Vec<Ran> =
            on!(&mut conn, |c| diesel::sql_query("SELECT version FROM __diesel_schema_migrations").load(c)).map_err(failed)?;
        let (ran, known) = (ran.into_iter().map(|ran| ran.version).collect::<BTreeSet<_>>(), known(url));
        if ran.first().is_some_and(|first| Some(first) < known.first()) {
            return Ok(Tables::BeforeTheFirst);
        }
        let newer: Vec<_> = ran.difference(&known).cloned().collect();
        Ok(match known.difference(&ran).count() {
            _ if !newer.is_empty() => Tables::Newer(newer),
            _ if ran.is_empty() => Tables::Absent,
            0 => Tables::Current,
            missing => Tables::Older(missing),
        })
    }
}

/// What a role of PostgreSQL may do.
#[derive(QueryableByName)]
struct May {
    #[diesel(sql_type = Bool)]
    write: bool,
    #[diesel(sql_type = Bool)]
    create: bool,
}

impl Store {
    /// Whether PostgreSQL lets us write and make tables, as a migration does. Nothing is written; of SQLite the file says it.
    ///
    /// # Errors
    /// When it does not, or cannot be reached.
    pub fn may_migrate(url: &str) -> Result<(), Unavailable> {
        let Conn::Postgres(mut conn) = Conn::open(url)? else { return Ok(()) };
        let sql = "SELECT current_setting('transaction_read_only') = 'off' AS write, \
                   coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS create";
        let may: May = diesel::sql_query(sql).get_result(&mut conn).map_err(|error| Unavailable::Failed(format!("database: {error}")))?;
        match may {
            May { write: false, .. } => Err(Unavailable::Failed("the database is read only".to_owned())),
            May { create: false, .. } => {
                Err(Unavailable::Failed("the role may not make tables: the database should be its own".to_owned()))
            }
            May { .. } => Ok(()),
        }
    }
}

/// Under which name of a lease readiness writes. No job has it.
const READINESS: &str = "readiness";

#[async_trait]
impl Readiness for Store {
    /// Whether the database has every migration, and stores what is written to it.
    async fn ready(&self) -> Result<(), Unavailable> {
        let pending = self.db.read::<bool, Unavailable>(|conn| {
            let pending = match conn {
                Conn::Sqlite(conn) => conn.has_pending_migration(SQLITE),
                Conn::Postgres(conn) => conn.has_pending_migration(POSTGRES),
            };
            pending.map_err(|error| Failure::Refused(Unavailable::Failed(error.to_string())))
        });
        if pending.await? {
            return Err(Unavailable::Failed("migrations are pending".into()));
        }
        self.db
            .write(|conn| {
                // The same row each time: nothing grows.
                let past = || Time(DateTime::UNIX_EPOCH);
                let upsert = diesel::insert_into(leases::table)
                    .values((leases::name.eq(READINESS), leases::node.eq(Id(Uuid::nil())), leases::held_until.eq(past())))
                    .on_conflict(leases::name)
                    .do_update()
                    .set(leases::held_until.eq(past()));
                on!(conn, |c| upsert.execute(c))?;
                Ok(())
            })
            .await
    }
}
