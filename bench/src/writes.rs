//! P5: durable writes, many at once.

use crate::{
    Bench, Failed, load,
    paired::{Paired, median},
    report::{Line, Report},
    seed,
    server::Server,
};
use std::{fs::File, io::Write, path::Path, time::Instant};

const CONNECTIONS: usize = 64;

pub fn buyers(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P5") {
        return Ok(());
    }
    // Each on a file of its own: they would wait for each other's lock.
    let [ours, theirs] = [bench.folder()?, bench.folder()?];
    let accounts = ours.path().join("accounts");
    seed::accounts(&accounts, 2..=seed::ACTIVE)?;
    let database = |folder: &Path| -> Result<String, Failed> {
        let url = format!("sqlite://{}", folder.join("sooner.db").display());
        seed::people(&url)?;
        Ok(url)
    };
    let sooner = Server::sooner(&bench.sooner, ours.path(), &database(ours.path())?, &[])?;
    let bare = Server::reference(&["--kind", "sqlite", "--database", &database(theirs.path())?])?;
    let written = |server: &Server| load::run(server.address, CONNECTIONS, bench.seconds, &accounts, "buyer").map(|load| load.per_second());
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
            flush(ours.path())? * 1000.0
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
