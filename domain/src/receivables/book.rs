//! **A receivable is the fold of its facts.** From its acceptance on, everything that can be said of it in money (what
//! is open, what is out, what the seller gets or owes, how it ended) is worked out from terms, face, dates and the
//! facts in the order in which they were told. Each fact answers with the journal entries it makes, or with why it
//! cannot be.

mod endings;
mod facts;
mod lateness;
mod receipts;
mod state;
mod step;

#[cfg(test)]
mod expected;
#[cfg(test)]
mod journal;
#[cfg(test)]
mod mirrored;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod story;
#[cfg(test)]
mod tests;

pub use facts::{DeductionCause, Fact, LateCharge, LossCause, MoneyFrom, Overpayment, Receipt, Refused};
pub use lateness::{Lateness, Remedy};
pub use state::{BookStatus, Ended, State};

use crate::{
    facilities::terms::Terms,
    kernel::{
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
    },
    ledger::{
        account::AccountKind,
        entry::{Draft, Event, Place},
    },
    pricing::{
        course::Course,
        price::{Case, NoOffer, Price},
        settlement::{Settlement, Totals},
        statement::{self, Borne, Dates, Difference},
    },
};
use chrono::NaiveDate;
use step::Step;

/// Whose accounts a receivable's entries are posted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parties {
    pub receivable: ReceivableId,
    pub seller: CompanyId,
    pub debtor: DebtorId,
    /// Whose facility it is: the seller's in factoring, the buyer's in a programme.
    pub holder: CompanyId,
}

/// What was accepted: it never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Basis {
    parties: Parties,
    terms: Terms,
    price: Price,
}

impl Basis {
    /// # Errors
    /// When it could not have been offered.
    pub fn of(parties: Parties, terms: Terms, case: Case) -> Result<Self, NoOffer> {
        Ok(Self { parties, terms, price: Price::of(&terms, case)? })
    }

    pub fn parties(&self) -> &Parties {
        &self.parties
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub fn price(&self) -> &Price {
        &self.price
    }
}

/// An entry to be made, and the day it counts from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    pub event: Event,
    pub on: NaiveDate,
    pub draft: Draft,
}

impl Posted {
    /// Whether one of these books the same, on whatever day: then it stays as it is.
    fn is_among(&self, others: &[Self]) -> bool {
        others.iter().any(|other| (other.event, &other.draft) == (self.event, &self.draft))
    }
}

/// What taking a fact back means for the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    pub fact: Fact,
    /// Its place among the facts, those before it counted.
    pub place: usize,
    /// The entries the fact had made, and those that what stays since would not make without it. Each is reversed as it is.
    pub reversed: Vec<Posted>,
    /// What stays since makes these entries instead, each by its place.
    pub instead: Vec<(usize, Posted)>,
    /// What was paid out of it already, and is owed instead by the company that got it.
    pub owed: Vec<Posted>,
}

/// How much of what a fact gave was paid out since, or set off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PaidOut {
    pub to_seller: Minor,
    /// The buyer's share of the discount.
    pub to_holder: Minor,
}

/// The place of the fact that can be taken back: the newest one but for those that stay ([`Fact::stays`]). Those that came since make
/// their entries anew, without it.
///
/// # Errors
/// `NothingToUndo`; `NotUndoable` where all of them stay.
pub fn undoable(facts: impl DoubleEndedIterator<Item = Fact> + ExactSizeIterator) -> Result<usize, Refused> {
    let refused = if facts.len() == 0 { Refused::NothingToUndo } else { Refused::NotUndoable };
    facts.enumerate().rfind(|(_, fact)| !fact.stays()).map(|(place, _)| place).ok_or(refused)
}

/// An accepted receivable's facts, and what they come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    basis: Basis,
    facts: Vec<Fact>,
    state: State,
}

/// What a seller gets one day, as far as it can be told. Below zero it would owe as much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospect {
    pub on: NaiveDate,
    pub amount: Minor,
}

