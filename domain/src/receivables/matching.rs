//! What money that came in is for, as far as that can be told: `finance.md` section 7, Receipts.

use super::{
    fingerprint::{InvoiceNumber, NormalisedNumber},
    reference::Reference,
};
use crate::{
    kernel::{
        ids::{DebtorId, ReceivableId},
        minor::Minor,
        text::Line,
    },
    payments::receipt::{MatchReason, Recognised},
};
use std::collections::BTreeSet;

/// A receivable that money can be for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owing {
    pub id: ReceivableId,
    pub reference: Reference,
    pub number: InvoiceNumber,
    pub debtor: Option<DebtorId>,
    /// What of it is open.
    pub open: Minor,
}

/// What money is thought to be for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    pub reason: MatchReason,
    /// In the order in which they were found; they add up to the money.
    pub parts: Vec<(ReceivableId, Minor)>,
    /// Nobody needs to look at it.
    pub is_sure: bool,
}

impl Match {
    /// By which of the references that were quoted each of its parts was recognised; those that were recognised by something else are
    /// left out.
    pub fn recognised(&self, quoted: &[Owing]) -> Vec<(ReceivableId, Recognised)> {
        let by_reference = |(id, _): &(ReceivableId, Minor)| {
            let reference = &quoted.iter().find(|owing| owing.id == *id)?.reference;
            Some((*id, Recognised { by: self.reason, quoted: Line::parse(reference.as_str()).ok()? }))
        };
        let parts = self.parts.iter().filter(|_| self.reason == MatchReason::Reference);
        parts.filter_map(by_reference).collect()
    }
}

/// What the bank tells of money that came in.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    pub amount: Minor,
    pub text: &'a str,
    /// The references that stand in it, of those that there are; each once.
    pub quoted: &'a [Owing],
    /// Whoever may have paid, by account or name.
    pub payers: &'a BTreeSet<DebtorId>,
}

/// What is written is no number of ours in more pieces than this.
const MOST_PIECES: usize = 4;
/// A shorter number without anything around it may be a day, a street or an amount.
const SHORTEST: usize = 4;

/// What the references that a line quotes are of, each once. `known` finds what one is of.
pub fn quoted(references: &[Reference], known: impl Fn(&Reference) -> Option<Owing>) -> Vec<Owing> {
    let mut found: Vec<Owing> = Vec::new();
    for owing in references.iter().filter_map(known) {
        if !found.iter().any(|other| other.id == owing.id) {
            found.push(owing);
        }
    }
    found
}

/// What the money is for; none where it cannot be told. `open`: what is open of those who may have paid, in the money's currency.
pub fn matched(told: &Told, open: &[Owing]) -> Option<Match> {
    by_reference(told).or_else(|| by_numbers(told, open)).or_else(|| by_amount(told, open))
}

/// One reference takes all of the money: less is paid in part, more is the debtor's credit. Several must add up.
fn by_reference(told: &Told) -> Option<Match> {
    let (reason, is_sure) = (MatchReason::Reference, true);
    match told.quoted {
        [] => None,
        [one] => Some(Match { reason, parts: vec![(one.id, told.amount)], is_sure }),
        several => adding_up(several.iter(), told.amount).map(|parts| Match { reason, parts, is_sure }),
    }
}

fn by_numbers(told: &Told, open: &[Owing]) -> Option<Match> {
    let written = Written::of(told.text);
    let named = of_payers(told, open).filter(|owing| written.has(&owing.number));
    let parts = adding_up(named, told.amount)?;
    Some(Match { reason: MatchReason::InvoiceNumbers, parts, is_sure: false })
}

fn by_amount(told: &Told, open: &[Owing]) -> Option<Match> {
    let mut exact = of_payers(told, open).filter(|owing| owing.open == told.amount);
    let (one, other) = (exact.next()?, exact.next());
    let parts = vec![(one.id, told.amount)];
    other.is_none().then_some(Match { reason: MatchReason::Amount, parts, is_sure: false })
}

fn of_payers<'a>(told: &Told<'a>, open: &'a [Owing]) -> impl Iterator<Item = &'a Owing> {
    let payers = told.payers;
    open.iter().filter(move |owing| owing.open.is_positive() && owing.debtor.is_some_and(|debtor| payers.contains(&debtor)))
}

