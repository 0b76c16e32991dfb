//! A price, line by line: how each figure comes about, and what it becomes when the debtor pays on another day.

use crate::kernel::error::Problem;
use chrono::NaiveDate;
use serde::Serialize;
use sooner_domain::{
    kernel::{Invalid, minor::Minor},
    pricing::{
        offer::{CurvePoint, Formula, Line, Offer, OfferLine},
        price::{Components, NoOffer},
    },
};
use sooner_shared::coded_body::{Code, DayCountCode, OfferLineCode};
use utoipa::ToSchema;

/// How an amount comes about. Amounts are in minor units, shares and rates in basis points.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum FormulaBody {
    /// As the invoice or the terms have it
    Given,
    Share {
        of: i64,
        share: u16,
    },
    /// The share would be less than the minimum
    AtLeast {
        of: i64,
        share: u16,
        minimum: i64,
    },
    /// An amount for days, at a rate a year of `basis` days
    Time {
        of: i64,
        days: i64,
        rate: u16,
        day_count: DayCountCode,
        basis: i64,
    },
    /// One line, less each of the others
    Less {
        from: OfferLineCode,
        less: Vec<OfferLineCode>,
    },
    /// All of these lines together
    Sum {
        lines: Vec<OfferLineCode>,
    },
}

fn codes(lines: &[OfferLine]) -> Vec<OfferLineCode> {
    lines.iter().copied().map(Code).collect()
}

impl From<Formula> for FormulaBody {
    fn from(formula: Formula) -> Self {
        match formula {
            Formula::Given => Self::Given,
            Formula::Share { of, share } => Self::Share { of: of.get(), share: share.basis_points() },
            Formula::AtLeast { of, share, minimum } => Self::AtLeast { of: of.get(), share: share.basis_points(), minimum: minimum.get() },
            Formula::Time { of, days, rate, count } => {
                Self::Time { of: of.get(), days, rate: rate.basis_points(), day_count: Code(count), basis: count.basis() }
            }
            Formula::Less { from, less } => Self::Less { from: Code(from), less: codes(less) },
            Formula::Sum { of } => Self::Sum { lines: codes(of) },
        }
    }
}

/// One figure of a price.
#[derive(Serialize, ToSchema)]
pub(crate) struct PriceLineBody {
    code: OfferLineCode,
    /// What it is called, in English
    label: &'static str,
    formula: FormulaBody,
    /// In minor units
    amount: i64,
}

impl From<Line> for PriceLineBody {
    fn from(Line { code, formula, amount }: Line) -> Self {
        Self { code: Code(code), label: label(code), formula: formula.into(), amount: amount.get() }
    }
}

fn label(line: OfferLine) -> &'static str {
    match line {
        OfferLine::Face => "Invoice total",
        OfferLine::Advance => "Advance",
        OfferLine::Reserve => "Reserve",
        OfferLine::ServiceFee => "Service fee",
        OfferLine::ServiceFeeTax => "Tax on the service fee",
        OfferLine::PayoutFee => "Payout fee",
        OfferLine::PayoutFeeTax => "Tax on the payout fee",
        OfferLine::Discount => "Discount",
        OfferLine::Payout => "Payout",
        OfferLine::Release => "Release at settlement",
        OfferLine::Cost => "Cost in all",
    }
}

/// What it costs when the debtor pays all of it on a day, in minor units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CurvePointBody {
    paid_on: NaiveDate,
    discount: i64,
    /// In factoring the seller bears it, in a programme the buyer does
    late: i64,
    /// Discount and fees, and what the seller bears for the debtor’s being late; taxes apart
    cost: i64,
    /// Below zero the seller owes it
    release: i64,
}

impl From<CurvePoint> for CurvePointBody {
    fn from(CurvePoint { paid_on, discount, late, cost, release }: CurvePoint) -> Self {
        let [discount, late, cost, release] = [discount, late, cost, release].map(Minor::get);
        Self { paid_on, discount, late, cost, release }
    }
}

/// The price of a receivable. Amounts are in minor units of `currency`, rates in basis points a year.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceBody {
    /// The day of the payout
    payout_on: NaiveDate,
    due_on: NaiveDate,
    /// ISO 4217
    currency: &'static str,
    /// The invoice’s total, with tax
    face: i64,
    /// The share of the face that the seller gets before the debtor pays
    advance: i64,
    /// The rest of the face
    reserve: i64,
    service_fee: i64,
    /// For the time from the payout to the due date
    discount: i64,
    payout_fee: i64,
    /// On both fees
    tax: i64,
    /// What is paid at once
    payout: i64,
    /// What is paid at settlement, when the debtor pays all of it on the due date; below zero the seller owes it
    release: i64,
    /// Discount and fees; taxes apart
    cost: i64,
    /// From payout to due date, by the calendar
    days: i64,
    /// The cost a year as a share of the payout, without compounding; absent beyond 1,000,000 %
    apr: Option<i64>,
    /// The same, compounded
    effective_rate: Option<i64>,
    /// Each figure, and how it comes about
    lines: Vec<PriceLineBody>,
    /// What becomes of it when the debtor pays early or late
    curve: Vec<CurvePointBody>,
}

impl From<&Offer> for PriceBody {
    fn from(offer: &Offer) -> Self {
        let price = offer.price();
        let Components { case, currency, advance, reserve, service_fee, payout_fee, discount, payout, release, .. } = *price.components();
        Self {
            payout_on: case.payout_on,
            due_on: case.due_on,
            currency: currency.code(),
            face: case.face.get(),
            advance: advance.get(),
            reserve: reserve.get(),
            service_fee: service_fee.get(),
            discount: discount.get(),
            payout_fee: payout_fee.get(),
            tax: price.tax().get(),
            payout: payout.get(),
            release: release.get(),
            cost: price.cost().get(),
            days: price.days(),
            apr: price.apr_bp(),
            effective_rate: price.effective_bp(),
            lines: offer.lines().into_iter().map(PriceLineBody::from).collect(),
            curve: offer.curve().into_iter().map(CurvePointBody::from).collect(),
        }
    }
}

/// Why there is no price, at the field that would have to be another one.
pub(crate) fn no_offer(none: NoOffer) -> Problem {
    match none {
        NoOffer::NoDays => Problem::field("dueOn", Invalid::DueBeforePayout),
        NoOffer::NothingToPay => Problem::field("face", Invalid::NothingToPay),
        NoOffer::TooLarge => Problem::field("face", Invalid::NotPossible),
    }
}
