//! Terms and facilities to try things with.

use super::{
    facility::{Facility, Signature},
    terms::{FacilityKind, Notification, Parts, Terms, VerificationRule},
};
use crate::{
    kernel::{
        ids::{CompanyId, FacilityId},
        interest::{DayCount, YearlyRate},
        minor::Minor,
        money::{Currency, Percentage},
        text::Line,
    },
    onboarding::examples::{ADA, NOON},
};
use std::net::IpAddr;
use uuid::Uuid;

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

/// Factoring in euro that waits for its company.
pub(crate) fn proposed() -> Facility {
    let company = CompanyId(Uuid::from_u128(500));
    Facility::propose(FacilityId(Uuid::from_u128(600)), company, Terms::parse(factoring()).unwrap(), ADA, NOON)
}

pub(crate) fn signature() -> Signature {
    Signature { by: ADA, name: Line::parse("Ada Brandt").unwrap(), address: IpAddr::from([192, 0, 2, 1]) }
}

/// The same, accepted.
pub(crate) fn accepted() -> Facility {
    let mut facility = proposed();
    facility.accept(signature(), NOON).unwrap();
    facility
}
