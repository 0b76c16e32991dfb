//! The price of one receivable: each component rounded half up once. What rounding leaves over stays in the reserve, so
//! that the components always add up to the face.

use super::rates;
use crate::{
    facilities::terms::{DiscountTiming, Terms},
    kernel::{coded::coded_enum, interest::AmountDays, minor::Minor, money::Currency},
};
use chrono::NaiveDate;

coded_enum!(
    /// Why nothing can be offered.
    NoOffer {
        /// Fees and discount would eat up what is advanced.
        NothingToPay = "nothing_to_pay",
        /// The due date is not after the payout.
        NoDays = "no_days",
        /// Under these terms a figure of it could be larger than what programs read exactly: see [`Terms::largest_face`].
        TooLarge = "too_large",
    }
);

/// What is priced. The face is in minor units of the terms' currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    pub face: Minor,
    /// What of it comes for certain: all, but for a cash discount that the debtor may take. It is what is advanced on.
    pub certain: Minor,
    pub payout_on: NaiveDate,
    pub due_on: NaiveDate,
}

/// Every figure of a price, in minor units of `currency`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Components {
    pub case: Case,
    pub currency: Currency,
    /// The share of the face that the seller gets before the debtor pays.
    pub advance: Minor,
    /// The rest of the face.
    pub reserve: Minor,
    pub service_fee: Minor,
    pub service_fee_tax: Minor,
    pub payout_fee: Minor,
    pub payout_fee_tax: Minor,
    /// For the time from the payout to the due date.
    pub discount: Minor,
    /// What is paid at once.
    pub payout: Minor,
    /// What is paid at settlement when the debtor pays all of it on the due date. Below zero the seller owes it.
    pub release: Minor,
}

/// A price that can be offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price(Components);

impl Price {
    /// # Errors
    /// When there is nothing to pay out, or no time to finance.
    pub fn of(terms: &Terms, case: Case) -> Result<Self, NoOffer> {
        if case.due_on <= case.payout_on {
            return Err(NoOffer::NoDays);
        }
        let components = components(terms, case);
        if components.payout.is_positive() { Ok(Self(components)) } else { Err(NoOffer::NothingToPay) }
    }

    pub fn components(&self) -> &Components {
        &self.0
    }

    /// Taxes on the fees.
    pub fn tax(&self) -> Minor {
        self.0.service_fee_tax + self.0.payout_fee_tax
    }

    /// Discount and fees; taxes apart.
    pub fn cost(&self) -> Minor {
        self.0.discount + self.0.service_fee + self.0.payout_fee
    }

    /// Days of the calendar from payout to due date.
    pub fn days(&self) -> i64 {
        (self.0.case.due_on - self.0.case.payout_on).num_days()
    }

    /// The cost a year as a share of the payout, without compounding, in basis points.
    pub fn apr_bp(&self) -> Option<i64> {
        rates::simple_bp(self.cost(), self.0.payout, self.days())
    }

    /// The cost a year as a share of the payout, compounded, in basis points.
    pub fn effective_bp(&self) -> Option<i64> {
        rates::effective_bp(self.cost(), self.0.payout, self.days())
    }
}

fn components(terms: &Terms, case: Case) -> Components {
    let parts = terms.parts();
    let advance = case.certain.share(parts.advance_rate);
    let service_fee = case.face.share(parts.service_fee).max(parts.service_fee_minimum);
    let (service_fee_tax, payout_fee_tax) = (service_fee.share(parts.fee_tax), parts.payout_fee.share(parts.fee_tax));
    let discount = discount(terms, advance, (case.payout_on, case.due_on));
    let charges = discount + service_fee + service_fee_tax;
    let (before, after) = match terms.timing() {
        DiscountTiming::InAdvance => (charges, Minor::ZERO),
        DiscountTiming::InArrears => (Minor::ZERO, charges),
    };
    let reserve = case.face - advance;
    Components {
        case,
        currency: parts.currency,
        advance,
        reserve,
        service_fee,
        service_fee_tax,
        payout_fee: parts.payout_fee,
        payout_fee_tax,
        discount,
        payout: advance - parts.payout_fee - payout_fee_tax - before,
        release: reserve - after,
    }
}

/// The discount on an amount that is out from one day to another, nothing when that is earlier.
pub(super) fn discount(terms: &Terms, amount: Minor, (from, to): (NaiveDate, NaiveDate)) -> Minor {
    let parts = terms.parts();
    AmountDays::of(amount, parts.day_count.days(from, to).max(0)).at(parts.discount_rate, parts.day_count)
}

/// What a programme's discount becomes when the payout is carried out on this day. It was fixed when the offer was
/// accepted: a payout that is late is priced anew for the days left, and an early one costs no more.
pub fn repriced(terms: &Terms, price: &Price, fixed: Minor, executed_on: NaiveDate) -> Minor {
    let Components { case, advance, .. } = price.0;
    fixed.min(discount(terms, advance, (executed_on, case.due_on)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facilities::{
        examples::{factoring, programme, share},
        terms::Parts,
    };

    fn case(face: i64, days: u64) -> Case {
        let payout_on = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
        Case { face: Minor::new(face), certain: Minor::new(face), payout_on, due_on: payout_on + chrono::Days::new(days) }
    }

    fn priced(parts: Parts, case: Case) -> Result<Price, NoOffer> {
        Price::of(&Terms::parse(parts).unwrap(), case)
    }

    #[test]
    fn fees_are_taxed_and_at_least_their_minimum() -> Result<(), NoOffer> {
        let parts = Parts { service_fee_minimum: Minor::new(2_000), payout_fee: Minor::new(33), fee_tax: share(1_900), ..factoring() };
        let price = priced(parts, case(100_000, 30))?;
        let figures = price.components();
        assert_eq!((figures.service_fee, figures.service_fee_tax), (Minor::new(2_000), Minor::new(380)));
        // 33 × 19 % = 6.27.
        assert_eq!((figures.payout_fee, figures.payout_fee_tax, price.tax()), (Minor::new(33), Minor::new(6), Minor::new(386)));
        assert_eq!(figures.payout, Minor::new(80_000 - 39));
        assert_eq!(figures.release, Minor::new(20_000 - 800 - 2_380));
        assert_eq!(price.cost(), Minor::new(800 + 2_000 + 33));
        Ok(())
    }

    #[test]
    fn nothing_is_offered_without_days_or_without_a_payout() {
        assert_eq!(priced(factoring(), case(100_000, 0)), Err(NoOffer::NoDays));
        assert_eq!(priced(factoring(), case(0, 10)), Err(NoOffer::NothingToPay));
        assert_eq!(priced(Parts { payout_fee: Minor::new(80_000), ..factoring() }, case(100_000, 1)), Err(NoOffer::NothingToPay));
        assert!(priced(Parts { payout_fee: Minor::new(79_999), ..factoring() }, case(100_000, 1)).is_ok());
        assert_eq!(priced(Parts { service_fee: share(10_000), ..programme() }, case(100_000, 1)), Err(NoOffer::NothingToPay));
    }

    #[test]
    fn a_programmes_payout_that_is_late_costs_the_days_that_are_left() -> Result<(), NoOffer> {
        let (terms, case) = (Terms::parse(programme()).unwrap(), case(100_000, 20));
        let price = Price::of(&terms, case)?;
        let on = |days: i64| repriced(&terms, &price, price.components().discount, case.payout_on + chrono::TimeDelta::days(days));
        assert_eq!([on(-1), on(0), on(10), on(20), on(30)].map(Minor::get), [333, 333, 167, 0, 0]);
        Ok(())
    }
}
