//! The contracts on SQLite and on PostgreSQL, and what only a real database can get wrong.

use super::{
    DieselStore,
    kernel::db::{Conn, on},
    onboarding::queue::MOST_LOOKED_AT,
};
use diesel::{RunQueryDsl, connection::SimpleConnection, sql_types::Text};
use sooner_application::{
    identity::ports::Users,
    kernel::{clock::Clock, outbox::Outbox, readiness::Readiness},
    onboarding::{Onboarding, QueueSearch, ports::QueueFilter},
    testing::{FixedClock, World, a_user, complete_form, contracts},
};
use sooner_domain::kernel::email::EmailAddress;
use std::{error::Error, sync::Arc};
use tempfile::TempDir;

type Checked = Result<(), Box<dyn Error>>;

/// An empty, migrated database of its own.
struct Database {
    url: String,
    _folder: Option<TempDir>,
}

impl Database {
    fn sqlite() -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        DieselStore::migrate(&url)?;
        Ok(Self { url, _folder: Some(folder) })
    }

    /// On the server named by `TEST_DATABASE_URL`; none, and said so, without one.
    #[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
    fn postgres(name: &str) -> Result<Option<Self>, Box<dyn Error>> {
        let Ok(server) = std::env::var("TEST_DATABASE_URL") else {
            eprintln!("TEST_DATABASE_URL is not set: not run on PostgreSQL");
            return Ok(None);
        };
        if let Conn::Postgres(mut conn) = Conn::open(&server)? {
            conn.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))?;
            conn.batch_execute(&format!("CREATE DATABASE {name}"))?;
        }
        let url = server.replacen("/postgres?", &format!("/{name}?"), 1);
        DieselStore::migrate(&url)?;
        Ok(Some(Self { url, _folder: None }))
    }

    fn store(&self) -> Result<DieselStore, Box<dyn Error>> {
        Ok(DieselStore::open(&self.url, 8)?)
    }
}

#[actix_web::test]
async fn sqlite_keeps_every_contract() -> Checked {
    contracts::run(Arc::new(Database::sqlite()?.store()?)).await
}

#[actix_web::test]
async fn postgresql_keeps_every_contract() -> Checked {
    match Database::postgres("contracts")? {
        Some(database) => contracts::run(Arc::new(database.store()?)).await,
        None => Ok(()),
    }
}

#[actix_web::test]
async fn a_store_is_ready_once_it_is_migrated_and_migrating_again_does_nothing() -> Checked {
    let database = Database::sqlite()?;
    database.store()?.ready().await?;
    assert_eq!(DieselStore::migrate(&database.url)?, Vec::<String>::new());
    let folder = tempfile::tempdir()?;
    let blank = DieselStore::open(&format!("sqlite://{}", folder.path().join("blank.db").display()), 1)?;
    assert!(blank.ready().await.is_err());
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
    assert!(options.contains(&"ENABLE_QPSG".to_owned()), "LIBSQLITE3_FLAGS did not arrive: {options:?}");
    Ok(())
}

async fn an_acknowledged_write_survives_reopening(database: &Database) -> Checked {
    let store = Arc::new(database.store()?);
    let world = World::default();
    let mut identity = world.identity();
    (identity.users, identity.sessions, identity.links) = (store.clone(), store.clone(), store.clone());
    let password = sooner_domain::identity::password::PlainPassword::parse_typed("correct horse battery")?;
    let user = a_user();
    identity.sign_up(user.member, password, user.from).await?;
    drop(identity);
    let reopened = database.store()?;
    assert!(reopened.by_email(&EmailAddress::parse("ada@example.com")?).await?.is_some());
    assert_eq!(reopened.depth().await?, 1);
    Ok(())
}

#[actix_web::test]
async fn an_acknowledged_write_survives_reopening_sqlite() -> Checked {
    an_acknowledged_write_survives_reopening(&Database::sqlite()?).await
}

#[actix_web::test]
async fn an_acknowledged_write_survives_reopening_postgresql() -> Checked {
    match Database::postgres("reopening")? {
        Some(database) => an_acknowledged_write_survives_reopening(&database).await,
        None => Ok(()),
    }
}

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

/// Fills the store up to this many applications that wait, each found by a word of its own and by one they share.
fn grow(database: &Database, from: i64, to: i64) -> Checked {
    match Conn::open(&database.url)? {
        Conn::Sqlite(mut conn) => {
            let numbers = format!("WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i < {to})");
            let id = "CAST(printf('%016d', i) AS BLOB)";
            conn.batch_execute(&format!(
                "INSERT INTO users (id, email, email_verified, fname, lname, role, created_at)
                   {numbers} SELECT {id}, 'u' || i || '@example.com', 1, 'Ada', 'Brandt', 'member', 0 FROM n;
                 INSERT INTO applications (id, user_id, status, version, submissions, form, requests, updated_at)
                   {numbers} SELECT {id}, {id}, 1, 1, 1, (SELECT form FROM applications LIMIT 1), '[]', 1000000 + i FROM n;
                 INSERT INTO search_words (word, application_id) {numbers} SELECT 'company' || i, {id} FROM n;
                 INSERT INTO search_words (word, application_id) {numbers} SELECT 'gmbh', {id} FROM n;"
            ))?;
        }
        Conn::Postgres(mut conn) => {
            let numbers = format!("FROM generate_series({from}, {to}) AS i");
            let id = "('f' || lpad(to_hex(i), 31, '0'))::uuid";
            conn.batch_execute("SET statement_timeout = 0")?;
            conn.batch_execute(&format!(
                "INSERT INTO users (id, email, email_verified, fname, lname, role, created_at)
                   SELECT {id}, 'u' || i || '@example.com', TRUE, 'Ada', 'Brandt', 'member', now() {numbers};
                 INSERT INTO applications (id, user_id, status, version, submissions, form, requests, updated_at)
                   SELECT {id}, {id}, 1, 1, 1, (SELECT form FROM applications LIMIT 1), '[]', to_timestamp(i) {numbers};
                 INSERT INTO search_words (word, application_id) SELECT 'company' || i, {id} {numbers};
                 INSERT INTO search_words (word, application_id) SELECT 'gmbh', {id} {numbers};
                 ANALYZE"
            ))?;
        }
    }
    Ok(())
}

