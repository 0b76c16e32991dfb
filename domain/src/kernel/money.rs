//! Money and shares, in integers.

use crate::kernel::{Invalid, minor::Minor};
use iso_currency::{Currency as Iso, Flag};

/// An ISO 4217 currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency(Iso);

impl Currency {
    /// # Errors
    /// When no money has this code: those of metals, funds, units of account, tests and of no currency are none.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let is_money = |iso: &Iso| !iso.has_flag(Flag::Special) && !iso.has_flag(Flag::Fund);
        Iso::from_code(text.trim()).filter(is_money).map(Self).ok_or(Invalid::CurrencyUnknown)
    }

    pub fn code(&self) -> &'static str {
        self.0.code()
    }

    /// How many digits stand behind the point of an amount in major units; none where there are no minor units.
    pub fn digits(&self) -> usize {
        self.0.exponent().map_or(0, usize::from)
    }
}

/// An amount that is not negative, in minor units (cents, for most currencies).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Money {
    amount_minor: i64,
    currency: Currency,
}

impl Money {
    /// Ten trillion major units of a currency with cents: beyond any company's turnover, and exact in a JavaScript number.
    pub const MAX_MINOR: i64 = 1_000_000_000_000_000;
    pub const MAX: Minor = Minor::new(Self::MAX_MINOR);

    /// # Errors
    /// When the amount is negative or absurdly large.
    pub fn parse(amount_minor: i64, currency: Currency) -> Result<Self, Invalid> {
        match amount_minor {
            i64::MIN..0 => Err(Invalid::AmountNegative),
            0..=Self::MAX_MINOR => Ok(Self { amount_minor, currency }),
            _ => Err(Invalid::AmountTooLarge { max: Self::MAX_MINOR }),
        }
    }

    /// Nothing of a currency.
    pub const fn none(currency: Currency) -> Self {
        Self { amount_minor: 0, currency }
    }

    pub fn amount_minor(&self) -> i64 {
        self.amount_minor
    }

    pub fn currency(&self) -> Currency {
        self.currency
    }
}

impl std::fmt::Display for Money {
    /// In major units, as in `1200.50 EUR`; a currency without minor units has no point.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", Minor::new(self.amount_minor).in_major(self.currency), self.currency.code())
    }
}

/// A share between 0 and 100 %, in basis points (a hundredth of a per cent).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percentage(u16);

impl std::fmt::Display for Percentage {
    /// As in `12.5 %`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{}.{:02}", self.0 / 100, self.0 % 100);
        write!(f, "{} %", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Percentage {
    pub const FULL: u16 = 10_000;
    /// The whole, as people write it.
    pub const WHOLE_PERCENT: i64 = Self::FULL as i64 / 100;

    /// # Errors
    /// When above 100 %.
    pub fn parse_basis_points(basis_points: i64) -> Result<Self, Invalid> {
        u16::try_from(basis_points)
            .ok()
            .filter(|points| *points <= Self::FULL)
            .map(Self)
            .ok_or(Invalid::PercentageOutOfRange { max: Self::WHOLE_PERCENT })
    }

    pub fn basis_points(self) -> u16 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_kept_to_the_cent() -> Result<(), Invalid> {
        let euro = Currency::parse("EUR")?;
        assert_eq!(Money::parse(123_456, euro)?.amount_minor(), 123_456);
        assert_eq!(Money::parse(-1, euro), Err(Invalid::AmountNegative));
        assert_eq!(Money::parse(i64::MAX, euro), Err(Invalid::AmountTooLarge { max: 1_000_000_000_000_000 }));
        Ok(())
    }

    #[test]
    fn amounts_have_a_floor_and_a_ceiling() -> Result<(), Invalid> {
        let euro = Currency::parse("EUR")?;
        assert!(Money::parse(-1, euro).is_err());
        assert!(Money::parse(0, euro).is_ok());
        assert!(Money::parse(Money::MAX_MINOR, euro).is_ok());
        assert!(Money::parse(Money::MAX_MINOR + 1, euro).is_err());
        assert!(Currency::parse("EURO").is_err());
        for none in ["XXX", "XTS", "XAU", "XAG", "XDR", "XUA", "BOV", "CHW"] {
            assert_eq!(Currency::parse(none), Err(Invalid::CurrencyUnknown), "{none}");
        }
        for money in ["XAF", "XOF", "XPF", "XCD", "VES", "CHF"] {
            assert!(Currency::parse(money).is_ok(), "{money}");
        }
        Ok(())
    }

    #[test]
    fn a_share_is_at_most_the_whole() {
        assert!(Percentage::parse_basis_points(10_000).is_ok());
        assert!(Percentage::parse_basis_points(10_001).is_err());
        assert!(Percentage::parse_basis_points(-1).is_err());
    }
}
