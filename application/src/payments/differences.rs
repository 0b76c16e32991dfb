//! What statements tell and the ledger lacks.

use super::statements::HeldLine;
use chrono::NaiveDate;
use sooner_domain::{
    kernel::minor::Minor,
    payments::statement::{Balance, DifferencePart, HeldDecision, HeldReason, LineId, StatementId},
};
use std::collections::{BTreeMap, BTreeSet};

/// The day of a statement's closing balance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosingDay {
    pub on: NaiveDate,
    /// The balance leaves out the statement's lines of later days.
    pub excludes_later: bool,
}

impl ClosingDay {
    /// From when on balances hold a line of the statement.
    fn holds_from(self, booked_on: NaiveDate) -> NaiveDate {
        if self.excludes_later { self.on.max(booked_on) } else { self.on }
    }

    /// Whether the balance itself holds an entry of the statement that has this day; one without a day is taken to be held.
    pub fn holds(self, booked_on: Option<NaiveDate>) -> bool {
        booked_on.is_none_or(|booked_on| self.holds_from(booked_on) == self.on)
    }
}

/// An entry that cannot be read, that no person entered or named, and that is like no line that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OddEntry {
    pub is_set_aside: bool,
    /// What the closing balance holds of it, where the file says that.
    pub amount: Option<Minor>,
}

impl OddEntry {
    /// Of a statement that closes on this day, if it says so; none of a line that was read, was entered or is known.
    pub fn of_held(held: &HeldLine, closing: Option<ClosingDay>) -> Option<Self> {
        let is_set_aside = match held.decided.as_ref().map(|decided| decided.is) {
            // The ledger has it already.
            None if held.perhaps.is_some() => return None,
            None => false,
            Some(HeldDecision::SetAside) => true,
            Some(HeldDecision::New | HeldDecision::Known) => return None,
        };
        (held.why == HeldReason::Unreadable).then_some(Self { is_set_aside, amount: Self::held_by(held, closing) })
    }

    /// What a closing balance holds of an entry that waits, and that is perhaps one of another statement that is a part there.
    pub fn told_elsewhere(held: &HeldLine, closing: Option<ClosingDay>) -> Option<Minor> {
        let waits = held.why == HeldReason::Unreadable && held.perhaps.is_some() && held.decided.is_none();
        Self::held_by(held, closing).filter(|_| waits)
    }

    fn held_by(held: &HeldLine, closing: Option<ClosingDay>) -> Option<Minor> {
        let booked_on = held.legible.as_ref().and_then(|legible| legible.booked_on);
        match closing.is_none_or(|closing| closing.holds(booked_on)) {
            true => held.legible.as_ref().and_then(|legible| legible.certain(held.currency)),
            false => Some(Minor::ZERO),
        }
    }
}

/// What of a statement's own difference was not entered or named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Unread {
    /// Of entries that a person set aside.
    pub set_aside: Minor,
    /// Of the others.
    pub waiting: Minor,
}

impl Unread {
    /// Cuts what was not entered or named: where the amounts of one side were not all read, it is what the other side leaves.
    pub fn of(rest: Minor, odd: &[OddEntry]) -> Self {
        let (aside, waiting): (Vec<OddEntry>, Vec<OddEntry>) = odd.iter().partition(|odd| odd.is_set_aside);
        let sum = |odd: &[OddEntry]| odd.iter().map(|odd| odd.amount).sum::<Option<Minor>>();
        let set_aside = match sum(&waiting) {
            _ if aside.is_empty() => Minor::ZERO,
            Some(waiting) => rest - waiting,
            None => aside.iter().filter_map(|odd| odd.amount).sum(),
        };
        Self { set_aside, waiting: rest - set_aside }
    }
}

/// The part that a line is of which the ledger holds nothing, as far as its amount was read.
fn part_of(held: &HeldLine) -> Option<DifferencePart> {
    match held.decided.as_ref().map(|decided| decided.is) {
        None => match held.why {
            // The ledger has it already, or has it once another line that waits counts; or there is no amount.
            HeldReason::DetailsDiffer if held.perhaps.is_some() => None,
            HeldReason::PerhapsKnown | HeldReason::Unreadable => None,
            HeldReason::Altered | HeldReason::Ahead | HeldReason::LongAgo | HeldReason::DetailsDiffer => Some(DifferencePart::Waiting),
        },
        Some(HeldDecision::SetAside) => Some(DifferencePart::SetAside),
        Some(HeldDecision::New | HeldDecision::Known) => None,
    }
}

/// An entry that counts with another amount than a statement tells.
struct Altered {
    /// Balances at the end of this day hold it.
    from: NaiveDate,
    /// The statement, and which of its entries it is.
    entry: (StatementId, i32),
    part: DifferencePart,
    amount: Minor,
    /// What it counts with.
    was: Minor,
}

/// What statements tell and the ledger lacks, beside lines that are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outstanding {
    /// Balances at the end of this day hold it.
    pub from: NaiveDate,
    /// From this day on the ledger holds it too.
    pub until: Option<NaiveDate>,
    pub part: DifferencePart,
    /// Above zero where money came in.
    pub amount: Minor,
    /// It concerns a balance of this amount alone.
    pub at: Option<Minor>,
}

