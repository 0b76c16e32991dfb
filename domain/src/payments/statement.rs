//! What a bank says of an account of the house: read of a file, checked, and cut into lines that each count once.

#[cfg(test)]
mod tests;

mod pairing;
pub mod told;
pub mod weighing;
#[cfg(test)]
mod weighing_tests;

use super::receipt::Payer;
use crate::kernel::{
    Invalid,
    canonical::{Canonical, Digest},
    charset::Charset,
    coded::{Coded as _, coded_enum},
    ids::id,
    minor::Minor,
    money::{Currency, Money},
    text::{Line, Note},
};
use crate::ledger::{account::Account, entry::Entry as Booked};
use chrono::{Datelike as _, Months, NaiveDate, Weekday};
use std::collections::{BTreeMap, BTreeSet};

id!(
    /// A statement that was imported.
    StatementId
);
id!(
    /// A line of a statement. What came in is a receipt of the same id.
    LineId
);

coded_enum!(
    /// What came of one of the statements of a file.
    StatementTaken {
        /// It was taken, or what was missing of it.
        Now = "now",
        /// All of it was there.
        Before = "before",
        /// More of its account's lines would wait for a decision than people can decide on: it was not taken, or not to its end.
        TooManyWait = "too_many_wait",
    }
);

/// A statement of one account, as a file says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Where it begins in its file: the line, counted from 1.
    pub line: usize,
    /// The account's IBAN, or whatever else the bank calls it; without spaces.
    pub account: String,
    pub currency: Currency,
    /// What the bank calls it; empty where it has no name.
    pub name: String,
    /// The number the bank gives it among those of its account.
    pub sequence: Option<i64>,
    pub opening: Option<Balance>,
    pub closing: Option<Balance>,
    /// What is booked. What is only announced is not among them.
    pub entries: Vec<Entry>,
    /// What is booked and cannot be read.
    pub odd: Vec<Odd>,
}

/// An entry that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odd {
    /// Where the file says what makes no sense, and how the format calls it.
    pub line: usize,
    pub what: &'static str,
    pub legible: Legible,
}

/// What was read of an entry that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Legible {
    pub booked_on: Option<NaiveDate>,
    pub value_on: Option<NaiveDate>,
    /// As the file writes it, which may make no sense.
    pub amount: Option<Line>,
    /// The same where it makes sense, without its sign.
    pub magnitude: Option<Minor>,
    /// The word for whether money came in or went out.
    pub direction: Option<Line>,
    pub other: Payer,
    pub text: Option<Note>,
    /// The begin of it as it stands in the file.
    pub raw: String,
}

impl Legible {
    /// The amount, below zero where the file says that money went out.
    pub fn signed(&self) -> Option<Minor> {
        self.magnitude.map(|amount| if self.is_debit() == Some(true) { -amount } else { amount })
    }

    /// What the entry is of the account’s money, where the file says both the amount and whether money went out: nothing where it is in
    /// another currency.
    pub fn certain(&self, account: Currency) -> Option<Minor> {
        match self.is_of_other_currency(account) {
            true => Some(Minor::ZERO),
            false => self.signed().filter(|_| self.is_debit().is_some()),
        }
    }

    /// Whether both are perhaps one entry of an account: of one amount that both files say, and nothing else that was read contradicts.
    pub fn may_be(&self, other: &Self, account: Currency) -> bool {
        fn agree<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
            one.zip(other).is_none_or(|(one, other)| one == other)
        }
        let amount = self.certain(account).filter(|amount| !amount.is_zero());
        amount.is_some()
            && amount == other.certain(account)
            && agree(self.booked_on.as_ref(), other.booked_on.as_ref())
            && agree(self.value_on.as_ref(), other.value_on.as_ref())
            && agree(self.other.name.as_ref(), other.other.name.as_ref())
            && agree(self.other.iban.as_ref(), other.other.iban.as_ref())
            && agree(self.text.as_ref(), other.text.as_ref())
    }

    /// Whether the file names another currency beside the amount than the account’s, be it one that there is or not.
    pub fn is_of_other_currency(&self, account: Currency) -> bool {
        let named = self.amount.as_ref().and_then(|amount| amount.as_str().split_whitespace().next_back());
        named.is_some_and(|named| named.chars().all(char::is_alphabetic) && named != account.code())
    }

    /// Whether money went out; none where the file does not say that.
    pub fn is_debit(&self) -> Option<bool> {
        match self.direction.as_ref()?.as_str() {
            "DBIT" => Some(true),
            "CRDT" => Some(false),
            _ => None,
        }
    }
}

