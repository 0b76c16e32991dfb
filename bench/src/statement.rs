//! P12: a statement of the bank that pays everything, and the rows it becomes written by themselves.

mod book;

use crate::{
    Bench, Failed,
    day_end::{on_a_runtime, sent},
    paired::{Paired, median},
    pgledger,
    replay::{Log, keep_log},
    report::{Line, Report},
    seed::{number, texts},
    server::Server,
};
use book::{Book, CLOCK, Copied, step_up};
use reqwest::{
    Client, RequestBuilder,
    multipart::{Form, Part},
};
use serde_json::Value;
use std::{
    net::SocketAddr,
    thread::sleep,
    time::{Duration, Instant},
};

/// As many as a file may have.
const ENTRIES: i64 = 10_000;

/// What an import took.
struct Imported {
    seconds: f64,
    /// MiB.
    idle: f64,
    peak: f64,
    /// Entries of the ledger.
    booked: i64,
}

pub fn measure(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P12") {
        return Ok(());
    }
    for (name, database) in [("SQLite", None), ("PostgreSQL", Some("statement"))] {
        on(bench, report, name, database)?;
    }
    Ok(())
}

fn on(bench: &Bench, report: &mut Report, name: &str, database: Option<&str>) -> Result<(), Failed> {
    let entries = ENTRIES.min(bench.most);
    let book = Book::open(bench, database, entries)?;
    let log = written(bench, &book, entries)?;
    let (mut imported, mut pairs) = (Vec::new(), Vec::new());
    for _ in 0..bench.rounds {
        let ours = import(bench, &book, entries)?;
        let copy = book.copy(bench)?;
        let theirs = log.replay(&copy.url)?.as_secs_f64();
        is_right(&copy, entries)?;
        pairs.push((entries as f64 / ours.seconds, entries as f64 / theirs));
        imported.push(ours);
    }
    let (paired, (groups, statements)) = (Paired::of(&pairs), log.size());
    let middle = |figure: fn(&Imported) -> f64| median(imported.iter().map(figure));
    let (idle, more) = (middle(|one| one.idle), middle(|one| one.peak - one.idle));
    report.add(Line {
        number: "P12",
        work: format!("a bank statement of {entries} entries: imported, matched, booked, settled, {name}"),
        compared: format!("the same rows written by {statements} prepared statements in {groups} transactions"),
        goal: "≥ 0.60, memory ≤ idle + 64 MiB",
        measured: format!(
            "{} ({:.0} and {:.0} entries a second: {:.1} s); idle {idle:.0} MiB, at most **{more:.0} MiB** more",
            paired.shown(),
            paired.ours,
            paired.theirs,
            middle(|one| one.seconds),
        ),
        met: paired.ratio() >= 0.60 && more <= 64.0,
    });
    match (&bench.pgledger, database) {
        (Some(file), Some(_)) => beside(bench, report, file, &imported),
        _ => Ok(()),
    }
}

/// The ledger's entries of an import, and as many transfers of `pgledger`.
fn beside(bench: &Bench, report: &mut Report, file: &std::path::Path, imported: &[Imported]) -> Result<(), Failed> {
    let pair = |one: &Imported| -> Result<_, Failed> {
        let theirs = pgledger::transfer(bench, file, one.booked)?;
        Ok((one.booked as f64 / one.seconds, one.booked as f64 / theirs.as_secs_f64()))
    };
    let paired = Paired::of(&imported.iter().map(pair).collect::<Result<Vec<_>, _>>()?);
    report.add(Line {
        number: "P12",
        work: "the ledger’s entries of the same, PostgreSQL".into(),
        compared: "as many transfers of `pgledger`, grouped the same".into(),
        goal: "≥ 1.0",
        measured: format!("{} ({:.0} and {:.0} a second)", paired.shown(), paired.ours, paired.theirs),
        met: paired.ratio() >= 1.0,
    });
    Ok(())
}

