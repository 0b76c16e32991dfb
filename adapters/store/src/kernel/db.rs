//! Database threads: each owns one connection and does one job at a time.
//!
//! Requests hand a closure to a bounded queue and await its answer, so that neither a slow query nor a fsync holds up
//! a thread that serves requests. SQLite has several readers and one writer; the writer takes what waits, runs each
//! job in a savepoint of one transaction and commits once (group commit), and only then answers. A request that goes
//! away takes nothing with it: its transaction still ends properly.

use crate::kernel::failure::Failure;
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use diesel::{
    Connection, PgConnection, RunQueryDsl, SqliteConnection,
    connection::{AnsiTransactionManager as Tx, SimpleConnection, TransactionManager},
    r2d2::R2D2Connection,
};
use metrics::Histogram;
use sooner_application::kernel::unavailable::Unavailable;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;
use tracing::Instrument;

/// A connection to one of the two databases.
pub(crate) enum Conn {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Compiles one query for each database, so that all of diesel is at hand, at full speed.
macro_rules! on {
    ($conn:expr, |$c:ident| $query:expr) => {
        match $conn {
            $crate::kernel::db::Conn::Sqlite($c) => $query,
            $crate::kernel::db::Conn::Postgres($c) => $query,
        }
    };
}
pub(crate) use on;

/// Whether the address is one of PostgreSQL; anything else is a file for SQLite.
pub(crate) fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

impl Conn {
    /// Waiting longer for another process's lock helps nobody.
    const SQLITE: &str = "PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; \
                          PRAGMA cache_size=-16000;";
    /// Every statement here is right with one plan, whatever it is asked for: planning each call anew costs as much as the call.
    const POSTGRES: &str = "SET statement_timeout = '10s'; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '30s'; \
                            SET plan_cache_mode = force_generic_plan;";

    pub(crate) fn open(url: &str) -> Result<Self, Unavailable> {
        let failed = |error: &dyn std::fmt::Display| Unavailable::Failed(format!("database: {error}"));
        if is_postgres(url) {
            let separator = if url.contains('?') { '&' } else { '?' };
            let timed = if url.contains("connect_timeout") { url.to_owned() } else { format!("{url}{separator}connect_timeout=2") };
            let mut conn = PgConnection::establish(&timed).map_err(|error| failed(&error))?;
            conn.batch_execute(Self::POSTGRES).map_err(|error| failed(&error))?;
            return Ok(Self::Postgres(conn));
        }
        let path = url.strip_prefix("sqlite://").unwrap_or(url);
        let mut conn = SqliteConnection::establish(path).map_err(|error| failed(&error))?;
        conn.batch_execute(Self::SQLITE).map_err(|error| failed(&error))?;
        Ok(Self::Sqlite(conn))
    }

    /// SQLite takes its write lock at the start: no "database is locked" half-way.
    fn transaction<T, E: From<diesel::result::Error>>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        match self {
            Self::Sqlite(conn) => Tx::begin_transaction_sql(conn, "BEGIN IMMEDIATE")?,
            Self::Postgres(conn) => Tx::begin_transaction(conn)?,
        }
        self.end(work)
    }

    fn savepoint<T, E: From<diesel::result::Error>>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        on!(self, |conn| Tx::begin_transaction(conn))?;
        self.end(work)
    }

    fn end<T, E: From<diesel::result::Error>>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        match work(self) {
            Ok(value) => {
                on!(self, |conn| Tx::commit_transaction(conn))?;
                Ok(value)
            }
            Err(error) => {
                on!(self, |conn| Tx::rollback_transaction(conn))?;
                Err(error)
            }
        }
    }

    /// Whether the connection still answers. A dead socket shows in nothing else.
    fn is_dead(&mut self) -> bool {
        let broken = on!(self, |conn| R2D2Connection::is_broken(conn));
        broken || on!(self, |conn| diesel::sql_query("SELECT 1").execute(conn)).is_err()
    }
}

/// Does its work on the connection; what is left to do once that is stored is to answer. The work says too whether it
/// met a database error, after which the connection is looked at.
type Answer = Box<dyn FnOnce(Result<(), Unavailable>) + Send>;
type Job = Box<dyn FnOnce(&mut Conn) -> (Answer, bool) + Send>;

/// The queues to the threads.
#[derive(Clone)]
pub(crate) struct Db {
    reads: Sender<Job>,
    writes: Sender<Job>,
}

