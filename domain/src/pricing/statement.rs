//! Why this cent: what turned the figures of the offer into those of the settlement, cause by cause.

use super::{
    price::{self, Components, Price},
    settlement::Settlement,
};
use crate::{
    facilities::terms::{DiscountTiming, Terms},
    kernel::{interest::YearlyRate, minor::Minor},
};
use chrono::NaiveDate;

/// Why the seller gets more or less than was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The bank carried out the payout on another day than was planned.
    Executed {
        planned: NaiveDate,
        on: NaiveDate,
    },
    /// The debtor was given more time.
    Extended {
        from: NaiveDate,
        to: NaiveDate,
    },
    /// Money came at other times than all of it on the due date, or what was open ended in another way.
    Paid {
        due_on: NaiveDate,
        /// The value day of the last money that came; none where none did.
        paid_on: Option<NaiveDate>,
        /// Until when discount ran.
        ended_on: NaiveDate,
    },
    /// Late charge, from this day on.
    Late {
        from: NaiveDate,
        rate: YearlyRate,
    },
    Credited,
    Deducted,
    ChargedBack,
    /// The part of what was written off that the house does not bear, less the seller's part of what was recovered.
    NotCovered,
}

impl Cause {
    /// Names it on the wire.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Executed { .. } => "executed",
            Self::Extended { .. } => "extended",
            Self::Paid { .. } => "paid",
            Self::Late { .. } => "late",
            Self::Credited => "credited",
            Self::Deducted => "deducted",
            Self::ChargedBack => "charged_back",
            Self::NotCovered => "not_covered",
        }
    }
}

/// A cause, and what the seller gets more for it, or less when it is below zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    pub cause: Cause,
    pub amount: Minor,
}

/// The days that mattered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dates {
    pub executed_on: NaiveDate,
    /// With every extension.
    pub due_on: NaiveDate,
    pub late_from: NaiveDate,
    /// The value day of the last money that came until it was settled; none where none did.
    pub paid_on: Option<NaiveDate>,
    /// Until when discount and late charge ran.
    pub ended_on: NaiveDate,
}

/// What happened, as far as the seller bears it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Borne {
    pub credited: Minor,
    pub deducted: Minor,
    pub not_covered: Minor,
}

/// Each difference between the offer and the settlement, without those of nothing. They add up to what the seller got
/// beyond the payout, less the release that was offered.
pub fn differences(terms: &Terms, price: &Price, dates: Dates, (settlement, borne): (&Settlement, Borne)) -> Vec<Difference> {
    let Components { case, advance, discount: offered, .. } = *price.components();
    let executed = Cause::Executed { planned: case.payout_on, on: dates.executed_on };
    let mut all = match terms.timing() {
        DiscountTiming::InAdvance => vec![(executed, offered - settlement.discount)],
        DiscountTiming::InArrears => {
            let on_time = price::discount(terms, advance, (dates.executed_on, case.due_on));
            let extended = price::discount(terms, advance, (dates.executed_on, dates.due_on));
            vec![
                (executed, offered - on_time),
                (Cause::Extended { from: case.due_on, to: dates.due_on }, on_time - extended),
                (Cause::Paid { due_on: dates.due_on, paid_on: dates.paid_on, ended_on: dates.ended_on }, extended - settlement.discount),
                (Cause::Late { from: dates.late_from, rate: terms.parts().late_rate }, -settlement.late),
            ]
        }
    };
    all.extend([
        (Cause::Credited, -borne.credited),
        (Cause::Deducted, -borne.deducted),
        (Cause::ChargedBack, -settlement.charged_back),
        (Cause::NotCovered, -borne.not_covered),
    ]);
    let some = all.into_iter().filter(|(_, amount)| !amount.is_zero());
    some.map(|(cause, amount)| Difference { cause, amount }).collect()
}
