//! Sums and days as banks write them.

use crate::xml::{
    node::Node,
    values::{day_of, minor},
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{minor::Minor, money::Currency},
    payments::statement::NotRead,
};

/// The account a statement is of, as far as the file has told it.
#[derive(Debug, Default)]
pub struct Account {
    /// Its number, in capitals and without spaces.
    pub number: String,
    pub currency: Option<Currency>,
}

impl Account {
    /// Learns the currency. The first that is told is the account's.
    ///
    /// # Errors
    /// `Unreadable` for one that nobody knows.
    pub fn told(&mut self, code: Option<&str>, line: usize) -> Result<(), NotRead> {
        if let (Some(code), None) = (code, self.currency) {
            self.currency = Some(Currency::parse(code).map_err(|_| NotRead::Unreadable { line, what: "Ccy" })?);
        }
        Ok(())
    }

    /// The amount of a balance or an entry, without its sign. One that names no currency is in the account's.
    ///
    /// # Errors
    /// `Unreadable` when it is missing, in another currency or no amount.
    pub fn amount(&mut self, of: &Node<'_>) -> Result<Minor, NotRead> {
        let amount = of.find("Amt").ok_or_else(|| of.unreadable("Amt"))?;
        self.told(amount.attribute("Ccy"), amount.line)?;
        self.own(amount)?.ok_or_else(|| amount.unreadable("Amt Ccy"))
    }

    /// An amount, if it is in the account's currency.
    ///
    /// # Errors
    /// `Unreadable` when it is then no amount.
    pub fn own(&self, amount: &Node<'_>) -> Result<Option<Minor>, NotRead> {
        let currency = self.currency.ok_or_else(|| amount.unreadable("Ccy"))?;
        if amount.attribute("Ccy").is_some_and(|code| code.trim() != currency.code()) {
            return Ok(None);
        }
        minor(amount.own().unwrap_or_default(), currency).map(Some).ok_or_else(|| amount.unreadable("Amt"))
    }
}

/// Whether it came in or went out, where that is said.
///
/// # Errors
/// `Unreadable` for a word that says neither.
pub fn is_credit(of: &Node<'_>) -> Result<Option<bool>, NotRead> {
    match of.first(&["CdtDbtInd"]) {
        None => Ok(None),
        Some("CRDT") => Ok(Some(true)),
        Some("DBIT") => Ok(Some(false)),
        Some(_) => Err(of.unreadable("CdtDbtInd")),
    }
}

pub fn signed(amount: Minor, is_credit: bool) -> Minor {
    if is_credit { amount } else { -amount }
}

/// A day, which may have a time behind it.
///
/// # Errors
/// `Unreadable` when something else stands there.
pub fn day(of: &Node<'_>, what: &'static str) -> Result<Option<NaiveDate>, NotRead> {
    let path = [format!("{what}/Dt"), format!("{what}/DtTm"), what.to_owned()];
    let Some(text) = path.iter().find_map(|path| of.first(&[path])) else { return Ok(None) };
    day_of(text).map(Some).ok_or_else(|| of.unreadable(what))
}

/// An account number, in capitals and without spaces.
pub fn number(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).flat_map(char::to_uppercase).take(140).collect()
}
