//! Text, amounts and dates as their reader writes them, for what is sent to people.

use chrono::{Datelike, NaiveDate};
use sooner_domain::kernel::{
    language::Language,
    minor::Minor,
    money::{Currency, Money},
};

/// A text in each language.
pub(crate) struct Text {
    pub(crate) en: &'static str,
    pub(crate) de: &'static str,
}

impl Text {
    pub(crate) fn to(&self, reader: Language) -> &'static str {
        match reader {
            Language::English => self.en,
            Language::German => self.de,
        }
    }

    /// With these in the place of their names. What is put in is not looked through for more.
    pub(crate) fn with(&self, reader: Language, values: &[(&str, &str)]) -> String {
        let mut rest = self.to(reader);
        let mut text = String::new();
        while let Some(start) = rest.find('{') {
            text.push_str(&rest[..start]);
            rest = &rest[start..];
            let Some(end) = rest.find('}') else { break };
            let value = values.iter().find(|(name, _)| *name == &rest[1..end]);
            text.push_str(value.map_or(&rest[..=end], |(_, value)| value));
            rest = &rest[end + 1..];
        }
        text + rest
    }
}

/// As in `12,345.60` and `12.345,60`, with a minus sign of its own.
pub(crate) fn figure(amount: Minor, currency: Currency, reader: Language) -> String {
    let (group, point) = match reader {
        Language::English => (',', '.'),
        Language::German => ('.', ','),
    };
    let written = amount.in_major(currency);
    let (sign, written) = written.strip_prefix('-').map_or(("", written.as_str()), |written| ("\u{2212}", written));
    let (major, cents) = written.split_once('.').map_or((written, None), |(major, cents)| (major, Some(cents)));
    let mut whole = String::new();
    for (place, digit) in major.chars().enumerate() {
        if place > 0 && (major.len() - place) % 3 == 0 {
            whole.push(group);
        }
        whole.push(digit);
    }
    let cents = cents.map(|cents| format!("{point}{cents}")).unwrap_or_default();
    format!("{sign}{whole}{cents}")
}

/// As in `12,345.60 EUR` and `12.345,60 EUR`.
pub(crate) fn amount(amount: Minor, currency: Currency, reader: Language) -> String {
    // They stay on one line.
    format!("{}\u{a0}{}", figure(amount, currency, reader), currency.code())
}

/// The same of what is never below zero.
pub(crate) fn money(money: Money, reader: Language) -> String {
    amount(Minor::new(money.amount_minor()), money.currency(), reader)
}

const ENGLISH: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const GERMAN: [&str; 12] =
    ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"];

/// As in `January 2027` and `Januar 2027`.
pub(crate) fn month(on: NaiveDate, reader: Language) -> String {
    let names = match reader {
        Language::English => ENGLISH,
        Language::German => GERMAN,
    };
    format!("{} {}", names.get(on.month0() as usize).copied().unwrap_or_default(), on.year())
}

/// As in `4 January 2027` and `4. Januar 2027`.
pub(crate) fn day(on: NaiveDate, reader: Language) -> String {
    match reader {
        Language::English => format!("{} {}", on.day(), month(on, reader)),
        Language::German => format!("{}. {}", on.day(), month(on, reader)),
    }
}

/// As in `4 Jan 2027` and `04.01.2027`, for columns. They stay on one line.
pub(crate) fn short_day(on: NaiveDate, reader: Language) -> String {
    match reader {
        Language::English => on.format("%-d\u{a0}%b\u{a0}%Y").to_string(),
        Language::German => on.format("%d.%m.%Y").to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_their_reader_writes_them() {
        for (minor, code, english, german) in [
            (0, "EUR", "0.00 EUR", "0,00 EUR"),
            (5, "EUR", "0.05 EUR", "0,05 EUR"),
            (99_999, "USD", "999.99 USD", "999,99 USD"),
            (100_000, "EUR", "1,000.00 EUR", "1.000,00 EUR"),
            (Money::MAX_MINOR, "EUR", "10,000,000,000,000.00 EUR", "10.000.000.000.000,00 EUR"),
            (1_234_567, "JPY", "1,234,567 JPY", "1.234.567 JPY"),
            (1_234_567, "KWD", "1,234.567 KWD", "1.234,567 KWD"),
            (-123_456, "EUR", "\u{2212}1,234.56 EUR", "\u{2212}1.234,56 EUR"),
        ] {
            let written = |reader| amount(Minor::new(minor), Currency::parse(code).unwrap(), reader).replace('\u{a0}', " ");
            assert_eq!(written(Language::English), english);
            assert_eq!(written(Language::German), german);
        }
    }

    #[test]
    fn days_have_their_months_by_name() {
        let days = |language| (1..=12).map(move |month| day(NaiveDate::from_ymd_opt(2028, month, 29).unwrap(), language));
        assert_eq!(days(Language::English).nth(1).as_deref(), Some("29 February 2028"));
        assert_eq!(days(Language::German).nth(2).as_deref(), Some("29. März 2028"));
        let last = [Language::English, Language::German].map(|language| days(language).next_back());
        assert_eq!(last, [Some("29 December 2028".to_owned()), Some("29. Dezember 2028".to_owned())]);
        let short = [Language::English, Language::German].map(|language| short_day(NaiveDate::from_ymd_opt(2028, 2, 3).unwrap(), language));
        assert_eq!(short, ["3\u{a0}Feb\u{a0}2028", "03.02.2028"]);
    }

    #[test]
    fn what_is_put_into_a_text_is_left_as_it_is() {
        const TEXT: Text = Text { en: "{one} and {two}, {three", de: "{two}{one}{four}" };
        let values = [("one", "{two}"), ("two", "2")];
        assert_eq!(TEXT.with(Language::English, &values), "{two} and 2, {three");
        assert_eq!(TEXT.with(Language::German, &values), "2{two}{four}");
    }
}
