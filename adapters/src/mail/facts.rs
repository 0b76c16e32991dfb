//! The facts of mails about money, as their reader writes amounts and dates.

use super::words::{Text, concerns, figure, happened, heading, invoice, more, why, words};
use crate::{
    language::{day, money as written},
    return_reason,
};
use sooner_application::{
    identity::ports::LinkTokens,
    kernel::outbox::{Amount, Content, Details, Matter},
};
use sooner_domain::kernel::{ids::LinkId, language::Language};

/// Where things have pages of their own.
pub(super) struct Pages<'a> {
    pub(super) web_origin: &'a str,
    pub(super) tokens: &'a dyn LinkTokens,
}

impl Pages<'_> {
    pub(super) fn invoices(&self) -> String {
        format!("{}/invoices", self.web_origin)
    }

    /// A page for whoever holds the link, whose secret is behind the `#`: no server and no referrer ever sees it.
    pub(super) fn by_link(&self, page: &str, link: LinkId) -> String {
        format!("{}/{page}#token={}", self.web_origin, self.tokens.token(link))
    }
}

/// Facts under a heading; a mail about one thing needs none.
#[derive(Default)]
pub(super) struct Section {
    pub(super) heading: &'static str,
    /// What the mail of this kind says before its facts, and after them, where these are told in full; else empty.
    pub(super) lead: &'static str,
    pub(super) after: &'static str,
    pub(super) entries: Vec<Entry>,
    /// How many more there are than stand here; else empty.
    pub(super) more: String,
    /// The page of all of it, in a digest of what has no pages of its own or of more than stands here; else empty.
    pub(super) address: String,
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
    /// So many entries of a kind a mail has at most, where its reader finds the rest on a page.
    const MOST: usize = 20;

    /// What this mail tells. `pages` is where things have pages of their own.
    pub(super) fn of(content: &Content, reader: Language, pages: &Pages) -> Vec<Self> {
        match content {
            Content::Digest { digest } => by_kind(digest, reader, pages),
            Content::Several { details } => in_full(details.iter().flat_map(|details| &details.parts), reader, pages),
            _ => {
                // The button of a mail about one thing leads there, unless its reader is to say something of it.
                let is_one = matches!(matters(content), [Matter { link: None, .. }]);
                let mut entries: Vec<_> = matters(content).iter().map(|matter| Entry::of(matter, content, reader, pages)).collect();
                entries.iter_mut().filter(|_| is_one).for_each(|entry| entry.address.clear());
                if entries.is_empty() {
                    return Vec::new();
                }
                let mut section = Self { entries, ..Self::default() };
                if has_list(content) {
                    section.shorten(reader);
                }
                vec![section]
            }
        }
    }

    fn shorten(&mut self, reader: Language) {
        let left_out = self.entries.len().saturating_sub(Self::MOST);
        if left_out > 0 {
            self.entries.truncate(Self::MOST);
            self.more = more().to(reader).replace("{number}", &left_out.to_string());
        }
    }
}

/// Whether its reader has an account, with a page that lists all of it. A debtor has neither.
fn has_list(content: &Content) -> bool {
    let is_of_money = content.is_about_money() || matches!(content, Content::PayoutReturned { .. } | Content::OfferAccepted { .. });
    is_of_money && !words(content).page.is_empty()
}

/// Each as its own mail tells it.
fn in_full<'a>(parts: impl Iterator<Item = &'a Content>, reader: Language, pages: &Pages) -> Vec<Section> {
    let of = |content: &Content| {
        let words = words(content);
        let section = by_kind(std::slice::from_ref(content), reader, pages).pop()?;
        Some(Section { lead: words.lead.to(reader), after: words.after.as_ref().map_or("", |after| after.to(reader)), ..section })
    };
    parts.filter_map(of).collect()
}

/// Those of one kind together, in the order in which the first of each came.
fn by_kind(digest: &[Content], reader: Language, pages: &Pages) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for content in digest {
        let heading = heading(content).to(reader);
        let entries = matters(content).iter().map(|matter| Entry::of(matter, content, reader, pages));
        match sections.iter_mut().find(|section| section.heading == heading) {
            Some(section) => section.entries.extend(entries),
            None => {
                let address = match words(content).page {
                    "" => String::new(),
                    own => format!("{}/{own}", pages.web_origin),
                };
                sections.push(Section { heading, entries: entries.collect(), address, ..Section::default() });
            }
        }
    }
    // Whoever finds the page of each needs no other.
    for section in &mut sections {
        if !section.address.is_empty() {
            section.shorten(reader);
        }
        if section.more.is_empty() && !section.entries.is_empty() && section.entries.iter().all(|entry| !entry.address.is_empty()) {
            section.address.clear();
        }
    }
    sections
}

