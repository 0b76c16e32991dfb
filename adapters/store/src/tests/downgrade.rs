//! Taking migrations back.

use super::{
    Checked, Store,
    database::{Database, on_each_database},
    previous_release::{ADA, MIGRATIONS},
    upgrade::{Number, upgraded},
    use_cases,
};
use crate::{
    kernel::conn::{Conn, on},
    migrations::{POSTGRES, SQLITE},
};
use diesel::RunQueryDsl;
use diesel_migrations::MigrationHarness;
use sooner_application::testing::{PASSWORD, a_user, buyer_details};
use sooner_domain::identity::password::NewPassword;

async fn every_migration_can_be_taken_back(database: &Database) -> Checked {
    Store::migrate(&database.url)?;
    let taken_back = match Conn::open(&database.url)? {
        Conn::Sqlite(mut conn) => conn.revert_all_migrations(SQLITE).map(|versions| versions.len()),
        Conn::Postgres(mut conn) => conn.revert_all_migrations(POSTGRES).map(|versions| versions.len()),
    };
    let taken_back = taken_back.map_err(|error| error.to_string())?;
    assert_eq!(Store::migrate(&database.url)?.len(), taken_back);
    Ok(())
}

async fn what_belongs_to_a_company_goes_back_to_its_member(database: &Database) -> Checked {
    let (_, dialect) = upgraded(database)?;
    // Whoever came after the upgrade has a company with an id of its own.
    let use_cases = use_cases(&database.store()?);
    let carl = a_user().email("carl@example.com");
    let token = use_cases.parties.sign_up(carl.member, NewPassword::parse(PASSWORD, &[])?, carl.from).await?;
    let carl = use_cases.parties.member(&token).await?.ok_or("not signed in")?.membership;
    assert_ne!(carl.company.0, carl.user.0);
    use_cases.onboarding.add_buyer(carl, buyer_details("Nordwind AG"), None).await?;
    let mut conn = Conn::open(&database.url)?;
    let newer = on!(&mut conn, |c| c.applied_migrations()).map_err(|error| error.to_string())?.len() - MIGRATIONS;
    for _ in 0..newer {
        match &mut conn {
            Conn::Sqlite(conn) => conn.revert_last_migration(SQLITE).map(drop),
            Conn::Postgres(conn) => conn.revert_last_migration(POSTGRES).map(drop),
        }
        .map_err(|error| error.to_string())?;
    }
    for (sql, expected) in [
        (format!("SELECT COUNT(*) AS number FROM applications WHERE user_id = {}", dialect.id(ADA)), 1),
        (format!("SELECT COUNT(*) AS number FROM buyers WHERE seller_id = {}", dialect.id(ADA)), 2),
        (format!("SELECT COUNT(*) AS number FROM buyers WHERE seller_id = {}", dialect.id(carl.user.0)), 1),
        ("SELECT COUNT(*) AS number FROM transitions".to_owned(), 5),
        ("SELECT COUNT(*) AS number FROM audit".to_owned(), 3),
    ] {
        let found: Number = on!(&mut conn, |c| diesel::sql_query(&sql).get_result(c))?;
        assert_eq!(found.number, expected, "{sql}");
    }
    assert_eq!(Store::migrate(&database.url)?.len(), newer);
    Ok(())
}

on_each_database!(blank: every_migration_can_be_taken_back, what_belongs_to_a_company_goes_back_to_its_member);
