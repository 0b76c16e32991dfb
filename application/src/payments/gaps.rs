//! Where between two statements of an account one is missing.
//!
//! Statements follow one another by their balances: one ends with what the next one begins with. Where nothing ends with what a
//! statement begins with, one before it is missing. Files come in any order, and there may be several a day.

use super::statements::{BankAccountOf, StatementRecord};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{minor::Minor, money::Currency},
    payments::statement::Balance,
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

/// Where between two statements of an account one is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    pub account: String,
    pub currency: Currency,
    /// The last one before, as it ended.
    pub after: Balance,
    /// The first one behind, as it began.
    pub before: Balance,
}

impl Gap {
    /// What the missing entries add up to.
    pub fn amount(&self) -> Minor {
        self.before.amount - self.after.amount
    }

    /// Whether it lies right before this statement.
    pub fn is_before(&self, record: &StatementRecord) -> bool {
        (&self.account, self.currency, Some(self.before)) == (&record.account, record.currency, record.opening)
    }
}

/// Where among these a statement is missing, the latest first.
pub fn gaps(records: &[StatementRecord]) -> Vec<Gap> {
    let mut accounts: BTreeMap<BankAccountOf, Spans> = BTreeMap::new();
    for record in records {
        let account = BankAccountOf { account: record.account.clone(), currency: record.currency };
        accounts.entry(account).or_default().add(record);
    }
    let of_account = |(account, spans): (BankAccountOf, Spans)| {
        let BankAccountOf { account, currency } = account;
        let gap = move |(after, before)| Gap { account: account.clone(), currency, after, before };
        spans.gaps().into_iter().map(gap).collect::<Vec<_>>()
    };
    let mut found: Vec<Gap> = accounts.into_iter().flat_map(of_account).collect();
    found.sort_by_key(|gap| Reverse(gap.before.on));
    found
}

/// What a statement leads from and to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    opening: Balance,
    closing: Balance,
    sequence: Option<i64>,
    lines: i32,
}

/// The statements of an account that say both balances, each once.
#[derive(Debug, Default)]
struct Spans(Vec<Span>);

/// What may lie before a statement, with how well it fits: the lowest is the best.
type Choice = ((Reverse<NaiveDate>, bool, Reverse<i64>, u64), usize, usize);

impl Spans {
    fn add(&mut self, record: &StatementRecord) {
        let (Some(opening), Some(closing)) = (record.opening, record.closing) else { return };
        if !self.0.iter().any(|span| (span.opening, span.closing) == (opening, closing)) {
            self.0.push(Span { opening, closing, sequence: record.sequence, lines: record.lines });
        }
    }

    /// Which statements each one is followed by: on the same day, or as the last one of the day before.
    fn followers(&self) -> Vec<Vec<usize>> {
        let ends: BTreeSet<NaiveDate> = self.0.iter().map(|span| span.closing.on).collect();
        let is_next = |span: &Span, next: &Span| {
            let last_end = || ends.range(..next.opening.on).next_back();
            span.closing.amount == next.opening.amount && (span.closing.on == next.opening.on || last_end() == Some(&span.closing.on))
        };
        let of = |(place, span): (usize, &Span)| {
            let others = self.0.iter().enumerate().filter(|(other, next)| *other != place && is_next(span, next));
            others.map(|(other, _)| other).collect()
        };
        self.0.iter().enumerate().map(of).collect()
    }

    /// Whether another statement says the same and more: one of the same day that grew.
    fn is_part(&self, span: &Span) -> bool {
        self.0.iter().any(|other| other.opening == span.opening && other.closing.on == span.closing.on && other.lines > span.lines)
    }

    /// Whether a statement of several days leads over all of it.
    fn is_bridged(&self, after: Balance, before: Balance) -> bool {
        after.on < before.on && self.0.iter().any(|span| span.opening.on <= after.on && before.on <= span.closing.on)
    }

