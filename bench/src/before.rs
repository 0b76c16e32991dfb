//! P1 to P7 and P18 of another build beside the one under measurement: `make bench BEFORE=path/to/sooner`. Each build makes a
//! database of its own, in which the same people are; both are measured in turn. No reference server takes part.

use crate::{
    Bench, Failed,
    load::{self, Load},
    paired::Paired,
    report::{Line, Report},
    seed::{self, People},
    server::Server,
    sign_in, uploads, writes,
};
use std::{path::Path, sync::atomic::AtomicU32};

/// What a figure counts, and so whether more of it is better.
#[derive(Clone, Copy)]
enum Unit {
    PerSecond,
    MegabytesPerSecond,
    Microseconds,
}

struct Work {
    number: &'static str,
    called: &'static str,
    /// On PostgreSQL rather than SQLite.
    postgres: bool,
    /// What `take` answers, in its order.
    figures: &'static [(&'static str, Unit)],
    /// Takes the figures of a build, in so many seconds each.
    take: fn(&mut Build, u64) -> Result<Vec<f64>, Failed>,
}

const THROUGHPUT: &[(&str, Unit)] = &[("throughput", Unit::PerSecond)];

const WORK: [Work; 9] = [
    Work { number: "P1", called: "`GET /semi-private/user`, SQLite", postgres: false, figures: THROUGHPUT, take: read },
    Work { number: "P2", called: "the same, PostgreSQL", postgres: true, figures: THROUGHPUT, take: read },
    Work { number: "P3", called: "sign-in on all cores", postgres: false, figures: THROUGHPUT, take: sign_in },
    Work {
        number: "P4",
        called: "reads while 64 clients sign in without pause",
        postgres: false,
        figures: &[("throughput", Unit::PerSecond), ("p99", Unit::Microseconds)],
        take: read_while_busy,
    },
    Work { number: "P5", called: "append a buyer, 64 connections, SQLite", postgres: false, figures: THROUGHPUT, take: append },
    Work {
        number: "P6",
        called: "uploading 50 documents of 10 MB at once",
        postgres: false,
        figures: &[("throughput", Unit::MegabytesPerSecond)],
        take: upload,
    },
    Work { number: "P7", called: "review queue, SQLite", postgres: false, figures: &[("time of a page", Unit::Microseconds)], take: queue },
    Work {
        number: "P7",
        called: "review queue, PostgreSQL",
        postgres: true,
        figures: &[("time of a page", Unit::Microseconds)],
        take: queue,
    },
    Work {
        number: APPENDS,
        called: "append a buyer with its audit record, 64 connections, PostgreSQL with flushes",
        postgres: true,
        figures: THROUGHPUT,
        take: append,
    },
];
/// Measured where PostgreSQL flushes, each client with a connection to it.
const APPENDS: &str = "P18";

/// A build that serves.
struct Build {
    people: People,
    server: Server,
    /// How often it was measured.
    rounds: usize,
    /// The next address somebody signs in from.
    next: AtomicU32,
}

pub fn measure(bench: &Bench, before: &Path, report: &mut Report) -> Result<(), Failed> {
    for work in WORK.iter().filter(|work| bench.wants(work.number)) {
        let mut pair = || pair(bench, before, work, report);
        if work.number == APPENDS { writes::flushing(bench, pair)? } else { pair()? }
    }
    Ok(())
}

fn pair(bench: &Bench, before: &Path, work: &Work, report: &mut Report) -> Result<(), Failed> {
    let mut current = Build::start(bench, &bench.sooner, work, "current")?;
    let mut before = Build::start(bench, before, work, "before")?;
    for build in [&mut current, &mut before] {
        // The first requests fill caches.
        build.take(work, 1)?;
    }
    let pairs = (0..bench.rounds).map(|_| Ok((current.take(work, bench.seconds)?, before.take(work, bench.seconds)?)));
    let pairs = pairs.collect::<Result<Vec<_>, Failed>>()?;
    for (number, (figure, unit)) in work.figures.iter().enumerate() {
        let paired = Paired::of(&pairs.iter().map(|(current, before)| (current[number], before[number])).collect::<Vec<_>>());
        report.add(line(work, figure, *unit, &paired));
    }
    Ok(())
}

