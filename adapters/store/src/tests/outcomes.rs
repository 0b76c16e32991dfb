//! What is said of a write, and what became of it.

use super::{Checked, database::Database, on_each_database};
use crate::kernel::{
    conn::{Conn, on},
    db::Db,
    failure::Failure,
    schema::leases,
    sql_types::{Id, Time},
};
use chrono::DateTime;
use diesel::{connection::SimpleConnection, prelude::*, sql_types::Integer};
use futures_util::future::join_all;
use sooner_application::kernel::unavailable::Unavailable;
use std::{
    cell::RefCell,
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::sleep,
    time::Duration,
};
use uuid::Uuid;

const SHORT: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_millis(400);

/// One thread for each kind of job, and nobody waits for it for long.
fn impatient(database: &Database) -> Result<Db, Unavailable> {
    Ok(Db::open(&database.url, 1)?.patient_for(SHORT))
}

fn write(conn: &mut Conn, name: &'static str) -> Result<(), Failure<Unavailable>> {
    let (node, until) = (Id(Uuid::nil()), Time(DateTime::UNIX_EPOCH));
    let insert = diesel::insert_into(leases::table).values((leases::name.eq(name), leases::node.eq(node), leases::held_until.eq(until)));
    on!(conn, |c| insert.execute(c))?;
    Ok(())
}

/// What was written, as somebody else sees it once all that was asked for before is done.
async fn written(database: &Database, db: Db) -> Result<Vec<String>, Box<dyn Error>> {
    db.patient_for(LONG * 10).write::<(), Unavailable>(|_| Ok(())).await?;
    let query = leases::table.order(leases::name).select(leases::name);
    Ok(on!(&mut Conn::open(&database.url)?, |c| query.load(c))?)
}

async fn of_a_write_that_takes_long_nobody_knows_the_outcome(database: &Database) -> Checked {
    let db = impatient(database)?;
    let slow = db.write::<(), Unavailable>(|conn| {
        write(conn, "slow")?;
        sleep(LONG);
        Ok(())
    });
    assert!(matches!(slow.await, Err(Unavailable::OutcomeUnknown(_))));
    let waiting = db.write::<(), Unavailable>(|conn| write(conn, "waiting"));
    assert!(matches!(waiting.await, Err(Unavailable::OutcomeUnknown(_))), "it is still in the queue");
    assert_eq!(written(database, db).await?, ["slow", "waiting"], "they were done");
    Ok(())
}

async fn a_read_that_takes_long_has_failed(database: &Database) -> Checked {
    let db = impatient(database)?;
    let slow = db.read::<(), Unavailable>(|_| {
        sleep(LONG);
        Ok(())
    });
    assert!(matches!(slow.await, Err(Unavailable::Failed(_))));
    Ok(())
}

async fn what_no_longer_fits_into_the_queue_was_not_done(database: &Database) -> Checked {
    let db = impatient(database)?;
    let hold = db.write::<(), Unavailable>(|_| {
        sleep(LONG);
        Ok(())
    });
    let (_, answers) = futures_util::future::join(hold, join_all((0..1_100).map(|_| db.write::<(), Unavailable>(|_| Ok(()))))).await;
    let busy = answers.iter().filter(|answer| matches!(answer, Err(Unavailable::Busy(_)))).count();
    let unknown = answers.iter().filter(|answer| matches!(answer, Err(Unavailable::OutcomeUnknown(_)))).count();
    // The first may lie in the queue, too.
    assert!((76..=77).contains(&busy), "{busy}");
    assert_eq!(busy + unknown, 1_100);
    Ok(())
}

#[actix_web::test]
async fn what_waits_behind_a_full_disk_is_stored_or_refused_but_not_both() -> Checked {
    let database = Database::sqlite()?;
    let db = Db::open(&database.url, 1)?;
    let run = |conn: &mut Conn, sql: &str| {
        let Conn::Sqlite(conn) = conn else { return Ok(()) };
        conn.batch_execute(sql).map_err(Failure::from)
    };
    let full = db.write::<(), Unavailable>(move |conn| {
        sleep(SHORT);
        run(conn, "CREATE TABLE much (a BLOB); PRAGMA max_page_count = 1; INSERT INTO much VALUES (zeroblob(9000000))")
    });
    let behind = db.write::<(), Unavailable>(move |conn| {
        run(conn, "PRAGMA max_page_count = 1000000")?;
        write(conn, "behind")
    });
    let (full, behind) = futures_util::future::join(full, behind).await;
    assert!(matches!(full, Err(Unavailable::Failed(_))));
    assert_eq!(written(&database, db).await?.len(), usize::from(behind.is_ok()), "{behind:?}");
    Ok(())
}

