//! What statements tell and the ledger lacks.

use super::statements::HeldLine;
use chrono::NaiveDate;
use sooner_domain::{
    kernel::minor::Minor,
    payments::statement::{DifferencePart, HeldDecision, HeldReason},
};

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
    pub fn of_held(held: &HeldLine, from: NaiveDate) -> Option<Self> {
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
        Some(Self { from, until: None, part, amount: line.amount - held.was.unwrap_or_default() })
    }

    /// Of a statement that ends on a day: what of its entries was not read.
    pub fn unread(from: NaiveDate, amount: Minor) -> Self {
        Self { from, until: None, part: DifferencePart::Unreadable, amount }
    }

    /// Of a line that counts on a later day than its statement ends on.
    pub fn later(from: NaiveDate, booked_on: NaiveDate, amount: Minor) -> Self {
        Self { from, until: Some(booked_on), part: DifferencePart::BookedLater, amount }
    }

    /// Whether a balance at the end of this day holds it, and the ledger does not.
    pub fn is_lacking_on(&self, on: NaiveDate) -> bool {
        self.from <= on && self.until.is_none_or(|until| on < until)
    }
}
