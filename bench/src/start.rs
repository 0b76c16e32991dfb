//! P8 and P9: what it takes before anybody does anything.

use crate::{
    Bench, Failed,
    paired::median,
    report::{Line, Report},
    seed,
    server::{Server, free_address},
    shell,
};
use std::{path::Path, process::Command, time::Duration};

const STARTS: usize = 15;

pub fn idle(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P8") {
        return Ok(());
    }
    let folder = bench.folder()?;
    let url = format!("sqlite://{}", folder.path().join("sooner.db").display());
    let first = Server::sooner(&bench.sooner, folder.path(), &url, &[])?.ready_after;
    std::fs::remove_file(folder.path().join("sooner.db"))?;
    seed::people(&bench.sooner, folder.path(), &url)?;
    let web = free_address()?.to_string();
    let mut figures = Vec::new();
    for _ in 0..STARTS {
        let server = Server::sooner(&bench.sooner, folder.path(), &url, &[("SOONER_WEB_ADDR", &web)])?;
        std::thread::sleep(Duration::from_secs(1));
        figures.push((server.memory("VmRSS")?, server.ready_after.as_secs_f64() * 1000.0));
    }
    let (memory, ready) = (median(figures.iter().map(|figure| figure.0)), median(figures.iter().map(|figure| figure.1)));
    report.add(Line {
        number: "P8",
        work: "API and web host idle, SQLite; from start to ready".into(),
        compared: "—".into(),
        goal: "≤ 40 MiB; ≤ 200 ms",
        measured: format!("**{memory:.1} MiB**; **{ready:.0} ms** (with a new database {:.0} ms)", first.as_secs_f64() * 1000.0),
        met: memory <= 40.0 && ready <= 200.0,
    });
    Ok(())
}

pub fn first_screen(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P9") {
        return Ok(());
    }
    let folder = bench.folder()?;
    let web = free_address()?.to_string();
    let origin = format!("http://{web}");
    let url = format!("sqlite://{}", folder.path().join("sooner.db").display());
    let variables = [("SOONER_WEB_ADDR", web.as_str()), ("SOONER_WEB_ORIGIN", &origin)];
    let _server = Server::sooner(&bench.sooner, folder.path(), &url, &variables)?;
    let frontend = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend");
    let sizes = shell(Command::new("node").args(["first-screen.mjs", &origin]).current_dir(frontend))?;
    let [entry, page]: [f64; 2] = serde_json::from_str(&sizes)?;
    report.add(Line {
        number: "P9",
        work: "JavaScript of the first screen (sign-in), gzip".into(),
        compared: "—".into(),
        goal: "entry ≤ 150 kB, page ≤ +40 kB, no Firebase",
        measured: format!("entry **{:.1} kB**, page **+{:.1} kB**", entry / 1000.0, (page - entry) / 1000.0),
        met: entry <= 150_000.0 && page - entry <= 40_000.0,
    });
    Ok(())
}
