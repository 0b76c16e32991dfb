//! What the balances prove, and what nothing proves.

use super::{
    LineId, StatementId,
    told::{KnownDay, KnownEntry, Part, Piece, Standing, Stretch, Told},
    weighing::{Telling, Verdict, weigh},
};
use crate::kernel::minor::Minor;
use Verdict::{Known, New};
use uuid::Uuid;

fn told(amount: i64, reference: &str, text: &str) -> Told {
    let reference = Some(reference.to_owned()).filter(|reference| !reference.is_empty());
    Told::new(Minor::new(amount), reference, vec![Part::plain(amount, text)])
}

/// A day as a store keeps it, filled statement by statement.
#[derive(Default)]
struct Day {
    known: KnownDay,
    statements: u128,
}

impl Day {
    fn telling<'a>(name: &'a str, balances: Option<(i64, i64)>, entries: &[Told]) -> Telling<'a> {
        let balances = balances.map(|(from, to)| (Minor::new(from), Minor::new(to)));
        Telling { name, balances, has_balances: balances.is_some(), known_before: Minor::ZERO, is_beyond: false, entries: entries.to_vec() }
    }

    fn tells(&mut self, name: &str, (from, to): (i64, i64), entries: &[Told]) -> Vec<Verdict> {
        self.told(&Self::telling(name, Some((from, to)), entries))
    }

    fn told(&mut self, telling: &Telling<'_>) -> Vec<Verdict> {
        let weighed = weigh(telling, &self.known);
        self.statements += 1;
        let statement = StatementId(Uuid::from_u128(self.statements));
        for (place, (entry, verdict)) in telling.entries.iter().zip(&weighed.verdicts).enumerate() {
            let line = LineId(Uuid::from_u128(self.statements * 1_000 + place as u128));
            let standing = match verdict {
                New => Standing::Counted,
                Verdict::Perhaps(_) | Verdict::Altered { .. } => Standing::Waiting,
                Known | Verdict::Waits => continue,
            };
            self.known.entries.push(KnownEntry { line, statement, told: entry.clone(), standing, is_beyond: telling.is_beyond });
        }
        let Some((from, to)) = telling.balances else { return weighed.verdicts };
        let name = telling.name.to_owned();
        let stretch = |opening, closing| Stretch { id: Uuid::from_u128(self.statements), opening, closing };
        match weighed.joined {
            Some(joined) => {
                let stretch = stretch(joined.opening, joined.closing);
                for piece in self.known.pieces.iter_mut().filter(|piece| joined.stretches.contains(&piece.stretch.id)) {
                    piece.stretch = stretch;
                }
                self.known.pieces.push(Piece { statement, name, from, to, stretch, is_open: false });
            }
            None => self.known.pieces.push(Piece { statement, name, from, to, stretch: stretch(from, to), is_open: true }),
        }
        weighed.verdicts
    }

    fn counted(&self) -> i64 {
        self.known.entries.iter().filter(|entry| entry.standing == Standing::Counted).map(|entry| entry.told.amount.get()).sum()
    }
}

#[test]
fn a_statement_told_again_is_known_and_what_goes_on_behind_it_is_new() {
    let alike = told(10, "", "part");
    let mut day = Day::default();
    assert_eq!(day.tells("1", (0, 20), &[alike.clone(), alike.clone()]), [New, New]);
    assert_eq!(day.tells("1", (0, 20), &[alike.clone(), alike.clone()]), [Known, Known]);
    assert_eq!(day.tells("2", (20, 30), std::slice::from_ref(&alike)), [New], "the third one that is alike");
    assert_eq!(day.tells("3", (0, 30), &[alike.clone(), alike.clone(), alike.clone()]), [Known; 3]);
    let mut last = day.tells("4", (20, 50), &[alike.clone(), alike.clone(), alike]);
    last.sort_by_key(|verdict| *verdict == New);
    assert_eq!(last, [Known, New, New]);
    assert_eq!(day.counted(), 50);
}

#[test]
fn other_words_for_the_same_balances_are_no_other_entry() {
    let mut day = Day::default();
    assert_eq!(day.tells("1", (0, 5), &[told(5, "", "invoice 7")]), [New]);
    assert_eq!(day.tells("1b", (0, 5), &[told(5, "", "INV. 7 MORE WORDS")]), [Known]);
    assert_eq!(day.tells("2", (5, 10), &[told(5, "", "invoice 7")]), [New], "the same words behind it are another one");
}

