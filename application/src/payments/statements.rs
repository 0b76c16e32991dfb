//! What banks say of the house's accounts, as it is kept.

use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::{canonical::Digest, ids::UserId, minor::Minor, money::Currency, text::Note},
    payments::statement::{
        Balance, HeldDecision, HeldReason, Legible, LineId, LineOutcome, NotRead, Statement, StatementId, StatementLine,
        told::{KnownDay, KnownEntry, Part, Piece, Standing, Stretch, Told},
    },
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// How banks tell what they booked.
pub trait StatementFormat: Send + Sync {
    /// The statements of a file, and the hash of its bytes. It may take long: nobody is to wait for it on a thread that serves.
    ///
    /// # Errors
    /// Why it is not taken.
    fn read(&self, file: &[u8]) -> Result<StatementFile, NotRead>;
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementFile {
    pub sha256: Digest,
    /// In their order.
    pub statements: Vec<Statement>,
}

/// A statement of a file that was imported, or is on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementRecord {
    pub id: StatementId,
    /// Of the file it stands in, and which of its statements it is, from zero.
    pub sha256: Digest,
    pub place: i32,
    /// The house's IBAN.
    pub account: String,
    pub currency: Currency,
    /// What the bank calls it, and the number it gives it among those of its account.
    pub name: String,
    pub sequence: Option<i64>,
    pub opening: Option<Balance>,
    pub closing: Option<Balance>,
    /// What it says, where some of its entries cannot be read: the same in each file it stands in.
    pub content: Option<Digest>,
    /// How many lines it has, and how many of them were gone through.
    pub lines: i32,
    pub taken: i32,
    /// By how much its closing balance is above what its readable entries make of the opening one.
    pub differs: Minor,
    /// What its readable entries of days after the closing balance come to.
    pub later: Minor,
    /// The closing balance leaves out the lines of days after it.
    pub excludes_later: bool,
    pub imported_by: UserId,
    pub imported_at: DateTime<Utc>,
}

impl StatementRecord {
    /// What the audit trail keeps of what it says, so that a hand in its balances shows: currency, balances with their days, how many
    /// lines it has, and what its readable entries of later days come to.
    pub fn in_trail(&self) -> String {
        let written = |balance: Option<Balance>| match balance {
            Some(Balance { on, amount }) => format!("{on} {}", amount.get()),
            None => "-".to_owned(),
        };
        let (opening, closing) = (written(self.opening), written(self.closing));
        format!("{} {opening} {closing} {} {}", self.currency.code(), self.lines, self.later.get())
    }

    /// Whether its closing balance leaves out the lines of days after it, once these are all of its entries that could not be read, with
    /// their days: it agrees without what is later, and not with it.
    pub fn leaves_out_later(&self, odd: &[(NaiveDate, Minor)]) -> bool {
        let Some(closing) = self.closing.filter(|_| !self.excludes_later) else { return false };
        let sum = |from_later: bool| odd.iter().filter(|(on, _)| from_later || *on <= closing.on).map(|(_, amount)| *amount).sum::<Minor>();
        self.differs + self.later == sum(false) && self.differs != sum(true)
    }

    /// Whether its entries of this day are of a later one than its closing balance, which does not hold them as far as that is known.
    pub fn may_leave_out(&self, on: NaiveDate) -> bool {
        let is_later = self.closing.is_some_and(|closing| closing.on < on);
        is_later && (self.excludes_later || self.content.is_some())
    }

    /// Whether it proves which entries a day between its balances has.
    pub fn covers(&self, on: NaiveDate) -> bool {
        let is_proof = self.differs.is_zero() && self.content.is_none() && self.taken >= self.lines;
        let balances = self.opening.zip(self.closing);
        is_proof && balances.is_some_and(|(opening, closing)| opening.on < on && on < closing.on)
    }

    /// Whether this one and another one of its account are perhaps of the same entries: both begin or end with one balance, or one reaches
    /// around the other.
    pub fn may_have_entries_of(&self, other: &Self) -> bool {
        let (Some(opening), Some(closing)) = (self.opening, self.closing) else { return false };
        let (Some(from), Some(to)) = (other.opening, other.closing) else { return false };
        let is_around = |(opening, closing): (Balance, Balance), (from, to): (Balance, Balance)| opening.on < from.on && to.on < closing.on;
        let is_of_account = (&self.account, self.currency) == (&other.account, other.currency);
        is_of_account
            && (opening == from || closing == to || is_around((opening, closing), (from, to)) || is_around((from, to), (opening, closing)))
    }

    /// Whether this one says what an earlier one said: a file that was taken in later tells it again. Whether it has lines of its own is not
    /// known here.
    pub fn repeats(&self, earlier: &Self) -> bool {
        let has_both = self.opening.is_some() && self.closing.is_some();
        let of = |one: &Self| (one.account.clone(), one.currency, one.opening, one.closing, one.lines);
        let is_named = self.lines > 0 || self.name == earlier.name;
        earlier.id < self.id && has_both && of(self) == of(earlier) && self.taken >= self.lines && is_named
    }

