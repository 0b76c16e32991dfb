//! Database threads: each owns one connection and does one job at a time.
//!
//! Requests hand a closure to a bounded queue and await its answer, so that neither a slow query nor a fsync holds up
//! a thread that serves requests. SQLite has several readers and one writer; the writer takes what waits, runs each
//! job in a savepoint of one transaction and commits once (group commit), and only then answers. A request that goes
//! away takes nothing with it: its transaction still ends properly.
//!
//! Whoever lets go of the last handle waits for the threads. A process that ends while one of them still closes its
//! connection can crash: what OpenSSL keeps for all connections is taken away at the exit.

use super::{
    conn::{Conn, is_postgres},
    failure::Failure,
};
use crossbeam_channel::{Receiver, Sender, TrySendError, bounded, select};
use metrics::Histogram;
use sooner_application::kernel::unavailable::Unavailable;
use std::{
    convert::Infallible,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, LazyLock, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tokio::sync::oneshot;
use tracing::Instrument;

/// Does its work on the connection; what is left to do once that is stored is to answer. The work says too whether it
/// met a database error, after which the connection is looked at.
type Answer = Box<dyn FnOnce(Result<(), Unavailable>) + Send>;
type Job = Box<dyn FnOnce(&mut Conn) -> (Answer, bool) + Send>;

/// The queues to the threads.
#[derive(Clone)]
pub(crate) struct Db {
    reads: Sender<Job>,
    writes: Sender<Job>,
    patience: Duration,
    /// Comes last: a thread ends once every handle's queues are gone.
    threads: Arc<Mutex<Threads>>,
}

struct Threads {
    /// Gone once the threads are to end, whatever still waits in the queues.
    open: Option<Sender<Infallible>>,
    running: Vec<JoinHandle<()>>,
}

impl Threads {
    fn join(&mut self) {
        for thread in mem::take(&mut self.running) {
            // What it died of was told when it did.
            thread.join().ok();
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.join();
    }
}

#[derive(Clone, Copy)]
enum Does {
    Read,
    Write,
}

// Looked up once: it is recorded with every call.
static READS: LazyLock<Histogram> = LazyLock::new(|| metrics::histogram!("database_seconds", "does" => "read"));
static WRITES: LazyLock<Histogram> = LazyLock::new(|| metrics::histogram!("database_seconds", "does" => "write"));

impl Does {
    fn waited(self) -> &'static Histogram {
        match self {
            Self::Read => &READS,
            Self::Write => &WRITES,
        }
    }

    /// What is known of a job that was handed over and has not answered yet. A write may still be done.
    fn unanswered(self) -> Unavailable {
        const SILENT: &str = "the database does not answer";
        match self {
            Self::Read => Unavailable::Failed(SILENT.to_owned()),
            Self::Write => Unavailable::OutcomeUnknown(SILENT.to_owned()),
        }
    }
}

/// All of a long chain or a large ledger is gone through.
pub(crate) const CHECK: Duration = Duration::from_secs(600);

impl Db {
    /// At some ten microseconds a read, a full queue is a few hundredths of a second of work.
    const QUEUE: usize = 1024;
    /// The most writes one commit takes in.
    const GROUP: usize = 64;
    /// A client is told to try again rather than left waiting for a database that hangs.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// Starts the threads. With PostgreSQL reads and writes share them.
    pub(crate) fn open(url: &str, threads: usize) -> Result<Self, Unavailable> {
        drop(Conn::open(url)?);
        let (open, closing) = bounded(0);
        let mut running = Vec::new();
        let (reads, jobs) = bounded(Self::QUEUE);
        for number in 0..threads.max(1) {
            running.push(spawn(format!("db-{number}"), url.to_owned(), jobs.clone(), closing.clone(), 1)?);
        }
        let writes = if is_postgres(url) {
            reads.clone()
        } else {
            let (writes, jobs) = bounded(Self::QUEUE);
            running.push(spawn("db-writer".to_owned(), url.to_owned(), jobs, closing, Self::GROUP)?);
            writes
        };
        let threads = Arc::new(Mutex::new(Threads { open: Some(open), running }));
        Ok(Self { reads, writes, patience: Self::PATIENCE, threads })
    }

    /// Ends the threads, whoever else has a handle, and waits until they have: each does what it has begun. What is asked
    /// for afterwards fails.
    pub(crate) fn close(&self) {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.open = None;
        threads.join();
    }

    /// The same database to somebody who waits so long for an answer.
    pub(crate) fn patient_for(&self, patience: Duration) -> Self {
        Self { patience, ..self.clone() }
    }

    pub(crate) async fn read<T, E>(&self, work: impl FnOnce(&mut Conn) -> Result<T, Failure<E>> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Unavailable> + Send + 'static,
    {
        self.send(Does::Read, work).instrument(tracing::debug_span!("database", otel.kind = "client", does = "read")).await
    }

    /// `work` is one transaction.
    pub(crate) async fn write<T, E>(&self, work: impl FnOnce(&mut Conn) -> Result<T, Failure<E>> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Unavailable> + Send + 'static,
    {
        let work = move |conn: &mut Conn| match conn {
            Conn::Sqlite(_) => conn.savepoint(work), // the writer thread holds the transaction
            Conn::Postgres(_) => conn.transaction(work),
        };
        self.send(Does::Write, work).instrument(tracing::debug_span!("database", otel.kind = "client", does = "write")).await
    }

    async fn send<T, E>(&self, does: Does, work: impl FnOnce(&mut Conn) -> Result<T, Failure<E>> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Unavailable> + Send + 'static,
    {
        let asked = Instant::now();
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move |conn| {
            let result = work(conn);
            let suspicious = matches!(result, Err(Failure::Database(_) | Failure::Unknown(_)));
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
        let queue = match does {
            Does::Read => &self.reads,
            Does::Write => &self.writes,
        };
        queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => Unavailable::Busy("database"),
            TrySendError::Disconnected(_) => Unavailable::Failed("the database threads have ended".into()),
        })?;
        let told = tokio::time::timeout(self.patience, told).await;
        does.waited().record(asked.elapsed().as_secs_f64());
        match told {
            Ok(Ok(result)) => result,
            // The job was dropped, with its transaction if it had begun one.
            Ok(Err(_)) => Err(Unavailable::Failed("the database is away".into()).into()),
            Err(_) => Err(does.unanswered().into()),
        }
    }
}

fn spawn(
    name: String,
    url: String,
    jobs: Receiver<Job>,
    closing: Receiver<Infallible>,
    group: usize,
) -> Result<JoinHandle<()>, Unavailable> {
    let work = move || {
        let mut conn = Conn::open(&url).ok();
        loop {
            let first = select! {
                recv(jobs) -> job => job.ok(),
                recv(closing) -> _ => None,
            };
            let Some(first) = first else { break };
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
    thread::Builder::new().name(name).spawn(work).map_err(|error| Unavailable::Failed(error.to_string()))
}

fn one(conn: &mut Conn, job: Job) -> bool {
    let (answer, suspicious) = job(conn);
    answer(Ok(()));
    suspicious
}

fn many(conn: &mut Conn, first: Job, jobs: &Receiver<Job>, most: usize) -> bool {
    let mut answers = Vec::new();
    let mut suspicious = false;
    let stored: Result<(), Failure<Unavailable>> = conn.transaction(|conn| {
        let mut next = Some(first);
        while let Some(job) = next {
            let (answer, odd) = job(conn);
            answers.push(answer);
            suspicious |= odd;
            // After a database error SQLite may have ended the transaction, and what came next would be stored by itself.
            next = if answers.len() < most && !odd { jobs.try_recv().ok() } else { None };
        }
        Ok(())
    });
    let stored = stored.map_err(Failure::into_port_error);
    for answer in answers {
        answer(stored.clone());
    }
    suspicious || stored.is_err()
}
