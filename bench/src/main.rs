//! Measures the `sooner` binary: `make bench`. Figures are ratios of two things measured in turn on the same machine;
//! what is compared with what is in `docs/performance.md`.

mod accept;
mod before;
mod day_end;
mod growth;
mod hashing;
mod lists;
mod load;
mod paired;
mod parsers;
mod peers;
mod pgledger;
mod reads;
mod reference;
mod replay;
mod report;
mod seed;
mod server;
mod sign_in;
mod start;
mod statement;
mod uploads;
mod writes;

use clap::{Parser, Subcommand};
use report::Report;
use sooner_adapters::system::SystemClock;
use sooner_application::kernel::clock::Clock;
use std::{
    error::Error,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub type Failed = Box<dyn Error + Send + Sync>;

#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    role: Role,
}

#[derive(Subcommand)]
enum Role {
    /// Measure.
    Measure(Bench),
    /// Print what each parser takes at worst.
    Parsers,
    /// Serve as what is compared with.
    Reference(reference::Arguments),
}

/// What is measured, and how.
#[derive(clap::Args)]
pub struct Bench {
    /// The binary under measurement
    #[arg(long)]
    sooner: PathBuf,
    /// A PostgreSQL server on which databases may be made
    #[arg(long)]
    postgres: String,
    /// A folder on the disk to measure on
    #[arg(long, default_value = ".")]
    disk: PathBuf,
    /// Pairs of each ratio
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// How long each figure is taken
    #[arg(long, default_value_t = 3)]
    seconds: u64,
    /// The largest number of applications
    #[arg(long, default_value_t = 1_000_000)]
    most: i64,
    /// What to measure: P1 to P15, P18, growth, peers; all without
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// The file of `pgledger`, to measure beside it
    #[arg(long)]
    pgledger: Option<PathBuf>,
    /// Another build of the binary: P1 to P7 and P18 of it beside the one under measurement, and nothing else
    #[arg(long, conflicts_with = "document")]
    before: Option<PathBuf>,
    /// The document to write the figures to
    #[arg(long)]
    document: Option<PathBuf>,
}

impl Bench {
    fn wants(&self, what: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == what)
    }

    /// A new folder on the disk under measurement, gone when it is dropped.
    fn folder(&self) -> Result<tempfile::TempDir, Failed> {
        Ok(tempfile::Builder::new().prefix("sooner-bench").tempdir_in(&self.disk)?)
    }

    /// A new database on the PostgreSQL server.
    fn database(&self, name: &str) -> Result<String, Failed> {
        self.database_like(name, "template1")
    }

    /// A copy of a database that nobody uses.
    fn database_like(&self, name: &str, other: &str) -> Result<String, Failed> {
        let sql = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
        for statement in [sql, format!("CREATE DATABASE {name} TEMPLATE {other}")] {
            shell(Command::new("psql").args(["-qd", &self.postgres, "-c", &statement]))?;
        }
        Ok(self.postgres.replacen("postgres:///postgres?", &format!("postgres:///{name}?"), 1))
    }
}

/// What a command prints.
///
/// # Errors
/// When it fails.
pub fn shell(command: &mut Command) -> Result<String, Failed> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn measure(bench: &Bench) -> Result<(), Failed> {
    let mut report = Report::default();
    if let Some(before) = &bench.before {
        println!("{}\n", about(bench)?);
        return before::measure(bench, before, &mut report);
    }
    reads::sqlite(bench, &mut report)?;
    reads::postgres(bench, &mut report)?;
    sign_in::all_cores(bench, &mut report)?;
    sign_in::beside_reads(bench, &mut report)?;
    writes::buyers(bench, &mut report)?;
    writes::chained(bench, &mut report)?;
    uploads::documents(bench, &mut report)?;
    accept::measure(bench, &mut report)?;
    statement::measure(bench, &mut report)?;
    growth::measure(bench, &mut report)?;
    lists::measure(bench, &mut report)?;
    day_end::measure(bench, &mut report)?;
    peers::measure(bench, &mut report)?;
    start::idle(bench, &mut report)?;
    start::first_screen(bench, &mut report)?;
    match &bench.document {
        Some(document) => report.write(document, &about(bench)?),
        None => Ok(()),
    }
}

/// When, where and with what the figures were taken.
fn about(bench: &Bench) -> Result<String, Failed> {
    let cpu = std::fs::read_to_string("/proc/cpuinfo")?;
    let model =
        cpu.lines().find_map(|line| line.strip_prefix("model name")).map_or("unknown", |line| line.trim_start_matches([' ', '\t', ':']));
    let cores = std::thread::available_parallelism()?;
    let version = |program: &str, argument: &str| shell(Command::new(program).arg(argument)).unwrap_or_else(|error| error.to_string());
    let postgres = shell(Command::new("psql").args(["-Atd", &bench.postgres, "-c", "SHOW server_version"]))?;
    let Bench { rounds, seconds, .. } = bench;
    let today = SystemClock.now().format("%Y-%m-%d");
    Ok(format!(
        "{today}, {cores} cores of {model}, Linux {}; {}, {}, SQLite {}, PostgreSQL {postgres} without fsync, wrk on one of the cores. `make bench`: {rounds} pairs of {seconds} s each, one after the \
         other; **medians of the ratios** [least–most].",
        version("uname", "-r"),
        version("rustc", "--version"),
        version(&bench.sooner.display().to_string(), "--version"),
        rusqlite::version(),
    ))
}

fn main() -> ExitCode {
    let done = match Arguments::parse().role {
        Role::Measure(bench) => absolute(bench).and_then(|bench| measure(&bench)),
        Role::Parsers => parsers::measure(),
        Role::Reference(arguments) => reference::serve(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            let causes = std::iter::successors(error.source(), |cause| (*cause).source());
            causes.for_each(|cause| eprintln!("{cause}"));
            ExitCode::FAILURE
        }
    }
}

/// Servers run in folders of their own.
fn absolute(bench: Bench) -> Result<Bench, Failed> {
    let absolute = |path: &Path| std::path::absolute(path);
    let before = bench.before.as_deref().map(absolute).transpose()?;
    let pgledger = bench.pgledger.as_deref().map(absolute).transpose()?;
    Ok(Bench { sooner: absolute(&bench.sooner)?, disk: absolute(&bench.disk)?, before, pgledger, ..bench })
}
