//! Made-up terms and what happens to a receivable, for properties.

use super::{
    journal::Balances,
    tests::{day, parties},
    *,
};
use crate::{
    facilities::{
        examples::{factoring, programme, rate, share},
        terms::Parts,
    },
    kernel::{coded::Coded, interest::DayCount, money::Money},
};
use proptest::prelude::*;

/// How much, as far as it can be known before it happens.
#[derive(Debug, Clone, Copy)]
pub(super) enum Size {
    Thousandths(i64),
    /// All that is open.
    Open,
}

/// A fact to be.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tell {
    Executed { after: i64 },
    Returned,
    Received { on: i64, booked: i64, size: Size, from: MoneyFrom },
    Credited { on: i64, size: Size },
    Deducted { on: i64, size: Size, cause: DeductionCause },
    PaidToSeller { size: Size },
    Extended { days: i64 },
    ClosedShort { on: i64 },
    ChargedBack { on: i64 },
    WrittenOff { on: i64, cause: LossCause },
}

#[derive(Debug, Clone)]
pub(super) struct Story {
    pub parts: Parts,
    pub case: Case,
    pub early: Vec<Tell>,
    pub facts: Vec<Tell>,
    /// What ends it, if it has not ended by then.
    pub end: Tell,
    pub after: Vec<Tell>,
}

/// A book, and the entries it made.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub book: Book,
    pub journal: Vec<Posted>,
}

impl Run {
    pub(super) fn of(basis: Basis) -> Self {
        Self { book: Book::open(basis), journal: Vec::new() }
    }

    /// Whether it could be.
    pub(super) fn record(&mut self, fact: Fact) -> bool {
        let before = self.book.clone();
        match self.book.record(fact) {
            Ok(posted) => {
                self.journal.extend(posted);
                true
            }
            Err(_) => {
                assert_eq!(self.book, before, "what is refused changes nothing");
                false
            }
        }
    }

    pub(super) fn balances(&self) -> Balances {
        Balances::of(&self.journal)
    }

    pub(super) fn fact(&self, tell: Tell) -> Fact {
        let face = self.book.basis.price.components().case.face;
        let sized = |size| match size {
            Size::Open => self.book.state.open,
            Size::Thousandths(part) => Minor::new(face.get() / 1_000 * part + part),
        };
        match tell {
            Tell::Executed { after } => Fact::Executed { on: day(after).max(self.book.state.funded_on.unwrap_or(day(0))) },
            Tell::Returned => Fact::Returned { on: day(9) },
            Tell::Received { on, booked, size, from } => {
                Fact::Received(Receipt { value_on: day(on), booked_on: day(on + booked), amount: sized(size), from })
            }
            Tell::Credited { on, size } => Fact::Credited { on: day(on), booked_on: day(on + 2), amount: sized(size) },
            Tell::Deducted { on, size, cause } => Fact::Deducted { on: day(on), amount: sized(size), cause },
            Tell::PaidToSeller { size } => Fact::PaidToSeller { on: day(1), amount: sized(size) },
            Tell::Extended { days } => Fact::Extended { on: day(1), due_on: self.book.state.due_on + chrono::TimeDelta::days(days) },
            Tell::ClosedShort { on } => Fact::ClosedShort { on: day(on) },
            Tell::ChargedBack { on } => Fact::ChargedBack { on: day(on) },
            Tell::WrittenOff { on, cause } => Fact::WrittenOff { on: day(on), cause, late: LateCharge::Claimed },
        }
    }
}

impl Story {
    /// None when nothing can be offered.
    pub(super) fn basis(&self) -> Option<Basis> {
        Basis::of(parties(), Terms::parse(self.parts).unwrap(), self.case).ok()
    }

    /// Every part of it in order, the funding too. Facts that cannot be are left out.
    pub(super) fn told<F>(&self, mut each: F) -> Result<Option<Run>, TestCaseError>
    where
        F: FnMut(&mut Run, Fact) -> Result<(), TestCaseError>,
    {
        let Some(basis) = self.basis() else { return Ok(None) };
        let mut run = Run::of(basis);
        for tell in &self.early {
            let fact = run.fact(*tell);
            each(&mut run, fact)?;
        }
        each(&mut run, Fact::Funded { on: day(0) })?;
        for tell in self.facts.iter().chain([&Tell::Executed { after: 0 }, &self.end]) {
            let fact = run.fact(*tell);
            each(&mut run, fact)?;
        }
        // Some ends are not for a programme.
        let paid = run.fact(Tell::Received { on: 150, booked: 0, size: Size::Open, from: MoneyFrom::Debtor });
        each(&mut run, paid)?;
        for tell in &self.after {
            let fact = run.fact(*tell);
            each(&mut run, fact)?;
        }
        Ok(Some(run))
    }
}