/// What was booked on an account at the begin or the end of a day; below zero where it is overdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    pub on: NaiveDate,
    pub amount: Minor,
}

/// What a bank booked in one sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub line: usize,
    /// Above zero where money came in.
    pub amount: Minor,
    pub booked_on: NaiveDate,
    pub value_on: NaiveDate,
    /// The bank's own reference of it; none where it says that it provided none.
    pub reference: Option<String>,
    /// What the bank kept for itself of what the details say, as an amount below zero.
    pub charges: Minor,
    /// What is told of it as a whole: ids that we or others gave it, and text.
    pub names: Vec<String>,
    pub text: Option<String>,
    pub details: Vec<Detail>,
}

/// A part of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Detail {
    pub line: usize,
    /// In the account's currency, above zero where money came in; none where the bank does not say so.
    pub amount: Option<Minor>,
    /// Wherever banks put an id or a reference: end-to-end id, instruction, transaction, creditor reference, and whatever else.
    pub names: Vec<String>,
    /// Who is on the other side.
    pub other: Payer,
    pub text: Option<String>,
    /// That it is money that came back, and why.
    pub returned: Option<String>,
}

/// Why a file of a bank is not taken. Lines are those of the file, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// It is of no known form, or says something else.
    #[error("of no known form")]
    Unknown,
    /// It is of a form that is known and not taken.
    #[error("{}", .0.code())]
    Other(OtherForm),
    /// It says that it is written in an encoding that is not read.
    #[error("encoded as {}", .0.as_str())]
    Letters(Charset),
    /// It says that it is written in this encoding, and is not.
    #[error("line {line}: not in {}", .charset.as_str())]
    WrongLetters { line: usize, charset: Charset },
    /// It is larger, deeper or longer than any statement needs to be.
    #[error("too large")]
    TooLarge,
    /// More of its account's lines would wait for a decision than people can decide on.
    #[error("more than {} lines would wait", Statement::MAX_WAITING)]
    TooManyWait,
    /// It is not well formed, or says how it is to be read instead of what it says.
    #[error("line {0}: not well formed")]
    Malformed(usize),
    /// What must be there is missing or makes no sense.
    #[error("line {line}: {what}")]
    Unreadable { line: usize, what: &'static str },
    /// The opening balance and what is booked do not add up to the closing one.
    #[error("line {line}: the balances differ by {} {}", .by.get(), .currency.code())]
    Balances { line: usize, by: Minor, currency: Currency },
    /// It answers to no order of the house.
    #[error("another order")]
    OtherOrder,
    /// None of its statements is of an account of the house.
    #[error("another account")]
    OtherAccount,
}

coded_enum!(
    /// What banks send of accounts that is not taken.
    OtherForm {
        /// What was booked by now: `camt.052`.
        Intraday = "camt.052",
        /// Single payments: `camt.054`.
        Notification = "camt.054",
        /// MT940, MT942.
        Swift = "MT940",
        /// CSV, or a workbook.
        Table = "table",
        /// ZIP.
        Archive = "ZIP",
    }
);

coded_enum!(
    /// Why a line waits for a decision: it is not in the books.
    HeldReason {
        /// Nothing proves whether it was told before.
        PerhapsKnown = "perhaps_known",
        /// It was told before, with another amount.
        Altered = "altered",
        /// It is booked on a day that is still to come.
        Ahead = "ahead",
        /// It is booked on a day that is longer ago than statements come late.
        LongAgo = "long_ago",
        /// The amounts of its details do not add up to its own.
        DetailsDiffer = "details_differ",
        /// Its amount, day or kind cannot be read.
        Unreadable = "unreadable",
    }
);

