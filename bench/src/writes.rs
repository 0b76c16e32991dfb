//! P5: durable writes, many at once.

use crate::{
    Bench, Failed, load,
    paired::{Paired, median},
    report::{Line, Report},
    seed::People,
    server::Server,
};
use std::{fs::File, io::Write, path::Path, time::Instant};

const CONNECTIONS: usize = 64;

pub fn buyers(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P5") {
        return Ok(());
    }
    // Each on a file of its own: they would wait for each other's lock.
    let [ours, theirs] = [People::on_sqlite(bench)?, People::on_sqlite(bench)?];
    let sooner = Server::sooner(&bench.sooner, ours.folder.path(), &ours.url, &[])?;
    let bare = Server::reference(&["--kind", "sqlite", "--database", &theirs.url])?;
    let written =
        |server: &Server| load::run(server.address, CONNECTIONS, bench.seconds, &ours.accounts, "buyer").map(|load| load.per_second());
    let paired = Paired::take(bench.rounds, || written(&sooner), || written(&bare))?;
    report.add(Line {
        number: "P5",
        work: format!("append a buyer, {CONNECTIONS} connections, SQLite, `synchronous=FULL`"),
        compared: "the same server, one commit and one flush each".into(),
        goal: "≥ 5, no \"database is locked\"",
        measured: format!(
            "{} ({:.0} and {:.0} a second, none refused; a flush of this disk takes {:.2} ms)",
            paired.shown(),
            paired.ours,
            paired.theirs,
            flush(ours.folder.path())? * 1000.0
        ),
        met: paired.ratio() >= 5.0,
    });
    Ok(())
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
