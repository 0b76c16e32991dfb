//! Statements as banks tell them.

use crate::{payments::statements::StatementFile, testing::contracts::Made};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{canonical::Digest, minor::Minor, money::Currency},
    payments::{
        receipt::Payer,
        statement::{Detail, Entry, Statement},
    },
};

/// An entry of a statement.
pub struct Told {
    pub on: NaiveDate,
    pub amount: i64,
    pub text: String,
    pub payer: Payer,
}

/// A file of one statement of the account DE02120300000000202051 in euro.
///
/// # Errors
/// Never.
pub fn file(number: u8, entries: Vec<Told>) -> Made<StatementFile> {
    let entry = |(place, Told { on, amount, text, payer }): (usize, Told)| Entry {
        line: place + 10,
        amount: Minor::new(amount),
        booked_on: on,
        value_on: on,
        reference: Some(format!("{number}-{place}")),
        charges: Minor::ZERO,
        names: Vec::new(),
        text: None,
        details: vec![Detail { line: place + 10, text: Some(text), other: payer, ..Detail::default() }],
    };
    let statement = Statement {
        line: 2,
        account: "DE02120300000000202051".to_owned(),
        currency: Currency::parse("EUR")?,
        name: number.to_string(),
        sequence: None,
        opening: None,
        closing: None,
        entries: entries.into_iter().enumerate().map(entry).collect(),
        odd: Vec::new(),
    };
    Ok(StatementFile { sha256: Digest([number; 32]), statements: vec![statement] })
}
