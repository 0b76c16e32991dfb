//! Terms as JSON: the same in the store and on the wire.

use crate::{
    coded_body::{DayCountCode, DiscountTimingCode, FacilityKindCode, NotificationCode, VerificationRuleCode},
    fields::Fields,
};
use serde::{Deserialize, Serialize};
use sooner_domain::{
    facilities::terms::{DiscountTiming, FacilityKind, Parts, Terms},
    kernel::{
        Invalid,
        coded::Coded,
        interest::YearlyRate,
        minor::Minor,
        money::{Currency, Percentage},
    },
};
use utoipa::ToSchema;

/// The terms of a facility. Amounts are in minor units of `currency`, shares and rates in basis points.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TermsBody {
    #[schema(value_type = FacilityKindCode)]
    kind: String,
    /// It follows from the kind; what does not is refused
    #[schema(value_type = Option<DiscountTimingCode>)]
    discount_timing: Option<String>,
    /// ISO 4217
    currency: String,
    /// The most that may be in use at a time
    limit: i64,
    /// Share of the face that is paid at once
    advance_rate: i64,
    /// A year
    discount_rate: i64,
    #[schema(value_type = DayCountCode)]
    day_count: String,
    /// Share of the face
    service_fee: i64,
    /// At least so much an invoice
    service_fee_minimum: i64,
    /// Taken from each receivable’s payout
    payout_fee: i64,
    /// Tax on the service fee and on the payout fee
    #[serde(default)]
    #[schema(required = false)]
    fee_tax: i64,
    /// The share of a credit loss that the house bears
    cover: i64,
    /// Days after the due date without a late charge
    grace_days: i64,
    /// A year
    late_rate: i64,
    /// Days after the due date until an unpaid receivable may be charged back, or counts as a default
    recourse_after_days: i64,
    /// From payout to due date
    min_days: i64,
    /// From payout to due date
    max_days: i64,
    /// From issue to submission
    max_invoice_age_days: i64,
    /// Share of the limit that may be in use on one debtor
    concentration: i64,
    #[schema(value_type = VerificationRuleCode)]
    verification: String,
    /// Where `verification` is `above`: the face above which somebody verifies
    verification_above: Option<i64>,
    #[schema(value_type = NotificationCode)]
    notification: String,
    /// How long an offer holds at most
    offer_hours: i64,
    /// Programme: the share of the discount that goes to the buyer
    #[serde(default)]
    #[schema(required = false)]
    buyer_share: i64,
}

impl From<&Terms> for TermsBody {
    fn from(terms: &Terms) -> Self {
        let Parts {
            kind,
            currency,
            limit,
            advance_rate,
            discount_rate,
            day_count,
            service_fee,
            service_fee_minimum,
            payout_fee,
            fee_tax,
            cover,
            grace_days,
            late_rate,
            recourse_after_days,
            min_days,
            max_days,
            max_invoice_age_days,
            concentration,
            verification,
            verification_above,
            notification,
            offer_hours,
            buyer_share,
        } = *terms.parts();
        let code = |code: &'static str| code.to_owned();
        let share = |share: Percentage| i64::from(share.basis_points());
        let rate = |rate: YearlyRate| i64::from(rate.basis_points());
        Self {
            kind: code(kind.code()),
            discount_timing: Some(code(kind.timing().code())),
            currency: code(currency.code()),
            limit: limit.get(),
            advance_rate: share(advance_rate),
            discount_rate: rate(discount_rate),
            day_count: code(day_count.code()),
            service_fee: share(service_fee),
            service_fee_minimum: service_fee_minimum.get(),
            payout_fee: payout_fee.get(),
            fee_tax: share(fee_tax),
            cover: share(cover),
            grace_days,
            late_rate: rate(late_rate),
            recourse_after_days,
            min_days,
            max_days,
            max_invoice_age_days,
            concentration: share(concentration),
            verification: code(verification.code()),
            verification_above: verification_above.map(Minor::get),
            notification: code(notification.code()),
            offer_hours,
            buyer_share: share(buyer_share),
        }
    }
}

/// A member of a closed set, at this field of the terms.
fn coded<T: Coded>(fields: &mut Fields, name: &str, code: &str) -> Option<T> {
    fields.take(format!("terms.{name}"), T::from_code(code).ok_or(Invalid::NotListed))
}

fn share(fields: &mut Fields, name: &str, basis_points: i64) -> Option<Percentage> {
    fields.take(format!("terms.{name}"), Percentage::parse_basis_points(basis_points))
}

fn rate(fields: &mut Fields, name: &str, basis_points: i64) -> Option<YearlyRate> {
    fields.take(format!("terms.{name}"), YearlyRate::parse_basis_points(basis_points))
}

impl TermsBody {
    /// The terms. What is refused is named `terms.limit` and so on.
    pub fn parse(&self, fields: &mut Fields) -> Option<Terms> {
        let kind = coded::<FacilityKind>(fields, "kind", &self.kind);
        let timing = self.discount_timing.as_deref().and_then(|code| coded::<DiscountTiming>(fields, "discountTiming", code));
        if timing.zip(kind).is_some_and(|(timing, kind)| timing != kind.timing()) {
            fields.refuse("terms.discountTiming", Invalid::NotListed);
        }
        let currency = fields.take("terms.currency", Currency::parse(&self.currency));
        let shares = [
            ("advanceRate", self.advance_rate),
            ("serviceFee", self.service_fee),
            ("feeTax", self.fee_tax),
            ("cover", self.cover),
            ("concentration", self.concentration),
            ("buyerShare", self.buyer_share),
        ];
        let [advance_rate, service_fee, fee_tax, cover, concentration, buyer_share] = shares.map(|(name, bp)| share(fields, name, bp));
        let (discount_rate, late_rate) = (rate(fields, "discountRate", self.discount_rate), rate(fields, "lateRate", self.late_rate));
        let (day_count, verification) = (coded(fields, "dayCount", &self.day_count), coded(fields, "verification", &self.verification));
        let notification = coded(fields, "notification", &self.notification);
        let parts = Parts {
            kind: kind?,
            currency: currency?,
            limit: Minor::new(self.limit),
            advance_rate: advance_rate?,
            discount_rate: discount_rate?,
            day_count: day_count?,
            service_fee: service_fee?,
            service_fee_minimum: Minor::new(self.service_fee_minimum),
            payout_fee: Minor::new(self.payout_fee),
            fee_tax: fee_tax?,
            cover: cover?,
            grace_days: self.grace_days,
            late_rate: late_rate?,
            recourse_after_days: self.recourse_after_days,
            min_days: self.min_days,
            max_days: self.max_days,
            max_invoice_age_days: self.max_invoice_age_days,
            concentration: concentration?,
            verification: verification?,
            verification_above: self.verification_above.map(Minor::new),
            notification: notification?,
            offer_hours: self.offer_hours,
            buyer_share: buyer_share?,
        };
        let refuse = |(field, invalid): (sooner_domain::facilities::terms::TermsField, Invalid)| {
            fields.refuse(format!("terms.{}", field.code()), invalid);
        };
        Terms::parse(parts).map_err(|refused| refused.into_iter().for_each(refuse)).ok()
    }

    /// The terms, where they were checked before; none when something in them is nothing this release knows.
    pub fn into_terms(self) -> Option<Terms> {
        let mut fields = Fields::default();
        let terms = self.parse(&mut fields);
        fields.finish(terms).ok()
    }
}
