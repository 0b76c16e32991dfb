//! What time costs: yearly rates, how days are counted, and amounts that were out for days.

use super::{
    Invalid,
    coded::coded_enum,
    minor::{Minor, half_up},
    money::Percentage,
};
use chrono::{Datelike, NaiveDate};
use std::ops::{Add, AddAssign};

/// A rate a year, in basis points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct YearlyRate(Percentage);

impl YearlyRate {
    /// # Errors
    /// When negative, or above 100 % a year.
    pub fn parse_basis_points(basis_points: i64) -> Result<Self, Invalid> {
        Percentage::parse_basis_points(basis_points).map(Self)
    }

    pub fn basis_points(self) -> u16 {
        self.0.basis_points()
    }
}

coded_enum!(
    /// How days between two dates are counted, and how many make a year.
    DayCount {
        /// The days of the calendar, over 360: as money markets do.
        Act360 = "act_360",
        /// The days of the calendar, over 365.
        Act365 = "act_365",
        /// Months of 30 days, the 31st counting as the 30th, over 360: the Eurobond basis (ISDA 2006, 4.16(g)).
        ThirtyE360 = "thirty_e_360",
    }
);

impl DayCount {
    /// Days from one date to another; negative when the other one is earlier.
    pub fn days(self, from: NaiveDate, to: NaiveDate) -> i64 {
        self.number(to) - self.number(from)
    }

    /// The days of a year.
    pub fn basis(self) -> i64 {
        match self {
            Self::Act360 | Self::ThirtyE360 => 360,
            Self::Act365 => 365,
        }
    }

    fn number(self, day: NaiveDate) -> i64 {
        match self {
            Self::Act360 | Self::Act365 => i64::from(day.num_days_from_ce()),
            Self::ThirtyE360 => 360 * i64::from(day.year()) + 30 * i64::from(day.month()) + i64::from(day.day().min(30)),
        }
    }
}

/// Amounts times the days each was out, added up without rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct AmountDays(i128);

impl AmountDays {
    pub fn of(amount: Minor, days: i64) -> Self {
        Self(i128::from(amount.get()) * i128::from(days))
    }

    /// What this costs at a yearly rate: one rounding for the sum, half up.
    pub fn at(self, rate: YearlyRate, count: DayCount) -> Minor {
        half_up(self.0 * i128::from(rate.basis_points()), i128::from(Percentage::FULL) * i128::from(count.basis()))
    }
}

impl Add for AmountDays {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for AmountDays {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn days_are_counted_as_the_markets_count_them() {
        // The figures for thirty_e_360 are QuantLib's, Thirty360(European).
        for (from, to, actual, thirty) in [
            ("2027-01-04", "2027-02-18", 45, 44),
            ("2027-01-31", "2027-02-28", 28, 28),
            ("2027-02-28", "2027-03-31", 31, 32),
            ("2028-02-28", "2028-02-29", 1, 1),
            ("2027-05-30", "2027-05-31", 1, 0),
            ("2027-12-31", "2028-12-31", 366, 360),
            ("2027-03-01", "2027-02-01", -28, -30),
        ] {
            assert_eq!(DayCount::Act360.days(day(from), day(to)), actual, "{from} to {to}");
            assert_eq!(DayCount::Act365.days(day(from), day(to)), actual, "{from} to {to}");
            assert_eq!(DayCount::ThirtyE360.days(day(from), day(to)), thirty, "{from} to {to}");
        }
    }

    #[test]
    fn a_charge_is_rounded_once() -> Result<(), Invalid> {
        let rate = YearlyRate::parse_basis_points(500)?;
        let out = AmountDays::of(Minor::new(10_000_000), 90);
        assert_eq!(out.at(rate, DayCount::Act360), Minor::new(125_000));
        assert_eq!(out.at(rate, DayCount::Act365), Minor::new(123_288));
        let halves = AmountDays::of(Minor::new(36), 1) + AmountDays::of(Minor::new(36), 1);
        assert_eq!(halves.at(YearlyRate::parse_basis_points(2_500)?, DayCount::Act360), Minor::new(0));
        let third = AmountDays::of(Minor::new(72), 10);
        assert_eq!(third.at(YearlyRate::parse_basis_points(2_500)?, DayCount::Act360), Minor::new(1));
        Ok(())
    }

    #[test]
    fn no_rate_is_above_the_whole() {
        assert!(YearlyRate::parse_basis_points(10_000).is_ok());
        assert!(YearlyRate::parse_basis_points(10_001).is_err());
        assert!(YearlyRate::parse_basis_points(-1).is_err());
    }
}
