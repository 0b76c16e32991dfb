//! What a buyer discloses of its programme (IAS 7.44H, ASU 2022-04). Every figure is a sum of rows, and a row is worked out from
//! what happened and when, so that a past day stays as it is.

use super::{
    book::{Fact, Receipt},
    receivable::{Parts, Receivable},
    status::ReceivableStatus,
};
use crate::kernel::calendar::LAST_DAY;
use crate::kernel::minor::Minor;
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use std::{
    iter::Sum,
    ops::{Add, RangeInclusive},
};

/// From the first of these days to the last, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    from: NaiveDate,
    to: NaiveDate,
}

/// Why nothing is disclosed of these days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PeriodRefused {
    #[error("it ends before it begins")]
    Backwards,
    /// What becomes of a payable is not known yet.
    #[error("it has not ended")]
    InFuture,
}

impl Period {
    /// # Errors
    /// `InFuture` where it ends after today; `Backwards`.
    pub fn new(from: NaiveDate, to: NaiveDate, today: NaiveDate) -> Result<Self, PeriodRefused> {
        if to > today {
            Err(PeriodRefused::InFuture)
        } else if from > to {
            Err(PeriodRefused::Backwards)
        } else {
            Ok(Self { from, to })
        }
    }

    /// The last whole calendar year before this day.
    pub fn last_year(today: NaiveDate) -> Self {
        let begin = |year: i32| NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or(today);
        Self { from: begin(today.year() - 1), to: begin(today.year()).pred_opt().unwrap_or(today) }
    }

    /// The day at whose end it opens.
    fn before(self) -> NaiveDate {
        self.from.pred_opt().unwrap_or(NaiveDate::MIN)
    }

    fn has(self, on: NaiveDate) -> bool {
        (self.from..=self.to).contains(&on)
    }

    pub fn from(self) -> NaiveDate {
        self.from
    }

    pub fn to(self) -> NaiveDate {
        self.to
    }
}

/// What is owed at the end of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// In the programme: promised, and neither paid nor gone otherwise.
    pub owed: Minor,
    /// Of that: what suppliers were paid for already.
    pub paid_early: Minor,
    /// For invoices that were not promised by then.
    pub outside: Minor,
}

impl Add for Standing {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { owed: self.owed + other.owed, paid_early: self.paid_early + other.paid_early, outside: self.outside + other.outside }
    }
}

/// From one end of a period to the other: what was owed, what came to it, and each of the ways it went. `opening.owed + confirmed`
/// is `paid + credited + corrected + waived + left_to_buyer + closing.owed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    pub opening: Standing,
    pub confirmed: Minor,
    /// To the house.
    pub paid: Minor,
    /// By credit notes.
    pub credited: Minor,
    /// The buyer confirmed less.
    pub corrected: Minor,
    /// So little was left that the house closed it.
    pub waived: Minor,
    /// Due, and sold to nobody: the buyer pays its supplier itself.
    pub left_to_buyer: Minor,
    pub closing: Standing,
}

impl Add for Figures {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            opening: self.opening + other.opening,
            confirmed: self.confirmed + other.confirmed,
            paid: self.paid + other.paid,
            credited: self.credited + other.credited,
            corrected: self.corrected + other.corrected,
            waived: self.waived + other.waived,
            left_to_buyer: self.left_to_buyer + other.left_to_buyer,
            closing: self.closing + other.closing,
        }
    }
}

impl Sum for Figures {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// One payable in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    pub figures: Figures,
    /// From the invoice to the day it is due, as that was known at either end.
    pub opening_days: i64,
    pub closing_days: i64,
}

impl Row {
    /// Whether it has nothing to do with the period.
    pub fn is_empty(&self) -> bool {
        self.figures == Figures::default()
    }
}

/// From the least to the most days between invoice and due date; none where nothing is owed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ranges {
    pub inside: Option<RangeInclusive<i64>>,
    pub outside: Option<RangeInclusive<i64>>,
}

/// What rows come to together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    pub figures: Figures,
    pub opening_days: Ranges,
    pub closing_days: Ranges,
}

