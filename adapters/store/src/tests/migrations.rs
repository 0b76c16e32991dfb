//! Migrating while somebody is in the way, and what is migrated at all.

use super::{Checked, Database, on_each_database};
use crate::{
    DatabaseUrl, Store, Tables, WrongTables,
    kernel::conn::Conn,
    migrations::{POSTGRES, SQLITE},
};
use diesel::connection::SimpleConnection;
use diesel_migrations::MigrationHarness;
use std::{
    error::Error,
    sync::{Mutex, PoisonError},
    thread,
    time::Duration,
};

on_each_database!(
    blank: every_migration_can_be_taken_back,
    a_migration_waits_for_whoever_is_in_the_way_and_says_so,
    nodes_that_start_at_once_migrate_once,
    a_database_of_something_else_is_not_ours,
);

async fn every_migration_can_be_taken_back(database: &Database) -> Checked {
    let ran = Store::migrate(&database.url)?.len();
    let taken_back = match Conn::open(&database.url)? {
        Conn::Sqlite(mut conn) => conn.revert_all_migrations(SQLITE).map(|versions| versions.len()),
        Conn::Postgres(mut conn) => conn.revert_all_migrations(POSTGRES).map(|versions| versions.len()),
    };
    assert_eq!(taken_back.map_err(|error| error.to_string())?, ran);
    assert_eq!(Store::migrate(&database.url)?.len(), ran);
    Ok(())
}

async fn a_database_of_something_else_is_not_ours(database: &Database) -> Checked {
    assert_eq!(Store::tables(&database.url)?, Tables::Absent);
    let address = DatabaseUrl::parse(&database.url)?;
    crate::kernel::conn::on!(&mut Conn::open(&database.url)?, |conn| conn.batch_execute("CREATE TABLE theirs (id INTEGER)"))?;
    assert_eq!(Store::tables(&database.url)?, Tables::Foreign(1));
    assert_eq!(Store::tables(&database.url)?.must_be_ours(&address), Err(WrongTables::Foreign(address.clone(), 1)));
    assert_eq!(Store::tables(&database.url)?.must_be_current(&address), Err(WrongTables::Foreign(address, 1)));
    Ok(())
}

#[actix_web::test]
async fn a_database_that_holds_other_texts_is_not_taken() -> Checked {
    let Some(database) = Database::ascii_postgres()? else { return Ok(()) };
    let address = DatabaseUrl::parse(&database.url)?;
    let wrong = WrongTables::Encoded(address.clone(), "SQL_ASCII".to_owned());
    assert_eq!(Store::tables(&database.url)?.must_be_ours(&address), Err(wrong));
    Ok(())
}

#[actix_web::test]
async fn what_may_not_be_migrated_is_found_before() -> Checked {
    let Some(database) = Database::blank_postgres()? else { return Ok(()) };
    Store::may_migrate(&database.url)?;
    let run = |sql: &str| {
        crate::kernel::conn::on!(&mut Conn::open(&database.url)?, |conn| conn.batch_execute(sql)).map_err(Box::<dyn Error>::from)
    };
    run("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN")?;
    let guest = database.url.replace("user=postgres", "user=guest");
    let refused = |url: &str| Store::may_migrate(url).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused(&guest).contains("may not make tables"), "{}", refused(&guest));
    run("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$")?;
    assert!(refused(&database.url).contains("is read only"), "{}", refused(&database.url));
    Ok(())
}

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
        Ok::<_, Box<dyn Error>>(ran?)
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