impl Outstanding {
    /// Of lines that waited, each of a statement that ends on a day. Of an entry that was told with other amounts than it
    /// counts with, only the amount that was told last counts, however many statements tell it so. The ledger holds what the others tell,
    /// but not before the day they are booked on.
    pub fn of_held(all: &[(HeldLine, ClosingDay)]) -> Vec<Self> {
        let mut found = Vec::new();
        let mut altered: BTreeMap<LineId, Vec<Altered>> = BTreeMap::new();
        let parts: BTreeSet<LineId> = all.iter().filter(|(held, _)| part_of(held).is_some()).map(|(held, _)| held.id).collect();
        for (held, closing) in all {
            let Some(line) = &held.line else { continue };
            // What is perhaps another one that is a part is none itself.
            if held.decided.is_none() && held.perhaps.is_some_and(|perhaps| parts.contains(&perhaps)) {
                continue;
            }
            let Some(part) = part_of(held) else {
                found.extend(Self::of_counted(held, *closing));
                continue;
            };
            let (from, amount) = (closing.holds_from(line.booked_on), line.amount);
            match held.perhaps.filter(|_| held.why == HeldReason::Altered) {
                Some(counts) => {
                    let (entry, was) = ((held.statement, held.entry.number), held.was.unwrap_or_default());
                    let entries = altered.entry(counts).or_default();
                    match entries.iter_mut().find(|other| other.entry == entry) {
                        Some(same) => same.amount += amount,
                        None => entries.push(Altered { from, entry, part, amount, was }),
                    }
                }
                None => found.push(Self { from, until: None, part, amount, at: None }),
            }
        }
        for mut entries in altered.into_values() {
            entries.sort_by_key(|one| (one.from, one.entry));
            let mut before = None;
            for Altered { from, part, amount, was, .. } in entries {
                let differs = amount - before.unwrap_or(was);
                found.push(Self { from, until: None, part, amount: differs, at: None });
                before = Some(amount);
            }
        }
        found
    }

    /// Of a line that the ledger has by another one: it was held before its day.
    fn of_counted(held: &HeldLine, closing: ClosingDay) -> Option<Self> {
        // What is new counts as a line of its own statement.
        let is_new = held.decided.as_ref().is_some_and(|decided| decided.is == HeldDecision::New);
        let line = held.line.as_ref().filter(|line| !is_new && line.booked_on > closing.on && !closing.excludes_later)?;
        Some(Self::later(closing.on, line.booked_on, line.amount))
    }

    /// Of a statement that ends on a day: what of its entries was not read.
    pub fn of_unread(from: NaiveDate, unread: Unread) -> [Self; 2] {
        let parts = [(DifferencePart::Unreadable, unread.waiting), (DifferencePart::SetAside, unread.set_aside)];
        parts.map(|(part, amount)| Self { from, until: None, part, amount, at: None })
    }

    /// Of a line of a later day than that of the closing balance that holds it.
    pub fn later(from: NaiveDate, booked_on: NaiveDate, amount: Minor) -> Self {
        Self { from, until: Some(booked_on), part: DifferencePart::BookedLater, amount, at: None }
    }

    /// Of a line that a statement has which begins with a balance behind the day that the line is booked on: the statements before it
    /// do not hold it, and the ledger does, unless the line is open. Where the balance is of that same day, it is the one with which the
    /// statement before ended.
    pub fn on_another(booked_on: NaiveDate, opening: Balance, is_open: bool, amount: Minor) -> [Self; 2] {
        let part = if is_open { DifferencePart::UnexplainedDebits } else { DifferencePart::OnAnother };
        let before = Self { from: booked_on, until: Some(opening.on), part, amount: -amount, at: None };
        [before, Self { from: opening.on, until: opening.on.succ_opt(), at: Some(opening.amount), ..before }]
    }

    /// Whether a balance at the end of this day holds it, and the ledger does not.
    pub fn is_lacking_on(&self, on: NaiveDate) -> bool {
        self.from <= on && self.until.is_none_or(|until| on < until)
    }

    /// The same of this balance at the end of its day.
    pub fn is_lacking_at(&self, balance: Balance) -> bool {
        self.is_lacking_on(balance.on) && self.at.is_none_or(|at| at == balance.amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_aside_is_told_apart_from_what_waits_as_far_as_amounts_were_read() {
        let unread = |rest: i64, odd: &[(bool, Option<i64>)]| {
            let odd: Vec<_> =
                odd.iter().map(|(is_set_aside, amount)| OddEntry { is_set_aside: *is_set_aside, amount: amount.map(Minor::new) }).collect();
            let Unread { set_aside, waiting } = Unread::of(Minor::new(rest), &odd);
            assert_eq!((set_aside + waiting).get(), rest, "nothing is lost");
            (set_aside.get(), waiting.get())
        };
        let (aside, waits) = (true, false);
        assert_eq!(unread(90, &[]), (0, 90));
        assert_eq!(unread(90, &[(waits, None), (waits, Some(40))]), (0, 90));
        assert_eq!(unread(90, &[(aside, None), (aside, Some(40))]), (90, 0), "all of it, though no amount says so");
        assert_eq!(unread(90, &[(aside, None), (waits, Some(40))]), (50, 40));
        assert_eq!(unread(90, &[(aside, Some(50)), (waits, None)]), (50, 40));
        assert_eq!(unread(90, &[(aside, None), (waits, None)]), (0, 90), "nothing says how much each is");
    }
}
