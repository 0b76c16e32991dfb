//! The facts of mails about money, as their reader writes amounts and dates.

use super::words::{Text, figure, happened, heading, invoice};
use chrono::{Datelike, NaiveDate};
use sooner_application::kernel::outbox::{Amount, Content, Details, Matter};
use sooner_domain::kernel::{language::Language, minor::Minor, money::Money};

/// Facts under a heading; a mail about one thing needs none.
pub(super) struct Section {
    pub(super) heading: &'static str,
    pub(super) entries: Vec<Entry>,
}

/// What is told of one invoice.
pub(super) struct Entry {
    /// Which invoice; for what is about none, its first fact.
    pub(super) title: String,
    pub(super) facts: Vec<String>,
    /// Its page; empty where the mail's button leads there.
    pub(super) address: String,
}

impl Section {
    /// What this mail tells. `page` is where the pages of invoices are.
    pub(super) fn of(content: &Content, reader: Language, page: &str) -> Vec<Self> {
        match content {
            Content::Digest { digest } => by_kind(digest, reader, page),
            _ => {
                let is_one = matters(content).len() == 1;
                let mut entries: Vec<_> = matters(content).iter().map(|matter| Entry::of(matter, content, reader, page)).collect();
                entries.iter_mut().filter(|_| is_one).for_each(|entry| entry.address.clear());
                if entries.is_empty() { Vec::new() } else { vec![Self { heading: "", entries }] }
            }
        }
    }
}

/// Those of one kind together, in the order in which the first of each came.
fn by_kind(digest: &[Content], reader: Language, page: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for content in digest {
        let heading = heading(content).to(reader);
        let entries = matters(content).iter().map(|matter| Entry::of(matter, content, reader, page));
        match sections.iter_mut().find(|section| section.heading == heading) {
            Some(section) => section.entries.extend(entries),
            None => sections.push(Section { heading, entries: entries.collect() }),
        }
    }
    sections
}

/// Nothing in a mail that an earlier release wrote.
fn matters(content: &Content) -> &[Matter] {
    content.details().map_or(&[], |Details { matters, .. }| matters)
}

/// Where one thing has a page of its own, that page.
pub(super) fn own_page(content: &Content, page: &str) -> Option<String> {
    match matters(content) {
        [Matter { receivable: Some(id), .. }] => Some(format!("{page}/{id}")),
        _ => None,
    }
}

impl Entry {
    fn of(Matter { receivable, invoice: number, debtor, amounts, on }: &Matter, content: &Content, reader: Language, page: &str) -> Self {
        let number = number.as_ref().map(|number| format!("{} {}", invoice().to(reader), plain(number.as_str())));
        let debtor = debtor.as_ref().map(|debtor| plain(debtor.as_str()));
        let fact = |label: &Text, value: String| format!("{}: {value}", label.to(reader));
        let amounts = amounts.iter().map(|Amount { figure: of, money }| fact(figure(*of), amount(*money, reader)));
        let on = on.zip(happened(content)).map(|(on, label)| fact(label, day(on, reader)));
        let invoice = number.into_iter().chain(debtor).collect::<Vec<_>>().join(", ");
        let mut lines = [invoice].into_iter().filter(|line| !line.is_empty()).chain(amounts).chain(on);
        let title = lines.next().unwrap_or_default();
        Self { title, facts: lines.collect(), address: receivable.map(|id| format!("{page}/{id}")).unwrap_or_default() }
    }
}

/// What somebody typed: no address in it looks like one, for mail programs make a link of any.
pub(super) fn plain(name: &str) -> String {
    let chars: Vec<_> = name.chars().collect();
    let joins = |place: usize| chars[place] == '.' && chars.get(place + 1).is_some_and(|next| next.is_alphanumeric());
    let kept = (0..chars.len()).map(|place| if joins(place) { ". ".to_owned() } else { chars[place].to_string() });
    kept.collect::<String>().replace("://", ": //")
}

/// As in `12,345.60 EUR` and `12.345,60 EUR`.
fn amount(money: Money, reader: Language) -> String {
    let (group, point) = match reader {
        Language::English => (',', '.'),
        Language::German => ('.', ','),
    };
    let currency = money.currency();
    let written = Minor::new(money.amount_minor()).in_major(currency);
    let (major, cents) = written.split_once('.').map_or((written.as_str(), None), |(major, cents)| (major, Some(cents)));
    let mut whole = String::new();
    for (place, digit) in major.chars().enumerate() {
        if place > 0 && (major.len() - place) % 3 == 0 {
            whole.push(group);
        }
        whole.push(digit);
    }
    let cents = cents.map(|cents| format!("{point}{cents}")).unwrap_or_default();
    // They stay on one line.
    format!("{whole}{cents}\u{a0}{}", currency.code())
}

/// As in `4 January 2027` and `4. Januar 2027`.
fn day(on: NaiveDate, reader: Language) -> String {
    const ENGLISH: [&str; 12] =
        ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
    const GERMAN: [&str; 12] =
        ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"];
    let month = |names: [&'static str; 12]| names.get(on.month0() as usize).copied().unwrap_or_default();
    match reader {
        Language::English => format!("{} {} {}", on.day(), month(ENGLISH), on.year()),
        Language::German => format!("{}. {} {}", on.day(), month(GERMAN), on.year()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_domain::kernel::money::Currency;

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
        ] {
            let money = Money::parse(minor, Currency::parse(code).unwrap()).unwrap();
            assert_eq!(amount(money, Language::English).replace('\u{a0}', " "), english);
            assert_eq!(amount(money, Language::German).replace('\u{a0}', " "), german);
        }
    }

    #[test]
    fn days_have_their_months_by_name() {
        let days = |language| (1..=12).map(move |month| day(NaiveDate::from_ymd_opt(2028, month, 29).unwrap(), language));
        assert_eq!(days(Language::English).nth(1).as_deref(), Some("29 February 2028"));
        assert_eq!(days(Language::German).nth(2).as_deref(), Some("29. März 2028"));
        let last = [Language::English, Language::German].map(|language| days(language).next_back());
        assert_eq!(last, [Some("29 December 2028".to_owned()), Some("29. Dezember 2028".to_owned())]);
    }
}
