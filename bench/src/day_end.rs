//! P14: the end of day, with a book and with one of ten times its size, and what is read meanwhile.

use crate::{
    Bench, Failed,
    paired::median,
    report::{Line, Report},
    seed::{
        number,
        sellers::{Market, Sellers, Sold},
    },
    server::Server,
};
use chrono::{DateTime, Days, NaiveTime, Utc};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::Value;
use sooner_adapters::system::SystemClock;
use sooner_application::kernel::clock::Clock;
use std::{
    fmt::Write,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::sleep,
    time::{Duration, Instant},
};

const SIZES: [i64; 2] = [10_000, 100_000];
const SELLERS: i64 = 200;
const DEBTORS: i64 = 1_000;
/// Dates that are ended one after the other: on the first, some of what is offered lapses.
const DATES: u64 = 3;

/// What is asked for all the time, one after the other: what is asked, how it is called, and whether by the operator.
const READS: [(&str, &str, bool); 4] = [
    ("/semi-private/availability", "a seller’s availability", false),
    ("/semi-private/receivables", "a seller’s list, first page", false),
    ("/operator/desk", "the desk", true),
    ("/operator/receivables?status=funded", "the operator’s list of what is paid out", true),
];

/// Milliseconds that each of the reads took, and how long all of them were asked.
#[derive(Default)]
struct Reads {
    times: [Vec<f64>; READS.len()],
    seconds: f64,
}

impl Reads {
    fn per_second(&self) -> f64 {
        self.times.iter().map(Vec::len).sum::<usize>() as f64 / self.seconds
    }

    fn add(&mut self, other: Self) {
        self.seconds += other.seconds;
        self.times.iter_mut().zip(other.times).for_each(|(all, more)| all.extend(more));
    }

    /// The time that so many of a hundred of a read took at most.
    fn percentile(&self, read: usize, of_hundred: usize) -> f64 {
        let mut sorted = self.times[read].clone();
        sorted.sort_by(f64::total_cmp);
        let place = (sorted.len() * of_hundred).div_ceil(100).max(1) - 1;
        sorted.get(place).copied().unwrap_or(f64::NAN)
    }
}

/// What the ends of a book's days took.
struct Ended {
    receivables: i64,
    /// Seconds of each date, in all and by step.
    all: Vec<f64>,
    steps: Vec<(String, Vec<f64>)>,
    /// What the last date's steps changed of what they saw.
    changed: Vec<String>,
    quiet: Reads,
    meanwhile: Reads,
    /// MiB.
    idle: f64,
    peak: f64,
}

struct Book {
    sellers: Sellers,
    server: Server,
}

pub fn measure(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P14") {
        return Ok(());
    }
    for (name, postgres) in [("SQLite", false), ("PostgreSQL", true)] {
        let sizes = SIZES.into_iter().filter(|size| *size <= bench.most);
        let ended = sizes.map(|size| Book::open(bench, postgres, size)?.ended(bench, size)).collect::<Result<Vec<_>, Failed>>()?;
        tell(report, name, &ended)?;
    }
    Ok(())
}