/// What is open of each, if that is the amount.
fn adding_up<'a>(owing: impl Iterator<Item = &'a Owing>, amount: Minor) -> Option<Vec<(ReceivableId, Minor)>> {
    let parts: Vec<_> = owing.map(|owing| (owing.id, owing.open)).collect();
    let is_all = !parts.is_empty() && parts.iter().all(|(_, open)| open.is_positive());
    (is_all && parts.iter().map(|(_, open)| *open).sum::<Minor>() == amount).then_some(parts)
}

/// Whether a text names this invoice.
pub fn names(text: &str, number: &InvoiceNumber) -> bool {
    Written::of(text).has(number)
}

/// The numbers that stand in a text, in whatever way they are written.
struct Written {
    pieces: BTreeSet<NormalisedNumber>,
    whole: String,
}

impl Written {
    fn of(text: &str) -> Self {
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || ",;:+&()[]".contains(c)).filter(|word| !word.is_empty()).collect();
        let windows = (1..=MOST_PIECES).flat_map(|size| words.windows(size));
        let pieces = windows.filter_map(|words| InvoiceNumber::parse(&words.join(" ")).ok()).map(|number| number.normalised());
        let whole = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect();
        Self { pieces: pieces.collect(), whole }
    }

    fn has(&self, number: &InvoiceNumber) -> bool {
        self.pieces.contains(&number.normalised()) || self.has_as_written(number)
    }

    /// As its seller wrote it, within a word: banks cut texts, and people leave spaces out.
    fn has_as_written(&self, number: &InvoiceNumber) -> bool {
        let written: String = number.as_str().chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect();
        if written.chars().count() < SHORTEST {
            return false;
        }
        self.whole.match_indices(&written).any(|(at, found)| {
            let before = self.whole.get(..at).and_then(|before| before.chars().next_back());
            let after = self.whole.get(at + found.len()..).and_then(|after| after.chars().next());
            let is_apart = |beside: Option<char>, edge: Option<char>| {
                !(beside.is_some_and(|c| c.is_ascii_digit()) && edge.is_some_and(|c| c.is_ascii_digit()))
            };
            is_apart(before, found.chars().next()) && is_apart(after, found.chars().next_back())
        })
    }
}

/// A name as it is compared: banks write Mueller for Müller, and leave signs out or cut at 35 or 70 characters, which is told apart
/// from another name only by a person.
pub fn plain_name(name: &str) -> String {
    let mut plain = String::new();
    for letter in name.to_lowercase().chars() {
        match letter {
            'ä' => plain.push_str("ae"),
            'ö' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'ß' => plain.push_str("ss"),
            '&' | '+' => plain.push_str(" und "),
            letter if letter.is_alphanumeric() => plain.push(letter),
            '.' | '\'' | '’' => {}
            _ => plain.push(' '),
        }
    }
    let words: Vec<_> = plain.split_whitespace().map(|word| if word == "and" { "und" } else { word }).collect();
    words.concat()
}

#[cfg(test)]
mod tests {
    use super::super::quoting::references_in_text;
    use super::*;
    use crate::{house::reference_code::ReferenceCode, kernel::Invalid};
    use proptest::prelude::*;
    use uuid::Uuid;

    fn house() -> ReferenceCode {
        ReferenceCode::parse("K7QM").unwrap()
    }

    fn owing(number: u64, invoice: &str, open: i64) -> Owing {
        Owing {
            id: ReceivableId(Uuid::from_u128(number.into())),
            reference: Reference::new(house(), number),
            number: InvoiceNumber::parse(invoice).unwrap(),
            debtor: Some(DebtorId(Uuid::from_u128(7))),
            open: Minor::new(open),
        }
    }

    fn ask(amount: i64, text: &str, open: &[Owing]) -> Option<(MatchReason, Vec<i64>)> {
        let known = |reference: &Reference| open.iter().find(|owing| owing.reference == *reference).cloned();
        let quoted = quoted(&references_in_text(text, house()), known);
        let payers = BTreeSet::from([DebtorId(Uuid::from_u128(7))]);
        let told = Told { amount: Minor::new(amount), text, quoted: &quoted, payers: &payers };
        let found = matched(&told, open)?;
        assert_eq!(found.is_sure, found.reason == MatchReason::Reference);
        Some((found.reason, found.parts.iter().map(|(_, amount)| amount.get()).collect()))
    }

