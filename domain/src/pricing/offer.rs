//! A priced proposal. It is a pure function of the receivable's version, the terms and the payout day: nobody has to
//! keep one to know whether it still holds.

use super::{
    course::{Course, Money},
    price::{Case, Components, NoOffer, Price},
};
use crate::{
    facilities::terms::{DiscountTiming, Terms},
    kernel::{
        canonical::{Canonical, Digest},
        coded::coded_enum,
        ids::{ReceivableId, id},
        interest::{DayCount, YearlyRate},
        minor::Minor,
        money::Percentage,
    },
};
use chrono::{NaiveDate, TimeDelta};

id!(
    /// An offer: the first 16 bytes of its hash, marked as a UUID of version 8 (RFC 9562). The same offer has the same
    /// id wherever and whenever it is made.
    OfferId
);

/// What is offered on, as it was when it was priced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    pub receivable: ReceivableId,
    pub version: i64,
}

/// A priced proposal. How long it holds is no part of it: an offer that is renewed unchanged stays the same offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    subject: Option<Subject>,
    terms: Terms,
    price: Price,
    hash: Digest,
}

coded_enum!(
    /// A line of an offer.
    OfferLine {
        Face = "face",
        Advance = "advance",
        Reserve = "reserve",
        ServiceFee = "service_fee",
        ServiceFeeTax = "service_fee_tax",
        PayoutFee = "payout_fee",
        PayoutFeeTax = "payout_fee_tax",
        Discount = "discount",
        Payout = "payout",
        Release = "release",
        Cost = "cost",
    }
);

/// How an amount comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// As the invoice or the terms have it.
    Given,
    Share {
        of: Minor,
        share: Percentage,
    },
    /// The share would be less than the minimum.
    AtLeast {
        of: Minor,
        share: Percentage,
        minimum: Minor,
    },
    Time {
        of: Minor,
        days: i64,
        rate: YearlyRate,
        count: DayCount,
    },
    /// An amount, less each of the others.
    Less {
        from: OfferLine,
        less: &'static [OfferLine],
    },
    Sum {
        of: &'static [OfferLine],
    },
}

/// One line: which, how it comes about, and how much in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    pub code: OfferLine,
    pub formula: Formula,
    pub amount: Minor,
}

/// What it costs when the debtor pays all of it on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurvePoint {
    pub paid_on: NaiveDate,
    pub discount: Minor,
    /// In factoring the seller bears it, in a programme the buyer does.
    pub late: Minor,
    /// Discount and fees, and what the seller bears for the debtor's being late; taxes apart.
    pub cost: Minor,
    pub release: Minor,
}

/// The days after the due date that the curve shows.
const CURVE_DAYS: [i64; 6] = [-10, 0, 15, 30, 60, 90];

impl Offer {
    /// `subject` is none for a price that nobody can accept.
    ///
    /// # Errors
    /// When there is nothing to pay out, or no time to finance.
    pub fn of(subject: Option<Subject>, terms: Terms, case: Case) -> Result<Self, NoOffer> {
        if case.face > terms.largest_face() {
            return Err(NoOffer::TooLarge);
        }
        let price = Price::of(&terms, case)?;
        Ok(Self { subject, terms, price, hash: canonical(subject, &terms, &price).digest() })
    }

