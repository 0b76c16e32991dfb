//! P3 and P4: signing in, and what it leaves of the machine to others.

use crate::{
    Bench, Failed, hashing,
    load::{self, Load},
    paired::Paired,
    report::{Line, Report},
    seed::{PASSWORD, People},
    server::Server,
};
use futures_util::future::join_all;
use std::{
    net::SocketAddr,
    path::Path,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
    time::{Duration, Instant},
};

pub fn all_cores(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P3") {
        return Ok(());
    }
    let People { folder, url, accounts } = People::on_sqlite(bench)?;
    let cores = std::thread::available_parallelism()?.get();
    let threads = cores.to_string();
    let ours = Server::sooner(&bench.sooner, folder.path(), &url, &[("SOONER_HASHING_THREADS", &threads)])?;
    let signed_in = || Ok(load::run(ours.address, 8 * cores, bench.seconds, &accounts, "sign-in")?.per_second());
    let paired = Paired::take(bench.rounds, signed_in, || hashing::raw(cores, bench.seconds))?;
    report.add(Line {
        number: "P3",
        work: format!("sign-in, {cores} hashing threads on {cores} cores"),
        compared: "raw argon2id, same parameters and threads".into(),
        goal: "≥ 0.95",
        measured: format!("{} ({:.0} and {:.0} a second)", paired.shown(), paired.ours, paired.theirs),
        met: paired.ratio() >= 0.95,
    });
    Ok(())
}

const HAMMERERS: usize = 64;
const CONNECTIONS: usize = 16;

pub fn beside_reads(bench: &Bench, report: &mut Report) -> Result<(), Failed> {
    if !bench.wants("P4") {
        return Ok(());
    }
    let People { folder, url, accounts } = People::on_sqlite(bench)?;
    let ours = Server::sooner(&bench.sooner, folder.path(), &url, &[])?;
    let read = || load::run(ours.address, CONNECTIONS, bench.seconds, &accounts, "read");
    read()?;
    let (mut throughput, mut p99, mut refused, mut served) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let next = AtomicU32::new(0);
    for _ in 0..bench.rounds {
        let quiet = read()?;
        let (busy, answers) = read_while_busy(ours.address, &accounts, bench.seconds, &next)?;
        refused.extend(answers.refused);
        served += answers.served;
        throughput.push((busy.per_second(), quiet.per_second()));
        p99.push((busy.p99, quiet.p99));
    }
    let (throughput, p99) = (Paired::of(&throughput), Paired::of(&p99));
    let limit = (2.0 * p99.theirs).max(25_000.0);
    report.add(Line {
        number: "P4",
        work: "reads while 64 clients sign in without pause".into(),
        compared: "reads on a quiet server".into(),
        goal: "≥ 0.70, p99 ≤ max(2 ×, 25 ms)",
        measured: format!(
            "{} of the throughput ({:.0} and {:.0} a second); p99 {:.2} and {:.2} ms",
            throughput.shown(),
            throughput.ours,
            throughput.theirs,
            p99.ours / 1000.0,
            p99.theirs / 1000.0
        ),
        met: throughput.ratio() >= 0.70 && p99.ours <= limit,
    });
    refused.sort();
    let at = |share: f64| refused.get((refused.len() as f64 * share) as usize).copied().unwrap_or_default().as_secs_f64() * 1000.0;
    report.add(Line {
        number: "P4",
        work: "the sign-ins refused meanwhile (503, `Retry-After`)".into(),
        compared: "the clock".into(),
        goal: "< 10 ms",
        measured: format!(
            "median **{:.1} ms**, p90 {:.1} ms, p99 {:.1} ms of {} ({served} signed in)",
            at(0.5),
            at(0.9),
            at(0.99),
            refused.len()
        ),
        met: !refused.is_empty() && at(0.9) < 10.0,
    });
    Ok(())
}

/// What became of sign-ins.
pub struct Answers {
    served: usize,
    refused: Vec<Duration>,
}

/// Reads while many clients sign in without pause. `next` counts the clients' addresses, so that no limit on one of them is met.
///
/// # Errors
/// When the reads fail, or a sign-in is answered in a way nobody expects.
pub fn read_while_busy(address: SocketAddr, accounts: &Path, seconds: u64, next: &AtomicU32) -> Result<(Load, Answers), Failed> {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let hammering = scope.spawn(|| hammer(address, next, &stop));
        std::thread::sleep(Duration::from_millis(500));
        let busy = load::run(address, CONNECTIONS, seconds, accounts, "read");
        stop.store(true, Ordering::Relaxed);
        let answers = hammering.join().map_err(|_| "a panic")??;
        Ok((busy?, answers))
    })
}

/// Clients that sign in again as soon as they have, and come back when they are told to.
fn hammer(address: SocketAddr, next: &AtomicU32, stop: &AtomicBool) -> Result<Answers, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let client = reqwest::Client::new();
        let all = (0..HAMMERERS).map(|_| async {
            let mut answers = Answers { served: 0, refused: Vec::new() };
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let body = serde_json::json!({ "email": format!("u{}@example.com", 2 + number % 900), "password": PASSWORD });
                let from = std::net::Ipv4Addr::from(0x0a00_0000 + number).to_string();
                let asked = Instant::now();
                let answer =
                    client.post(format!("http://{address}/auth/signin")).header("x-forwarded-for", from).json(&body).send().await?;
                match answer.status().as_u16() {
                    200 => answers.served += 1,
                    503 => {
                        answers.refused.push(asked.elapsed());
                        let wait = answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
                        tokio::time::sleep(Duration::from_secs(wait.ok_or("a refusal without Retry-After")?)).await;
                    }
                    429 => tokio::time::sleep(Duration::from_millis(100)).await,
                    other => return Err(Failed::from(format!("sign-in answered {other}"))),
                }
            }
            Ok(answers)
        });
        let mut sum = Answers { served: 0, refused: Vec::new() };
        for answers in join_all(all).await {
            let Answers { served, refused } = answers?;
            sum.served += served;
            sum.refused.extend(refused);
        }
        Ok(sum)
    })
}
