//! Terms to test with.

use sooner_domain::{
    facilities::terms::{FacilityKind, Notification, Parts, Terms, VerificationRule},
    kernel::{
        Invalid,
        interest::{DayCount, YearlyRate},
        minor::Minor,
        money::{Currency, Percentage},
    },
};

/// Factoring in this currency, at this rate a year in basis points: 80 %, 1.5 % service fee.
///
/// # Errors
/// When there is no such currency or rate.
pub fn terms(currency: &str, discount_rate_bp: i64) -> Result<Terms, Invalid> {
    let share = Percentage::parse_basis_points;
    let parts = Parts {
        kind: FacilityKind::Factoring,
        currency: Currency::parse(currency)?,
        limit: Minor::new(100_000_000),
        advance_rate: share(8_000)?,
        discount_rate: YearlyRate::parse_basis_points(discount_rate_bp)?,
        day_count: DayCount::Act360,
        service_fee: share(150)?,
        service_fee_minimum: Minor::new(500),
        payout_fee: Minor::ZERO,
        fee_tax: share(0)?,
        cover: share(0)?,
        grace_days: 5,
        late_rate: YearlyRate::parse_basis_points(600)?,
        recourse_after_days: 60,
        min_days: 1,
        max_days: 180,
        max_invoice_age_days: 90,
        concentration: share(10_000)?,
        verification: VerificationRule::Above,
        verification_above: Some(Minor::new(2_000_000)),
        notification: Notification::Disclosed,
        buyer_share: share(0)?,
    };
    Terms::parse(parts).map_err(|refused| refused.first().map_or(Invalid::Malformed, |(_, invalid)| *invalid))
}
