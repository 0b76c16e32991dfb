//! P5 and P18: durable writes, many at once.

use crate::{
    Bench, Failed, load,
    paired::{Paired, median},
    report::{Line, Report},
    seed::People,
    server::Server,
    shell,
};
use std::{fs::File, io::Write, path::Path, process::Command, time::Instant};

const CONNECTIONS: usize = 64;

pub fn buyers(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P5") {
        return Ok(());
    }
    let folder = bench.folder()?;
    let work = format!("append a buyer, {CONNECTIONS} connections, SQLite, `synchronous=FULL`");
    on_disk(bench, report, work, &[])?;
    let preloaded = slow_flush(folder.path())?;
    let work = format!("the same where a flush takes a millisecond longer than the {:.2} ms of this disk", flush(folder.path())? * 1000.0);
    on_disk(bench, report, work, &[("LD_PRELOAD", &preloaded)])
}

fn on_disk(bench: &Bench, report: &mut Report, work: String, variables: &[(&str, &str)]) -> Result<(), Failed> {
    // Each on a file of its own: they would wait for each other's lock.
    let [ours, theirs] = [People::on_sqlite(bench)?, People::on_sqlite(bench)?];
    let sooner = Server::sooner(&bench.sooner, ours.folder.path(), &ours.url, variables)?;
    let bare = Server::reference(&["--kind", "sqlite", "--database", &theirs.url], variables)?;
    let written =
        |server: &Server| load::run(server.address, CONNECTIONS, bench.seconds, &ours.accounts, "buyer").map(|load| load.per_second());
    let paired = Paired::take(bench.rounds, || written(&sooner), || written(&bare))?;
    report.add(Line {
        number: "P5",
        work,
        compared: "the same server, one commit and one flush each".into(),
        goal: "≥ 5, no \"database is locked\"",
        measured: format!("{} ({:.0} and {:.0} a second, none refused)", paired.shown(), paired.ours, paired.theirs),
        met: paired.ratio() >= 5.0,
    });
    Ok(())
}

/// P18: what chaining costs those who write.
pub fn chained(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P18") {
        return Ok(());
    }
    flushing(bench, || beside_unsealed(bench, report))
}

/// With a PostgreSQL that flushes; that of the other figures does not.
pub fn flushing<T>(bench: &Bench, measure: impl FnOnce() -> Result<T, Failed>) -> Result<T, Failed> {
    flushes(bench, &["SET fsync = on", "SET full_page_writes = on", "SET synchronous_commit = on"])?;
    let measured = measure();
    flushes(bench, &["RESET ALL"])?;
    measured
}

fn flushes(bench: &Bench, settings: &[&str]) -> Result<(), Failed> {
    for statement in settings.iter().map(|setting| format!("ALTER SYSTEM {setting}")).chain(["SELECT pg_reload_conf()".to_owned()]) {
        shell(Command::new("psql").args(["-qd", &bench.postgres, "-c", &statement]))?;
    }
    Ok(())
}

fn beside_unsealed(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    let [ours, theirs] = [People::on_postgres(bench, "bench_sealed")?, People::on_postgres(bench, "bench_unsealed")?];
    let threads = CONNECTIONS.to_string();
    let sooner = Server::sooner(&bench.sooner, ours.folder.path(), &ours.url, &[("SOONER_DATABASE_THREADS", &threads)])?;
    let bare = Server::reference(&["--kind", "unsealed", "--threads", &threads, "--database", &theirs.url], &[])?;
    let written =
        |server: &Server| load::run(server.address, CONNECTIONS, bench.seconds, &ours.accounts, "buyer").map(|load| load.per_second());
    let mut waiting = 0;
    let sealed = || {
        let figure = written(&sooner)?;
        waiting = waiting.max(unsealed(&ours.url)?);
        Ok(figure)
    };
    let paired = Paired::take(bench.rounds, sealed, || written(&bare))?;
    report.add(Line {
        number: "P18",
        work: format!("append a buyer with its audit record, {CONNECTIONS} connections, PostgreSQL with flushes"),
        compared: "the same server, and nobody who chains the records".into(),
        goal: "≥ 0.85",
        measured: format!(
            "{} ({:.0} and {:.0} a second; at most {waiting} records waited at the end)",
            paired.shown(),
            paired.ours,
            paired.theirs
        ),
        met: paired.ratio() >= 0.85,
    });
    Ok(())
}

/// How many records wait for their place.
fn unsealed(url: &str) -> Result<u64, Failed> {
    Ok(shell(Command::new("psql").args(["-Atd", url, "-c", "SELECT count(*) FROM audit_records WHERE number IS NULL"]))?.parse()?)
}

/// A library that makes flushes slower.
fn slow_flush(folder: &Path) -> Result<String, Failed> {
    let library = folder.join("slow-flush.so").display().to_string();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/slow-flush.c");
    shell(Command::new("cc").args(["-shared", "-fPIC", "-O2", "-o", &library, source]))?;
    Ok(library)
}

/// Seconds to append a page to a file and make it durable, the median.
fn flush(folder: &Path) -> Result<f64, Failed> {
    let mut file = File::create(folder.join("flushed"))?;
    let times = (0..200).map(|_| {
        let started = Instant::now();
        file.write_all(&[1; 4096])?;
        file.sync_data()?;
        Ok(started.elapsed().as_secs_f64())
    });
    Ok(median(times.collect::<Result<Vec<_>, Failed>>()?.into_iter()))
}