#[test]
fn a_number_that_the_bank_uses_again_is_another_entry_where_the_balances_say_so() {
    let mut day = Day::default();
    assert_eq!(day.tells("1", (0, 250), &[told(250, "1", "a")]), [New]);
    assert_eq!(day.tells("2", (250, 500), &[told(250, "1", "a")]), [New]);
    assert_eq!(day.tells("3", (500, 577), &[told(77, "1", "a fee that quotes it")]), [New]);
    assert_eq!(day.tells("4", (0, 577), &[told(250, "1", "a"), told(250, "1", "a"), told(77, "1", "?")]), [Known; 3]);
}

#[test]
fn a_batch_is_the_same_in_one_sum_and_in_parts() {
    let parts = Told::new(Minor::new(60), Some("B".to_owned()), vec![Part::plain(20, "a"), Part::plain(40, "b")]);
    let mut day = Day::default();
    assert_eq!(day.tells("1", (0, 60), &[told(60, "B", "")]), [New]);
    assert_eq!(day.tells("1", (0, 60), std::slice::from_ref(&parts)), [Known]);
    assert_eq!(day.tells("2", (0, 70), &[told(20, "B", "a"), told(40, "B", "b"), told(10, "", "c")]), [Known, Known, New]);
    let mut day = Day::default();
    assert_eq!(day.tells("1", (0, 60), &[told(20, "", "a"), told(40, "", "b")]), [New, New]);
    assert_eq!(day.tells("2", (0, 65), &[parts, told(5, "", "c")]), [Known, New], "by its parts");
}

#[test]
fn what_overlaps_is_cut_where_the_balances_cut_it() {
    let entries: Vec<_> = (1..=6).map(|amount| told(amount, "", &format!("payment {amount}"))).collect();
    let mut day = Day::default();
    assert_eq!(day.tells("1", (0, 10), &entries[..4]), [New; 4]);
    let mut others: Vec<_> = entries[2..].to_vec();
    others.reverse();
    assert_eq!(day.tells("2", (3, 21), &others), [New, New, Known, Known], "in another order");
    let reworded: Vec<_> = (3..=4).map(|amount| told(amount, "", "other words")).collect();
    assert_eq!(day.tells("3", (3, 10), &reworded), [Known; 2]);
    assert_eq!(day.tells("4", (0, 21), &entries), [Known; 6]);
    assert_eq!(day.counted(), 21);
}

#[test]
fn files_of_one_day_are_taken_in_any_order() {
    let alike = told(10, "", "part");
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut day = Day::default();
        for place in order {
            let (from, to) = [(0, 20), (20, 30), (30, 40)][place];
            let count = (to - from) / 10;
            day.tells(&place.to_string(), (from, to), &vec![alike.clone(); usize::try_from(count).unwrap()]);
        }
        let waiting = day.known.entries.iter().filter(|entry| entry.standing == Standing::Waiting).count();
        assert_eq!(day.counted() + 10 * waiting as i64, 40, "{order:?}");
    }
}

#[test]
fn what_nothing_proves_is_perhaps_known() {
    let mut day = Day::default();
    assert_eq!(day.tells("1", (0, 10), &[told(10, "", "part")]), [New]);
    let line = day.known.entries[0].line;
    assert_eq!(day.tells("3", (40, 50), &[told(10, "", "part")]), [Verdict::Perhaps(Some(line))], "one between them is missing");
    assert_eq!(day.tells("3", (40, 50), &[told(10, "", "part")]), [Verdict::Waits], "it is not asked for twice");
    let without = |entries: &[Told]| weigh(&Day::telling("4", None, entries), &day.known).verdicts;
    assert_eq!(without(&[told(10, "", "part")]), [Verdict::Perhaps(Some(line))]);
    assert_eq!(without(&[told(10, "", "other")]), [Verdict::Perhaps(Some(line))]);
    assert_eq!(without(&[told(11, "", "part")]), [Verdict::Perhaps(None)], "the balances left it out");
    assert_eq!(day.tells("5", (50, 61), &[told(11, "", "part")]), [New], "balances say that it came");
    let mut day = Day::default();
    day.told(&Day::telling("1", None, &[told(10, "A", "part")]));
    let line = day.known.entries[0].line;
    let without = |entries: &[Told]| weigh(&Day::telling("4", None, entries), &day.known).verdicts;
    assert_eq!(without(&[told(10, "A", "part")]), [Known], "the bank's reference tells");
    assert_eq!(without(&[told(10, "A", "other words")]), [Verdict::Perhaps(Some(line))]);
    assert_eq!(without(&[told(10, "B", "part")]), [New]);
    assert_eq!(without(&[told(11, "A", "part")]), [Verdict::Altered { line, was: Minor::new(10) }]);
    assert_eq!(without(&[told(10, "A", "part"), told(11, "A", "part")]), [Known, New]);
}

