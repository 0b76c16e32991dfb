//! What banks keep for themselves of a payment.

use crate::kernel::minor::Minor;

/// No more, in minor units of any currency,
pub const MOST_CHARGED: Minor = Minor::new(5_000);
/// and no more than one part in so many.
const PARTS: i64 = 10;

/// Whether so much of this amount may be what a bank kept for itself.
pub fn may_be_charges(kept: Minor, of: Minor) -> bool {
    kept.is_positive() && kept <= MOST_CHARGED && kept <= Minor::new(of.get() / PARTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_are_small() {
        for (kept, of, may_be) in [
            (1, 100_000, true),
            (5_000, 100_000, true),
            (5_001, 100_000, false),
            (10, 100, true),
            (11, 100, false),
            (0, 100, false),
            (-1, 100, false),
        ] {
            assert_eq!(may_be_charges(Minor::new(kept), Minor::new(of)), may_be, "{kept} of {of}");
        }
    }
}
