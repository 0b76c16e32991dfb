//! Migrating while somebody is in the way.

use super::{Checked, Database, on_each_database};
use crate::{Store, kernel::conn::Conn};
use diesel::connection::SimpleConnection;
use std::{
    sync::{Mutex, PoisonError},
    thread,
    time::Duration,
};

on_each_database!(blank: a_migration_waits_for_whoever_is_in_the_way_and_says_so, nodes_that_start_at_once_migrate_once);

/// Longer than any request waits for a lock.
const IN_THE_WAY: Duration = Duration::from_millis(6_500);

async fn a_migration_waits_for_whoever_is_in_the_way_and_says_so(database: &Database) -> Checked {
    let told = Mutex::new(Vec::new());
    let tell = |waits: &str| told.lock().unwrap_or_else(PoisonError::into_inner).push(waits.to_owned());
    let mut other = Conn::open(&database.url)?;
    match &mut other {
        Conn::Sqlite(conn) => conn.batch_execute("BEGIN IMMEDIATE; CREATE TABLE theirs (id INTEGER)")?,
        // The first migration creates a table of this name: it waits until it is clear whether there is one.
        Conn::Postgres(conn) => {
            conn.batch_execute("SET idle_in_transaction_session_timeout = 0; BEGIN; CREATE TABLE __diesel_schema_migrations (id INTEGER)")?;
        }
    }
    let ran = thread::scope(|scope| {
        let migrating = scope.spawn(|| Store::migrate_and_tell(&database.url, &tell));
        thread::sleep(IN_THE_WAY);
        crate::kernel::conn::on!(&mut other, |conn| conn.batch_execute("ROLLBACK"))?;
        let ran = migrating.join().map_err(|_| "it panicked")?;
        Ok::<_, Box<dyn std::error::Error>>(ran?)
    })?;
    assert!(ran.len() >= 8, "{ran:?}");
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert!(told.len() == 1 && told[0].starts_with("the migration waits for "), "{told:?}");
    Ok(())
}

async fn nodes_that_start_at_once_migrate_once(database: &Database) -> Checked {
    let ran: Vec<_> = thread::scope(|scope| {
        let nodes: Vec<_> = (0..8).map(|_| scope.spawn(|| Store::migrate_and_tell(&database.url, &|_| {}))).collect();
        nodes.into_iter().map(|node| node.join().unwrap()).collect()
    });
    let ran = ran.into_iter().collect::<Result<Vec<_>, _>>()?;
    assert_eq!(ran.iter().filter(|ran| !ran.is_empty()).count(), 1, "{ran:?}");
    Ok(())
}