fn size() -> impl Strategy<Value = Size> {
    let part = prop_oneof![2 => 0_i64..150, 2 => 0_i64..600, 1 => Just(1_300)].prop_map(Size::Thousandths);
    prop_oneof![5 => part, 1 => Just(Size::Open)]
}

fn money() -> impl Strategy<Value = Tell> {
    let from = prop_oneof![5 => Just(MoneyFrom::Debtor), 3 => prop::sample::select(MoneyFrom::ALL)];
    (-8_i64..140, 0_i64..4, size(), from).prop_map(|(on, booked, size, from)| Tell::Received { on, booked, size, from })
}

fn deduction(on: std::ops::Range<i64>) -> impl Strategy<Value = Tell> {
    (on, size(), prop::sample::select(DeductionCause::ALL)).prop_map(|(on, size, cause)| Tell::Deducted { on, size, cause })
}

fn fact() -> impl Strategy<Value = Tell> {
    prop_oneof![
        6 => money(),
        2 => (0_i64..5).prop_map(|after| Tell::Executed { after }),
        1 => Just(Tell::Returned),
        3 => (-3_i64..140, size()).prop_map(|(on, size)| Tell::Credited { on, size }),
        2 => deduction(-3_i64..140),
        1 => size().prop_map(|size| Tell::PaidToSeller { size }),
        1 => (1_i64..40).prop_map(|days| Tell::Extended { days }),
    ]
}

fn end() -> impl Strategy<Value = Tell> {
    prop_oneof![
        (0_i64..150).prop_map(|on| Tell::ClosedShort { on }),
        (0_i64..150).prop_map(|on| Tell::ChargedBack { on }),
        (0_i64..150, prop::sample::select(LossCause::ALL)).prop_map(|(on, cause)| Tell::WrittenOff { on, cause }),
        (0_i64..150).prop_map(|on| Tell::Received { on, booked: 0, size: Size::Open, from: MoneyFrom::Debtor }),
    ]
}

pub(super) fn terms() -> impl Strategy<Value = Parts> {
    let shares = (1_i64..=10_000, 0_i64..=10_000, 0_i64..500, 0_i64..=2_500, 0_i64..=10_000, 0_i64..=10_000);
    let days = (prop::sample::select(DayCount::ALL), 0_i64..30, 0_i64..=10_000);
    (any::<bool>(), shares, days, (0_i64..900, 0_i64..900)).prop_map(|(is_programme, shares, days, fees)| {
        let (advance, discount, service, tax, cover, buyer) = shares;
        let (count, grace, late) = days;
        let common = if is_programme { programme() } else { factoring() };
        let kind = match is_programme {
            true => Parts { buyer_share: share(buyer), ..common },
            false => Parts { advance_rate: share(advance), cover: share(cover), ..common },
        };
        Parts {
            discount_rate: rate(discount),
            day_count: count,
            service_fee: share(service),
            service_fee_minimum: Minor::new(fees.0),
            payout_fee: Minor::new(fees.1),
            fee_tax: share(tax),
            grace_days: grace,
            late_rate: rate(late),
            ..kind
        }
    })
}

pub(super) fn case() -> impl Strategy<Value = Case> {
    let face = prop_oneof![1 => 1_i64..5_000, 8 => 5_000_i64..5_000_000, 1 => Money::MAX_MINOR - 1_000..=Money::MAX_MINOR];
    // Released on the first day; planned for it, or for one soon after.
    (face, 0_i64..3, 1_i64..120).prop_map(|(face, planned, days)| {
        let (payout_on, due_on) = (day(planned), day(planned + days));
        Case { face: Minor::new(face), certain: Minor::new(face), payout_on, due_on }
    })
}

pub(super) fn story() -> impl Strategy<Value = Story> {
    let early = prop::collection::vec(prop_oneof![3 => money(), 1 => deduction(-8_i64..0)], 0..4);
    let after = prop::collection::vec(prop_oneof![4 => money(), 1 => fact()], 0..4);
    (terms(), case(), early, prop::collection::vec(fact(), 0..7), end(), after).prop_map(|(parts, case, early, facts, end, after)| Story {
        parts,
        case,
        early,
        facts,
        end,
        after,
    })
}