fn line(work: &Work, figure: &str, unit: Unit, paired: &Paired) -> Line {
    let Paired { ours, theirs, .. } = paired;
    let (goal, met, both) = match unit {
        Unit::PerSecond => ("≥ 0.95", paired.ratio() >= 0.95, format!("{ours:.0} and {theirs:.0} a second")),
        Unit::MegabytesPerSecond => ("≥ 0.95", paired.ratio() >= 0.95, format!("{ours:.0} and {theirs:.0} MB/s")),
        // As fast means as little time.
        Unit::Microseconds => ("≤ 1.05", paired.ratio() <= 1.05, format!("{:.2} and {:.2} ms", ours / 1000.0, theirs / 1000.0)),
    };
    Line {
        number: work.number,
        work: format!("{}: {figure}", work.called),
        compared: "the build before".into(),
        goal,
        measured: format!("{} ({both})", paired.shown()),
        met,
    }
}

impl Build {
    fn start(bench: &Bench, binary: &Path, work: &Work, called: &str) -> Result<Self, Failed> {
        let database = format!("beside_{called}");
        let people = People::of(bench, binary, work.postgres.then_some(&database))?;
        if work.number == "P7" {
            seed::crowd(&people.url, bench.most)?;
            seed::accounts(&people.accounts, 1..=1)?;
        }
        let cores = std::thread::available_parallelism()?.to_string();
        let variables: &[(&str, &str)] = match work.number {
            "P3" => &[("SOONER_HASHING_THREADS", &cores)],
            APPENDS => &[("SOONER_DATABASE_THREADS", "64")],
            _ => &[],
        };
        let server = Server::sooner(binary, people.folder.path(), &people.url, variables)?;
        Ok(Self { people, server, rounds: 0, next: AtomicU32::new(0) })
    }

    fn take(&mut self, work: &Work, seconds: u64) -> Result<Vec<f64>, Failed> {
        let taken = (work.take)(self, seconds)?;
        self.rounds += 1;
        Ok(taken)
    }

    fn load(&self, connections: usize, seconds: u64, ask: &str) -> Result<Load, Failed> {
        load::run(self.server.address, connections, seconds, &self.people.accounts, ask)
    }
}

fn read(build: &mut Build, seconds: u64) -> Result<Vec<f64>, Failed> {
    Ok(vec![build.load(16, seconds, "read")?.per_second()])
}

fn sign_in(build: &mut Build, seconds: u64) -> Result<Vec<f64>, Failed> {
    let cores = std::thread::available_parallelism()?.get();
    Ok(vec![build.load(8 * cores, seconds, "sign-in")?.per_second()])
}

fn read_while_busy(build: &mut Build, seconds: u64) -> Result<Vec<f64>, Failed> {
    let (busy, _) = sign_in::read_while_busy(build.server.address, &build.people.accounts, seconds, &build.next)?;
    Ok(vec![busy.per_second(), busy.p99])
}

fn append(build: &mut Build, seconds: u64) -> Result<Vec<f64>, Failed> {
    Ok(vec![build.load(64, seconds, "buyer")?.per_second()])
}

fn upload(build: &mut Build, _: u64) -> Result<Vec<f64>, Failed> {
    let accounts = std::fs::read_to_string(&build.people.accounts)?;
    let tokens = accounts.lines().filter_map(|line| line.split(' ').next());
    // A form takes only so many documents: other people each time.
    let tokens = tokens.skip(build.rounds * uploads::AT_ONCE).take(uploads::AT_ONCE);
    Ok(vec![uploads::upload(&build.server, tokens, &uploads::content())?])
}

fn queue(build: &mut Build, seconds: u64) -> Result<Vec<f64>, Failed> {
    Ok(vec![build.load(1, seconds, "queue")?.p50])
}
