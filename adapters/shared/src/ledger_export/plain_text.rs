//! Entries as journals in plain text: for hledger, and for beancount.

use chrono::SecondsFormat;
use sooner_application::ledger::Record;
use sooner_domain::{
    kernel::{coded::Coded, minor::Minor, money::Currency},
    ledger::{
        account::{Account, AccountClass},
        entry::{Booking, Posting},
    },
};
use std::fmt::Write;

/// Beancount wants an account opened on a day, and no entry is older than this.
const OPENED_ON: &str = "1600-01-01";

/// What both tools take for an account: class, kind, currency and owner, each beginning with a capital or a digit.
fn name(account: Account) -> String {
    let class = match account.kind().class() {
        AccountClass::Asset => "Assets",
        AccountClass::Liability => "Liabilities",
        AccountClass::Equity => "Equity",
        AccountClass::Income => "Income",
        AccountClass::Expense => "Expenses",
    };
    let kind = account.kind().code().replace('_', "-");
    let (first, rest) = kind.split_at(1);
    let owner = account.owner().id().map(|id| format!(":{}", id.to_string().to_uppercase())).unwrap_or_default();
    format!("{class}:{}{rest}:{}{owner}", first.to_uppercase(), account.currency().code())
}

/// What is known of an entry besides date and postings.
fn facts(record: &Record) -> Vec<(&'static str, String)> {
    let Booking { id, booked_at, subject, cause, .. } = record.entry.booking();
    let booked_at = booked_at.to_rfc3339_opts(SecondsFormat::Micros, true);
    let mut facts = vec![("entry", id.to_string()), ("booked-at", booked_at), ("subject", subject.to_string())];
    facts.extend(cause.map(|cause| ("cause", cause.to_string())));
    facts.extend(record.entry.reverses().map(|reverses| ("reverses", reverses.to_string())));
    facts.extend(record.seal.map(|seal| ("hash", seal.hash.to_string())));
    facts
}

fn posting(Posting { account, amount, .. }: &Posting) -> String {
    format!("{}  {} {}", name(*account), amount.in_major(account.currency()), account.currency().code())
}

fn about(Posting { account, receivable, .. }: &Posting) -> Option<String> {
    receivable.filter(|id| account.owner().id() != Some(id.0)).map(|id| id.to_string())
}

pub(super) fn hledger_head() -> String {
    "; The ledger up to its last number. Debits are positive.\ndecimal-mark .\n\n".to_owned()
}

/// How its amounts are written; the point has to be there.
pub(super) fn hledger_currency(currency: Currency) -> String {
    let point = if currency.digits() == 0 { "." } else { "" };
    format!("commodity {}{point} {}\n", Minor::ZERO.in_major(currency), currency.code())
}

pub(super) fn hledger_account(account: Account) -> String {
    format!("account {}\n", name(account))
}

pub(super) fn hledger_entry(record: &Record) -> String {
    let Booking { on, event, .. } = record.entry.booking();
    let number = record.number().unwrap_or_default();
    let mut text = format!("\n{on} * ({number}) {}\n", event.code());
    for (fact, value) in facts(record) {
        writeln!(text, "    ; {fact}: {value}").ok();
    }
    for line in record.entry.postings() {
        let about = about(line).map(|id| format!("  ; receivable: {id}")).unwrap_or_default();
        writeln!(text, "    {}{about}", posting(line)).ok();
    }
    text
}

pub(super) fn beancount_head() -> String {
    "; The ledger up to its last number. Debits are positive.\noption \"title\" \"Ledger\"\n\n".to_owned()
}

pub(super) fn beancount_account(account: Account) -> String {
    format!("{OPENED_ON} open {} {}\n", name(account), account.currency().code())
}

pub(super) fn beancount_entry(record: &Record) -> String {
    let Booking { on, event, .. } = record.entry.booking();
    let mut text = format!("\n{on} * \"{}\"\n", event.code());
    writeln!(text, "  number: {}", record.number().unwrap_or_default()).ok();
    for (fact, value) in facts(record) {
        writeln!(text, "  {fact}: \"{value}\"").ok();
    }
    for line in record.entry.postings() {
        writeln!(text, "  {}", posting(line)).ok();
        if let Some(id) = about(line) {
            writeln!(text, "    receivable: \"{id}\"").ok();
        }
    }
    text
}