    /// The balances before and behind each gap. Of several of a day the nearest balances belong together, unless the bank's numbers
    /// say otherwise.
    fn gaps(&self) -> Vec<(Balance, Balance)> {
        let followers = self.followers();
        let follows: BTreeSet<usize> = followers.iter().flatten().copied().collect();
        // Those that begin with one balance begin behind one gap.
        let mut heads: BTreeMap<(NaiveDate, Minor), Vec<usize>> = BTreeMap::new();
        for (place, span) in self.0.iter().enumerate().filter(|(place, _)| !follows.contains(place)) {
            heads.entry((span.opening.on, span.opening.amount)).or_default().push(place);
        }
        let is_end = |(place, span): &(usize, &Span)| followers.get(*place).is_none_or(Vec::is_empty) && !self.is_part(span);
        let ends: Vec<_> = self.0.iter().enumerate().filter(is_end).collect();
        let mut choices: Vec<Choice> = Vec::new();
        let mut reached: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for same in heads.into_values() {
            let Some((head, begins)) = same.first().and_then(|head| Some((*head, self.0.get(*head)?))) else { continue };
            let reach = reach(&followers, same);
            let before = ends.iter().filter(|(end, span)| !reach.contains(end) && span.closing.on <= begins.opening.on);
            choices.extend(before.map(|(end, span)| {
                let number =
                    span.sequence.zip(begins.sequence).map_or(0, |(number, of_head)| if number < of_head { number } else { i64::MIN });
                let apart = (begins.opening.amount - span.closing.amount).get().unsigned_abs();
                ((Reverse(span.closing.on), number == i64::MIN, Reverse(number), apart), head, *end)
            }));
            reached.insert(head, reach);
        }
        self.chosen(choices, reached)
    }

    /// The best choices that agree with each other: nothing comes before what it follows.
    fn chosen(&self, mut choices: Vec<Choice>, mut reached: BTreeMap<usize, BTreeSet<usize>>) -> Vec<(Balance, Balance)> {
        choices.sort_unstable();
        let (mut found, mut used) = (Vec::new(), BTreeSet::new());
        let mut without = reached.keys().copied().collect::<BTreeSet<_>>();
        for (_, head, end) in choices {
            let behind = reached.get(&head).cloned().unwrap_or_default();
            if !without.contains(&head) || used.contains(&end) || behind.contains(&end) {
                continue;
            }
            let (Some(before), Some(after)) = (self.0.get(head), self.0.get(end)) else { continue };
            without.remove(&head);
            used.insert(end);
            // What lies before it reaches all behind it from now on.
            for reach in reached.values_mut().filter(|reach| reach.contains(&end)) {
                reach.extend(behind.iter().copied());
            }
            if !self.is_bridged(after.closing, before.opening) {
                found.push((after.closing, before.opening));
            }
        }
        found
    }
}