impl Db {
    /// At some ten microseconds a read, a full queue is a few hundredths of a second of work.
    const QUEUE: usize = 1024;
    /// The most writes one commit takes in.
    const GROUP: usize = 64;
    /// A client is told to try again rather than left waiting for a database that hangs. What it asked for may still be
    /// done: asking again under the same idempotency key does it once.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// Starts the threads. With PostgreSQL reads and writes share them.
    pub(crate) fn open(url: &str, threads: usize) -> Result<Self, Unavailable> {
        drop(Conn::open(url)?);
        let (reads, jobs) = bounded(Self::QUEUE);
        for number in 0..threads.max(1) {
            spawn(format!("db-{number}"), url.to_owned(), jobs.clone(), 1)?;
        }
        let writes = if is_postgres(url) {
            reads.clone()
        } else {
            let (writes, jobs) = bounded(Self::QUEUE);
            spawn("db-writer".to_owned(), url.to_owned(), jobs, Self::GROUP)?;
            writes
        };
        Ok(Self { reads, writes })
    }

    pub(crate) async fn read<T, E>(&self, work: impl FnOnce(&mut Conn) -> Result<T, Failure<E>> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Unavailable> + Send + 'static,
    {
        send(&READS, &self.reads, work).instrument(tracing::debug_span!("database", otel.kind = "client", does = "read")).await
    }

    /// `work` is one transaction.
    pub(crate) async fn write<T, E>(&self, work: impl FnOnce(&mut Conn) -> Result<T, Failure<E>> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Unavailable> + Send + 'static,
    {
        send(&WRITES, &self.writes, move |conn: &mut Conn| match conn {
            Conn::Sqlite(_) => conn.savepoint(work), // the writer thread holds the transaction
            Conn::Postgres(_) => conn.transaction(work),
        })
        .instrument(tracing::debug_span!("database", otel.kind = "client", does = "write"))
        .await
    }
}

// Looked up once: it is recorded with every call.
static READS: LazyLock<Histogram> = LazyLock::new(|| metrics::histogram!("database_seconds", "does" => "read"));
static WRITES: LazyLock<Histogram> = LazyLock::new(|| metrics::histogram!("database_seconds", "does" => "write"));

async fn send<T, E>(
    waited: &Histogram,
    queue: &Sender<Job>,
    work: impl FnOnce(&mut Conn) -> Result<T, Failure<E>> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<Unavailable> + Send + 'static,
{
    let asked = Instant::now();
    let (tell, told) = oneshot::channel();
    let job: Job = Box::new(move |conn| {
        let result = work(conn);
        let suspicious = matches!(result, Err(Failure::Database(_)));
        let answer: Answer = Box::new(move |stored: Result<(), Unavailable>| {
            let result = match stored {
                Ok(()) => result.map_err(Failure::into_port_error),
                Err(unavailable) => Err(E::from(unavailable)),
            };
            // Nobody may be waiting any more.
            tell.send(result).ok();
        });
        (answer, suspicious)
    });
    queue.try_send(job).map_err(|error| match error {
        TrySendError::Full(_) => Unavailable::Busy("database"),
        TrySendError::Disconnected(_) => Unavailable::Failed("the database threads have ended".into()),
    })?;
    let told = tokio::time::timeout(Db::PATIENCE, told).await;
    waited.record(asked.elapsed().as_secs_f64());
    match told {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(Unavailable::Failed("the database is away".into()).into()),
        Err(_) => Err(Unavailable::Failed("the database does not answer".into()).into()),
    }
}

fn spawn(name: String, url: String, jobs: Receiver<Job>, group: usize) -> Result<(), Unavailable> {
    let work = move || {
        let mut conn = Conn::open(&url).ok();
        while let Ok(first) = jobs.recv() {
            if conn.is_none() {
                conn = Conn::open(&url).inspect_err(|error| tracing::error!(%error, "cannot connect")).ok();
            }
            // Dropping a job answers it with an error.
            let Some(open) = conn.as_mut() else { continue };
            let done = catch_unwind(AssertUnwindSafe(|| if group == 1 { one(open, first) } else { many(open, first, &jobs, group) }));
            let dead = match done {
                Ok(suspicious) => suspicious && open.is_dead(),
                Err(_) => true,
            };
            if dead {
                tracing::warn!("the database connection is dead; opening another");
                conn = None;
            }
        }
    };
    let spawned = thread::Builder::new().name(name).spawn(work);
    spawned.map(drop).map_err(|error| Unavailable::Failed(error.to_string()))
}

fn one(conn: &mut Conn, job: Job) -> bool {
    let (answer, suspicious) = job(conn);
    answer(Ok(()));
    suspicious
}

fn many(conn: &mut Conn, first: Job, jobs: &Receiver<Job>, most: usize) -> bool {
    let mut answers = Vec::new();
    let mut suspicious = false;
    let stored: Result<(), diesel::result::Error> = conn.transaction(|conn| {
        let mut next = Some(first);
        while let Some(job) = next {
            let (answer, odd) = job(conn);
            answers.push(answer);
            suspicious |= odd;
            next = if answers.len() < most { jobs.try_recv().ok() } else { None };
        }
        Ok(())
    });
    let stored = stored.map_err(|error| Unavailable::Failed(format!("commit: {error}")));
    for answer in answers {
        answer(stored.clone());
    }
    suspicious || stored.is_err()
}
