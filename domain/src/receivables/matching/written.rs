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
    whole: String,
    /// Where its letters begin, and where it ends.
    bounds: Vec<usize>,
}

impl Written {
    /// Of a text, and of fields that hold nothing else.
    pub fn of(text: &str, fields: &[String]) -> Self {
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || ",;:+&()[]".contains(c)).filter(|word| !word.is_empty()).collect();
        let windows = (1..=MOST_PIECES).flat_map(|size| words.windows(size)).map(|words| words.join(" "));
        let numbers = windows.chain(fields.iter().cloned()).filter_map(|piece| InvoiceNumber::parse(&piece).ok());
        let whole: String = capitals(text).collect();
        let bounds = whole.char_indices().map(|(at, _)| at).chain([whole.len()]).collect();
        Self { pieces: numbers.map(|number| number.normalised()).collect(), whole, bounds }
    }

    /// What stands there by itself.
    pub fn pieces(&self) -> impl Iterator<Item = &NormalisedNumber> {
        self.pieces.iter()
    }

    /// Those of them that may be the number of an invoice which is not known to be open: words without a digit are none.
    pub fn numbers(&self) -> impl Iterator<Item = &NormalisedNumber> {
        self.pieces().filter(|piece| piece.as_str().contains(|sign: char| sign.is_ascii_digit()))
    }

    pub fn has(&self, number: &InvoiceNumber) -> bool {
        let within =
            || as_written(number).is_some_and(|written| self.within(&BTreeSet::from([written.chars().count()])).any(|it| it == written));
        self.pieces.contains(&number.normalised()) || within()
    }

    /// All of these lengths, in letters, that could be a number as its seller wrote it, within words too: banks cut texts, and people
    /// leave spaces out. No number goes on beyond.
    pub fn within<'a>(&'a self, lengths: &'a BTreeSet<usize>) -> impl Iterator<Item = &'a str> {
        let piece = |from: usize, length: usize| self.apart(*self.bounds.get(from)?, *self.bounds.get(from + length)?);
        (0..self.bounds.len()).flat_map(move |from| lengths.iter().filter_map(move |length| piece(from, *length)))
    }

    /// What stands between, unless it cuts a number in two.
    fn apart(&self, from: usize, to: usize) -> Option<&str> {
        let (before, piece, after) = (self.whole.get(..from)?, self.whole.get(from..to)?, self.whole.get(to..)?);
        let is_digit = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
        let cuts = |one: Option<char>, other: Option<char>| is_digit(one) && is_digit(other);
        let is_cut = cuts(before.chars().next_back(), piece.chars().next()) || cuts(piece.chars().next_back(), after.chars().next());
        (!is_cut).then_some(piece)
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

    fn names(text: &str, number: &InvoiceNumber) -> bool {
        Written::of(text, &[]).has(number)
    }

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