    pub fn id(&self) -> OfferId {
        let mut bytes = [0; 16];
        bytes.iter_mut().zip(self.hash.0).for_each(|(byte, of_hash)| *byte = of_hash);
        OfferId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// Of the canonical form.
    pub fn hash(&self) -> Digest {
        self.hash
    }

    /// What is hashed, and so what is accepted: whole numbers, dates, codes and the terms. Neither rates nor the curve,
    /// which follow from them, nor until when it holds.
    pub fn canonical(&self) -> Canonical {
        canonical(self.subject, &self.terms, &self.price)
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub fn price(&self) -> &Price {
        &self.price
    }

    /// Each figure, and how it comes about.
    pub fn lines(&self) -> Vec<Line> {
        let (parts, figures) = (self.terms.parts(), self.price.components());
        let face = figures.case.face;
        let share = |of: Minor, share: Percentage| Formula::Share { of, share };
        let days = parts.day_count.days(figures.case.payout_on, figures.case.due_on);
        let fee = match face.share(parts.service_fee) < parts.service_fee_minimum {
            true => Formula::AtLeast { of: face, share: parts.service_fee, minimum: parts.service_fee_minimum },
            false => share(face, parts.service_fee),
        };
        let time = Formula::Time { of: figures.advance, days, rate: parts.discount_rate, count: parts.day_count };
        let (payout_less, release_less) = deductions(self.terms.timing());
        use OfferLine::{Advance, Cost, Discount, Face, Payout, PayoutFee, PayoutFeeTax, Release, Reserve, ServiceFee, ServiceFeeTax};
        let line = |code, amount, formula| Line { code, formula, amount };
        vec![
            line(Face, face, Formula::Given),
            line(Advance, figures.advance, share(figures.case.certain, parts.advance_rate)),
            line(Reserve, figures.reserve, Formula::Less { from: Face, less: &[Advance] }),
            line(ServiceFee, figures.service_fee, fee),
            line(ServiceFeeTax, figures.service_fee_tax, share(figures.service_fee, parts.fee_tax)),
            line(PayoutFee, figures.payout_fee, Formula::Given),
            line(PayoutFeeTax, figures.payout_fee_tax, share(figures.payout_fee, parts.fee_tax)),
            line(Discount, figures.discount, time),
            line(Payout, figures.payout, Formula::Less { from: Advance, less: payout_less }),
            line(Release, figures.release, Formula::Less { from: Reserve, less: release_less }),
            line(Cost, self.price.cost(), Formula::Sum { of: &[Discount, ServiceFee, PayoutFee] }),
        ]
    }

    /// What it costs when the debtor pays early, on the day, or late; never before the payout.
    pub fn curve(&self) -> Vec<CurvePoint> {
        CURVE_DAYS.iter().filter_map(|days| self.paid_on(*days)).collect()
    }

    /// None beyond the end of the calendar.
    fn paid_on(&self, days_after_due: i64) -> Option<CurvePoint> {
        let figures @ Components { case, .. } = self.price.components();
        let paid_on = case.due_on.checked_add_signed(TimeDelta::days(days_after_due))?.max(case.payout_on);
        let mut money = Money::default();
        money.add(paid_on, case.face);
        let course = Course {
            terms: &self.terms,
            face: case.face,
            advance: figures.advance,
            executed_on: case.payout_on,
            due_on: case.due_on,
            money: &money,
        };
        let (discount, late) = (course.discount(paid_on), course.late(paid_on));
        let fees = figures.service_fee + figures.payout_fee;
        Some(match self.terms.timing() {
            DiscountTiming::InArrears => {
                let release = figures.reserve - discount - figures.service_fee - figures.service_fee_tax - late;
                CurvePoint { paid_on, discount, late, cost: discount + fees + late, release }
            }
            DiscountTiming::InAdvance => {
                CurvePoint { paid_on, discount: figures.discount, late, cost: figures.discount + fees, release: figures.release }
            }
        })
    }
}

/// What is taken off the payout, and off the release.
fn deductions(timing: DiscountTiming) -> (&'static [OfferLine], &'static [OfferLine]) {
    use OfferLine::{Discount, PayoutFee, PayoutFeeTax, ServiceFee, ServiceFeeTax};
    match timing {
        DiscountTiming::InArrears => (&[PayoutFee, PayoutFeeTax], &[Discount, ServiceFee, ServiceFeeTax]),
        DiscountTiming::InAdvance => (&[PayoutFee, PayoutFeeTax, Discount, ServiceFee, ServiceFeeTax], &[]),
    }
}

fn canonical(subject: Option<Subject>, terms: &Terms, price: &Price) -> Canonical {
    let figures = price.components();
    let amount = |amount: Minor| Canonical::from(amount.get());
    // It stands there only where it is another amount: every offer that was accepted before keeps its hash.
    let certain = Some(figures.case.certain).filter(|certain| *certain != figures.case.face).map(|certain| ("certain", amount(certain)));
    let all = [
        ("receivable", subject.map_or(Canonical::Null, |subject| Canonical::text(subject.receivable))),
        ("version", subject.map_or(Canonical::Null, |subject| subject.version.into())),
        ("terms", terms.canonical()),
        ("payoutOn", Canonical::text(figures.case.payout_on)),
        ("dueOn", Canonical::text(figures.case.due_on)),
        ("currency", Canonical::text(figures.currency.code())),
        ("face", amount(figures.case.face)),
        ("advance", amount(figures.advance)),
        ("reserve", amount(figures.reserve)),
        ("serviceFee", amount(figures.service_fee)),
        ("discount", amount(figures.discount)),
        ("payoutFee", amount(figures.payout_fee)),
        ("tax", amount(price.tax())),
        ("payout", amount(figures.payout)),
        ("release", amount(figures.release)),
        ("cost", amount(price.cost())),
        ("days", price.days().into()),
    ];
    Canonical::object(all.into_iter().chain(certain))
}

#[cfg(test)]
mod tests;