impl HeldReason {
    /// Months after which no statement comes: a day before that is another year's, or mistyped.
    const LATEST: Months = Months::new(12);

    /// Why a line of this day does not count by itself.
    pub fn of_day(on: NaiveDate, today: NaiveDate) -> Option<Self> {
        let is_long_ago = || today.checked_sub_months(Self::LATEST).is_some_and(|first| on < first);
        if on > today { Some(Self::Ahead) } else { is_long_ago().then_some(Self::LongAgo) }
    }
}

coded_enum!(
    /// What statements tell and the ledger lacks, or the other way round.
    DifferencePart {
        /// Money that went out without an explanation.
        UnexplainedDebits = "unexplained_debits",
        /// Lines that wait for a decision, but for those that are perhaps known.
        Waiting = "waiting",
        /// Lines that a person set aside.
        SetAside = "set_aside",
        /// Entries that cannot be read, and were not entered by hand.
        Unreadable = "unreadable",
        /// Lines that a statement held before the day they are booked on.
        BookedLater = "booked_later",
        /// Lines that the ledger has of another statement, which begins behind the day that they are booked on.
        OnAnother = "on_another",
    }
);

coded_enum!(
    /// What was decided of a line that waited.
    HeldDecision {
        /// It counts.
        New = "new",
        /// It was counted before.
        Known = "known",
        /// It is left out, for a reason that a person gave.
        SetAside = "set_aside",
    }
);

/// A line of a statement: what is matched by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLine {
    /// Tells it apart from every other one of the account: the same in each file it stands in.
    pub key: Digest,
    pub booked_on: NaiveDate,
    pub value_on: NaiveDate,
    /// Above zero where money came in.
    pub amount: Minor,
    pub other: Payer,
    pub text: Option<Note>,
    /// Ids that we or others gave it, each once.
    pub names: Vec<String>,
    pub returned: Option<Line>,
    pub is_charge: bool,
}

coded_enum!(
    /// What became of a line.
    LineOutcome {
        /// It came in: a receipt of the same id.
        Receipt = "receipt",
        /// It is what was ordered from the bank.
        Executed = "executed",
        /// It is what came back of that.
        Returned = "returned",
        /// The bank kept it for itself.
        Charge = "charge",
        /// It was in the books before, by hand.
        Noted = "noted",
        /// Nobody has said what it is: it is not in the books yet.
        Open = "open",
    }
);

/// Banks write this where they have nothing to say.
const NOTHING: [&str; 3] = ["NOTPROVIDED", "NONREF", "NOTAVAILABLE"];

/// What a bank says, if it says something.
pub fn said(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_nothing = text.is_empty() || NOTHING.contains(&text.to_ascii_uppercase().replace([' ', '_', '-'], "").as_str());
    (!is_nothing).then_some(text)
}

/// What an entry that cannot be read may be of the account’s money: either way where the file does not say which way it went; none where
/// it has no amount.
fn amounts(legible: &Legible, account: Currency) -> Option<BTreeSet<Minor>> {
    match (legible.certain(account), legible.magnitude) {
        (Some(amount), _) => Some(BTreeSet::from([amount])),
        (None, Some(amount)) => Some(BTreeSet::from([amount, -amount])),
        (None, None) => None,
    }
}

/// What these come to, one of each; none where one has none, or there are too many.
fn sums(each: impl Iterator<Item = Option<BTreeSet<Minor>>>) -> Option<BTreeSet<Minor>> {
    let mut sums = BTreeSet::from([Minor::ZERO]);
    for amounts in each {
        let amounts = amounts?;
        sums = sums.iter().flat_map(|sum| amounts.iter().map(|amount| *sum + *amount)).collect();
        if sums.len() > Statement::MOST_SUMS {
            return None;
        }
    }
    Some(sums)
}

