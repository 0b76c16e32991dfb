//! Cash discounts: what a debtor may take off an invoice that it pays early. An invoice says it as data, or in words.

mod words;

pub use words::{mentions_discount, read};

use crate::kernel::{minor::Minor, money::Percentage};
use chrono::{Days, NaiveDate};
use std::collections::BTreeSet;

/// A cash discount that an invoice grants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CashDiscount {
    /// The last value day of a payment that may take it.
    pub until: NaiveDate,
    pub rate: Percentage,
    /// What it is taken of, in minor units of the invoice's currency; none for all of the invoice.
    pub base: Option<Minor>,
}

/// Longer than that a discount is no cash discount any more, in days.
const MOST_DAYS: u64 = 365;
/// Nor is it one when it is larger, in basis points.
const MOST_RATE: i64 = 2_000;

impl CashDiscount {
    /// One that is granted for so many days from a day, at a rate in basis points; none that no invoice grants.
    pub fn within(from: NaiveDate, days: u64, rate: i64, base: Option<Minor>) -> Option<Self> {
        let until = from.checked_add_days(Days::new(days)).filter(|_| days <= MOST_DAYS)?;
        Self::to(until, rate, base)
    }

    /// One that is granted up to a day, at a rate in basis points; none that no invoice grants.
    pub fn to(until: NaiveDate, rate: i64, base: Option<Minor>) -> Option<Self> {
        let rate = Percentage::parse_basis_points(rate).ok().filter(|_| (1..=MOST_RATE).contains(&rate))?;
        base.is_none_or(Minor::is_positive).then_some(Self { until, rate, base })
    }

    /// What comes off a face, in minor units, rounded half up; never more than that face.
    pub fn off(&self, face: Minor) -> Minor {
        self.base.map_or(face, |base| base.min(face)).share(self.rate)
    }
}

/// Several files of one invoice may grant the same.
pub fn each_once<'a>(granted: impl Iterator<Item = &'a CashDiscount>) -> Vec<CashDiscount> {
    granted.copied().collect::<BTreeSet<_>>().into_iter().collect()
}

/// The discount that a payment of this value day may take of a face: the largest of those that are granted then.
pub fn granted(discounts: &[CashDiscount], face: Minor, value_on: NaiveDate) -> Option<Minor> {
    let still = discounts.iter().filter(|discount| value_on <= discount.until);
    still.map(|discount| discount.off(face)).max().filter(|off| off.is_positive())
}

/// What of a face comes for certain, whenever within its terms the debtor pays.
pub fn certain(discounts: &[CashDiscount], face: Minor) -> Minor {
    face - discounts.iter().map(|discount| discount.off(face)).max().unwrap_or(Minor::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn discount(until: &str, rate: i64, base: Option<i64>) -> CashDiscount {
        CashDiscount { until: day(until), rate: Percentage::parse_basis_points(rate).unwrap(), base: base.map(Minor::new) }
    }

    #[test]
    fn a_discount_is_taken_of_its_base_and_rounded_once() {
        let face = Minor::new(119_000);
        assert_eq!(discount("2027-01-16", 300, None).off(face), Minor::new(3_570));
        assert_eq!(discount("2027-01-16", 300, Some(100_000)).off(face), Minor::new(3_000));
        assert_eq!(discount("2027-01-16", 300, Some(500_000)).off(face), Minor::new(3_570), "never more than is owed");
        assert_eq!(discount("2027-01-16", 250, None).off(Minor::new(20)), Minor::new(1), "0.5 is rounded up");
    }

    #[test]
    fn of_several_the_largest_counts_that_is_still_granted() {
        let (face, both) = (Minor::new(100_000), [discount("2027-01-12", 300, None), discount("2027-01-16", 200, None)]);
        let on = |on: &str| granted(&both, face, day(on)).map(Minor::get);
        assert_eq!([on("2027-01-12"), on("2027-01-13"), on("2027-01-16"), on("2027-01-17")], [Some(3_000), Some(2_000), Some(2_000), None]);
        assert_eq!(certain(&both, face), Minor::new(97_000));
        assert_eq!((certain(&[], face), granted(&[], face, day("2027-01-01"))), (face, None));
    }
}