#[test]
fn what_no_balance_decides_is_perhaps_known_under_another_reference() {
    let mut day = Day::default();
    day.told(&Day::telling("1", None, &[told(10, "A", "part")]));
    let perhaps = Verdict::Perhaps(Some(day.known.entries[0].line));
    let with = |entries: &[Told], to| weigh(&Day::telling("2", Some((0, to)), entries), &day.known).verdicts;
    assert_eq!(with(&[told(10, "B", "part")], 10), [perhaps], "it says the same");
    assert_eq!(with(&[told(10, "B", "other words")], 10), [New]);
    assert_eq!(with(&[told(10, "B", "part"), told(10, "C", "part")], 20), [perhaps, New], "one line is one of them");
}

#[test]
fn what_is_told_before_its_day_is_perhaps_what_another_statement_proves_of_that_day() {
    let before = |name, balances, entry| Telling { is_beyond: true, has_balances: true, ..Day::telling(name, balances, &[entry]) };
    let other = told(10, "B", "other words");
    // They tell of it before its day, and we prove that.
    let mut day = Day::default();
    day.told(&before("1", None, told(10, "A", "part")));
    let perhaps = Verdict::Perhaps(Some(day.known.entries[0].line));
    let weighed = |telling: &Telling<'_>| weigh(telling, &day.known).verdicts;
    assert_eq!(weighed(&Day::telling("2", Some((0, 10)), std::slice::from_ref(&other))), [perhaps]);
    assert_eq!(weighed(&Day::telling("2", None, std::slice::from_ref(&other))), [New], "it proves nothing");
    assert_eq!(weighed(&before("2", None, other.clone())), [New], "neither does");
    // We tell of it before its day, and they prove that.
    let mut day = Day::default();
    day.tells("1", (0, 10), &[told(10, "A", "part")]);
    let perhaps = Verdict::Perhaps(Some(day.known.entries[0].line));
    assert_eq!(weigh(&before("2", None, other), &day.known).verdicts, [perhaps]);
}

#[test]
fn a_statement_that_contradicts_what_is_known_is_not_counted_in_silence() {
    let mut day = Day::default();
    day.tells("1", (0, 100), &[told(100, "A", "x")]);
    let line = day.known.entries[0].line;
    let altered = Verdict::Altered { line, was: Minor::new(100) };
    assert_eq!(day.tells("1", (0, 101), &[told(101, "A", "x")]), [altered]);
    assert_eq!(day.tells("1", (0, 102), &[told(102, "", "y")]), [Verdict::Perhaps(None)]);
}

#[test]
fn what_comes_and_goes_on_one_day_is_told_apart_by_its_references() {
    let pair = |reference: &str| [told(10, reference, "in"), told(-10, reference, "out")];
    let mut day = Day::default();
    assert_eq!(day.tells("1", (0, 0), &pair("A")), [New; 2]);
    assert_eq!(day.tells("2", (0, 0), &pair("A")), [Known; 2]);
    assert_eq!(day.tells("3", (0, 0), &pair("B")), [New; 2]);
    let mut day = Day::default();
    assert_eq!(day.tells("1", (0, 0), &pair("")), [New; 2]);
    assert_eq!(day.tells("1", (0, 0), &pair("")), [Known; 2], "the bank calls it so again");
    assert!(day.tells("2", (0, 0), &pair("")).iter().all(|verdict| matches!(verdict, Verdict::Perhaps(Some(_)))));
}