/// What a seller gets beside the advance of what it sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospects {
    /// Once the advance is carried out: what a programme’s price is less for the days it was late, or the whole at once where nothing is
    /// open any more.
    pub with_advance: Prospect,
    /// Once nothing is open.
    pub at_end: Prospect,
}

impl Book {
    /// As it is when it was accepted: without facts.
    pub fn open(basis: Basis) -> Self {
        Self { basis, facts: Vec::new(), state: State::of(&basis) }
    }

    /// Replays what was told.
    ///
    /// # Errors
    /// Why a fact cannot follow those before it: then they are not the facts of this receivable.
    pub fn replay(basis: Basis, facts: impl IntoIterator<Item = Fact>) -> Result<Self, Refused> {
        let mut book = Self::open(basis);
        for fact in facts {
            book.record(fact)?;
        }
        Ok(book)
    }

    /// Takes a fact, and answers with the entries it makes, in their order. A payout's own entries, from what a seller
    /// gets through the transit account to the bank, are not among them: one payout may pay for several receivables.
    ///
    /// # Errors
    /// Why it cannot be; then nothing has changed.
    pub fn record(&mut self, fact: Fact) -> Result<Vec<Posted>, Refused> {
        let (state, posted) = Step::of(&self.basis, self.state.clone()).take(fact)?;
        self.state = state;
        self.facts.push(fact);
        Ok(posted)
    }

    /// Takes the newest fact back that can be. `on`: the day of the entries that are made anew, where theirs is earlier.
    ///
    /// # Errors
    /// Those of [`undoable`]; `NotGiven` when it did not give as much as was paid out.
    pub fn undo(&mut self, on: NaiveDate, paid_out: PaidOut) -> Result<Undone, Refused> {
        let place = undoable(self.facts.iter().copied())?;
        let fact = self.facts[place];
        let mut without = Self::replay(self.basis, self.facts[..place].iter().copied())?;
        let mut with = without.clone();
        let (mut reversed, mut instead) = (with.record(fact)?, Vec::new());
        for (at, later) in self.facts.iter().enumerate().skip(place + 1) {
            let (before, after) = (with.record(*later)?, without.record(*later)?);
            let anew = |posted: &Posted| (at - 1, Posted { on: posted.on.max(on), ..posted.clone() });
            instead.extend(after.iter().filter(|posted| !posted.is_among(&before)).map(anew));
            reversed.extend(before.into_iter().filter(|posted| !posted.is_among(&after)));
        }
        let owed = self.owed_for(&reversed, on, paid_out)?;
        *self = without;
        Ok(Undone { fact, place, reversed, instead, owed })
    }

    /// What was paid out of what these entries gave is owed by the company that got it.
    fn owed_for(&self, given: &[Posted], on: NaiveDate, paid_out: PaidOut) -> Result<Vec<Posted>, Refused> {
        let Parties { receivable, seller, holder, .. } = self.basis.parties;
        let each = [
            (seller, Place::sellers_payable(seller, receivable), paid_out.to_seller),
            (holder, Place::buyer_rebates(holder, receivable), paid_out.to_holder),
        ];
        let mut owed = Vec::new();
        for (company, kept_at, amount) in each {
            // What was kept back of another payout is no less given by that.
            let gave = |posted: &Posted| (-posted.draft.total(kept_at.kind())).or_zero();
            if amount.is_negative() || amount > given.iter().map(gave).sum::<Minor>() {
                return Err(Refused::NotGiven);
            }
            let gave = given.iter().rev().find(|posted| gave(posted).is_positive());
            let draft = Draft::new(self.basis.terms.parts().currency).transfer(Place::sellers_owe(company, receivable), kept_at, amount);
            owed.extend(gave.filter(|_| amount.is_positive()).map(|gave| Posted { event: gave.event, on, draft }));
        }
        Ok(owed)
    }

    pub fn basis(&self) -> &Basis {
        &self.basis
    }