impl Statement {
    /// No amount is larger, in minor units, so that the sum of all lines of a file is an amount too.
    pub const MAX_MINOR: i64 = Money::MAX_MINOR / 100;
    /// As many entries as a file has at most, with the details beyond the first of each.
    pub const MAX_LINES: usize = 10_000;
    /// As many lines of one account wait for a decision at most: people decide on each, and each import weighs all of them again.
    pub const MAX_WAITING: usize = 1_000;

    /// Whether it adds up: its entries to its balances, with or without those of days after the closing balance. Of one with entries
    /// that cannot be read that is not asked.
    ///
    /// # Errors
    /// `Balances`.
    pub fn check(&self) -> Result<(), NotRead> {
        let by = self.differs().unwrap_or_default();
        if by.is_zero() || !self.odd.is_empty() { Ok(()) } else { Err(NotRead::Balances { line: self.line, by, currency: self.currency }) }
    }

    /// By how much its closing balance is above what the entries that it holds make of the opening one; none where it does not say both.
    pub fn differs(&self) -> Option<Minor> {
        let later = if self.excludes_later() { self.later() } else { Minor::ZERO };
        Some(self.differs_with_all()? + later)
    }

    fn differs_with_all(&self) -> Option<Minor> {
        Some(self.closing?.amount - self.opening?.amount - self.booked())
    }

    /// As many sums of entries that cannot be read are tried at most.
    const MOST_SUMS: usize = 4_096;

    /// Whether its closing balance leaves out the entries of days after it: it can agree without them, and not with them. Entries that
    /// cannot be read count with the amounts that were read, either way where their direction was not; where one has none, the balances
    /// say nothing. One without a day may be of a later one, and one in another currency is nothing of the account’s money.
    pub fn excludes_later(&self) -> bool {
        let (Some(differs), Some(closing)) = (self.differs_with_all(), self.closing) else { return false };
        let agrees = |unread: Minor, all: bool| {
            let held = |Odd { legible, .. }: &Odd| {
                let mut amounts = amounts(legible, self.currency)?;
                match legible.booked_on {
                    Some(on) if !all && on > closing.on => amounts = BTreeSet::from([Minor::ZERO]),
                    None if !all => amounts.extend([Minor::ZERO]),
                    _ => {}
                }
                Some(amounts)
            };
            Some(sums(self.odd.iter().map(held))?.contains(&unread))
        };
        agrees(differs + self.later(), false) == Some(true) && agrees(differs, true) == Some(false)
    }

    /// Whether its closing balance, which leaves out later entries, holds each entry that cannot be read: its day says so, or the balances
    /// do not agree without it.
    fn holds_odd(&self) -> bool {
        let (Some(differs), Some(closing)) = (self.differs(), self.closing) else { return false };
        let ours: Vec<&Legible> =
            self.odd.iter().map(|odd| &odd.legible).filter(|legible| !legible.is_of_other_currency(self.currency)).collect();
        let agrees_without = |left_out: usize| {
            let held = |(place, legible): (usize, &&Legible)| match legible.booked_on {
                _ if place == left_out => Some(BTreeSet::from([Minor::ZERO])),
                Some(_) => amounts(legible, self.currency),
                None => amounts(legible, self.currency).map(|mut amounts| {
                    amounts.insert(Minor::ZERO);
                    amounts
                }),
            };
            sums(ours.iter().enumerate().map(held)).is_none_or(|sums| sums.contains(&differs))
        };
        ours.iter().enumerate().all(|(place, legible)| match legible.booked_on {
            Some(on) => on <= closing.on,
            None => !agrees_without(place),
        })
    }

    /// The sum of what is booked on days after the closing balance.
    pub fn later(&self) -> Minor {
        let is_later = |entry: &&Entry| self.closing.is_some_and(|closing| entry.booked_on > closing.on);
        self.entries.iter().filter(is_later).map(|entry| entry.amount).sum()
    }

