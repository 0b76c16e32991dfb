//! Nothing that a test starts is there when the test has ended, and be it by a panic.

use super::support::{Checked, Instance, Process, fresh_database, psql, sooner};
use std::{
    net::{SocketAddr, TcpListener},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
};

/// What an instance has of the machine.
struct Traces {
    process: PathBuf,
    folder: PathBuf,
    address: SocketAddr,
}

impl Traces {
    fn of(instance: &Instance) -> Result<Self, Box<dyn std::error::Error>> {
        let process = format!("/proc/{}", instance.pid()?).into();
        Ok(Self { process, folder: instance.folder().to_owned(), address: instance.address() })
    }

    fn are_there(&self) -> [bool; 3] {
        [self.process.exists(), self.folder.exists(), TcpListener::bind(self.address).is_err()]
    }
}

/// A test that fails while it holds this.
fn fails_with<T>(held: T) {
    let failed = catch_unwind(AssertUnwindSafe(move || {
        let _held = held;
        resume_unwind(Box::new("the test fails"))
    }));
    assert!(failed.is_err());
}

#[actix_web::test]
async fn an_instance_ends_with_its_test_and_leaves_nothing() -> Checked {
    let done = Instance::on_sqlite().await?;
    let broken = Instance::on_sqlite().await?;
    let traces = [Traces::of(&done)?, Traces::of(&broken)?];
    assert_eq!(traces.each_ref().map(Traces::are_there), [[true; 3]; 2]);
    drop(done);
    fails_with(broken);
    assert_eq!(traces.each_ref().map(Traces::are_there), [[false; 3]; 2]);
    Ok(())
}

#[actix_web::test]
async fn a_database_is_gone_with_the_last_that_uses_it() -> Checked {
    let Some(database) = fresh_database("outlived")? else { return Ok(()) };
    let url = database.to_string();
    let instance = Instance::start_on(tempfile::tempdir()?, database, &[]).await?;
    psql(&url, "SELECT 1")?;
    fails_with(instance);
    let gone = psql(&url, "SELECT 1").map_err(|error| error.to_string());
    assert!(gone.as_ref().is_err_and(|error| error.contains("does not exist")), "{gone:?}");
    Ok(())
}

#[test]
fn a_process_is_ended_and_reaped_though_its_test_fails() -> Checked {
    let folder = tempfile::tempdir()?;
    // It waits for a database that never comes.
    let variables = [("SOONER_DATABASE_URL", "postgres://127.0.0.1:1/none"), ("SOONER_API_ADDR", "127.0.0.1:0"), ("SOONER_WEB_ADDR", "")];
    let mut serve = sooner(&["serve"], &variables, folder.path());
    let process = Process::start(serve.stderr(std::fs::File::create(folder.path().join("log"))?))?;
    let running = format!("/proc/{}", process.id());
    assert!(Path::new(&running).exists());
    fails_with(process);
    assert!(!Path::new(&running).exists());
    Ok(())
}
