//! Terms as JSON: the same in the store and on the wire.

use crate::{
    coded_body::{DayCountCode, DiscountTimingCode, FacilityKindCode, NotificationCode, VerificationRuleCode},
    fields::Fields,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
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
    /// Where `verification` is `above`: the face above which an operator verifies
    verification_above: Option<i64>,
    #[schema(value_type = NotificationCode)]
    notification: String,
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
            buyer_share: buyer_share?,
        };
        let refuse = |(field, invalid): (sooner_domain::facilities::terms::TermsField, Invalid)| {
            fields.refuse(format!("terms.{}", field.code()), invalid);
        };
        Terms::parse(parts).map_err(|refused| refused.into_iter().for_each(refuse)).ok()
    }
}

/// Terms as they are stored. Those from before offers held until the cut-off of their payout day have one field more, `offerHours`: it is
/// part of what was accepted, and of its hash. On the wire it is unknown.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>", into = "Map<String, Value>")]
pub struct StoredTermsBody {
    terms: TermsBody,
    offer_hours: Option<i64>,
}

const OFFER_HOURS: &str = "offerHours";

impl TryFrom<Map<String, Value>> for StoredTermsBody {
    type Error = serde_json::Error;

    fn try_from(mut stored: Map<String, Value>) -> Result<Self, Self::Error> {
        let offer_hours = stored.remove(OFFER_HOURS).map(serde_json::from_value).transpose()?;
        Ok(Self { terms: serde_json::from_value(Value::Object(stored))?, offer_hours })
    }
}

impl From<StoredTermsBody> for Map<String, Value> {
    fn from(StoredTermsBody { terms, offer_hours }: StoredTermsBody) -> Self {
        // A body of plain fields is an object.
        let mut stored = match serde_json::to_value(terms) {
            Ok(Value::Object(stored)) => stored,
            _ => Self::new(),
        };
        stored.extend(offer_hours.map(|hours| (OFFER_HOURS.to_owned(), hours.into())));
        stored
    }
}

impl From<&Terms> for StoredTermsBody {
    fn from(terms: &Terms) -> Self {
        Self { terms: TermsBody::from(terms), offer_hours: terms.offer_hours() }
    }
}

impl StoredTermsBody {
    /// The terms, which were checked before; none when something in them is nothing this release knows.
    pub fn into_terms(self) -> Option<Terms> {
        let mut fields = Fields::default();
        let terms = self.terms.parse(&mut fields);
        Some(fields.finish(terms).ok()?.with_offer_hours(self.offer_hours))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn body() -> Value {
        json!({
            "kind": "factoring", "discountTiming": "in_arrears", "currency": "EUR", "limit": 100, "advanceRate": 8_000, "discountRate": 1_200,
            "dayCount": "act_360", "serviceFee": 150, "serviceFeeMinimum": 0, "payoutFee": 0, "feeTax": 0, "cover": 0, "graceDays": 5,
            "lateRate": 600, "recourseAfterDays": 60, "minDays": 1, "maxDays": 180, "maxInvoiceAgeDays": 90, "concentration": 10_000,
            "verification": "never", "verificationAbove": null, "notification": "disclosed", "buyerShare": 0,
        })
    }

    #[test]
    fn terms_with_hours_are_read_from_the_store_as_they_were_and_refused_on_the_wire() {
        let mut stored = body();
        let terms = |value: &Value| serde_json::from_value::<StoredTermsBody>(value.clone()).unwrap().into_terms().unwrap();
        let without = terms(&stored);
        stored["offerHours"] = json!(72);
        assert!(serde_json::from_value::<TermsBody>(stored.clone()).unwrap_err().to_string().contains("unknown field `offerHours`"));
        let with = terms(&stored);
        assert_eq!((without.offer_hours(), with.offer_hours()), (None, Some(72)));
        assert_ne!(with.hash(), without.hash());
        assert_eq!(serde_json::to_value(StoredTermsBody::from(&with)).unwrap(), stored);
        assert_eq!(serde_json::to_value(StoredTermsBody::from(&without)).unwrap(), body());
        assert_eq!(serde_json::to_value(TermsBody::from(&with)).unwrap(), body(), "nobody is told a term that does not count");
    }
}
