//! An empty, migrated database for each test. Migrating takes longer than most tests: it is done once, and copied.

use super::Checked;
use crate::{
    Store,
    kernel::conn::{Conn, on},
};
use diesel::connection::SimpleConnection;
use sooner_application::kernel::unavailable::Unavailable;
use std::{
    error::Error,
    fs,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};
use tempfile::TempDir;

/// A database of its own, gone with the value.
pub(crate) struct Database {
    pub(crate) url: String,
    place: Place,
}

enum Place {
    Folder { _folder: TempDir },
    Server { server: String, name: String },
}

impl Database {
    pub(crate) fn sqlite() -> Result<Self, Box<dyn Error>> {
        static MIGRATED: OnceLock<Vec<u8>> = OnceLock::new();
        let database = Self::blank_sqlite()?;
        let file = database.url.trim_start_matches("sqlite://");
        match MIGRATED.get() {
            Some(migrated) => fs::write(file, migrated)?,
            None => {
                Store::migrate(&database.url)?;
                MIGRATED.get_or_init(|| fs::read(file).unwrap_or_default());
            }
        }
        Ok(database)
    }

    /// Without tables.
    pub(crate) fn blank_sqlite() -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        Ok(Self { url, place: Place::Folder { _folder: folder } })
    }

    /// On the server named by `TEST_DATABASE_URL`; none, and said so, without one.
    pub(crate) fn postgres() -> Result<Option<Self>, Box<dyn Error>> {
        const TEMPLATE: &str = "store_tests_template";
        static MIGRATED: Mutex<bool> = Mutex::new(false);
        let Some(server) = server() else { return Ok(None) };
        // Nobody may be connected to what is copied.
        let mut migrated = MIGRATED.lock().unwrap_or_else(PoisonError::into_inner);
        if !*migrated {
            recreate(&server, TEMPLATE, "")?;
            Store::migrate(&url_of(&server, TEMPLATE))?;
            *migrated = true;
        }
        Self::on(server, &format!("TEMPLATE {TEMPLATE}")).map(Some)
    }

    /// Without tables.
    pub(crate) fn blank_postgres() -> Result<Option<Self>, Box<dyn Error>> {
        server().map(|server| Self::on(server, "")).transpose()
    }

    /// In an encoding that holds other texts.
    pub(crate) fn ascii_postgres() -> Result<Option<Self>, Box<dyn Error>> {
        server().map(|server| Self::on(server, "TEMPLATE template0 ENCODING 'SQL_ASCII'")).transpose()
    }

    fn on(server: String, options: &str) -> Result<Self, Box<dyn Error>> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("store_tests_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        recreate(&server, &name, options)?;
        Ok(Self { url: url_of(&server, &name), place: Place::Server { server, name } })
    }

    pub(crate) fn store(&self) -> Result<Store, Unavailable> {
        Store::open(&self.url, 8)
    }

    /// Runs SQL that is the same on both.
    pub(crate) fn run(&self, sql: &str) -> Checked {
        Ok(on!(&mut Conn::open(&self.url)?, |c| c.batch_execute(sql))?)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let Place::Server { server, name } = &self.place else { return };
        if let Ok(Conn::Postgres(mut conn)) = Conn::open(server) {
            conn.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).ok();
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn server() -> Option<String> {
    let server = std::env::var("TEST_DATABASE_URL").ok();
    if server.is_none() {
        eprintln!("TEST_DATABASE_URL is not set: not run on PostgreSQL");
    }
    server
}

fn url_of(server: &str, name: &str) -> String {
    server.replacen("/postgres?", &format!("/{name}?"), 1)
}

fn recreate(server: &str, name: &str, options: &str) -> Checked {
    let Conn::Postgres(mut conn) = Conn::open(server)? else { return Err("not PostgreSQL".into()) };
    conn.batch_execute(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))?;
    Ok(conn.batch_execute(&format!("CREATE DATABASE {name} {options}"))?)
}

/// Makes a test on each database of functions that take an empty one: migrated, or blank.
macro_rules! on_each_database {
    (blank: $($name:ident),* $(,)?) => {
        $crate::tests::database::on_each_database!(@ blank_sqlite, blank_postgres: $($name),*);
    };
    (@ $sqlite:ident, $postgres:ident: $($name:ident),*) => {
        mod sqlite {
            $(#[actix_web::test]
            async fn $name() -> $crate::tests::Checked {
                super::$name(&$crate::tests::Database::$sqlite()?).await
            })*
        }

        mod postgresql {
            $(#[actix_web::test]
            async fn $name() -> $crate::tests::Checked {
                match $crate::tests::Database::$postgres()? {
                    Some(database) => super::$name(&database).await,
                    None => Ok(()),
                }
            })*
        }
    };
    ($($name:ident),* $(,)?) => {
        $crate::tests::database::on_each_database!(@ sqlite, postgres: $($name),*);
    };
}
pub(crate) use on_each_database;