fn tell(report: &mut Report, name: &str, ended: &[Ended]) -> Result<(), Failed> {
    let (Some(small), Some(large)) = (ended.first(), ended.last()) else { return Ok(()) };
    let seconds = |one: &Ended| median(one.all.iter().copied());
    let growth = seconds(large) / seconds(small);
    let reads = large.meanwhile.per_second() / large.quiet.per_second();
    let memory = large.peak - large.idle;
    report.add(Line {
        number: "P14",
        work: format!("end of day, {name}, {} receivables of which 1 % change", large.receivables),
        compared: format!("with {}", small.receivables),
        goal: "time ≤ 11; reads meanwhile ≥ 0.7 of quiet; memory ≤ idle + 64 MiB",
        measured: format!(
            "**{growth:.1}** ({:.1} and {:.1} s); reads **{reads:.2}** ({:.0} and {:.0} a second); idle {:.0} MiB, at most **{memory:.0} MiB** more",
            seconds(large),
            seconds(small),
            large.meanwhile.per_second(),
            large.quiet.per_second(),
            large.idle,
        ),
        met: growth <= 11.0 && reads >= 0.7 && memory <= 64.0,
    });
    let mut table = "| |".to_owned();
    ended.iter().try_for_each(|one| write!(table, " {} | |", one.receivables))?;
    writeln!(table, "\n|---|{}", "---|---|".repeat(ended.len()))?;
    for (place, (step, _)) in small.steps.iter().enumerate() {
        write!(table, "| {step}, seconds; changed of what was seen |")?;
        for one in ended {
            let (_, seconds) = &one.steps[place];
            write!(table, " {:.2} | {} |", median(seconds.iter().copied()), one.changed[place])?;
        }
        writeln!(table)?;
    }
    for (read, (_, called, _)) in READS.into_iter().enumerate() {
        write!(table, "| {called}, p50 and p99, quiet; meanwhile |")?;
        for one in ended {
            let shown = |reads: &Reads| format!("{:.1} and {:.1} ms", reads.percentile(read, 50), reads.percentile(read, 99));
            write!(table, " {} | {} |", shown(&one.quiet), shown(&one.meanwhile))?;
        }
        writeln!(table)?;
    }
    report.add_table(&format!("The end of day, {name}"), table);
    Ok(())
}

impl Book {
    /// A book whose ledger is sealed.
    fn open(bench: &Bench, postgres: bool, receivables: i64) -> Result<Self, Failed> {
        let market = Market { sellers: SELLERS, debtors: DEBTORS, receivables, offered: receivables / 50, sold: Sold::MostlyPaidOut };
        let sellers = Sellers::of(bench, postgres.then_some("day_end"), market)?;
        let url = &sellers.people.url;
        let server = Server::sooner(&bench.sooner, sellers.people.folder.path(), url, &[("SOONER_CLOCK", "test")])?;
        let began = Instant::now();
        while number(url, "SELECT count(*) FROM ledger_entries WHERE number IS NULL")? > 0 {
            if began.elapsed() > Duration::from_secs(300) {
                return Err("nobody seals the ledger".into());
            }
            sleep(Duration::from_millis(200));
        }
        Ok(Self { sellers, server })
    }

    fn ended(&self, bench: &Bench, receivables: i64) -> Result<Ended, Failed> {
        let (seller, operator) = (token(&self.sellers.accounts)?, token(&self.sellers.operator)?);
        let reads = |during: &mut dyn FnMut() -> Result<(), Failed>| read_during(self.server.address, &seller, &operator, during);
        let quiet = &mut || {
            sleep(Duration::from_secs(bench.seconds));
            Ok(())
        };
        // The first requests fill caches.
        reads(quiet)?;
        let idle = self.server.memory("VmRSS")?;
        let mut found = Ended {
            receivables,
            all: Vec::new(),
            steps: Vec::new(),
            changed: Vec::new(),
            quiet: Reads::default(),
            meanwhile: Reads::default(),
            idle,
            peak: 0.0,
        };
        self.server.forget_peak()?;
        for date in 1..=DATES {
            found.quiet.add(reads(quiet)?);
            found.meanwhile.add(reads(&mut || end(self.server.address, &operator, date))?);
            found.take(&last(self.server.address, &operator)?)?;
        }
        found.peak = self.server.memory("VmHWM")?;
        Ok(found)
    }
}

impl Ended {
    /// What the operator reads of a date that has ended.
    fn take(&mut self, day: &Value) -> Result<(), Failed> {
        if day["state"] != "done" {
            return Err(format!("it did not end: {day}").into());
        }
        let moment = |value: &Value| -> Result<DateTime<Utc>, Failed> { Ok(value.as_str().ok_or("no moment")?.parse()?) };
        let started = moment(&day["startedAt"])?;
        let mut before = started;
        self.changed.clear();
        for (place, step) in day["steps"].as_array().ok_or("no steps")?.iter().enumerate() {
            let ended = moment(&step["endedAt"])?;
            if self.steps.len() == place {
                self.steps.push((step["step"].as_str().ok_or("no step")?.to_owned(), Vec::new()));
            }
            self.steps[place].1.push((ended - before).as_seconds_f64());
            self.changed.push(format!("{} of {}", step["changed"], step["seen"]));
            before = ended;
        }
        self.all.push((before - started).as_seconds_f64());
        Ok(())
    }
}