impl Summary {
    pub fn of(rows: &[Row]) -> Self {
        let ranges = |end: fn(&Row) -> (Standing, i64)| {
            let days =
                |is_in: fn(Standing) -> Minor| range(rows.iter().map(end).filter(|(at, _)| is_in(*at).is_positive()).map(|(_, days)| days));
            Ranges { inside: days(|at| at.owed), outside: days(|at| at.outside) }
        };
        Self {
            figures: rows.iter().map(|row| row.figures).sum(),
            opening_days: ranges(|row| (row.figures.opening, row.opening_days)),
            closing_days: ranges(|row| (row.figures.closing, row.closing_days)),
        }
    }
}

fn range(days: impl Iterator<Item = i64> + Clone) -> Option<RangeInclusive<i64>> {
    Some(days.clone().min()?..=days.max()?)
}

/// How something that was promised went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Paid,
    Credited,
    Corrected,
    Waived,
    LeftToBuyer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Gone {
    on: NaiveDate,
    way: Way,
    amount: Minor,
}

/// A payable by what happened to it, day by day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promise {
    issued_on: NaiveDate,
    /// When it is due, by the day from which that counts: the invoice's own first.
    due: Vec<(NaiveDate, NaiveDate)>,
    face: Minor,
    confirmed_on: Option<NaiveDate>,
    gone: Vec<Gone>,
    /// When its supplier was paid, or that payout came back.
    paid_early: Vec<(NaiveDate, bool)>,
}

impl Promise {
    /// By what is known of a payable. `facts` are those of its book, `date_of` tells the business date of an instant.
    pub fn of(receivable: &Receivable, facts: &[Fact], date_of: impl Fn(DateTime<Utc>) -> NaiveDate) -> Self {
        let Parts { facts: invoice, figures, credits, submitted, accepted, status, evidence, .. } = receivable.parts();
        let (face, confirmed_on) = (invoice.face.amount(), submitted.map(|submitted| submitted.on));
        // What the sale made whole is disputed at most.
        let confirmations: Vec<_> = evidence
            .iter()
            .filter(|evidence| accepted.is_none_or(|accepted| evidence.at <= accepted.at))
            .map(|evidence| (date_of(evidence.at), evidence.amount, evidence.due_on))
            .collect();
        let mut due = vec![(NaiveDate::MIN, invoice.due_on)];
        due.extend(confirmations.iter().filter_map(|(on, _, due_on)| Some((*on, (*due_on)?))).filter(|(_, to)| *to <= figures.due_on));
        let mut latest = invoice.due_on;
        for (_, due_on) in &mut due {
            latest = latest.max(*due_on);
            *due_on = latest;
        }
        // A credit note of all that was left ends it, and leaves the figures as they were.
        let lowest = if *status == ReceivableStatus::Withdrawn { Minor::ZERO } else { figures.face };
        let credited = |by: NaiveDate| credits.iter().filter(|credit| credit.on <= by).map(|credit| credit.amount).sum::<Minor>();
        let mut rest = face - credited(LAST_DAY) - lowest;
        let mut corrected: Vec<(NaiveDate, Minor)> = Vec::new();
        for (on, amount, _) in &confirmations {
            let before = corrected.iter().map(|(_, amount)| *amount).sum::<Minor>();
            let less = (face - credited(*on) - before - *amount).or_zero().min(rest);
            rest -= less;
            corrected.push((*on, less));
        }
        // On the day of a credit note it is not known which of them was first, but by what is left.
        match corrected.iter_mut().rev().find(|(on, _)| credits.iter().any(|credit| credit.on == *on)) {
            Some((_, amount)) => *amount += rest,
            None => corrected.push((confirmed_on.unwrap_or(invoice.issued_on), rest)),
        }
        let mut promise = Self { issued_on: invoice.issued_on, due, face, confirmed_on, gone: Vec::new(), paid_early: paid_early(facts) };
        for credit in credits {
            promise.went(credit.on, Way::Credited, credit.amount);
        }
        for (on, amount) in corrected {
            promise.went(on, Way::Corrected, amount);
        }
        let rejected_on = facts.iter().find_map(|fact| if let Fact::Rejected { on, .. } = fact { Some(*on) } else { None });
        let is_sold = accepted.is_some() && rejected_on.is_none();
        let leaves_on = confirmed_on.filter(|_| !is_sold).map(|on| on.max(latest).max(rejected_on.unwrap_or(on)));
        promise.settle(lowest, facts, leaves_on);
        promise
    }