/// Nothing in a mail that an earlier release wrote.
fn matters(content: &Content) -> &[Matter] {
    content.details().map_or(&[], |Details { matters, .. }| matters)
}

/// Every link that works by its secret.
pub(super) fn links(content: &Content) -> Vec<LinkId> {
    content.link().into_iter().chain(matters(content).iter().filter_map(|matter| matter.link)).collect()
}

/// Where one thing has a page of its own, that page.
pub(super) fn own_page(content: &Content, page: &str) -> Option<String> {
    match matters(content) {
        [Matter { receivable: Some(id), .. }] => Some(format!("{page}/{id}")),
        _ => None,
    }
}

impl Entry {
    fn of(matter: &Matter, content: &Content, reader: Language, pages: &Pages) -> Self {
        let Matter { receivable, invoice: number, debtor, amounts, on, link, came_back } = matter;
        let said = link.map(|link| pages.by_link("confirm", link));
        let address = said.or_else(|| receivable.map(|id| format!("{}/{id}", pages.invoices()))).unwrap_or_default();
        let number = number.as_ref().map(|number| format!("{} {}", invoice().to(reader), plain(number.as_str())));
        let fact = |label: &Text, value: String| format!("{}: {value}", label.to(reader));
        let debtor = debtor.as_ref().map(|debtor| plain(debtor.as_str()));
        let debtor = if number.is_some() { debtor } else { debtor.map(|whom| fact(concerns(), whom)) };
        let amounts = amounts.iter().map(|Amount { figure: of, money }| fact(figure(*of), written(*money, reader)));
        let on = on.zip(happened(content)).map(|(on, label)| fact(label, day(on, reader)));
        let came_back = came_back.map(|reason| fact(why(), return_reason::coded(reason, reader)));
        let invoice = number.into_iter().chain(debtor).collect::<Vec<_>>().join(", ");
        let mut lines = [invoice].into_iter().filter(|line| !line.is_empty()).chain(amounts).chain(on).chain(came_back);
        let title = lines.next().unwrap_or_default();
        Self { title, facts: lines.collect(), address }
    }
}

/// What people call themselves or their company, to people who did not ask for our mail and may not know them: no number in it can be
/// dialled, and it is no longer than names are. Names with a few digits stay.
pub(super) fn called(typed: &str) -> String {
    let mut kept = String::new();
    // Signs between digits are what numbers are grouped by.
    for (stretch, has_letters) in stretches(typed) {
        let digits = stretch.chars().filter(|char| char.is_numeric()).count();
        kept.push_str(if has_letters || digits <= DIGITS_OF_A_NAME { stretch } else { " … " });
    }
    let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_longer = kept.chars().nth(CHARS_OF_A_NAME).is_some();
    let shown: String = kept.chars().take(CHARS_OF_A_NAME).collect();
    plain(&if is_longer { format!("{}…", shown.trim_end()) } else { shown })
}

/// Years, and what brands are called. The shortest numbers that a call costs money for have more.
const DIGITS_OF_A_NAME: usize = 4;
const CHARS_OF_A_NAME: usize = 80;

/// The text in pieces, each with whether it is made of letters.
fn stretches(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let has_letters = rest.chars().next()?.is_alphabetic();
        let end = rest.find(|char: char| char.is_alphabetic() != has_letters).unwrap_or(rest.len());
        let (stretch, after) = rest.split_at(end);
        rest = after;
        Some((stretch, has_letters))
    })
}

/// What somebody typed: no address in it looks like one, for mail programs make a link of any. Amounts and dates stay.
pub(super) fn plain(typed: &str) -> String {
    let chars: Vec<_> = typed.chars().collect();
    let is = |place: Option<usize>, what: fn(char) -> bool| place.and_then(|place| chars.get(place)).is_some_and(|char| what(*char));
    let is_in_number =
        |place: usize| is(place.checked_sub(1), |char| char.is_ascii_digit()) && is(Some(place + 1), |char| char.is_ascii_digit());
    // Programs that read domain names of every script take each of these for the dot.
    let is_dot = |place: usize| matches!(chars[place], '.' | '\u{2024}' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}');
    let joins = |place: usize| is_dot(place) && is(Some(place + 1), char::is_alphanumeric) && !is_in_number(place);
    let kept = (0..chars.len()).map(|place| if joins(place) { format!("{} ", chars[place]) } else { chars[place].to_string() });
    kept.collect::<String>().replace("://", ": //").replace("mailto:", "mailto: ")
}