/// What an import writes.
fn written(bench: &Bench, book: &Book, entries: i64) -> Result<Log, Failed> {
    let copy = book.copy(bench)?;
    keep_log(&copy.url)?;
    let server = Server::sooner(&bench.sooner, copy.folder.path(), &copy.url, CLOCK)?;
    confirm(server.address, book)?;
    post(server.address, book, entries)?;
    drop(server);
    is_right(&copy, entries)?;
    Log::read(&copy.url)
}

fn import(bench: &Bench, book: &Book, entries: i64) -> Result<Imported, Failed> {
    let copy = book.copy(bench)?;
    let server = Server::sooner(&bench.sooner, copy.folder.path(), &copy.url, CLOCK)?;
    let statements =
        || on_a_runtime(sent(Client::new().get(format!("http://{}/operator/bank-statements", server.address)).bearer_auth(&book.operator)));
    // The first request fills caches.
    statements()?;
    sleep(Duration::from_secs(1));
    let idle = server.memory("VmRSS")?;
    let before = number(&copy.url, "SELECT count(*) FROM ledger_entries")?;
    confirm(server.address, book)?;
    server.forget_peak()?;
    let began = Instant::now();
    post(server.address, book, entries)?;
    let seconds = began.elapsed().as_secs_f64();
    let peak = server.memory("VmHWM")?;
    let told = statements()?;
    if told["data"][0]["taken"] != entries || told["data"][0]["lines"] != entries {
        return Err(format!("it is not over: {told}").into());
    }
    is_right(&copy, entries)?;
    let booked = number(&copy.url, "SELECT count(*) FROM ledger_entries")? - before;
    Ok(Imported { seconds, idle, peak, booked })
}

fn import_of(address: SocketAddr, book: &Book) -> RequestBuilder {
    let form = Form::new().part("file", Part::bytes(book.statement.clone().into_bytes()).file_name("statement.xml"));
    Client::new().post(format!("http://{address}/operator/bank-statements")).bearer_auth(&book.operator).multipart(form)
}

/// Confirms the import, which a person does before it.
fn confirm(address: SocketAddr, book: &Book) -> Result<(), Failed> {
    on_a_runtime(async {
        let refused: Value = serde_json::from_slice(&import_of(address, book).send().await?.bytes().await?)?;
        step_up(address, &book.operator, &refused).await
    })
}

/// Imports the statement; every line of it is matched.
fn post(address: SocketAddr, book: &Book, entries: i64) -> Result<(), Failed> {
    let answer: Value = on_a_runtime(sent(import_of(address, book)))?;
    let counts = ["imported", "matched"].map(|name| answer["data"][name].as_i64());
    if counts != [Some(entries); 2] { Err(format!("not all was matched: {answer}").into()) } else { Ok(()) }
}

/// Everything is settled and booked, and nothing is in use any more.
fn is_right(copy: &Copied, entries: i64) -> Result<(), Failed> {
    let count = |sql: &str| number(&copy.url, sql);
    let found = [
        count("SELECT count(*) FROM receivables WHERE status = 'settled' AND open = 0")?,
        count("SELECT count(*) FROM receipts WHERE unexplained = 0")?,
        count("SELECT count(*) FROM allocations")?,
        count("SELECT count(*) FROM statement_lines WHERE outcome = 'receipt'")?,
        count("SELECT count(*) FROM payouts WHERE status = 'due' AND purpose = 'release'")?,
        count("SELECT count(*) + 0 FROM exposures WHERE in_use <> 0")? + entries,
        count("SELECT coalesce(CAST(sum(balance) AS BIGINT), 0) FROM ledger_balances WHERE kind = 'receivables_purchased'")? + entries,
    ];
    if found != [entries; 7] {
        let left = texts(&copy.url, "SELECT status || ' ' || count(*) FROM receivables GROUP BY status")?;
        return Err(format!("not all is settled: {found:?} of {entries}; {left:?}").into());
    }
    Ok(())
}
