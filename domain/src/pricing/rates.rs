//! Yearly rates of what a financing costs, in whole numbers: two servers, and a reader with a calculator, get the same
//! one.

use crate::kernel::minor::Minor;

/// 1,000,000 % a year: a rate beyond says nothing, and is none.
const MAX_BP: i64 = 100_000_000;

const FULL_BP: i128 = 10_000;

const DAYS_A_YEAR: i128 = 365;

/// `cost ÷ payout × 365 ÷ days` in basis points, rounded half up. None beyond 1,000,000 %, without a payout or without
/// days.
pub fn simple_bp(cost: Minor, payout: Minor, days: i64) -> Option<i64> {
    let numerator = i128::from(cost.get()) * DAYS_A_YEAR * FULL_BP;
    let denominator = i128::from(payout.get()) * i128::from(days);
    if !is_financing(cost, payout, days) {
        return None;
    }
    let rounded = (2 * numerator + denominator).div_euclid(2 * denominator);
    i64::try_from(rounded).ok().filter(|rate| *rate <= MAX_BP)
}

/// `(1 + cost ÷ payout) ^ (365 ÷ days) − 1` in basis points, rounded half up. None beyond 1,000,000 %, without a payout
/// or without days.
///
/// It is the highest rate whose lower edge, half a basis point below it, is not above the exact one. Both sides are
/// compared by their logarithms times `days`, which leaves no root to draw.
pub fn effective_bp(cost: Minor, payout: Minor, days: i64) -> Option<i64> {
    if !is_financing(cost, payout, days) {
        return None;
    }
    let paid_back = u128::try_from(payout.get() + cost.get()).ok()?;
    let exact = DAYS_A_YEAR * (log2(paid_back) - log2(u128::try_from(payout.get()).ok()?));
    let reaches = |rate: i64| {
        let edge = u128::try_from(2 * (FULL_BP + i128::from(rate)) - 1).ok();
        edge.is_some_and(|edge| i128::from(days) * (log2(edge) - log2(2 * FULL_BP.unsigned_abs())) <= exact)
    };
    let (mut reached, mut beyond) = (0, MAX_BP + 2);
    while reached + 1 < beyond {
        let middle = reached + (beyond - reached) / 2;
        if reaches(middle) { reached = middle } else { beyond = middle }
    }
    (reached <= MAX_BP).then_some(reached)
}

fn is_financing(cost: Minor, payout: Minor, days: i64) -> bool {
    !cost.is_negative() && payout.is_positive() && days > 0
}

/// How many bits of a logarithm stand after its point.
const LOG_BITS: u32 = 60;

/// The binary logarithm of a number from 1 to 2^64, in units of 2^-60 and exact to a few of them: squaring doubles the
/// logarithm, so that each overflow of the mantissa is its next bit.
fn log2(number: u128) -> i128 {
    let whole = number.ilog2();
    // From 1 to 2, with 63 bits after the point.
    let mut mantissa = number << 63 >> whole;
    let mut logarithm = i128::from(whole);
    for _ in 0..LOG_BITS {
        mantissa = (mantissa * mantissa) >> 63;
        logarithm <<= 1;
        if mantissa >> 64 != 0 {
            mantissa >>= 1;
            logarithm |= 1;
        }
    }
    logarithm
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rates(cost: i64, payout: i64, days: i64) -> (Option<i64>, Option<i64>) {
        let (cost, payout) = (Minor::new(cost), Minor::new(payout));
        (simple_bp(cost, payout, days), effective_bp(cost, payout, days))
    }

    #[test]
    fn rates_are_those_of_exact_arithmetic() {
        // Worked out with mpmath to 60 digits.
        for (cost, payout, days, simple, effective) in [
            (27_000, 800_000, 45, 2_738, 3_090),
            (333, 99_667, 20, 610, 628),
            (9_333, 990_667, 14, 2_456, 2_769),
            (35_250, 900_000, 45, 3_177, 3_656),
            (0, 1_000, 30, 0, 0),
            (1, 1, 365, 10_000, 10_000),
            (1, 3, 1000, 1_217, 1_107),
            (125_000, 9_875_000, 90, 513, 523),
            (1, 1_000_000_000_000_000, 3650, 0, 0),
            (10_000_000_000_000, 1_000_000_000_000_000, 1, 36_500, 367_834),
            (687_577_869, 40_000_000_004, 60, 1_046, 1_092),
            (2_514_834_264, 30_000_000_037, 120, 2_550, 2_774),
            (827, 5_071, 7, 85_037, 26_362_617),
            (78, 4_047, 366, 192, 192),
            (44, 1_079, 364, 409, 409),
            (4_398_060_391, 70_000_000_099, 180, 1_274, 1_315),
            (298_111_903, 6_000_000_038, 7, 25_907, 115_338),
            (4_595_389_682_070, 40_000_000_000_010, 120, 3_494, 3_921),
            (538_601_036, 6_000_000_093, 180, 1_820, 1_904),
            (172, 2_065, 1000, 304, 296),
            (2_530_195, 30_000_062, 364, 846, 846),
            (1_431, 9_073, 3650, 158, 148),
            (4_202_146, 60_000_088, 90, 2_840, 3_159),
            (134_394_844_883, 800_000_000_008, 30, 20_439, 56_149),
        ] {
            assert_eq!(rates(cost, payout, days), (Some(simple), Some(effective)), "{cost} on {payout} for {days} days");
        }
    }

    #[test]
    fn beyond_a_million_per_cent_there_is_no_rate() {
        assert_eq!(rates(1, 1, 1), (Some(3_650_000), None));
        assert_eq!(rates(9_000_000_000_000_000, 1, 1), (None, None));
        assert_eq!(rates(1_000_000_000_000_000, 100_000_000_000, 365), (Some(100_000_000), Some(100_000_000)));
        assert_eq!(rates(1_000_100_000_000_000, 100_000_000_000, 365), (None, None));
        assert_eq!(rates(1, 0, 1), (None, None));
        assert_eq!(rates(1, 1, 0), (None, None));
        assert_eq!(rates(-1, 1, 1), (None, None));
    }

    proptest! {
        #[test]
        fn over_a_year_both_rates_are_the_same_and_over_less_the_compounded_one_is_higher(
            cost in 0_i64..1_000_000, payout in 1_000_000_i64..1_000_000_000, days in 1_i64..365,
        ) {
            let (simple, effective) = rates(cost, payout, 365);
            prop_assert_eq!(simple, effective);
            let (simple, effective) = rates(cost, payout, days);
            prop_assert!(simple <= effective || effective.is_none());
        }
    }
}
