//! What stands in an element, as what it should be.

use super::head::Line;
use crate::xml::{
    node::Node,
    values::{day_of, minor, scaled},
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        minor::{Minor, half_up},
        money::{Currency, Percentage},
    },
    payments::statement::shortened,
    receivables::{
        cash_discount::CashDiscount,
        einvoice::{Identifier, InvoiceData, InvoiceNote, Summed, Taxed, Term, Unreadable, VatPart},
    },
};
use std::collections::BTreeMap;

/// What cannot be read is quoted so far.
const QUOTED: usize = 100;
/// Hundredths of a per cent.
const OF_PERCENT: usize = 2;

/// The text in one line.
pub fn line(text: &str) -> Option<String> {
    Some(shortened(text, usize::MAX)).filter(|text| !text.is_empty())
}

/// The first text of these in one line.
pub fn first(node: &Node<'_>, paths: &[&str]) -> Option<String> {
    node.first(paths).and_then(line)
}

/// A text with its lines.
pub fn lines(text: &str) -> Option<String> {
    let lines: Vec<_> = text.lines().map(|line| shortened(line, usize::MAX)).collect();
    Some(lines.join("\n").trim().to_owned()).filter(|text| !text.is_empty())
}

/// A note, which may begin with what it is about: `#AAI#…`.
pub fn note(subject: Option<String>, text: &str) -> Option<InvoiceNote> {
    let text = lines(text)?;
    let marked = text.strip_prefix('#').and_then(|rest| rest.split_once('#'));
    match marked.filter(|(code, _)| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())) {
        Some((code, rest)) if subject.is_none() && !rest.trim().is_empty() => {
            Some(InvoiceNote { subject: Some(code.to_owned()), text: rest.trim().to_owned() })
        }
        _ => Some(InvoiceNote { subject, text }),
    }
}

pub fn identifier(node: &Node<'_>) -> Option<Identifier> {
    Some(Identifier { scheme: node.attribute("schemeID").and_then(line), value: node.own().and_then(line)? })
}

/// Each of these, in their own order.
pub fn identifiers<'n, 'a: 'n>(nodes: impl Iterator<Item = &'n Node<'a>>) -> Vec<Identifier> {
    let mut all: Vec<_> = nodes.filter_map(identifier).collect();
    all.sort();
    all
}

/// In capitals and without spaces.
pub fn account_number(text: &str) -> Option<String> {
    let number: String = text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).flat_map(char::to_uppercase).collect();
    Some(number).filter(|number| !number.is_empty())
}