/// Statements, and all that follow them.
fn reach(followers: &[Vec<usize>], from: Vec<usize>) -> BTreeSet<usize> {
    let (mut found, mut next) = (BTreeSet::from_iter(from.iter().copied()), from);
    while let Some(place) = next.pop() {
        next.extend(followers.get(place).into_iter().flatten().copied().filter(|other| found.insert(*other)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use proptest::prelude::*;
    use sooner_domain::{
        kernel::{canonical::Digest, ids::UserId},
        payments::statement::StatementId,
    };
    use uuid::Uuid;

    fn day(number: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 1, number).unwrap()
    }

    fn record((from, opening): (u32, i64), (to, closing): (u32, i64)) -> StatementRecord {
        let balance = |on, amount| Some(Balance { on: day(on), amount: Minor::new(amount) });
        StatementRecord {
            id: StatementId(Uuid::nil()),
            sha256: Digest([0; 32]),
            place: 0,
            account: "DE1".to_owned(),
            currency: Currency::parse("EUR").unwrap(),
            name: String::new(),
            sequence: None,
            opening: balance(from, opening),
            closing: balance(to, closing),
            content: None,
            lines: 1,
            taken: 1,
            later: Minor::ZERO,
            excludes_later: false,
            differs: Minor::ZERO,
            imported_by: UserId(Uuid::nil()),
            imported_at: DateTime::UNIX_EPOCH,
        }
    }

    /// All of one day.
    fn of_day(balances: &[(i64, i64)]) -> Vec<StatementRecord> {
        balances.iter().map(|(opening, closing)| record((5, *opening), (5, *closing))).collect()
    }

    fn found(records: &[StatementRecord]) -> Vec<(i64, i64, i64)> {
        let mut found: Vec<_> =
            gaps(records).iter().map(|gap| (gap.after.amount.get(), gap.before.amount.get(), gap.amount().get())).collect();
        found.sort_unstable();
        found
    }

    /// Whatever the order in which they came.
    fn in_any_order(records: &[StatementRecord]) -> Vec<(i64, i64, i64)> {
        let first = found(records);
        let mut turned = records.to_vec();
        for _ in 0..records.len() {
            turned.rotate_left(1);
            assert_eq!(found(&turned), first);
            let reversed: Vec<_> = turned.iter().rev().cloned().collect();
            assert_eq!(found(&reversed), first);
        }
        first
    }

    #[test]
    fn several_statements_of_a_day_follow_one_another_by_their_balances() {
        assert_eq!(in_any_order(&of_day(&[(0, 10), (10, 25), (25, 20), (20, 31), (31, 40)])), []);
        assert_eq!(in_any_order(&of_day(&[(0, 10), (10, 20), (20, 30), (40, 50)])), [(30, 40, 10)]);
        assert_eq!(in_any_order(&of_day(&[(0, 10), (25, 20), (20, 31)])), [(10, 25, 15)]);
        let before = || record((4, 100), (4, 0));
        let with_before = |balances: &[(i64, i64)]| [vec![before()], of_day(balances)].concat();
        assert_eq!(in_any_order(&with_before(&[(0, 30), (40, 50), (70, 80)])), [(30, 40, 10), (50, 70, 20)]);
        assert_eq!(in_any_order(&with_before(&[(5, 30), (30, 40)])), [(0, 5, 5)]);
    }

    #[test]
    fn the_numbers_of_the_bank_say_which_comes_first() {
        let numbered = |number, balances: (i64, i64)| StatementRecord { sequence: Some(number), ..of_day(&[balances]).remove(0) };
        let all = [numbered(1, (0, 30)), numbered(3, (70, 80)), numbered(5, (40, 50))];
        assert_eq!(in_any_order(&all), [(30, 70, 40), (80, 40, -40)]);
    }

    #[test]
    fn a_balance_of_weeks_ago_fills_no_gap() {
        let all = [record((4, 100), (4, 150)), record((5, 150), (5, 100)), record((6, 100), (6, 170)), record((8, 150), (8, 160))];
        assert_eq!(in_any_order(&all), [(170, 150, -20)]);
    }

    #[test]
    fn pages_of_a_day_that_grow_are_one_statement() {
        let grown = |lines, closing| StatementRecord { lines, ..record((5, 0), (5, closing)) };
        let all = [record((4, 9), (4, 0)), grown(1, 10), grown(2, 30), grown(3, 20), record((6, 25), (6, 40))];
        assert_eq!(in_any_order(&all), [(20, 25, 5)]);
        let all = [record((4, 9), (4, 7)), grown(1, 10), grown(2, 30)];
        assert_eq!(in_any_order(&all), [(7, 0, -7)], "once");
    }

    #[test]
    fn a_statement_of_several_days_fills_what_lacks_between_those_of_single_days() {
        let all = [record((4, 0), (4, 10)), record((6, 30), (6, 40)), record((4, 0), (7, 50)), record((7, 40), (7, 50))];
        assert_eq!(in_any_order(&all), []);
    }

    proptest! {
        #[test]
        fn what_lacks_of_days_of_several_statements_is_what_is_named(
            amounts in prop::collection::vec(1_i64..1_000_000, 2..15), missing in any::<prop::sample::Index>(), of_a_day in 1..6_u32
        ) {
            let mut balance = 0;
            let mut all: Vec<_> = (0..).zip(&amounts).map(|(place, amount)| {
                let (on, from) = (4 + place / of_a_day, balance);
                balance += amount;
                record((on, from), (on, balance))
            }).collect();
            prop_assert_eq!(in_any_order(&all), []);
            let gone = missing.index(amounts.len());
            let lacking = all.remove(gone);
            let is_between = gone > 0 && gone < all.len();
            let named = |of: &StatementRecord| Some((of.opening?.amount.get(), of.closing?.amount.get()));
            let expected: Vec<_> = named(&lacking).filter(|_| is_between).map(|(from, to)| (from, to, to - from)).into_iter().collect();
            prop_assert_eq!(in_any_order(&all), expected);
        }
    }
}
