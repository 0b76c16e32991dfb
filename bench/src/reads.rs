//! P1 and P2: who is signed in, the read every screen begins with.

use crate::{
    Bench, Failed,
    load::{self, Load},
    paired::Paired,
    report::{Line, Report},
    seed::People,
    server::Server,
};
use std::{net::SocketAddr, path::Path};

const CONNECTIONS: usize = 16;

/// Ours and theirs in turn: throughput and p99 of each pair.
fn both(bench: &Bench, accounts: &Path, ours: SocketAddr, theirs: SocketAddr) -> Result<(Paired, Paired), Failed> {
    let read = |address| load::run(address, CONNECTIONS, bench.seconds, accounts, "read");
    // The first requests fill caches.
    load::run(ours, CONNECTIONS, 1, accounts, "read")?;
    load::run(theirs, CONNECTIONS, 1, accounts, "read")?;
    let pairs = (0..bench.rounds).map(|_| Ok((read(ours)?, read(theirs)?))).collect::<Result<Vec<(Load, Load)>, Failed>>()?;
    let of = |figure: fn(&Load) -> f64| Paired::of(&pairs.iter().map(|(ours, theirs)| (figure(ours), figure(theirs))).collect::<Vec<_>>());
    Ok((of(Load::per_second), of(|load| load.p99)))
}

fn shown(throughput: &Paired, p99: &Paired) -> String {
    format!(
        "{} of its throughput ({:.0} and {:.0} a second); p99 {:.2} and {:.2} ms",
        throughput.shown(),
        throughput.ours,
        throughput.theirs,
        p99.ours / 1000.0,
        p99.theirs / 1000.0
    )
}

pub fn sqlite(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P1") {
        return Ok(());
    }
    let People { folder, url, accounts } = People::on_sqlite(bench)?;
    let ours = Server::sooner(&bench.sooner, folder.path(), &url, &[])?;
    let theirs = Server::reference(&["--kind", "sqlite", "--database", &url], &[])?;
    let (throughput, p99) = both(bench, &accounts, ours.address, theirs.address)?;
    report.add(Line {
        number: "P1",
        work: "`GET /semi-private/user`, SQLite, 16 connections".into(),
        compared: "the same server with bare rusqlite on the worker".into(),
        goal: "≥ 0.95, p99 no worse",
        measured: shown(&throughput, &p99),
        met: throughput.ratio() >= 0.95 && p99.ratio() <= 1.0,
    });
    drop(theirs);
    let bytes = length(ours.address, &accounts)?;
    let constant = Server::reference(&["--kind", "constant", "--bytes", &bytes.to_string()], &[])?;
    let (throughput, p99) = both(bench, &accounts, ours.address, constant.address)?;
    report.add(Line {
        number: "P1",
        work: "the same".into(),
        compared: format!("the framework alone, a constant of {bytes} bytes"),
        goal: "shown",
        measured: shown(&throughput, &p99),
        met: true,
    });
    Ok(())
}

/// How long the answer is.
fn length(address: SocketAddr, accounts: &Path) -> Result<usize, Failed> {
    let accounts = std::fs::read_to_string(accounts)?;
    let token = accounts.split(' ').next().ok_or("no account")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let request = reqwest::Client::new().get(format!("http://{address}/semi-private/user")).bearer_auth(token);
        Ok(request.send().await?.error_for_status()?.bytes().await?.len())
    })
}

pub fn postgres(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P2") {
        return Ok(());
    }
    let People { folder, url, accounts } = People::on_postgres(bench, "reads")?;
    let ours = Server::sooner(&bench.sooner, folder.path(), &url, &[])?;
    let theirs = Server::reference(&["--kind", "postgres", "--database", &url], &[])?;
    let (throughput, p99) = both(bench, &accounts, ours.address, theirs.address)?;
    report.add(Line {
        number: "P2",
        work: "the same, PostgreSQL".into(),
        compared: "the same server with tokio-postgres, pipelined, on the worker".into(),
        goal: "≥ 0.80",
        measured: shown(&throughput, &p99),
        met: throughput.ratio() >= 0.80,
    });
    Ok(())
}
