//! A connection to one of the two databases, and how a transaction begins and ends on it.

use super::{address::without_secrets, failure::Failure};
use diesel::{
    Connection, PgConnection, RunQueryDsl, SqliteConnection,
    connection::{AnsiTransactionManager as Tx, SimpleConnection, TransactionManager},
    r2d2::R2D2Connection,
    result::Error,
};
use sooner_application::kernel::unavailable::Unavailable;
use std::{thread, time::Duration};

/// A connection to one of the two databases.
pub(crate) enum Conn {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Compiles one query for each database, so that all of diesel is at hand, at full speed.
macro_rules! on {
    ($conn:expr, |$c:ident| $query:expr) => {
        match $conn {
            $crate::kernel::conn::Conn::Sqlite($c) => $query,
            $crate::kernel::conn::Conn::Postgres($c) => $query,
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

    /// Together as long as any lock is waited for.
    const MAX_TRIES: u32 = 100;
    const PAUSE: Duration = Duration::from_millis(50);

    pub(crate) fn open(url: &str) -> Result<Self, Unavailable> {
        let failed = |error: &dyn std::fmt::Display| Unavailable::Failed(without_secrets(url, &format!("database: {error}")));
        if is_postgres(url) {
            let separator = if url.contains('?') { '&' } else { '?' };
            let timed = if url.contains("connect_timeout") { url.to_owned() } else { format!("{url}{separator}connect_timeout=2") };
            let mut conn = PgConnection::establish(&timed).map_err(|error| failed(&error))?;
            conn.batch_execute(Self::POSTGRES).map_err(|error| failed(&error))?;
            return Ok(Self::Postgres(conn));
        }
        let path = url.strip_prefix("sqlite://").unwrap_or(url);
        let mut conn = SqliteConnection::establish(path).map_err(|error| failed(&error))?;
        let mut tries = 1;
        // For a log of its own a new database is locked whole, and there SQLite waits for nobody.
        while let Err(error) = conn.batch_execute(Self::SQLITE) {
            if tries == Self::MAX_TRIES || !error.to_string().contains("locked") {
                return Err(failed(&error));
            }
            tries += 1;
            thread::sleep(Self::PAUSE);
        }
        Ok(Self::Sqlite(conn))
    }

    /// Does all of the work, or nothing. SQLite takes its write lock at the start: no "database is locked" half-way.
    pub(crate) fn transaction<T, E>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Failure<E>>) -> Result<T, Failure<E>> {
        match self {
            Self::Sqlite(conn) => Tx::begin_transaction_sql(conn, "BEGIN IMMEDIATE")?,
            Self::Postgres(conn) => Tx::begin_transaction(conn)?,
        }
        self.end(work)
    }

    /// Reads several things as they are at one moment.
    pub(crate) fn at_one_moment<T, E>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Failure<E>>) -> Result<T, Failure<E>> {
        match self {
            // Its first read says which moment.
            Self::Sqlite(conn) => Tx::begin_transaction_sql(conn, "BEGIN")?,
            Self::Postgres(conn) => Tx::begin_transaction_sql(conn, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?,
        }
        self.end(read)
    }

    /// The same inside a transaction.
    pub(crate) fn savepoint<T, E>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Failure<E>>) -> Result<T, Failure<E>> {
        on!(self, |conn| Tx::begin_transaction(conn))?;
        self.end(work)
    }

    fn end<T, E>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Failure<E>>) -> Result<T, Failure<E>> {
        match work(self) {
            Ok(value) => match on!(&mut *self, |conn| Tx::commit_transaction(conn)) {
                Ok(()) => Ok(value),
                Err(error) => Err(self.not_committed(error)),
            },
            Err(failure) => {
                on!(self, |conn| Tx::rollback_transaction(conn))?;
                Err(failure)
            }
        }
    }

    /// A server that still answers has refused the commit. One that is gone may have done it and lost the answer with the
    /// connection. SQLite has nobody in between: what it does not commit is rolled back.
    fn not_committed<E>(&mut self, error: Error) -> Failure<E> {
        let has_server = matches!(self, Self::Postgres(_));
        if has_server && self.is_dead() { Failure::Unknown(error) } else { Failure::Database(error) }
    }

    /// Whether the connection still answers. A dead socket shows in nothing else.
    pub(crate) fn is_dead(&mut self) -> bool {
        let broken = on!(&mut *self, |conn| R2D2Connection::is_broken(conn));
        broken || on!(self, |conn| diesel::sql_query("SELECT 1").execute(conn)).is_err()
    }
}