/// The first account's.
///
/// # Errors
/// When there is none.
pub fn token(accounts: &std::path::Path) -> Result<String, Failed> {
    let accounts = std::fs::read_to_string(accounts)?;
    Ok(accounts.split(' ').next().ok_or("no account")?.to_owned())
}

/// # Errors
/// When the work fails.
pub fn on_a_runtime<T>(work: impl Future<Output = Result<T, Failed>>) -> Result<T, Failed> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

/// What is answered.
///
/// # Errors
/// When it is refused.
pub async fn sent(request: RequestBuilder) -> Result<Value, Failed> {
    let response = request.send().await?;
    let (status, body) = (response.status(), response.bytes().await?);
    if !status.is_success() {
        return Err(format!("{status}: {}", String::from_utf8_lossy(&body)).into());
    }
    Ok(serde_json::from_slice(&body)?)
}

/// One client that reads as long as this takes.
fn read_during(address: SocketAddr, seller: &str, operator: &str, during: &mut dyn FnMut() -> Result<(), Failed>) -> Result<Reads, Failed> {
    let is_over = Arc::new(AtomicBool::new(false));
    let (stop, tokens) = (is_over.clone(), [seller.to_owned(), operator.to_owned()]);
    let reader = std::thread::spawn(move || {
        on_a_runtime(async {
            let (client, mut reads, began) = (Client::new(), Reads::default(), Instant::now());
            while !stop.load(Ordering::Relaxed) {
                for (times, (path, _, by_operator)) in reads.times.iter_mut().zip(READS) {
                    let asked = Instant::now();
                    sent(client.get(format!("http://{address}{path}")).bearer_auth(&tokens[usize::from(by_operator)])).await?;
                    times.push(asked.elapsed().as_secs_f64() * 1000.0);
                }
            }
            reads.seconds = began.elapsed().as_secs_f64();
            Ok(reads)
        })
    });
    let done = during();
    is_over.store(true, Ordering::Relaxed);
    let reads = reader.join().map_err(|_| "a panic")??;
    done.map(|()| reads)
}

/// Moves business time to the evening of a day, so many days from now: that date is ended on the way.
fn end(address: SocketAddr, operator: &str, days: u64) -> Result<(), Failed> {
    let date = SystemClock.now().date_naive() + Days::new(days);
    move_to(address, operator, date.and_time(NaiveTime::from_hms_opt(22, 0, 0).ok_or("no time")?).and_utc())
}

/// Moves business time. What takes longer than a request may is asked again under its key, and goes on.
///
/// # Errors
/// When it is refused.
pub fn move_to(address: SocketAddr, operator: &str, to: DateTime<Utc>) -> Result<(), Failed> {
    let body = format!(r#"{{"to":"{}"}}"#, to.format("%Y-%m-%dT%H:%M:%SZ"));
    on_a_runtime(async {
        loop {
            let request = Client::new().post(format!("http://{address}/operator/clock")).bearer_auth(operator);
            let request = request.header("Idempotency-Key", format!("move-{}", to.timestamp())).header("Content-Type", "application/json");
            let response = request.body(body.clone()).send().await?;
            if response.status() != StatusCode::REQUEST_TIMEOUT {
                response.error_for_status()?;
                return Ok(());
            }
        }
    })
}

/// The newest date.
fn last(address: SocketAddr, operator: &str) -> Result<Value, Failed> {
    let page = on_a_runtime(sent(Client::new().get(format!("http://{address}/operator/end-of-day")).bearer_auth(operator)))?;
    Ok(page["data"][0].clone())
}
