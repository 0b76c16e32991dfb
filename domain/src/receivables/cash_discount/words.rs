//! Cash discounts as payment terms tell them: by the lines of XRechnung, or in German and English words. What could mean two things is
//! not read.

use super::CashDiscount;
use crate::kernel::{minor::Minor, money::Currency, search::plain};
use chrono::{Days, NaiveDate};
use regex_lite::Regex;

/// Longer terms tell of something else, or are no terms.
const LONGEST: usize = 4_000;

const MENTIONS: &[&str] =
    &["skonto", "skonti", "cash discount", "early payment discount", "prompt payment discount", "settlement discount"];
/// These say that there is none, or that a rate is another one.
const OTHERWISE: &[&str] = &[
    "kein",
    "ohne skonto",
    "ohne abzug von skonto",
    "nicht",
    "no cash discount",
    "no discount",
    "not ",
    "verzug",
    "zins",
    "interest",
    "penalt",
    "mahn",
];

/// Behind these stands until when it has to be paid.
const IF_PAID: &[&str] = &["bei zahlung", "wenn sie", "if paid", "if you pay", "on payment", "for payment"];

/// Whether the terms speak of a cash discount, be it one that can be read or not.
pub fn mentions_discount(terms: &str) -> bool {
    let terms = plain(terms);
    let has = |clause: &str, all: &[&str]| all.iter().any(|words| clause.contains(words));
    terms.split(['\n', ';', '.']).any(|clause| has(clause, MENTIONS) && !has(clause, OTHERWISE))
}

