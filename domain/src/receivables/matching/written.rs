//! The numbers of invoices that stand in what a payer wrote, in whatever way they are written.

use crate::receivables::fingerprint::{InvoiceNumber, NormalisedNumber};
use std::collections::BTreeSet;

/// What is written is no number of ours in more pieces than this.
const MOST_PIECES: usize = 4;
/// A shorter number without anything around it may be a day, a street or an amount.
const SHORTEST: usize = 4;
/// A longer one is looked for as words only.
pub const LONGEST: usize = 40;

/// What may be numbers of invoices.
pub struct Written {
    pieces: BTreeSet<NormalisedNumber>,
    /// In capitals without spaces.
    whole: Vec<char>,
}

impl Written {
    /// Of a text, and of fields that hold nothing else.
    pub fn of(text: &str, fields: &[String]) -> Self {
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || ",;:+&()[]".contains(c)).filter(|word| !word.is_empty()).collect();
        let windows = (1..=MOST_PIECES).flat_map(|size| words.windows(size)).map(|words| words.join(" "));
        let numbers = windows.chain(fields.iter().cloned()).filter_map(|piece| InvoiceNumber::parse(&piece).ok());
        Self { pieces: numbers.map(|number| number.normalised()).collect(), whole: capitals(text).collect() }
    }

    /// What stands there by itself.
    pub fn pieces(&self) -> impl Iterator<Item = &NormalisedNumber> {
        self.pieces.iter()
    }

    pub fn has(&self, number: &InvoiceNumber) -> bool {
        self.pieces.contains(&number.normalised()) || as_written(number).is_some_and(|written| self.has_within(&written))
    }

    /// All that could be a number as its seller wrote it, within words too: banks cut texts, and people leave spaces out.
    pub fn within(&self) -> impl Iterator<Item = String> {
        let whole = &self.whole;
        (0..whole.len()).flat_map(move |from| {
            let lengths = SHORTEST..=LONGEST.min(whole.len() - from);
            lengths
                .filter(move |length| self.is_apart(from, from + length))
                .filter_map(move |length| Some(whole.get(from..from + length)?.iter().collect()))
        })
    }

    fn has_within(&self, written: &str) -> bool {
        let written: Vec<char> = written.chars().collect();
        let mut windows = self.whole.windows(written.len()).enumerate();
        windows.any(|(from, window)| *window == *written && self.is_apart(from, from + window.len()))
    }

    /// Whether no number goes on beyond.
    fn is_apart(&self, from: usize, to: usize) -> bool {
        let is_digit = |at: Option<usize>| at.and_then(|at| self.whole.get(at)).is_some_and(char::is_ascii_digit);
        let cuts = |one: Option<usize>, other: Option<usize>| is_digit(one) && is_digit(other);
        !cuts(from.checked_sub(1), Some(from)) && !cuts(to.checked_sub(1), Some(to))
    }
}

fn capitals(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase)
}

/// A number as it is looked for within words; none where it is too short or too long for that.
pub fn as_written(number: &InvoiceNumber) -> Option<String> {
    let written: String = capitals(number.as_str()).collect();
    (SHORTEST..=LONGEST).contains(&written.chars().count()).then_some(written)
}

/// Whether a text names this invoice.
pub fn names(text: &str, number: &InvoiceNumber) -> bool {
    Written::of(text, &[]).has(number)
}

/// Whether a number is hardly anything else: it has letters and digits, or more digits than days, postal codes and amounts.
pub fn is_telling(number: &InvoiceNumber) -> bool {
    let signs = || number.as_str().chars().filter(|sign| sign.is_alphanumeric());
    let digits = signs().filter(char::is_ascii_digit).count();
    let has_letters = signs().any(char::is_alphabetic);
    if has_letters { digits >= 3 && signs().count() >= 5 } else { digits >= 9 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> InvoiceNumber {
        InvoiceNumber::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_found_as_they_are_written() {
        for text in
            ["RE-2026-0042, RE-2026-0043", "re 2026 0042", "Rechnungen:RE-2026-0042/RE-2026-0043", "RE2026-42 RE2026-43", "(RE-2026-0042)"]
        {
            assert!(names(text, &number("RE-2026-0042")), "{text}");
        }
        assert!(names("invoice 7", &number("7")));
        assert!(Written::of("", &["RE-2026-0042".to_owned()]).has(&number("RE 2026 42")));
        for text in ["RE-2026-00421", "paid on 17 May", ""] {
            assert!(!names(text, &number("RE-2026-0042")) && !names(text, &number("7")), "{text}");
        }
    }

    #[test]
    fn a_number_tells_something_when_it_is_no_day_and_no_amount() {
        for telling in ["RE-2026-0042", "R1001", "100200300", "MB-441"] {
            assert!(is_telling(&number(telling)), "{telling}");
        }
        for short in ["7", "2027", "48231", "20270104", "RE-1", "A7", "Rechnung"] {
            assert!(!is_telling(&number(short)), "{short}");
        }
    }
}
