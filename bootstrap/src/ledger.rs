//! Checking and exporting the ledger at the command line.

use crate::{app, audit, config::Config};
use sooner_adapters::system::SystemClock;
use sooner_application::{
    kernel::{
        chain::{Backlog, Chain},
        clock::Clock,
    },
    ledger::{Flaw, Proof, ports::OddBalance},
};
use sooner_shared::ledger_export::{Export, Format};
use std::{error::Error, io::Write};

/// Checks everything; the first that does not fit is an error.
pub async fn verify(config: &Config, noted: Option<String>) -> Result<(), Box<dyn Error>> {
    let noted = audit::noted_head(noted)?;
    let kept = app::kept(config)?;
    let Proof { chain: Chain { whole, head, contains_noted, .. }, flaw, waiting } = kept.ledger_audit().verify(noted).await?;
    let age = waiting.age(SystemClock.now()).num_milliseconds() as f64 / 1000.0;
    match waiting {
        Backlog { count: 0, .. } => say!("No entry waits for its number."),
        Backlog { count, .. } => say!("{count} entries wait for their numbers, the oldest for {age:.1} s: see sooner audit seal."),
    }
    let odd = kept.money_audit().verify().await?;
    if odd.is_none() {
        say!("Payouts, receipts and receivables are what the ledger and the facts say.");
    }
    say!("{whole} entries hold together. The head is {head}");
    match flaw {
        Some(flaw) => Err(told(&flaw).into()),
        None if !contains_noted => Err("The head noted earlier is not in the chain: its end was cut off, or it was written anew.".into()),
        None => odd.map_or(Ok(()), |odd| Err(odd.to_string().into())),
    }
}

fn told(flaw: &Flaw) -> String {
    match flaw {
        Flaw::NumberMissing { number } => format!("Number {number} is missing."),
        Flaw::PostingMissing { number, line } => format!("Posting {line} of entry {number} is missing."),
        Flaw::PostingTooMany { number, line } => format!("Posting {line} of entry {number} was added."),
        Flaw::Unbalanced { number, currency } => format!("The postings of entry {number} do not add up in {currency}."),
        Flaw::Unreadable { number } => format!("Entry {number} cannot be read."),
        Flaw::Altered { number, entry } => format!("Entry {number} ({entry}) is not what was sealed."),
        Flaw::StrayPosting { entry, line } => format!("Posting {line} of entry {entry} has no entry."),
        Flaw::Balance(OddBalance { account, kept: Some(kept), posted }) => {
            format!("The balance of {account} is {kept}, and its postings add up to {posted}.")
        }
        Flaw::Balance(OddBalance { account, kept: None, posted }) => {
            format!("{account} has no balance, and its postings add up to {posted}.")
        }
        Flaw::Share { receivable, of: OddBalance { account, kept, posted } } => {
            let kept = kept.unwrap_or_default();
            format!("Of {account}, {kept} are kept for {receivable}, and its postings add up to {posted}.")
        }
        Flaw::Reversal { entry } => format!("Entry {entry} reverses another one, and is not its mirror image."),
    }
}

/// Prints everything up to the last number.
pub async fn export(config: &Config, format: Format) -> Result<(), Box<dyn Error>> {
    let journal = app::kept(config)?.journal;
    let known = journal.known_now(SystemClock.now()).await?;
    let mut out = std::io::stdout().lock();
    let mut export = Export::new(journal, format, known.last_number);
    while let Some(page) = export.page().await? {
        out.write_all(page.as_bytes())?;
    }
    Ok(out.flush()?)
}