async fn a_write_that_panics_was_not_done(database: &Database) -> Checked {
    let db = Db::open(&database.url, 1)?;
    let panics = db.write::<(), Unavailable>(|conn| {
        write(conn, "panics")?;
        panic!("on purpose")
    });
    assert!(matches!(panics.await, Err(Unavailable::Failed(_))));
    assert_eq!(written(database, db).await?, Vec::<String>::new());
    Ok(())
}

/// Tells that its thread is over, a while after everything else of it is.
struct Last(Arc<AtomicBool>);

impl Drop for Last {
    fn drop(&mut self) {
        sleep(LONG);
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Says whether the only thread for reads has ended.
async fn end_of_a_thread(db: &Db) -> Result<Arc<AtomicBool>, Unavailable> {
    thread_local!(static LAST: RefCell<Option<Last>> = const { RefCell::new(None) });
    let ended = Arc::new(AtomicBool::new(false));
    let last = Last(ended.clone());
    db.read::<(), Unavailable>(|_| {
        LAST.set(Some(last));
        Ok(())
    })
    .await?;
    Ok(ended)
}

async fn whoever_lets_go_last_waits_for_the_threads(database: &Database) -> Checked {
    let db = Db::open(&database.url, 1)?;
    let ended = end_of_a_thread(&db).await?;
    let other = db.patient_for(SHORT);
    let under_way = other.write::<(), Unavailable>(|conn| {
        sleep(LONG);
        write(conn, "under way")
    });
    assert!(matches!(under_way.await, Err(Unavailable::OutcomeUnknown(_))));
    drop(db);
    assert!(!ended.load(Ordering::SeqCst), "somebody has a handle");
    drop(other);
    assert!(ended.load(Ordering::SeqCst));
    assert_eq!(written(database, Db::open(&database.url, 1)?).await?, ["under way"]);
    Ok(())
}

async fn what_is_closed_is_over_for_everybody(database: &Database) -> Checked {
    let db = Db::open(&database.url, 1)?;
    let ended = end_of_a_thread(&db).await?;
    let other = db.clone();
    other.close();
    assert!(ended.load(Ordering::SeqCst));
    assert!(matches!(db.write::<(), Unavailable>(|_| Ok(())).await, Err(Unavailable::Failed(_))));
    db.close();
    Ok(())
}

on_each_database!(
    of_a_write_that_takes_long_nobody_knows_the_outcome,
    a_read_that_takes_long_has_failed,
    what_no_longer_fits_into_the_queue_was_not_done,
    a_write_that_panics_was_not_done,
    whoever_lets_go_last_waits_for_the_threads,
    what_is_closed_is_over_for_everybody,
);

#[derive(QueryableByName)]
struct Backend {
    #[diesel(sql_type = Integer)]
    pid: i32,
}

/// Ends the connection's other end, as a server that goes down does.
fn cut_off(conn: &mut Conn, url: &str) -> Result<(), Failure<Unavailable>> {
    let backend: Backend = on!(conn, |c| diesel::sql_query("SELECT pg_backend_pid() AS pid").get_result(c))?;
    let ended = format!("SELECT pg_terminate_backend({}, 5000)", backend.pid);
    on!(&mut Conn::open(url).map_err(Failure::Refused)?, |c| c.batch_execute(&ended))?;
    Ok(())
}

#[actix_web::test]
async fn of_a_commit_that_lost_its_connection_nobody_knows_the_outcome() -> Checked {
    let Some(database) = Database::postgres()? else { return Ok(()) };
    let db = Db::open(&database.url, 1)?;
    let url = database.url.clone();
    let at_the_commit = db.write::<(), Unavailable>(move |conn| {
        write(conn, "lost")?;
        cut_off(conn, &url)
    });
    assert!(matches!(at_the_commit.await, Err(Unavailable::OutcomeUnknown(_))));
    let url = database.url.clone();
    let before_it = db.write::<(), Unavailable>(move |conn| {
        cut_off(conn, &url)?;
        write(conn, "never")
    });
    assert!(matches!(before_it.await, Err(Unavailable::Failed(_))), "nothing was committed");
    let refused = db.write::<(), Unavailable>(|conn| {
        let twice = "CREATE TABLE once (id INT UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO once VALUES (1), (1)";
        Ok(on!(conn, |c| c.batch_execute(twice))?)
    });
    assert!(matches!(refused.await, Err(Unavailable::Failed(_))), "the server said no");
    assert_eq!(written(&database, db).await?, Vec::<String>::new());
    Ok(())
}