/// The onboarding use cases on this database, in which somebody has begun the form.
async fn with_a_draft(database: &Database) -> Result<Onboarding, Box<dyn Error>> {
    let store = Arc::new(database.store()?);
    let world = World::default();
    let mut onboarding = world.onboarding();
    let mut identity = world.identity();
    (identity.users, identity.sessions, identity.links) = (store.clone(), store.clone(), store.clone());
    (onboarding.applications, onboarding.buyers, onboarding.users) = (store.clone(), store.clone(), store.clone());
    let user = a_user();
    let password = sooner_domain::identity::password::PlainPassword::parse_typed("correct horse battery")?;
    let token = identity.sign_up(user.member, password, user.from).await?;
    let me = identity.signed_in(&token).await?.ok_or("not signed in")?;
    onboarding.save_form(me.user.id(), complete_form()).await?;
    Ok(onboarding)
}

fn find(words: &str) -> QueueSearch {
    QueueSearch { words: words.to_owned(), ..QueueSearch::default() }
}

async fn a_word_too_common_is_said_to_be_one(database: &Database) -> Checked {
    let onboarding = with_a_draft(database).await?;
    let mut conn = Conn::open(&database.url)?;
    for (from, to, too_many) in [(1, MOST_LOOKED_AT - 1, false), (MOST_LOOKED_AT, MOST_LOOKED_AT, true)] {
        let alike = format!(
            "INSERT INTO search_words (word, application_id)
               WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i < {to})
               SELECT 'alike' || i, (SELECT id FROM applications) FROM n"
        );
        on!(&mut conn, |c| c.batch_execute(&alike))?;
        let page = onboarding.queue(find("alike"), None).await?;
        assert_eq!((page.entries.len(), page.too_many), (1, too_many));
    }
    // With the draft they are as many as are looked through.
    grow(database, 1, QueueFilter::MOST_FOUND - 1)?;
    assert!(!onboarding.queue(find("gmbh"), None).await?.too_many, "all were looked through");
    let one = QueueFilter::MOST_FOUND;
    grow(database, one, one + 1)?;
    assert!(onboarding.queue(find("gmbh"), None).await?.too_many);
    // The longer word is the one looked for first: of what it cuts off the other knows nothing.
    assert!(onboarding.queue(find("compan gmbh"), None).await?.too_many);
    let rare = onboarding.queue(find(&format!("company{one} gmbh")), None).await?;
    assert_eq!((rare.entries.len(), rare.too_many), (1, false));
    Ok(())
}

#[actix_web::test]
async fn a_word_too_common_is_said_to_be_one_on_sqlite() -> Checked {
    a_word_too_common_is_said_to_be_one(&Database::sqlite()?).await
}

#[actix_web::test]
async fn a_word_too_common_is_said_to_be_one_on_postgresql() -> Checked {
    match Database::postgres("common_words")? {
        Some(database) => a_word_too_common_is_said_to_be_one(&database).await,
        None => Ok(()),
    }
}

async fn each_mail_is_taken_once(database: &Database) -> Checked {
    const MAILS: i64 = 600;
    match Conn::open(&database.url)? {
        Conn::Sqlite(mut conn) => conn.batch_execute(&format!(
            "INSERT INTO outbox (id, recipient, name, content, created_at, due_at, attempts, buried)
               WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MAILS})
               SELECT CAST(printf('%016d', i) AS BLOB), 'ada@example.com', 'Ada Brandt', 'approved', 0, 0, 0, FALSE FROM n"
        ))?,
        Conn::Postgres(mut conn) => conn.batch_execute(&format!(
            "INSERT INTO outbox (id, recipient, name, content, created_at, due_at, attempts, buried)
               SELECT ('f' || lpad(to_hex(i), 31, '0'))::uuid, 'ada@example.com', 'Ada Brandt', 'approved', to_timestamp(0), to_timestamp(0), 0, FALSE
               FROM generate_series(1, {MAILS}) AS i"
        ))?,
    }
    let now = FixedClock::default().now();
    // Of two nodes, each several times at once.
    let nodes = [database.store()?, database.store()?];
    let rounds = (0..24).map(|number| nodes[number % 2].take(now, now + chrono::TimeDelta::minutes(5), 50));
    let taken = futures_util::future::try_join_all(rounds).await?;
    let mut ids: Vec<_> = taken.into_iter().flatten().map(|due| due.mail.id.0).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((all, ids.len()), (usize::try_from(MAILS)?, usize::try_from(MAILS)?));
    Ok(())
}

#[actix_web::test]
async fn each_mail_is_taken_once_on_sqlite() -> Checked {
    each_mail_is_taken_once(&Database::sqlite()?).await
}

#[actix_web::test]
async fn each_mail_is_taken_once_on_postgresql() -> Checked {
    match Database::postgres("taken_once")? {
        Some(database) => each_mail_is_taken_once(&database).await,
        None => Ok(()),
    }
}
