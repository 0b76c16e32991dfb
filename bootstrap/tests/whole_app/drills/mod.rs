//! Drills: the real binary while something it depends on breaks. `make test` runs a short round of each, `make soak` as
//! many as `ROUNDS` says, in the release build. Each prints how long it was noticed: from the first to the last request
//! that failed.

mod bank_files;
mod database;
mod disk;
mod files;
mod floods;
mod heads;
mod injection;
mod keys;
mod kill;
mod kill_money;
mod labels;
mod mail;
mod migrations;
pub mod outage;
pub mod raw;
mod readers;
pub mod secrets;
mod slow;
pub mod smtp_server;
mod stop;
mod timing;

/// How many rounds to run: a few in the tests, as many as asked for in a soak.
#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn rounds(few: usize) -> usize {
    std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(few)
}

/// Whether this is `make soak`, where time is measured; tests assert none.
#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn soaking() -> bool {
    std::env::var("ROUNDS").is_ok()
}
