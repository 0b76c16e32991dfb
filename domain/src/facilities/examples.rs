//! Terms to try things with.

use super::terms::{FacilityKind, Notification, Parts, VerificationRule};
use crate::kernel::{
    interest::{DayCount, YearlyRate},
    minor::Minor,
    money::{Currency, Percentage},
};

pub(crate) fn share(basis_points: i64) -> Percentage {
    Percentage::parse_basis_points(basis_points).unwrap()
}

pub(crate) fn rate(basis_points: i64) -> YearlyRate {
    YearlyRate::parse_basis_points(basis_points).unwrap()
}

/// Factoring in euro: 80 %, 12 % a year, 1.5 %.
pub(crate) fn factoring() -> Parts {
    Parts {
        kind: FacilityKind::Factoring,
        currency: Currency::parse("EUR").unwrap(),
        limit: Minor::new(100_000_000),
        advance_rate: share(8_000),
        discount_rate: rate(1_200),
        day_count: DayCount::Act360,
        service_fee: share(150),
        service_fee_minimum: Minor::ZERO,
        payout_fee: Minor::ZERO,
        fee_tax: share(0),
        cover: share(0),
        grace_days: 0,
        late_rate: rate(0),
        recourse_after_days: 60,
        min_days: 1,
        max_days: 180,
        max_invoice_age_days: 90,
        concentration: share(10_000),
        verification: VerificationRule::Never,
        verification_above: None,
        notification: Notification::Disclosed,
        offer_hours: 72,
        buyer_share: share(0),
    }
}

/// A programme in euro: 100 %, 6 % a year.
pub(crate) fn programme() -> Parts {
    Parts {
        kind: FacilityKind::ReverseFactoring,
        advance_rate: share(10_000),
        discount_rate: rate(600),
        service_fee: share(0),
        cover: share(10_000),
        ..factoring()
    }
}