    /// Its entries by day, by their places, with the balance before and behind them; without where it proves none.
    pub fn days(&self) -> Vec<DayOfStatement> {
        let mut of_day: BTreeMap<NaiveDate, Vec<usize>> = BTreeMap::new();
        for (place, entry) in self.entries.iter().enumerate() {
            of_day.entry(entry.booked_on).or_default().push(place);
        }
        let is_all_read = self.odd.iter().all(|odd| odd.legible.is_of_other_currency(self.currency));
        let is_proof = self.differs() == Some(Minor::ZERO) && is_all_read;
        let mut balance = self.opening.filter(|_| is_proof).map(|opening| opening.amount);
        let left_out_behind = self.closing.map(|closing| closing.on).filter(|_| self.excludes_later());
        // What cannot be read is before the closing balance: the days behind it begin there all the same.
        let mut goes_on_from = self.closing.filter(|_| left_out_behind.is_some() && self.holds_odd());
        let mut days = Vec::with_capacity(of_day.len());
        for (on, entries) in of_day {
            // What else was booked before a day that the closing balance does not reach, only the days between can tell.
            let is_reached = left_out_behind.is_none_or(|closed_on| on <= closed_on || follows(closed_on, on));
            if let Some(closing) = goes_on_from.take_if(|closing| on > closing.on) {
                balance = Some(closing.amount);
            }
            balance = balance.filter(|_| is_reached);
            let sum: Minor = entries.iter().filter_map(|place| self.entries.get(*place)).map(|entry| entry.amount).sum();
            let balances = balance.map(|from| (from, from + sum));
            balance = balances.map(|(_, to)| to);
            days.push(DayOfStatement { on, balances, entries });
        }
        days
    }

    /// What it says, where some of its entries cannot be read and its balances and its name tell it apart from others: the same in
    /// each file it stands in.
    pub fn content(&self) -> Option<Digest> {
        let (opening, closing) = self.opening.zip(self.closing).filter(|_| !self.odd.is_empty() && !self.name.is_empty())?;
        let balance = |balance: Balance| Canonical::List(vec![Canonical::text(balance.on), balance.amount.get().into()]);
        let entry = |entry: &Entry| entry.told().identity((&self.account, self.currency), entry.booked_on);
        let odd = |odd: &Odd| Canonical::List(vec![Canonical::text(odd.what), Canonical::text(&odd.legible.raw)]);
        let parts = vec![
            Canonical::text(&self.account),
            Canonical::text(self.currency.code()),
            Canonical::text(&self.name),
            balance(opening),
            balance(closing),
            Canonical::List(self.entries.iter().map(entry).collect()),
            Canonical::List(self.odd.iter().map(odd).collect()),
        ];
        Some(Canonical::List(parts).digest())
    }

    /// The sum of what is booked.
    pub fn booked(&self) -> Minor {
        self.entries.iter().map(|entry| entry.amount).sum()
    }

    /// Its lines, in their order, each with the place of its entry. They have no keys yet.
    pub fn lines(&self) -> Vec<(usize, StatementLine)> {
        let parts = |(place, entry): (usize, &Entry)| entry.parts().into_iter().map(move |part| (place, part)).collect::<Vec<_>>();
        self.entries.iter().enumerate().flat_map(parts).collect()
    }
}

/// Whether only a weekend lies between a day and a later one.
fn follows(day: NaiveDate, later: NaiveDate) -> bool {
    let mut between = day.iter_days().skip(1).take_while(|between| *between < later);
    between.all(|between| matches!(between.weekday(), Weekday::Sat | Weekday::Sun))
}

/// What a statement says of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayOfStatement {
    pub on: NaiveDate,
    pub balances: Option<(Minor, Minor)>,
    /// Places of entries.
    pub entries: Vec<usize>,
}

impl Entry {
    /// The amounts of its details, where each of several has its own. One alone says what the entry says.
    fn amounts(&self) -> Option<Vec<Minor>> {
        let amounts = self.details.iter().map(|detail| detail.amount).collect::<Option<Vec<_>>>()?;
        let is_told = amounts.len() > 1 && amounts.iter().any(|amount| !amount.is_zero());
        is_told.then_some(amounts)
    }

