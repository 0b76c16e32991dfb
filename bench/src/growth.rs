//! P7, and how everything hot grows: the same work with a thousand and with a million applications.

use crate::{
    Bench, Failed, load,
    paired::{Paired, median},
    report::{Line, Report},
    seed,
    server::Server,
};
use std::{fmt::Write, path::PathBuf};

const SMALLEST: i64 = 1_000;
/// What is asked, in the words of `lua/load.lua`, and how it is called.
const WORK: [(&str, &str); 5] = [
    ("read", "`GET /semi-private/user`"),
    ("buyer", "append a buyer"),
    ("sign-in", "sign in"),
    ("queue", "review queue, first page with counts"),
    ("search", "search for the beginning of a word, which 0, 10, 110 and 1,110 have"),
];
const QUEUE: usize = 3;

/// A product with so many applications.
struct Grown {
    applications: i64,
    server: Server,
    idle: f64,
    /// For each work the medians of latency, microseconds.
    times: [Vec<f64>; WORK.len()],
}

pub fn measure(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P7") && !bench.wants("growth") {
        return Ok(());
    }
    for name in ["SQLite", "PostgreSQL"] {
        let folder = bench.folder()?;
        let [members, operator] = [folder.path().join("members"), folder.path().join("operator")];
        seed::accounts(&members, 2..=seed::ACTIVE)?;
        seed::accounts(&operator, 1..=1)?;
        let sizes = (0..).map(|step| SMALLEST * 10_i64.pow(step)).take_while(|size| *size <= bench.most);
        let mut grown = sizes.map(|size| grow(bench, name, folder.path().join(size.to_string()), size)).collect::<Result<Vec<_>, _>>()?;
        for round in 0..=bench.rounds {
            for one in &mut grown {
                for (times, (ask, _)) in one.times.iter_mut().zip(WORK) {
                    let accounts = if ["queue", "search"].contains(&ask) { &operator } else { &members };
                    let load = load::run(one.server.address, 1, 1, accounts, ask)?;
                    // The first round fills caches.
                    if round > 0 {
                        times.push(load.p50);
                    }
                }
            }
        }
        tell(report, name, &grown)?;
    }
    Ok(())
}

fn grow(bench: &Bench, name: &str, folder: PathBuf, applications: i64) -> Result<Grown, Failed> {
    std::fs::create_dir(&folder)?;
    let url = match name {
        "SQLite" => format!("sqlite://{}", folder.join("sooner.db").display()),
        _ => bench.database(&format!("grown_{applications}"))?,
    };
    seed::people(&bench.sooner, &folder, &url)?;
    seed::crowd(&url, applications)?;
    let server = Server::sooner(&bench.sooner, &folder, &url, &[])?;
    let idle = server.memory("VmRSS")?;
    Ok(Grown { applications, server, idle, times: Default::default() })
}

fn tell(report: &mut Report, name: &str, grown: &[Grown]) -> Result<(), Failed> {
    let (Some(first), Some(last)) = (grown.first(), grown.last()) else { return Ok(()) };
    let pairs = |work: usize| Paired::of(&last.times[work].iter().copied().zip(first.times[work].iter().copied()).collect::<Vec<_>>());
    let queue = pairs(QUEUE);
    report.add(Line {
        number: "P7",
        work: format!("review queue, {name}, {} applications", last.applications),
        compared: format!("the same with {}", first.applications),
        goal: "time ≤ 1.2",
        measured: format!("{} ({:.2} and {:.2} ms)", queue.shown(), queue.ours / 1000.0, queue.theirs / 1000.0),
        met: queue.ratio() <= 1.2,
    });
    let mut table = "| work, one at a time |".to_owned();
    grown.iter().try_for_each(|one| write!(table, " {} |", one.applications))?;
    writeln!(table, " ratio | slope |\n|---|{}---|---|", "---|".repeat(grown.len()))?;
    let decades = (last.applications as f64 / first.applications as f64).log10();
    for (work, (_, called)) in WORK.iter().enumerate() {
        write!(table, "| {called} |")?;
        grown.iter().try_for_each(|one| write!(table, " {:.2} ms |", median(one.times[work].iter().copied()) / 1000.0))?;
        let paired = pairs(work);
        writeln!(table, " {} | {:+.3} |", paired.shown(), paired.ratio().log10() / decades)?;
    }
    for (called, figure) in [("memory when started", None), ("memory after all this", Some("VmRSS"))] {
        let memory = |one: &Grown| figure.map_or(Ok(one.idle), |figure| one.server.memory(figure));
        write!(table, "| {called} |")?;
        for one in grown {
            write!(table, " {:.0} MiB |", memory(one)?)?;
        }
        let ratio = memory(last)? / memory(first)?;
        writeln!(table, " **{ratio:.2}** | {:+.3} |", ratio.log10() / decades)?;
    }
    report.add_table(&format!("Growth, {name}"), table);
    Ok(())
}