    /// What was paid of what is owed, and what the house let go; the rest is left to the buyer once it is due and sold to nobody.
    fn settle(&mut self, mut owed: Minor, facts: &[Fact], leaves_on: Option<NaiveDate>) {
        let ends = |fact: &Fact| match fact {
            Fact::Received(Receipt { value_on, amount, .. }) => Some((*value_on, Way::Paid, *amount)),
            Fact::ClosedShort { on } => Some((*on, Way::Waived, owed)),
            _ => None,
        };
        let mut ended: Vec<_> = facts.iter().filter_map(ends).collect();
        // What is paid on the day on which the rest is closed was paid before.
        ended.sort_by_key(|(on, way, _)| (*on, *way == Way::Waived));
        for (on, way, most) in ended.into_iter().filter(|(on, ..)| leaves_on.is_none_or(|leaves_on| *on <= leaves_on)) {
            let gone = most.min(owed);
            owed -= gone;
            self.went(on, way, gone);
        }
        if let Some(on) = leaves_on {
            self.went(on, Way::LeftToBuyer, owed);
        }
    }

    /// What was promised goes no sooner than it was.
    fn went(&mut self, on: NaiveDate, way: Way, amount: Minor) {
        self.gone.push(Gone { on: self.confirmed_on.map_or(on, |confirmed_on| on.max(confirmed_on)), way, amount });
    }

    pub fn confirmed_on(&self) -> Option<NaiveDate> {
        self.confirmed_on
    }

    /// When it is due, as was known at the end of a day.
    fn due_on(&self, on: NaiveDate) -> NaiveDate {
        self.due.iter().rev().find(|(since, _)| *since <= on).map_or(LAST_DAY, |(_, due_on)| *due_on)
    }

    fn days(&self, on: NaiveDate) -> i64 {
        (self.due_on(on) - self.issued_on).num_days()
    }

    /// As it stood at the end of a day.
    pub fn standing(&self, on: NaiveDate) -> Standing {
        let left = self.face - self.gone.iter().filter(|gone| gone.on <= on).map(|gone| gone.amount).sum::<Minor>();
        if self.confirmed_on.is_some_and(|confirmed_on| confirmed_on <= on) {
            let is_paid_early = self.paid_early.iter().rev().find(|(since, _)| *since <= on).is_some_and(|(_, is_paid)| *is_paid);
            return Standing { owed: left, paid_early: if is_paid_early { left } else { Minor::ZERO }, outside: Minor::ZERO };
        }
        // Nobody tells what the buyer paid on its own: it is taken to pay on the day.
        let is_owed = self.issued_on <= on && on < self.due_on(on);
        Standing { outside: if is_owed { left } else { Minor::ZERO }, ..Standing::default() }
    }

    pub fn row(&self, period: Period) -> Row {
        let went = |way: Way| {
            let gone = self.gone.iter().filter(|gone| self.confirmed_on.is_some() && gone.way == way && period.has(gone.on));
            gone.map(|gone| gone.amount).sum()
        };
        let is_confirmed = self.confirmed_on.is_some_and(|on| period.has(on));
        let figures = Figures {
            opening: self.standing(period.before()),
            confirmed: if is_confirmed { self.face } else { Minor::ZERO },
            paid: went(Way::Paid),
            credited: went(Way::Credited),
            corrected: went(Way::Corrected),
            waived: went(Way::Waived),
            left_to_buyer: went(Way::LeftToBuyer),
            closing: self.standing(period.to),
        };
        Row { figures, opening_days: self.days(period.before()), closing_days: self.days(period.to) }
    }
}

fn paid_early(facts: &[Fact]) -> Vec<(NaiveDate, bool)> {
    let told = facts.iter().filter_map(|fact| match fact {
        Fact::Executed { on } => Some((*on, true)),
        Fact::Returned { on } => Some((*on, false)),
        _ => None,
    });
    told.collect()
}

#[cfg(test)]
mod tests;
