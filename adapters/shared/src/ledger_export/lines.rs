//! Entries as CSV. Nothing in them was typed by anybody: codes, ids, dates and numbers.

use chrono::SecondsFormat;
use sooner_application::{kernel::chain::Seal, ledger::Record};
use sooner_domain::{
    kernel::coded::Coded,
    ledger::entry::{Booking, Posting},
};

/// `amount` is in major units, debit positive.
const COLUMNS: [&str; 16] = [
    "number",
    "on",
    "booked_at",
    "event",
    "entry",
    "subject",
    "cause",
    "reverses",
    "line",
    "account",
    "currency",
    "owner",
    "receivable",
    "amount",
    "previous_hash",
    "hash",
];

fn written<T: AsRef<[u8]>>(rows: impl IntoIterator<Item = impl IntoIterator<Item = T>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // A vector takes whatever is written.
        writer.write_record(row).ok();
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

pub(super) fn head() -> String {
    written([COLUMNS])
}

fn or_none(id: Option<impl ToString>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

pub(super) fn entry(record: &Record) -> String {
    let Booking { id, on, booked_at, event, subject, cause } = record.entry.booking();
    let sealed = |cell: &dyn Fn(&Seal) -> String| record.seal.as_ref().map(cell).unwrap_or_default();
    written((1..).zip(record.entry.postings()).map(|(line, Posting { account, receivable, amount })| {
        let line: i32 = line;
        [
            sealed(&|seal| seal.number.to_string()),
            on.to_string(),
            booked_at.to_rfc3339_opts(SecondsFormat::Micros, true),
            event.code().to_owned(),
            id.to_string(),
            subject.to_string(),
            or_none(*cause),
            or_none(record.entry.reverses()),
            line.to_string(),
            account.kind().code().to_owned(),
            account.currency().code().to_owned(),
            or_none(account.owner().id()),
            or_none(*receivable),
            amount.in_major(account.currency()),
            sealed(&|seal| seal.previous.to_string()),
            sealed(&|seal| seal.hash.to_string()),
        ]
    }))
}
