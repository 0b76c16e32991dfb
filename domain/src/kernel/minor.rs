//! Arithmetic in minor units, inside something whose one currency is known; and the only rounding there is.

use super::{
    Invalid,
    money::{Currency, Percentage},
};
use std::{
    iter::Sum,
    ops::{Add, AddAssign, Neg, Sub, SubAssign},
};

/// A signed number of minor units (cents, for most currencies). What holds it says in which currency, once.
///
/// Overflow ends the program rather than a sum: release builds check arithmetic too. Amounts that come from outside are at
/// most [`super::money::Money::MAX_MINOR`], of which 9,000 fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Minor(i64);

impl Minor {
    pub const ZERO: Self = Self(0);
    /// The largest whole number that every program reads of JSON as it was written: 2^53 − 1.
    pub const EXACT: Self = Self((1 << 53) - 1);

    pub const fn new(amount: i64) -> Self {
        Self(amount)
    }

    /// An amount that is asked for: more than nothing, and at most this.
    ///
    /// # Errors
    /// `AmountZero` for nothing and less, `AmountTooLarge`.
    pub fn parse(amount: i64, most: Self) -> Result<Self, Invalid> {
        match amount {
            ..=0 => Err(Invalid::AmountZero),
            _ if amount > most.get() => Err(Invalid::AmountTooLarge { max: most.get() }),
            _ => Ok(Self(amount)),
        }
    }

    pub const fn get(self) -> i64 {
        self.0
    }

    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    pub fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Itself, or nothing where it is below nothing.
    pub fn or_zero(self) -> Self {
        self.max(Self::ZERO)
    }

    /// In major units of its currency, as in `-1200.50`; a currency without minor units has no point.
    pub fn in_major(self, currency: Currency) -> String {
        let digits = currency.digits();
        let minor = format!("{:0>width$}", self.0.unsigned_abs(), width = digits + 1);
        let (major, cents) = minor.split_at(minor.len() - digits);
        let (sign, point) = (if self.is_negative() { "-" } else { "" }, if cents.is_empty() { "" } else { "." });
        format!("{sign}{major}{point}{cents}")
    }

    /// This share of it, rounded half up.
    pub fn share(self, share: Percentage) -> Self {
        half_up(i128::from(self.0) * i128::from(share.basis_points()), i128::from(Percentage::FULL))
    }
}

/// `numerator ÷ denominator`, rounded to the nearest whole number; a half goes up. The denominator is above zero.
pub fn half_up(numerator: i128, denominator: i128) -> Minor {
    let rounded = (2 * numerator + denominator).div_euclid(2 * denominator);
    Minor(i64::try_from(rounded).unwrap_or_else(|_| overflow()))
}

/// As any other arithmetic that overflows.
#[expect(clippy::panic, reason = "a sum that does not fit must not become another sum")]
fn overflow() -> i64 {
    panic!("an amount overflows")
}

impl Add for Minor {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Minor {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Minor {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Minor {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Minor {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Minor {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_half_goes_up() {
        for (numerator, denominator, rounded) in [(1, 2, 1), (-1, 2, 0), (3, 2, 2), (1, 3, 0), (2, 3, 1), (-2, 3, -1), (0, 7, 0)] {
            assert_eq!(half_up(numerator, denominator), Minor(rounded), "{numerator} ÷ {denominator}");
        }
    }

    #[test]
    fn an_amount_that_is_asked_for_has_bounds() {
        let most = Minor(500);
        let parsed = [-1, 0, 1, 500, 501].map(|amount| Minor::parse(amount, most));
        let large = Err(Invalid::AmountTooLarge { max: 500 });
        assert_eq!(parsed, [Err(Invalid::AmountZero), Err(Invalid::AmountZero), Ok(Minor(1)), Ok(most), large]);
    }

    #[test]
    fn a_share_of_the_largest_amount_is_exact() -> Result<(), crate::kernel::Invalid> {
        let largest = Minor(super::super::money::Money::MAX_MINOR);
        assert_eq!(largest.share(Percentage::parse_basis_points(10_000)?), largest);
        assert_eq!(largest.share(Percentage::parse_basis_points(1)?), Minor(100_000_000_000));
        Ok(())
    }

    #[test]
    fn an_amount_is_written_with_the_digits_of_its_currency() -> Result<(), crate::kernel::Invalid> {
        for (amount, code, written) in [
            (123_456, "EUR", "1234.56"),
            (-5, "EUR", "-0.05"),
            (0, "USD", "0.00"),
            (-1_200, "JPY", "-1200"),
            (1, "KWD", "0.001"),
            (i64::MIN, "EUR", "-92233720368547758.08"),
        ] {
            assert_eq!(Minor(amount).in_major(Currency::parse(code)?), written);
        }
        Ok(())
    }

    #[test]
    #[should_panic(expected = "overflow")]
    fn what_does_not_fit_is_no_amount() {
        half_up(i128::from(i64::MAX) * 2, 1);
    }

    proptest! {
        #[test]
        fn rounding_is_off_by_half_a_unit_at_most(numerator in -1_000_000_000_000_i128..1_000_000_000_000, denominator in 1_i128..100_000) {
            let rounded = i128::from(half_up(numerator, denominator).get());
            let off = 2 * (rounded * denominator - numerator);
            prop_assert!(-denominator < off && off <= denominator);
        }
    }
}
