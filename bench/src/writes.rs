//! P5: durable writes, many at once.

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