/// The cash discounts of payment terms, each once. Days count from the day of the invoice.
pub fn read(terms: &str, issued_on: Option<NaiveDate>, currency: Option<Currency>) -> Vec<CashDiscount> {
    if terms.len() > LONGEST {
        return Vec::new();
    }
    let (coded, told): (Vec<&str>, Vec<&str>) = terms.lines().map(str::trim).partition(|line| line.starts_with('#'));
    let coded = coded.into_iter().filter_map(|line| of_code(line, issued_on?, currency));
    let told = told.join("\n");
    let mut all: Vec<CashDiscount> = coded.chain(of_words(&told, issued_on)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// `#SKONTO#TAGE=14#PROZENT=2.25#BASISBETRAG=357.93#`, as XRechnung has it.
fn of_code(line: &str, issued_on: NaiveDate, currency: Option<Currency>) -> Option<CashDiscount> {
    let rest = line.strip_prefix("#SKONTO#")?;
    let value = |name: &str| rest.split('#').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
    let base = match value("BASISBETRAG") {
        Some(text) => Some(Minor::new(scaled(text, currency?.digits())?)),
        None => None,
    };
    CashDiscount::within(issued_on, value("TAGE")?.parse().ok()?, scaled(value("PROZENT")?, 2)?, base)
}

/// A number with at most so many digits behind its point or comma, times ten to the power of `digits`.
fn scaled(text: &str, digits: usize) -> Option<i64> {
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let part = part.trim_end_matches('0');
    let is_number = !whole.is_empty() && [whole, part].iter().all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_number || part.len() > digits || whole.len() > 12 {
        return None;
    }
    format!("{whole}{part:0<digits$}").parse().ok()
}

/// What words say, sentence by sentence.
fn of_words(terms: &str, issued_on: Option<NaiveDate>) -> Vec<CashDiscount> {
    let terms = plain(terms);
    let Some(patterns) = Patterns::new() else { return Vec::new() };
    if !MENTIONS.iter().any(|words| terms.contains(words)) && !terms.contains("discount") {
        return patterns.in_short(&terms, issued_on);
    }
    let clauses: Vec<&str> = patterns.clauses(&terms);
    let mut found = Vec::new();
    for (place, clause) in clauses.iter().enumerate() {
        if OTHERWISE.iter().any(|words| clause.contains(words)) {
            continue;
        }
        let Some(rate) = patterns.only_rate(clause) else { continue };
        // "On payment within 8 days, 2 % discount": the time stands in the clause before.
        let before = place.checked_sub(1).and_then(|before| clauses.get(before));
        let before = before.filter(|before| IF_PAID.iter().any(|words| before.contains(words)) && patterns.rates(before).is_empty());
        let time = patterns.time(clause, issued_on).or_else(|| patterns.time(before?, issued_on));
        let is_discount = clause.contains("skont") || clause.contains("discount") || patterns.is_bare(clause);
        found.extend(time.filter(|_| is_discount).and_then(|until| CashDiscount::to(until, rate, None)));
    }
    found
}

struct Patterns {
    rate: Regex,
    days: Regex,
    range: Regex,
    german_day: Regex,
    iso_day: Regex,
    short: Regex,
    breaks: Regex,
}

impl Patterns {
    /// None where one of them is no pattern, which a test would tell.
    fn new() -> Option<Self> {
        let pattern = |text: &str| Regex::new(text).ok();
        Some(Self {
            rate: pattern(r"(\d{1,2}(?:[.,]\d{1,2})?) ?(?:%|prozent\b|percent\b|v\. ?h\.)")?,
            // What follows says whether it is the time without a discount.
            days: pattern(r"(\d{1,3}) ?(?:tagen?|kalendertagen?|days?|d)\b( ?(?:netto|net|rein|ohne))?")?,
            range: pattern(r"\d ?(?:bis|to|-|–) ?\d{1,3} ?(?:tag|day|d\b)")?,
            german_day: pattern(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b")?,
            iso_day: pattern(r"\b(\d{4})-(\d{2})-(\d{2})\b")?,
            // 2/10 net 30, 2% 10 net 30.
            short: pattern(r"\b(\d(?:[.,]\d{1,2})?) ?(?:%|/|% ?/) ?(\d{1,3})(?: ?days?)?,? ?(?:net|n)[ /]?\d{1,3}\b")?,
            breaks: pattern(r"\n|;|\. |, | - | oder | or ")?,
        })
    }

    fn clauses<'a>(&self, terms: &'a str) -> Vec<&'a str> {
        self.breaks.split(terms).map(str::trim).filter(|clause| !clause.is_empty()).collect()
    }

    fn rates(&self, clause: &str) -> Vec<i64> {
        self.rate.captures_iter(clause).filter_map(|found| scaled(found.get(1)?.as_str(), 2)).collect()
    }

    fn only_rate(&self, clause: &str) -> Option<i64> {
        match self.rates(clause).as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// Until when, where the clause says one time alone.
    fn time(&self, clause: &str, issued_on: Option<NaiveDate>) -> Option<NaiveDate> {
        if self.range.is_match(clause) {
            return None;
        }
        let german = self.german_day.captures_iter(clause).filter_map(|found| day_of(&found, [3, 2, 1]));
        let mut all: Vec<NaiveDate> =
            german.chain(self.iso_day.captures_iter(clause).filter_map(|found| day_of(&found, [1, 2, 3]))).collect();
        for found in self.days.captures_iter(clause).filter(|found| found.get(2).is_none()) {
            let days = found.get(1)?.as_str().parse().ok()?;
            all.push(issued_on?.checked_add_days(Days::new(days))?);
        }
        match all.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// Whether the clause is a rate and a time alone, one of a list whose word stands elsewhere: "Skonto: 8 Tage 3 %, 14 Tage 2 %".
    fn is_bare(&self, clause: &str) -> bool {
        let rest = self.rate.replace_all(clause, "");
        !self.days.replace_all(&rest, "").contains(char::is_alphanumeric)
    }

    /// The short form of English terms, which needs no word.
    fn in_short(&self, terms: &str, issued_on: Option<NaiveDate>) -> Vec<CashDiscount> {
        let found = self.short.captures_iter(terms).filter_map(|found| {
            let (rate, days) = (scaled(found.get(1)?.as_str(), 2)?, found.get(2)?.as_str().parse().ok()?);
            CashDiscount::within(issued_on?, days, rate, None)
        });
        found.collect()
    }
}

fn day_of(found: &regex_lite::Captures<'_>, places: [usize; 3]) -> Option<NaiveDate> {
    let [year, month, day] = places.map(|place| found.get(place).and_then(|part| part.as_str().parse::<u32>().ok()));
    NaiveDate::from_ymd_opt(i32::try_from(year?).ok()?, month?, day?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(terms: &str) -> Vec<(String, u16, Option<i64>)> {
        let found = read(terms, "2027-01-02".parse().ok(), Currency::parse("EUR").ok());
        found.iter().map(|one| (one.until.to_string(), one.rate.basis_points(), one.base.map(Minor::get))).collect()
    }

    fn whole(until: &str, rate: u16) -> (String, u16, Option<i64>) {
        (until.to_owned(), rate, None)
    }

    #[test]
    fn the_lines_of_xrechnung_are_read() {
        assert_eq!(told("#SKONTO#TAGE=14#PROZENT=3.00#\n"), [whole("2027-01-16", 300)]);
        assert_eq!(
            told(
                "#SKONTO#TAGE=7#PROZENT=3.00#\n#SKONTO#TAGE=14#PROZENT=2.25#BASISBETRAG=357.93#\n#VERZUG#TAGE=30#PROZENT=8.00#\n30 Tage netto"
            ),
            [whole("2027-01-09", 300), ("2027-01-16".to_owned(), 225, Some(35_793))]
        );
        for wrong in [
            "#SKONTO#TAGE=x#PROZENT=3.00#",
            "#SKONTO#PROZENT=3.00#",
            "#SKONTO#TAGE=14#PROZENT=0.00#",
            "#SKONTO#TAGE=14#PROZENT=99.00#",
            "#SKONTO#TAGE=999999#PROZENT=2.00#",
        ] {
            assert_eq!(told(wrong), [], "{wrong}");
        }
        assert_eq!(read("#SKONTO#TAGE=14#PROZENT=3.00#", None, None), [], "days count from a day");
    }

    #[test]
    fn german_and_english_words_are_read() {
        for terms in [
            "2 % Skonto innerhalb 14 Tagen",
            "2% Skonto bei Zahlung innerhalb von 14 Tagen, 30 Tage netto.",
            "Zahlbar innerhalb 14 Tagen mit 2,00 % Skonto, innerhalb 30 Tagen ohne Abzug.",
            "Bei Zahlung innerhalb von 14 Tagen gewähren wir 2 % Skonto. Sonst 30 Tage rein netto.",
            "Bei Zahlung innerhalb von 14 Tagen, 2 % Skonto",
            "14 Tage 2 % Skonto 30 Tage netto",
            "Zahlung bis 16.01.2027 mit 2% Skonto",
            "2 Prozent Skonto bis zum 16.01.2027; danach netto",
            "2% 14 days net 30",
            "2/14 net 30",
            "2 % 14, net 30",
            "2% discount within 14 days",
            "A cash discount of 2.0% applies to payment within 14 days.",
            "2 % discount if paid by 2027-01-16",
        ] {
            assert_eq!(told(terms), [whole("2027-01-16", 200)], "{terms}");
        }
        let two = [whole("2027-01-10", 300), whole("2027-01-16", 200)];
        assert_eq!(told("8 Tage 3 % Skonto, 14 Tage 2 % Skonto, 30 Tage netto"), two);
        assert_eq!(told("Skonto: 8 Tage 3 %, 14 Tage 2 %, 30 Tage netto"), two);
    }

    #[test]
    fn what_is_no_discount_or_could_mean_two_things_is_not_read() {
        for terms in [
            "",
            "30 Tage netto",
            "Zahlbar innerhalb von 30 Tagen ohne Abzug.",
            "Kein Skonto innerhalb von 14 Tagen von 2 %",
            "Bei Verzug 9 % Zinsen nach 14 Tagen",
            "19 % MwSt, zahlbar in 14 Tagen",
            "2 % bis 3 % Skonto innerhalb 14 Tagen",
            "2 % Skonto in 8 bis 14 Tagen oder nach 10 Tagen und 20 Tagen",
            "2 % Skonto",
            "Skonto nach Vereinbarung",
            "No discount of 2 % within 14 days",
        ] {
            assert_eq!(told(terms), [], "{terms}");
        }
        for terms in ["Skonto nach Vereinbarung", "2 % Skonto", "a cash discount as agreed"] {
            assert!(mentions_discount(terms), "{terms}");
        }
        for terms in ["", "30 Tage netto", "Kein Skonto", "10 % volume discount"] {
            assert!(!mentions_discount(terms), "{terms}");
        }
    }

    proptest! {
        #[test]
        fn whatever_the_terms_say_a_discount_is_small_and_near(terms in "[0-9a-z%#/., äTAGEPROZNSK=\n]{0,80}|.{0,60}") {
            let issued_on: NaiveDate = "2027-01-02".parse().map_err(|_| TestCaseError::fail("no day"))?;
            for one in read(&terms, Some(issued_on), Currency::parse("EUR").ok()) {
                prop_assert!((1..=2_000).contains(&one.rate.basis_points()));
            }
        }
    }
}