    /// Whether the amounts of its details, with what the bank kept of them, make its own.
    pub fn adds_up(&self) -> bool {
        let Some(details) = self.amounts() else { return true };
        let by = self.amount - details.into_iter().sum();
        by.is_zero() || by == self.charges
    }

    /// Its details as lines of their own, where each has an amount and they add up; else itself, with all that is told of them.
    fn parts(&self) -> Vec<StatementLine> {
        let amounts = self.amounts().filter(|_| self.adds_up());
        let mut parts: Vec<_> = match amounts {
            Some(amounts) => self.details.iter().zip(amounts).map(|(detail, amount)| self.part(&[detail], amount)).collect(),
            None => vec![self.part(&self.details.iter().collect::<Vec<_>>(), self.amount)],
        };
        let rest = self.amount - parts.iter().map(|part| part.amount).sum();
        if rest.is_negative() {
            parts.push(StatementLine { is_charge: true, ..self.part(&[], rest) });
        }
        parts.retain(|part| !part.amount.is_zero());
        parts
    }

    fn part(&self, details: &[&Detail], amount: Minor) -> StatementLine {
        let mut names: Vec<String> = Vec::new();
        for name in details.iter().flat_map(|detail| &detail.names).chain(&self.names) {
            if !names.contains(name) && names.len() < Self::MOST_NAMES {
                names.push(name.clone());
            }
        }
        let texts: Vec<_> = details.iter().filter_map(|detail| detail.text.as_deref()).collect();
        // What is told of the whole is told of its parts only where they are one.
        let of_whole = self.text.as_deref().filter(|_| texts.is_empty() || amount == self.amount);
        let text = texts.into_iter().chain(of_whole).collect::<Vec<_>>().join(" ");
        let text = Note::parse(&shortened(&text, Note::MAX_CHARS)).ok();
        let other = details.first().filter(|_| details.len() == 1).map(|detail| detail.other.clone()).unwrap_or_default();
        let returned = details.iter().find_map(|detail| detail.returned.as_deref());
        let returned = returned.and_then(|reason| Line::parse(&shortened(reason, Line::MAX_CHARS)).ok());
        let (key, booked_on, value_on) = (Digest([0; 32]), self.booked_on, self.value_on);
        let is_charge = details.len() <= 1 && self.charges == amount && !self.charges.is_zero();
        StatementLine { key, booked_on, value_on, amount, other, text, names, returned, is_charge }
    }

    /// A bank names a line by a handful of ids.
    const MOST_NAMES: usize = 20;
}

/// In one piece without what no text of ours holds, and no longer than there is room for.
pub fn shortened(text: &str, most: usize) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<_> = plain.split_whitespace().collect();
    words.join(" ").chars().take(most).collect()
}

impl StatementLine {
    /// Why it came back, as far as the bank says.
    pub fn reason(&self) -> Option<Note> {
        let returned = self.returned.as_ref().and_then(|reason| Note::parse(reason.as_str()).ok());
        returned.or_else(|| self.text.clone())
    }

    /// Whether these entries book it: together they take its amount from the bank's account, and each takes something.
    pub fn is_booked_by(&self, bank: Account, entries: &[Booked]) -> bool {
        let moves = || entries.iter().map(|entry| entry.moves(bank));
        moves().all(Minor::is_negative) && moves().sum::<Minor>() == self.amount
    }

    /// An amount that a line can have, in minor units.
    ///
    /// # Errors
    /// `Required` for zero, `TooLarge` for one beyond what any line has.
    pub fn amount_of(minor: i64) -> Result<Minor, Invalid> {
        match minor.unsigned_abs() {
            0 => Err(Invalid::Required),
            amount if amount > Statement::MAX_MINOR.unsigned_abs() => Err(Invalid::AmountTooLarge { max: Statement::MAX_MINOR }),
            _ => Ok(Minor::new(minor)),
        }
    }

    /// Without its sign.
    pub fn money(&self, currency: Currency) -> Option<Money> {
        Money::parse(self.amount.get().checked_abs()?, currency).ok()
    }
}