    /// Whether another statement goes on where this one ends, on the same day: what the books hold at the end of the day is told by
    /// that one.
    pub fn is_continued_by(&self, other: &Self) -> bool {
        let (Some(closing), Some(then), Some(end)) = (self.closing, other.opening, other.closing) else { return false };
        let goes_on = other.id != self.id && other.account == self.account && other.currency == self.currency;
        // Of two between which nothing moves the later one counts.
        let is_later = other.id > self.id || self.opening.is_none_or(|opening| opening.amount != end.amount);
        goes_on && end.on == closing.on && then.amount == closing.amount && is_later
    }
}

/// A statement as it is found in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundStatement {
    pub record: StatementRecord,
    /// How many of its lines are open.
    pub open: i64,
    /// How many of its lines wait for a decision.
    pub held: i64,
    /// What of its difference no person entered, named or set aside: above zero where money came in.
    pub unread: Minor,
    /// Another one goes on where it ends, on the same day.
    pub is_continued: bool,
}

/// A line as it is kept, once, with what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRecord {
    pub id: LineId,
    /// The statement that brought it first, and which of its lines it is, from zero.
    pub statement: StatementId,
    pub place: i32,
    pub currency: Currency,
    /// None of what was kept before entries were.
    pub entry: Option<OfEntry>,
    pub line: StatementLine,
    pub outcome: LineOutcome,
    /// The receipt or the payout it is: of a transfer its first payout, of a whole batch the batch.
    pub about: Option<Uuid>,
}

/// What says that a line counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    pub line: LineId,
    pub statement: StatementId,
    pub account: BankAccountOf,
    /// The balances of its statement prove its day.
    pub is_proven: bool,
    /// Another line is known to be of the same money.
    pub is_shared: bool,
}

impl Proof {
    /// Whether two lines may be of the same money: of two statements of an account, of which not both prove their lines.
    pub fn may_be(&self, other: &Self) -> bool {
        let is_settled = self.is_shared || other.is_shared || self.is_proven && other.is_proven;
        !is_settled && self.statement != other.statement && self.account == other.account
    }
}

/// Which entry of its statement a line is a part of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfEntry {
    /// Counted from zero.
    pub number: i32,
    pub amount: Minor,
    /// The bank's own reference of it.
    pub reference: Option<String>,
}

/// A line that waits for a decision: it is not in the books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldLine {
    pub id: LineId,
    pub statement: StatementId,
    pub place: i32,
    pub currency: Currency,
    pub entry: OfEntry,
    /// Where its entry stands in the file, and what of it cannot be read.
    pub at_line: i32,
    pub what: Option<String>,
    /// None where the entry cannot be read.
    pub line: Option<StatementLine>,
    /// What was read of an entry that cannot be read.
    pub legible: Option<Legible>,
    /// The balances before and behind what its statement tells of its day, where that proves any.
    pub balances: Option<(Minor, Minor)>,
    pub why: HeldReason,
    /// The line that it perhaps is, and what that was told with where it is another amount.
    pub perhaps: Option<LineId>,
    pub was: Option<Minor>,
    pub decided: Option<Decided>,
}

impl HeldLine {
    /// Whether a person decided what it is.
    pub fn is_decided_by_person(&self) -> bool {
        self.decided.as_ref().is_some_and(|decided| !decided.is_proven)
    }

    /// Whether a person said that it is this line.
    pub fn is_known_as(&self, line: LineId) -> bool {
        self.decided.as_ref().is_some_and(|decided| decided.known_as == Some(line))
    }

    /// Whether its entry is in another currency than its account, which holds none of it.
    pub fn is_of_other_currency(&self) -> bool {
        self.legible.as_ref().is_some_and(|legible| legible.is_of_other_currency(self.currency))
    }

    /// Whether a person can enter what it says: its entry was not read, and is in the account’s currency.
    pub fn may_be_entered(&self) -> bool {
        self.line.is_none() && !self.is_of_other_currency()
    }

    /// Whether it can count on this day: it was read, and its own day has come.
    pub fn may_count(&self, today: NaiveDate) -> bool {
        self.line.as_ref().is_some_and(|line| line.booked_on <= today && !line.amount.is_zero())
    }
}

/// Whether the lines of an entry that waits make the amount that was read of it: what a statement proved holds for that amount alone.
pub fn make_their_entry<'h>(lines: impl IntoIterator<Item = &'h HeldLine> + Clone) -> bool {
    let sum: Minor = lines.clone().into_iter().filter_map(|held| held.line.as_ref()).map(|line| line.amount).sum();
    lines.into_iter().all(|held| held.line.is_none() || held.entry.amount == sum)
}

/// That it was decided what a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub is: HeldDecision,
    pub by: UserId,
    pub at: DateTime<Utc>,
    /// The balances proved it: no person said so.
    pub is_proven: bool,
    /// The line that it is known as, where a person said so.
    pub known_as: Option<LineId>,
    /// Why it was set aside.
    pub reason: Option<Note>,
}

/// What a statement that was taken whole proves of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayTold {
    pub statement: StatementId,
    pub on: NaiveDate,
    pub from: Minor,
    pub to: Minor,
    pub stretch: Stretch,
}

