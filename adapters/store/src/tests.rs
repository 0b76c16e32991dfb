//! The contracts on SQLite and on PostgreSQL, and what only a real database can get wrong.

mod agreements;
mod audit;
mod contracts;
pub(crate) mod database;
mod eyes;
mod first_release;
mod ledger;
mod migrations;
mod money;
mod moving;
mod outbox;
mod outcomes;
mod parity;
pub(crate) mod plans;
mod scenes;
mod search;
mod sent_back;
mod snapshots;
mod sold_once;
mod uniqueness;

use super::{Store, kernel::conn::Conn};
pub(crate) use database::Database;
use database::on_each_database;
use diesel::{RunQueryDsl, connection::SimpleConnection, sql_types::Text};
use sooner_application::{
    Ports, UseCases,
    approvals::FourEyes,
    identity::OperatorAccess,
    kernel::{clock::MachineTime, readiness::Readiness},
    testing::{
        FakePasswords, FakeProvider, FixedClock, InMemoryFiles, NoStatements, PASSWORD, PlainOrders, PlainPapers, PlainTokens,
        SequentialIds, ShortPauses, ToldInvoices, a_user,
    },
};
use sooner_domain::{house::local_time::TimeZone, identity::password::NewPassword, kernel::email::EmailAddress};
use std::{error::Error, sync::Arc};

pub(crate) type Checked = Result<(), Box<dyn Error>>;

/// The use cases on a store; whatever else they need is fake.
fn use_cases(store: &Store) -> UseCases {
    let (tokens, clock) = (Arc::new(PlainTokens), Arc::new(FixedClock::default()));
    let ports = Ports {
        store: store.ports(),
        files: Arc::new(InMemoryFiles::default()),
        passwords: Arc::new(FakePasswords::default()),
        tokens: tokens.clone(),
        link_tokens: tokens.clone(),
        codes: tokens,
        provider: Arc::new(FakeProvider),
        order_format: Arc::new(PlainOrders),
        statement_format: Arc::new(NoStatements),
        invoice_reader: Arc::new(ToldInvoices::default()),
        paper_words: Arc::new(PlainPapers),
        paper_format: Arc::new(PlainPapers),
        check_page: "http://localhost:3000/check".to_owned(),
        answer_format: Arc::new(NoStatements),
        clock: clock.clone(),
        business: Arc::new(MachineTime(clock)),
        ids: Arc::new(SequentialIds::default()),
        pauses: Arc::new(ShortPauses),
        session_life: chrono::TimeDelta::hours(12),
        session_idle: chrono::TimeDelta::hours(2),
        account_writes: 600,
        account_reads: 1_200,
        operators: OperatorAccess::ByPassword,
        four_eyes: FourEyes::On,
        time_zone: TimeZone::default(),
        agreement: sooner_application::parties::Agreement {
            terms: "https://house.example/terms".to_owned(),
            privacy: "https://house.example/privacy".to_owned(),
        },
    };
    ports.use_cases()
}

#[actix_web::test]
async fn a_store_is_ready_once_it_is_migrated_and_migrating_again_does_nothing() -> Checked {
    let database = Database::sqlite()?;
    database.store()?.ready().await?;
    assert_eq!(Store::migrate(&database.url)?, Vec::<String>::new());
    let blank = Database::blank_sqlite()?;
    assert!(Store::open(&blank.url, 1)?.ready().await.is_err());
    Ok(())
}

#[derive(diesel::QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    value: String,
}

#[test]
fn sqlite_is_durable_and_keeps_its_plans() -> Checked {
    let Conn::Sqlite(mut conn) = Conn::open(&Database::sqlite()?.url)? else { return Err("not SQLite".into()) };
    let mut ask = |sql: &str| {
        diesel::sql_query(sql).load::<Line>(&mut conn).map(|lines| lines.into_iter().map(|line| line.value).collect::<Vec<_>>())
    };
    assert_eq!(ask("SELECT CAST(synchronous AS TEXT) AS value FROM pragma_synchronous")?, ["2"], "FULL");
    assert_eq!(ask("SELECT journal_mode AS value FROM pragma_journal_mode")?, ["wal"]);
    let options = ask("SELECT compile_options AS value FROM pragma_compile_options")?;
    for flag in ["ENABLE_QPSG", "STMTJRNL_SPILL=131071"] {
        assert!(options.contains(&flag.to_owned()), "LIBSQLITE3_FLAGS did not arrive: {options:?}");
    }
    Ok(())
}

#[test]
fn sqlite_undoes_a_write_larger_than_what_it_keeps_in_memory() -> Checked {
    let Conn::Sqlite(mut conn) = Conn::open(&Database::sqlite()?.url)? else { return Err("not SQLite".into()) };
    conn.batch_execute(
        "CREATE TABLE large AS WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 500)
         SELECT 'before' AS said, zeroblob(4000) AS much FROM n;
         BEGIN; SAVEPOINT one; UPDATE large SET said = 'after'; ROLLBACK TO one; RELEASE one; COMMIT;",
    )?;
    let left = diesel::sql_query("SELECT said AS value FROM large WHERE said <> 'before'").load::<Line>(&mut conn)?;
    assert!(left.is_empty());
    Ok(())
}

async fn an_acknowledged_write_survives_reopening(database: &Database) -> Checked {
    let user = a_user();
    use_cases(&database.store()?).parties.sign_up(user.member, NewPassword::parse(PASSWORD, &[])?, user.from).await?;
    let reopened = database.store()?.ports();
    assert!(reopened.users.by_email(&EmailAddress::parse("ada@example.com")?).await?.is_some());
    assert_eq!(reopened.outbox.depth().await?, 1);
    Ok(())
}

on_each_database!(an_acknowledged_write_survives_reopening);

#[actix_web::test]
async fn the_two_dialects_have_the_same_migrations() -> Checked {
    let names = |folder: &str| -> Result<Vec<String>, Box<dyn Error>> {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations").join(folder);
        let mut names: Vec<_> = std::fs::read_dir(path)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect::<Result<_, std::io::Error>>()?;
        names.sort();
        Ok(names)
    };
    assert_eq!(names("sqlite")?, names("postgres")?);
    Ok(())
}