    #[test]
    fn a_reference_takes_all_and_several_must_add_up() {
        let open = [owing(1, "RE-1", 500), owing(2, "RE-2", 300)];
        let [one, two] = [open[0].reference.grouped(), open[1].reference.grouped()];
        assert_eq!(ask(400, &one, &open), Some((MatchReason::Reference, vec![400])));
        assert_eq!(ask(900, &one, &open), Some((MatchReason::Reference, vec![900])), "too much is the debtor's credit");
        assert_eq!(ask(800, &format!("{one} {two}"), &open), Some((MatchReason::Reference, vec![500, 300])));
        assert_eq!(ask(800, &format!("{one} {one} {two}"), &open), Some((MatchReason::Reference, vec![500, 300])), "named twice is once");
        assert_eq!(ask(799, &format!("{one} {two}"), &open), None);
    }

    #[test]
    fn numbers_of_a_known_payer_must_add_up() {
        let open = [owing(1, "RE-2026-0042", 500), owing(2, "RE-2026-0043", 300), owing(3, "7", 40)];
        let numbers = Some((MatchReason::InvoiceNumbers, vec![500, 300]));
        for text in
            ["RE-2026-0042, RE-2026-0043", "re 2026 0042 + re 2026 43", "Rechnungen:RE-2026-0042/RE-2026-0043", "RE2026-42 RE2026-43"]
        {
            assert_eq!(ask(800, text, &open), numbers, "{text}");
        }
        assert_eq!(ask(801, "RE-2026-0042 RE-2026-0043", &open), None);
        assert_eq!(ask(500, "paid on 7 May", &open), Some((MatchReason::Amount, vec![500])), "a day is no number of an invoice of 40");
        assert_eq!(ask(40, "invoice 7", &open), Some((MatchReason::InvoiceNumbers, vec![40])));
        assert_eq!(ask(500, "RE-2026-00421", &open), Some((MatchReason::Amount, vec![500])), "another number");
    }

    #[test]
    fn what_is_booked_by_itself_says_by_which_reference_each_part_was_recognised() {
        let open = [owing(1, "A", 500), owing(2, "B", 300)];
        let text = format!("{} und {}", open[1].reference.grouped(), open[0].reference.as_str().to_lowercase());
        let known = |reference: &Reference| open.iter().find(|owing| owing.reference == *reference).cloned();
        let payers = BTreeSet::from([DebtorId(Uuid::from_u128(7))]);
        let told = |quoted: &[Owing], text: &str| {
            let found = matched(&Told { amount: Minor::new(800), text, quoted, payers: &payers }, &open).unwrap();
            found.recognised(quoted).into_iter().map(|(id, by)| (id, by.by, by.quoted.as_str().to_owned())).collect::<Vec<_>>()
        };
        let by = |owing: &Owing| (owing.id, MatchReason::Reference, owing.reference.as_str().to_owned());
        assert_eq!(told(&quoted(&references_in_text(&text, house()), known), &text), [by(&open[1]), by(&open[0])]);
        assert_eq!(told(&[], "invoices A and B"), [], "numbers of invoices are no references");
    }

    #[test]
    fn an_amount_must_be_of_one_invoice() {
        let open = [owing(1, "A", 500), owing(2, "B", 300), owing(3, "C", 300)];
        assert_eq!(ask(500, "thanks", &open), Some((MatchReason::Amount, vec![500])));
        assert_eq!(ask(300, "thanks", &open), None, "two could be meant");
        let others = [Owing { debtor: None, ..owing(1, "A", 500) }];
        assert_eq!(ask(500, "A", &others), None, "of whom nobody knows who owes it");
    }

    #[test]
    fn names_are_compared_as_banks_write_them() -> Result<(), Invalid> {
        for same in ["Müller & Söhne GmbH", "MUELLER UND SOEHNE GMBH", "Mueller+Soehne G.m.b.H.", "müller and söhne gmbh"] {
            assert_eq!(plain_name(same), "muellerundsoehnegmbh", "{same}");
        }
        assert_ne!(plain_name("Müller GmbH"), plain_name("Müller AG"));
        Ok(())
    }

    proptest! {
        #[test]
        fn whatever_is_written_what_is_matched_adds_up(
            amount in 1_i64..2_000,
            text in "(RE|RF18|[0-9]{1,4}|[ ,-]|[a-z]){0,12}",
            opens in prop::collection::vec(0_i64..1_000, 0..6),
        ) {
            let open: Vec<_> = opens.iter().zip(1..).map(|(open, number)| owing(number, &format!("RE {number}"), *open)).collect();
            if let Some((_, parts)) = ask(amount, &text, &open) {
                prop_assert_eq!(parts.iter().sum::<i64>(), amount);
            }
        }
    }
}