/// The lines of an account's day, with what statements prove of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountDay {
    pub lines: Vec<LineRecord>,
    /// Those that wait.
    pub held: Vec<HeldLine>,
    /// Statements of which a person set something of the day aside: their balances prove nothing of it.
    pub set_aside: BTreeSet<StatementId>,
    /// Statements that told of the day before it: see [`StatementRecord::may_leave_out`].
    pub beyond: BTreeSet<StatementId>,
    pub pieces: Vec<Piece>,
    /// A statement whose entries make its balances begins on an earlier day and ends on a later one.
    pub is_covered: bool,
}

/// An account of the house at a bank.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BankAccountOf {
    /// Its IBAN.
    pub account: String,
    pub currency: Currency,
}

/// The statement of an entry, whether it waits, its number there, and what tells apart those that have none.
type EntryKey = (StatementId, bool, i32, usize);

impl AccountDay {
    /// As a statement's entries are weighed against it: without what the statement told itself.
    pub fn known(&self, but: Option<StatementId>) -> KnownDay {
        let lines = self.lines.iter().filter(|record| Some(record.statement) != but);
        let counted = lines.map(|record| (record.statement, record.entry.as_ref(), &record.line, record.id, false));
        let held = self.held.iter().filter(|held| Some(held.statement) != but);
        let held = held.filter_map(|held| Some((held.statement, Some(&held.entry), held.line.as_ref()?, held.id, true)));
        let mut entries: BTreeMap<EntryKey, (KnownEntry, Vec<Part>)> = BTreeMap::new();
        for (place, (statement, entry, line, id, waits)) in counted.chain(held).enumerate() {
            let standing = match entry {
                _ if waits => Standing::Waiting,
                Some(_) => Standing::Counted,
                None => Standing::CountedBefore,
            };
            // What was kept before entries were is one of its own.
            let key = entry.map_or((statement, waits, -1, place), |entry| (statement, waits, entry.number, 0));
            let is_beyond = self.beyond.contains(&statement);
            let known = || {
                let (amount, reference) = entry.map_or((line.amount, None), |entry| (entry.amount, entry.reference.clone()));
                (KnownEntry { line: id, statement, told: Told::new(amount, reference, Vec::new()), standing, is_beyond }, Vec::new())
            };
            entries.entry(key).or_insert_with(known).1.push(Part::of(line));
        }
        let whole = |(known, parts): (KnownEntry, Vec<Part>)| {
            let Told { amount, reference, .. } = known.told;
            KnownEntry { told: Told::new(amount, reference, parts), ..known }
        };
        let entries = entries.into_values().map(whole).collect();
        let pieces = self.pieces.iter().filter(|piece| Some(piece.statement) != but).cloned();
        KnownDay { entries, pieces: pieces.chain(self.open_pieces(but)).collect(), is_covered: self.is_covered }
    }

    /// As the entries of a statement are weighed against it. Where its balances prove a day that has come, they say which entries that
    /// has, and no line does that a statement held before it: that line is weighed against the day’s own statement afterwards.
    pub fn told_with(&self, statement: StatementId, is_proven: bool) -> KnownDay {
        if !is_proven {
            return self.known(Some(statement));
        }
        let mut come = self.clone();
        come.held.retain(|held| held.why != HeldReason::Ahead);
        come.known(Some(statement))
    }

    /// Of statements some of whose lines wait.
    fn open_pieces(&self, but: Option<StatementId>) -> Vec<Piece> {
        let mut seen = BTreeSet::new();
        let held = self.held.iter().filter(|held| Some(held.statement) != but && seen.insert(held.statement));
        let piece = |held: &HeldLine| {
            let (from, to) = held.balances?;
            let stretch = Stretch { id: held.statement.0, opening: from, closing: to };
            Some(Piece { statement: held.statement, name: String::new(), from, to, stretch, is_open: true })
        };
        held.filter_map(piece).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_two_statements_of_an_account_may_be_of_one_payment_unless_it_is_settled() {
        let account = |of: &str| BankAccountOf { account: of.to_owned(), currency: Currency::parse("EUR").expect("a currency") };
        let one = Proof {
            line: LineId(Uuid::from_u128(1)),
            statement: StatementId(Uuid::from_u128(1)),
            account: account("DE02120300000000202051"),
            is_proven: false,
            is_shared: false,
        };
        let other = Proof { line: LineId(Uuid::from_u128(2)), statement: StatementId(Uuid::from_u128(2)), ..one.clone() };
        assert!(one.may_be(&other) && Proof { is_proven: true, ..one.clone() }.may_be(&other));
        assert!(!one.may_be(&Proof { account: account("DE75512108001245126199"), ..other.clone() }), "of another account");
        assert!(!one.may_be(&Proof { statement: one.statement, ..other.clone() }), "of one statement");
        assert!(!one.may_be(&Proof { is_shared: true, ..other.clone() }), "the other one is known to be another");
        assert!(!Proof { is_proven: true, ..one }.may_be(&Proof { is_proven: true, ..other }), "balances prove both");
    }
}
