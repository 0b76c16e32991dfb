//! Checking, sealing and exporting the audit trail at the command line.

use crate::{app, config::Config};
use chrono::{DateTime, Utc};
use sooner_adapters::system::SystemClock;
use sooner_application::kernel::{
    chain::{Backlog, Chain, Hash, Stored},
    clock::Clock,
};
use sooner_shared::audit_csv::Writer;
use std::{error::Error, io::Write};

/// Checks the chain; a break is an error.
pub async fn verify(config: &Config, noted: Option<String>) -> Result<(), Box<dyn Error>> {
    let noted = noted_head(noted)?;
    let audit = app::kept(config)?.audit();
    // Before the chain is read: what gets its place meanwhile is told twice, never not at all.
    let waiting = audit.waiting().await?;
    let Chain { whole, head, broken_at, contains_noted } = audit.verify(noted).await?;
    say!("{}", told(waiting, SystemClock.now()));
    say!("{whole} records hold together. The head is {head}");
    match broken_at {
        Some(number) => Err(format!("The chain is broken at record {number}.").into()),
        None if !contains_noted => Err("The head noted earlier is not in the chain: its end was cut off, or it was written anew.".into()),
        None => Ok(()),
    }
}

/// What lies behind the end of the chain, in words.
fn told(waiting: Backlog, now: DateTime<Utc>) -> String {
    let Backlog { count, .. } = waiting;
    let age = waiting.age(now).num_milliseconds() as f64 / 1000.0;
    match count {
        0 => "No record waits for its place.".to_owned(),
        count => format!("{count} records wait for their places, the oldest for {age:.1} s: see sooner audit seal."),
    }
}

/// Gives what waits its places now.
pub async fn seal(config: &Config) -> Result<(), Box<dyn Error>> {
    let kept = app::kept(config)?;
    say!("{} records got their places.", kept.sealing().all().await?);
    match kept.audit().waiting().await? {
        Backlog { count: 0, .. } => Ok(()),
        waiting => Err(told(waiting, SystemClock.now()).into()),
    }
}

/// A head that was noted, as it was printed.
pub fn noted_head(noted: Option<String>) -> Result<Option<Hash>, &'static str> {
    noted.map(|text| parse(&text).ok_or("--noted: a head has 64 hexadecimal digits")).transpose()
}

fn parse(text: &str) -> Option<Hash> {
    let digits = text.trim();
    let byte = |place: usize| digits.get(2 * place..2 * place + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let bytes: Vec<u8> = (0..32).map(byte).collect::<Option<_>>()?;
    if digits.len() == 64 { bytes.try_into().ok().map(Hash) } else { None }
}

/// As many records as are read at a time.
const PAGE: i64 = 100;

/// Prints the trail.
pub async fn export(config: &Config) -> Result<(), Box<dyn Error>> {
    let trail = app::kept(config)?.trail;
    let mut out = std::io::stdout().lock();
    let mut after = 0;
    let mut csv = Writer::begin();
    loop {
        let page = trail.chain(after, PAGE).await?;
        for stored in &page {
            match stored {
                Stored::Record(record) => {
                    csv.write(record);
                    after = record.number().unwrap_or(after);
                }
                Stored::Unreadable { number } => return Err(format!("Record {number} cannot be read: see sooner audit verify.").into()),
            }
        }
        out.write_all(&csv.end())?;
        if page.is_empty() {
            return Ok(out.flush()?);
        }
        csv = Writer::go_on();
    }
}
