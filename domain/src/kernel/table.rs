//! What stands in the cells of a table that somebody made with a spreadsheet, and how it is read: never by guessing.

mod amounts;
mod columns;
mod days;
#[cfg(test)]
mod tests;

pub use columns::{Column, Columns, Holds, NoColumn, Others};
pub use days::DayOrder;

use super::{Invalid, coded::coded_enum, minor::Minor, money::Currency};
use chrono::NaiveDate;

/// One cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Blank,
    /// As somebody typed it.
    Text(String),
    /// As a spreadsheet keeps it: digits, at most one point, perhaps a minus.
    Number(String),
    Day(NaiveDate),
}

impl Cell {
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Blank => true,
            Self::Text(text) => text.trim().is_empty(),
            Self::Number(_) | Self::Day(_) => false,
        }
    }

    /// What a reader sees in it; of a number, its digits.
    pub fn text(&self) -> String {
        match self {
            Self::Blank => String::new(),
            Self::Text(text) | Self::Number(text) => text.trim().to_owned(),
            Self::Day(day) => day.to_string(),
        }
    }

    /// A day as spreadsheets keep it, as 2026-03-31, or as 31.03.2026; with strokes as far as the order is known that the table
    /// writes its days in.
    ///
    /// # Errors
    /// `Required`, `DateMalformed`, `DateAmbiguous`.
    pub fn day(&self, order: DayOrder) -> Result<NaiveDate, Invalid> {
        match self {
            Self::Day(day) => Ok(*day),
            _ if self.is_blank() => Err(Invalid::Required),
            Self::Text(text) => days::read(text.trim(), order),
            Self::Blank | Self::Number(_) => Err(Invalid::DateMalformed),
        }
    }

    /// An amount in major units, such as 1234.5, 1.234,50, 1'234.50 or € 1,234.50. What could be thousands or decimals is neither.
    ///
    /// # Errors
    /// `Required`, `AmountMalformed`, `AmountAmbiguous`, `AmountTooLarge`; `CurrencyDiffers` where it bears another currency's sign.
    pub fn amount(&self, currency: Currency) -> Result<Minor, Invalid> {
        match self {
            _ if self.is_blank() => Err(Invalid::Required),
            Self::Number(number) => amounts::of_number(number, currency.digits()),
            Self::Text(text) => amounts::of_text(text, currency),
            Self::Blank | Self::Day(_) => Err(Invalid::AmountMalformed),
        }
    }

    /// What is wrong with an amount whatever its currency is, where that is not known.
    ///
    /// # Errors
    /// As those of [`Cell::amount`], and `AmountZero`.
    pub fn amount_in_any_currency(&self) -> Result<(), Invalid> {
        let amount = match self {
            _ if self.is_blank() => Err(Invalid::Required),
            Self::Number(number) => amounts::of_number(number, amounts::MOST_DIGITS),
            Self::Text(text) => amounts::in_any_currency(text),
            Self::Blank | Self::Day(_) => Err(Invalid::AmountMalformed),
        };
        if amount?.is_zero() { Err(Invalid::AmountZero) } else { Ok(()) }
    }
}

coded_enum!(
    /// What came of a row.
    RowOutcome {
        Imported = "imported",
        /// It was there before.
        Skipped = "skipped",
        Failed = "failed",
    }
);