    /// In the order in which they were told.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// Discount and late charge as they would be if it were settled that day: what has accrued. None unless it is
    /// funded and paid out.
    pub fn accrued(&self, on: NaiveDate) -> Option<(Minor, Minor)> {
        let course = self.state.course(&self.basis).filter(|_| self.state.status == BookStatus::Funded)?;
        let until = on.max(course.executed_on);
        Some((course.discount(until), course.late(until)))
    }

    /// What the seller gets beside the advance, were all that is open paid by the debtor: on the day it is due, or `today` where that
    /// is past. What the seller was given already, or owes, is not among it: that is due. None at its end.
    ///
    /// Time costs from the day the bank carried the payout out (finance.md, 5); until that is known, from the day it was ordered
    /// (`ordered_on`); and while it is not ordered, from the first day on which it can be.
    pub fn coming(&self, today: NaiveDate, ordered_on: Option<NaiveDate>) -> Option<Prospects> {
        if self.state.status.is_end() {
            return None;
        }
        let planned = self.basis.price.components().case.payout_on.max(today);
        let (mut thought, runs_from) = (self.clone(), ordered_on.unwrap_or(planned));
        let gets = |posted: Vec<Posted>| {
            let given = |posted: &Posted| -posted.draft.total(AccountKind::SellersPayable) - posted.draft.total(AccountKind::SellersOwe);
            posted.iter().map(given).sum()
        };
        let (mut carried_out, mut paid) = (Vec::new(), Vec::new());
        if thought.state.status == BookStatus::Accepted {
            // The advance is due from the sale on.
            thought.record(Fact::Funded { on: runs_from }).ok()?;
        }
        if thought.state.status == BookStatus::Funded && thought.state.executed_on.is_none() {
            carried_out = thought.record(Fact::Executed { on: runs_from }).ok()?;
        }
        let on = thought.state.due_on.max(today);
        if thought.state.status == BookStatus::Funded {
            let receipt = Receipt { value_on: on, booked_on: on, amount: thought.state.open, from: MoneyFrom::Debtor };
            paid = thought.record(Fact::Received(receipt)).ok()?;
        }
        let with_advance = Prospect { on: planned, amount: gets(carried_out) };
        thought.state.status.is_end().then(|| Prospects { with_advance, at_end: Prospect { on, amount: gets(paid) } })
    }

    /// How it would end by this fact. None where that does not end it, or cannot be.
    pub fn ended_by(&self, fact: Fact) -> Option<Settlement> {
        let mut thought = self.clone();
        if thought.state.status.is_end() {
            return None;
        }
        thought.record(fact).ok()?;
        thought.settlement()
    }

    /// The day it was settled, one way or another. None before.
    pub fn settled_on(&self) -> Option<NaiveDate> {
        self.state.ended.map(|ended| ended.settled_on)
    }

    /// How it ended, by the closed formula. None before.
    pub fn settlement(&self) -> Option<Settlement> {
        let (state, Ended { discount, late, .. }) = (&self.state, self.state.ended?);
        let totals = Totals {
            discount,
            late,
            money: state.received - state.late_paid - state.given_back,
            credited: state.credited,
            charged_back: state.charged_back,
            written_off: state.written_off,
            loss: state.loss,
        };
        Some(Settlement::of(&self.basis.terms, &self.basis.price, &totals))
    }

    /// Why the seller gets another amount than was offered. None before the end.
    pub fn differences(&self) -> Option<Vec<Difference>> {
        let (state, ended, settlement) = (&self.state, self.state.ended?, self.settlement()?);
        let Course { executed_on, due_on, .. } = ended.course(&self.basis, state);
        let late_from = ended.course(&self.basis, state).late_from();
        let dates = Dates { executed_on, due_on, late_from, paid_on: ended.paid_on, ended_on: ended.on };
        let borne = Borne { credited: state.credited, deducted: state.deducted, not_covered: state.written_off - state.loss };
        Some(statement::differences(&self.basis.terms, &self.basis.price, dates, (&settlement, borne)))
    }
}
