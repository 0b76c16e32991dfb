//! What statements tell and the ledger lacks.

use super::statements::HeldLine;
use chrono::NaiveDate;
use sooner_domain::{
    kernel::minor::Minor,
    payments::statement::{DifferencePart, HeldDecision, HeldReason, Legible},
};

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
}

/// An entry that cannot be read, and that no person entered or named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OddEntry {
    pub is_set_aside: bool,
    /// Where the file says it.
    pub amount: Option<Minor>,
}

impl OddEntry {
    /// None of a line that was read, was entered or is known.
    pub fn of_held(held: &HeldLine) -> Option<Self> {
        let is_set_aside = match held.decided.as_ref().map(|decided| decided.is) {
            None => false,
            Some(HeldDecision::SetAside) => true,
            Some(HeldDecision::New | HeldDecision::Known) => return None,
        };
        let amount = held.legible.as_ref().and_then(Legible::certain);
        (held.why == HeldReason::Unreadable).then_some(Self { is_set_aside, amount })
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
}

impl Outstanding {
    /// Of a line that waits or was set aside, whose statement ends on a day. None where the ledger holds what it tells.
    pub fn of_held(held: &HeldLine, closing: ClosingDay) -> Option<Self> {
        let part = match held.decided.as_ref().map(|decided| decided.is) {
            None => match held.why {
                HeldReason::Altered | HeldReason::Ahead | HeldReason::DetailsDiffer => DifferencePart::Waiting,
                // The ledger has it already, or there is no amount.
                HeldReason::PerhapsKnown | HeldReason::Unreadable => return None,
            },
            Some(HeldDecision::SetAside) => DifferencePart::SetAside,
            Some(HeldDecision::New | HeldDecision::Known) => return None,
        };
        let line = held.line.as_ref()?;
        let from = closing.holds_from(line.booked_on);
        Some(Self { from, until: None, part, amount: line.amount - held.was.unwrap_or_default() })
    }

    /// Of a statement that ends on a day: what of its entries was not read.
    pub fn of_unread(from: NaiveDate, unread: Unread) -> [Self; 2] {
        let parts = [(DifferencePart::Unreadable, unread.waiting), (DifferencePart::SetAside, unread.set_aside)];
        parts.map(|(part, amount)| Self { from, until: None, part, amount })
    }

    /// Of a line of a later day than that of the closing balance that holds it.
    pub fn later(from: NaiveDate, booked_on: NaiveDate, amount: Minor) -> Self {
        Self { from, until: Some(booked_on), part: DifferencePart::BookedLater, amount }
    }

    /// Whether a balance at the end of this day holds it, and the ledger does not.
    pub fn is_lacking_on(&self, on: NaiveDate) -> bool {
        self.from <= on && self.until.is_none_or(|until| on < until)
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
