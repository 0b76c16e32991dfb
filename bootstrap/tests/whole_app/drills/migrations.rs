//! Threat 39: a migration that takes long, and nodes that wait for it.

use super::{
    super::support::{Checked, Instance, fresh_database, psql},
    soaking,
};
use futures_util::future::join;

#[actix_web::test]
async fn a_slow_migration_is_waited_for_and_both_nodes_start() -> Checked {
    // Longer than any statement of a request may take.
    let seconds = if soaking() { 30 } else { 11 };
    let Some(database) = fresh_database("slow_migration")? else { return Ok(()) };
    // The first table that is made takes its time, as the change of a large one does.
    psql(
        &database,
        &format!(
            "CREATE SEQUENCE naps;
             CREATE FUNCTION nap() RETURNS event_trigger LANGUAGE plpgsql AS $$
             BEGIN IF current_query() LIKE '%CREATE TABLE users%' AND nextval('naps') = 1 THEN PERFORM pg_sleep({seconds}); END IF; END $$;
             CREATE EVENT TRIGGER slow ON ddl_command_start EXECUTE FUNCTION nap();"
        ),
    )?;
    let one = Instance::start_on(tempfile::tempdir()?, database.clone(), &[]);
    let other = Instance::start_on(tempfile::tempdir()?, database.clone(), &[]);
    let (one, other) = join(one, other).await;
    let (one, other) = (one?, other?);
    psql(&database, "DO $$ BEGIN IF NOT (SELECT is_called FROM naps) THEN RAISE 'nothing was slow'; END IF; END $$")?;
    let waited = [one.logged()?, other.logged()?].map(|log| log.contains("the migration waits for another node that migrates: process "));
    assert!(waited[0] != waited[1], "one waits for the other and says so: {} {}", one.logged()?, other.logged()?);
    let token = one.sign_up("ada@example.com").await?;
    assert_eq!(other.get("/semi-private/user", &token).await?.0, 200);
    Ok(())
}
