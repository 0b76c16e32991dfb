//! An offer, line by line.

use super::words;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sooner_application::receivables::{Look, StandingOffer};
use sooner_domain::{
    kernel::minor::Minor,
    pricing::{
        offer::{CurvePoint, Formula, Line, Offer, OfferLine},
        price::NoOffer,
    },
};
use sooner_shared::coded_body::{Code, DayCountCode, OfferLineCode};
use utoipa::ToSchema;
use uuid::Uuid;

/// How an amount comes about.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum FormulaBody {
    /// As the invoice or the terms have it
    Given,
    /// A share of an amount, in basis points
    Share { of: i64, share: i64 },
    /// The minimum, for the share would be less
    AtLeast { of: i64, share: i64, minimum: i64 },
    /// An amount for so many days, at a rate a year in basis points
    Time { of: i64, days: i64, rate: i64, day_count: DayCountCode },
    /// A line, less others
    Less { from: OfferLineCode, less: Vec<OfferLineCode> },
    /// The sum of lines
    Sum { lines: Vec<OfferLineCode> },
}

fn codes(lines: &[OfferLine]) -> Vec<OfferLineCode> {
    lines.iter().copied().map(Code).collect()
}

impl From<Formula> for FormulaBody {
    fn from(formula: Formula) -> Self {
        match formula {
            Formula::Given => Self::Given,
            Formula::Share { of, share } => Self::Share { of: of.get(), share: i64::from(share.basis_points()) },
            Formula::AtLeast { of, share, minimum } => {
                Self::AtLeast { of: of.get(), share: i64::from(share.basis_points()), minimum: minimum.get() }
            }
            Formula::Time { of, days, rate, count } => {
                Self::Time { of: of.get(), days, rate: i64::from(rate.basis_points()), day_count: Code(count) }
            }
            Formula::Less { from, less } => Self::Less { from: Code(from), less: codes(less) },
            Formula::Sum { of } => Self::Sum { lines: codes(of) },
        }
    }
}

#[derive(Serialize, ToSchema)]
struct OfferLineBody {
    code: OfferLineCode,
    /// In English
    label: &'static str,
    formula: FormulaBody,
    amount: i64,
}

impl From<Line> for OfferLineBody {
    fn from(Line { code, formula, amount }: Line) -> Self {
        Self { code: Code(code), label: words::line(code), formula: formula.into(), amount: amount.get() }
    }
}

/// What it costs when all of it is paid on a day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CurvePointBody {
    paid_on: NaiveDate,
    discount: i64,
    late: i64,
    cost: i64,
    release: i64,
}

impl From<CurvePoint> for CurvePointBody {
    fn from(CurvePoint { paid_on, discount, late, cost, release }: CurvePoint) -> Self {
        let [discount, late, cost, release] = [discount, late, cost, release].map(Minor::get);
        Self { paid_on, discount, late, cost, release }
    }
}

/// A price: amounts in minor units of `currency`, rates a year in basis points.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceivableOfferBody {
    id: Uuid,
    /// SHA-256 of its canonical form, which can be downloaded: 64 hexadecimal digits
    hash: String,
    /// Absent once it was accepted
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    valid_until: Option<DateTime<Utc>>,
    payout_on: NaiveDate,
    due_on: NaiveDate,
    /// ISO 4217
    currency: &'static str,
    face: i64,
    advance: i64,
    reserve: i64,
    service_fee: i64,
    discount: i64,
    payout_fee: i64,
    /// On both fees
    tax: i64,
    payout: i64,
    /// Below zero the seller owes it
    release: i64,
    /// Taxes apart
    cost: i64,
    /// From payout to due date
    days: i64,
    /// Of the payout, without compounding; none beyond 1,000,000 %
    apr: Option<i64>,
    /// Of the payout, compounded; none beyond 1,000,000 %
    effective_rate: Option<i64>,
    lines: Vec<OfferLineBody>,
    curve: Vec<CurvePointBody>,
}

impl ReceivableOfferBody {
    fn new(offer: &Offer, valid_until: Option<DateTime<Utc>>) -> Self {
        let price = offer.price();
        let figures = price.components();
        Self {
            id: offer.id().0,
            hash: offer.hash().to_string(),
            valid_until,
            payout_on: figures.case.payout_on,
            due_on: figures.case.due_on,
            currency: figures.currency.code(),
            face: figures.case.face.get(),
            advance: figures.advance.get(),
            reserve: figures.reserve.get(),
            service_fee: figures.service_fee.get(),
            discount: figures.discount.get(),
            payout_fee: figures.payout_fee.get(),
            tax: price.tax().get(),
            payout: figures.payout.get(),
            release: figures.release.get(),
            cost: price.cost().get(),
            days: price.days(),
            apr: price.apr_bp(),
            effective_rate: price.effective_bp(),
            lines: offer.lines().into_iter().map(OfferLineBody::from).collect(),
            curve: offer.curve().into_iter().map(CurvePointBody::from).collect(),
        }
    }
}

/// The offer that stands, or the one that was accepted; or why nothing can be offered.
pub(crate) fn offer_of(look: &Look) -> (Option<ReceivableOfferBody>, Option<NoOffer>) {
    match &look.offer {
        Some(Ok(StandingOffer { offer, valid_until })) => (Some(ReceivableOfferBody::new(offer, Some(*valid_until))), None),
        Some(Err(none)) => (None, Some(*none)),
        None => (look.sold_for().map(|offer| ReceivableOfferBody::new(&offer, None)), None),
    }
}