/// Codes of a list of numbers, each once; what is none says nothing.
pub fn codes<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<i64> {
    let mut codes: Vec<i64> = texts.filter_map(|text| text.parse().ok()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Reads values, and keeps what is none.
#[derive(Default)]
pub struct Values {
    pub currency: Option<Currency>,
    pub unreadable: Vec<Unreadable>,
    /// Amounts of lines with more digits than the currency.
    pub inexact: Vec<Unreadable>,
}

/// Digits of a line's amount beyond those of its currency.
const MORE_DIGITS: usize = 4;
/// Of one minor unit.
const FINE: i128 = 10_i128.pow(MORE_DIGITS as u32);

/// What lines come to, to more digits than a currency has: all of them, and by how they are taxed.
#[derive(Default)]
pub struct LineSums {
    count: usize,
    sum: Fine,
    taxed: BTreeMap<(String, Option<Percentage>), Fine>,
    /// One of them does not say how it is taxed.
    is_untold: bool,
}

/// A sum in fine units; none where a part of it cannot be read.
struct Fine(Option<i128>);

impl Default for Fine {
    fn default() -> Self {
        Self(Some(0))
    }
}

impl Fine {
    fn add(&mut self, amount: Option<i128>) {
        self.0 = self.0.zip(amount).and_then(|(sum, amount)| sum.checked_add(amount));
    }

    fn minor(&self) -> Option<Minor> {
        self.0.filter(|sum| sum.abs() <= i128::from(InvoiceData::MAX_MINOR) * FINE * MOST_LINES).map(|sum| half_up(sum, FINE))
    }
}

/// As many lines as a file has at most, of the largest amount each.
const MOST_LINES: i128 = InvoiceData::MAX_ELEMENTS as i128;

impl LineSums {
    pub fn line(&mut self, values: &mut Values, line: &Line<'_>) {
        let amount = values.fine_amount(line.amount.as_ref());
        self.count += 1;
        self.sum.add(amount);
        self.tax(amount, line.category.as_deref(), line.rate.as_deref());
    }

    /// An allowance (−1) or a charge (1) on the whole.
    pub fn of_whole(&mut self, values: &mut Values, amount: Option<&Node<'_>>, sign: i128, [category, rate]: [Option<&str>; 2]) {
        let known = values.unreadable.len();
        let amount = values.amount(amount, Term::Charge).map(|amount| i128::from(amount.get()) * FINE * sign);
        // It is told with the allowances and charges themselves.
        values.unreadable.truncate(known);
        self.tax(amount, category, rate);
    }

    fn tax(&mut self, amount: Option<i128>, category: Option<&str>, rate: Option<&str>) {
        let rate_read = rate.map(|rate| scaled(rate, OF_PERCENT).and_then(|rate| Percentage::parse_basis_points(rate).ok()));
        match (category, rate_read) {
            (Some(category), rate @ (None | Some(Some(_)))) => {
                self.taxed.entry((category.to_owned(), rate.flatten())).or_default().add(amount)
            }
            _ => self.is_untold = true,
        }
    }

    /// What all come to, and by how they are taxed: nothing of that where one of them does not say.
    pub fn done(self) -> (Summed, Vec<Taxed>) {
        let taxed =
            self.taxed.iter().map(|((category, rate), sum)| sum.minor().map(|sum| Taxed { category: category.clone(), rate: *rate, sum }));
        let taxed: Option<Vec<Taxed>> = taxed.collect();
        let is_told = !self.is_untold && self.count > 0;
        (Summed { count: self.count, sum: self.sum.minor() }, taxed.filter(|_| is_told).unwrap_or_default())
    }
}

/// A cash discount that is told as data.
pub fn discount(node: &Node<'_>, issued_on: Option<NaiveDate>, currency: Option<Currency>) -> Option<CashDiscount> {
    let from = node.find("BasisDateTime/DateTimeString").and_then(Node::own);
    let from = from.map_or(issued_on, |text| NaiveDate::parse_from_str(text, "%Y%m%d").ok());
    let period = node.find("BasisPeriodMeasure").filter(|node| node.attribute("unitCode").is_none_or(|unit| unit.trim() == "DAY"))?;
    let days: u64 = period.own()?.parse().ok()?;
    let base = match node.first(&["BasisAmount"]) {
        Some(text) => Some(minor(text, currency?)?),
        None => None,
    };
    CashDiscount::within(from?, days, scaled(node.first(&["CalculationPercent"])?, OF_PERCENT)?, base)
}

impl Values {
    /// Whatever is made of a text; what nothing is made of is kept.
    fn read<T>(&mut self, node: Option<&Node<'_>>, term: Term, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let (node, text) = node.and_then(|node| Some((node, node.own()?)))?;
        let value = read(text);
        if value.is_none() {
            self.keep(node, term, false);
        }
        value
    }

    fn keep(&mut self, node: &Node<'_>, term: Term, is_other_currency: bool) {
        let text = match node.attribute("currencyID").filter(|_| is_other_currency) {
            Some(currency) => format!("{} {currency}", node.own().unwrap_or_default()),
            None => node.own().unwrap_or_default().to_owned(),
        };
        self.unreadable.push(Unreadable { term, line: node.line, text: shortened(&text, QUOTED), is_other_currency });
    }

    pub fn code(&mut self, node: Option<&Node<'_>>, term: Term) -> Option<i64> {
        self.read(node, term, |text| text.parse().ok().filter(|code| *code > 0))
    }

    /// Learns the currency.
    pub fn currency(&mut self, node: Option<&Node<'_>>) {
        self.currency = self.read(node, Term::Currency, |text| Currency::parse(text).ok());
    }

    pub fn day(&mut self, node: Option<&Node<'_>>, term: Term) -> Option<NaiveDate> {
        self.read(node, term, day_of)
    }

    /// A day as eight digits, which is what 102 stands for.
    pub fn compact_day(&mut self, node: Option<&Node<'_>>, term: Term) -> Option<NaiveDate> {
        let is_compact = node.and_then(|node| node.attribute("format")).is_none_or(|format| format.trim() == "102");
        self.read(node, term, |text| {
            let is_day = is_compact && text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
            NaiveDate::parse_from_str(text, "%Y%m%d").ok().filter(|_| is_day)
        })
    }

    /// An amount in the invoice's currency, below zero where there is a minus.
    pub fn amount(&mut self, node: Option<&Node<'_>>, term: Term) -> Option<Minor> {
        let currency = self.currency?;
        let amount = node.filter(|node| node.own().is_some())?;
        if !is_in(amount, currency) {
            self.keep(amount, term, true);
            return None;
        }
        self.read(node, term, |text| match text.strip_prefix('-') {
            Some(text) => minor(text, currency).map(|amount| -amount),
            None => minor(text.strip_prefix('+').unwrap_or(text), currency),
        })
    }

    /// An amount of a line in fine units, which may have more digits than the currency.
    fn fine_amount(&mut self, node: Option<&Node<'_>>) -> Option<i128> {
        let (currency, node) = (self.currency?, node?);
        let digits = currency.digits() + MORE_DIGITS;
        let text = node.own().filter(|_| is_in(node, currency));
        let unsigned = text.map(|text| text.strip_prefix(['-', '+']).unwrap_or(text));
        if unsigned.is_none_or(|text| minor(text, currency).is_some() || scaled(text, digits).is_none()) {
            return self.amount(Some(node), Term::LineNet).map(|amount| i128::from(amount.get()) * FINE);
        }
        let text = text?;
        self.inexact.push(Unreadable { term: Term::LineNet, line: node.line, text: shortened(text, QUOTED), is_other_currency: false });
        let amount = i128::from(scaled(unsigned?, digits)?);
        Some(if text.starts_with('-') { -amount } else { amount })
    }

    /// One that is left out where it is nothing.
    pub fn if_any(&mut self, node: &Node<'_>, path: &str, term: Term) -> Option<Minor> {
        self.amount_at(node, path, term).filter(|amount| !amount.is_zero())
    }

    pub fn amount_at(&mut self, node: &Node<'_>, path: &str, term: Term) -> Option<Minor> {
        self.amount(node.find(path), term)
    }

    /// One that is written once for each of two currencies: the one in the invoice's own. In the other one it is what is told to a
    /// tax office.
    pub fn own_of<'n, 'a>(&mut self, amounts: impl Iterator<Item = &'n Node<'a>>, told: Option<&str>, term: Term) -> Option<Minor>
    where
        'a: 'n,
    {
        let currency = self.currency?;
        let all: Vec<_> = amounts.collect();
        let own = all.iter().find(|amount| is_in(amount, currency)).copied();
        let other = all.iter().find(|amount| amount.attribute("currencyID").map(str::trim) != told).copied();
        self.amount(own.or(other), term).filter(|amount| !amount.is_zero())
    }

    pub fn rate(&mut self, node: Option<&Node<'_>>) -> Option<Percentage> {
        self.read(node, Term::VatRate, |text| Percentage::parse_basis_points(scaled(text, OF_PERCENT)?).ok())
    }

    /// What these come to.
    pub fn sum<'n, 'a: 'n>(&mut self, all: impl Iterator<Item = Option<&'n Node<'a>>>, term: Term) -> Summed {
        all.fold(Summed::default(), |sum, node| sum.and(self.amount(node, term)))
    }
}

/// In the order of category and rate, in which they mean the same.
pub fn ordered(mut parts: Vec<VatPart>) -> Vec<VatPart> {
    parts.sort_by(|one, other| {
        let key = |part: &VatPart| (part.category.clone(), part.rate, part.taxable, part.tax);
        key(one).cmp(&key(other))
    });
    parts
}

/// An amount that names no currency is in the invoice's.
pub fn is_in(amount: &Node<'_>, currency: Currency) -> bool {
    amount.attribute("currencyID").is_none_or(|code| code.trim() == currency.code())
}
