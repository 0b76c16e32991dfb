//! The terms of a facility: its price and its rules.

use crate::kernel::{
    Invalid,
    canonical::{Canonical, Digest},
    coded::{Coded, coded_enum},
    interest::{DayCount, YearlyRate},
    minor::Minor,
    money::{Currency, Money, Percentage},
};

coded_enum!(
    /// What a facility is for.
    FacilityKind {
        /// The company sells what its debtors owe it.
        Factoring = "factoring",
        /// The company lets its suppliers be paid early: a programme.
        ReverseFactoring = "reverse_factoring",
    }
);

coded_enum!(
    /// When the discount and the service fee are taken. It follows from the kind.
    DiscountTiming {
        /// At settlement, from the reserve.
        InArrears = "in_arrears",
        /// At once, from the payout.
        InAdvance = "in_advance",
    }
);

coded_enum!(
    /// Which invoices somebody has to verify before an offer is made.
    VerificationRule {
        Always = "always",
        FirstOfDebtor = "first_of_debtor",
        Above = "above",
        Never = "never",
    }
);

coded_enum!(
    /// Whether debtors are told, and whom they pay.
    Notification {
        /// The debtor is told, and pays the house.
        Disclosed = "disclosed",
        /// The seller collects, and forwards the money.
        Undisclosed = "undisclosed",
    }
);

coded_enum!(
    /// A field of the terms, as it is named on the wire.
    TermsField {
        Limit = "limit",
        AdvanceRate = "advanceRate",
        ServiceFeeMinimum = "serviceFeeMinimum",
        PayoutFee = "payoutFee",
        Cover = "cover",
        RecourseAfterDays = "recourseAfterDays",
        GraceDays = "graceDays",
        MinDays = "minDays",
        MaxDays = "maxDays",
        MaxInvoiceAgeDays = "maxInvoiceAgeDays",
        Concentration = "concentration",
        VerificationAbove = "verificationAbove",
        BuyerShare = "buyerShare",
    }
);

/// Every part of the terms. Amounts are in minor units of `currency`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    pub kind: FacilityKind,
    pub currency: Currency,
    /// The most that may be in use at a time.
    pub limit: Minor,
    /// Share of the face that is paid at once.
    pub advance_rate: Percentage,
    pub discount_rate: YearlyRate,
    pub day_count: DayCount,
    /// Share of the face.
    pub service_fee: Percentage,
    /// At least so much an invoice.
    pub service_fee_minimum: Minor,
    /// Taken from each receivable's payout.
    pub payout_fee: Minor,
    /// Tax on the service fee and on the payout fee.
    pub fee_tax: Percentage,
    /// The share of a credit loss that the house bears.
    pub cover: Percentage,
    /// Days after the due date without a late charge.
    pub grace_days: i64,
    pub late_rate: YearlyRate,
    /// Days after the due date until an unpaid receivable may be charged back, or counts as a default.
    pub recourse_after_days: i64,
    /// Days from payout to due date, at least and at most.
    pub min_days: i64,
    pub max_days: i64,
    /// Days from issue to submission.
    pub max_invoice_age_days: i64,
    /// Share of the limit that may be in use on one debtor.
    pub concentration: Percentage,
    pub verification: VerificationRule,
    /// Where `verification` is `above`, the face above which somebody verifies.
    pub verification_above: Option<Minor>,
    pub notification: Notification,
    /// The share of the discount that goes to a programme's buyer.
    pub buyer_share: Percentage,
}

/// Terms that can be offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    parts: Parts,
    /// See [`Terms::offer_hours`].
    offer_hours: Option<i64>,
}

impl Terms {
    /// No term of ours is longer.
    pub const MAX_DAYS: i64 = 3_650;
    /// The longest time from a payout to the end that figures are exact for: twice the longest term, which is 20 years.
    pub const LONGEST_DAYS: i64 = 2 * Self::MAX_DAYS;

    /// # Errors
    /// Every field that cannot be, with why.
    pub fn parse(parts: Parts) -> Result<Self, Vec<(TermsField, Invalid)>> {
        let refused: Vec<_> = refusals(&parts).into_iter().filter_map(|(field, refused)| Some((field, refused?))).collect();
        if refused.is_empty() { Ok(Self { parts, offer_hours: None }) } else { Err(refused) }
    }

    /// The same, from before the term went: as they were proposed, accepted and hashed then.
    #[must_use]
    pub fn with_offer_hours(self, offer_hours: Option<i64>) -> Self {
        Self { offer_hours, ..self }
    }

    /// The largest face of which every figure is exact in JSON, whatever becomes of it within [`Terms::LONGEST_DAYS`]: with the fees,
    /// the taxes on them, and the discount and the late charge on all of it for all that time. No more than an amount can be.
    pub fn largest_face(&self) -> Minor {
        largest_face(&self.parts)
    }

    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Of terms from before offers held until the cut-off of their payout day: how many hours they say that one holds at most. It never
    /// bound, and nothing asks for it; but it is part of the text that was accepted, and of its hash.
    pub fn offer_hours(&self) -> Option<i64> {
        self.offer_hours
    }

    pub fn timing(&self) -> DiscountTiming {
        self.parts.kind.timing()
    }

    /// The same at another discount rate, where there is one: a supplier's own.
    #[must_use]
    pub fn at_rate(self, own: Option<YearlyRate>) -> Self {
        let discount_rate = own.unwrap_or(self.parts.discount_rate);
        Self { parts: Parts { discount_rate, ..self.parts }, ..self }
    }

    /// As it is hashed, and so what is accepted: codes and whole numbers.
    pub fn canonical(&self) -> Canonical {
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
        } = self.parts;
        let share = |share: Percentage| Canonical::from(i64::from(share.basis_points()));
        let rate = |rate: YearlyRate| Canonical::from(i64::from(rate.basis_points()));
        let amount = |amount: Minor| Canonical::from(amount.get());
        let formerly = self.offer_hours.map(|hours| ("offerHours", hours.into()));
        let members = [
            ("kind", Canonical::text(kind.code())),
            ("discountTiming", Canonical::text(kind.timing().code())),
            ("currency", Canonical::text(currency.code())),
            ("limit", amount(limit)),
            ("advanceRate", share(advance_rate)),
            ("discountRate", rate(discount_rate)),
            ("dayCount", Canonical::text(day_count.code())),
            ("serviceFee", share(service_fee)),
            ("serviceFeeMinimum", amount(service_fee_minimum)),
            ("payoutFee", amount(payout_fee)),
            ("feeTax", share(fee_tax)),
            ("cover", share(cover)),
            ("graceDays", grace_days.into()),
            ("lateRate", rate(late_rate)),
            ("recourseAfterDays", recourse_after_days.into()),
            ("minDays", min_days.into()),
            ("maxDays", max_days.into()),
            ("maxInvoiceAgeDays", max_invoice_age_days.into()),
            ("concentration", share(concentration)),
            ("verification", Canonical::text(verification.code())),
            ("verificationAbove", verification_above.map_or(Canonical::Null, amount)),
            ("notification", Canonical::text(notification.code())),
            ("buyerShare", share(buyer_share)),
        ];
        Canonical::object(members.into_iter().chain(formerly))
    }

    pub fn hash(&self) -> Digest {
        self.canonical().digest()
    }
}

impl FacilityKind {
    /// Whether who sells may know the limit: a programme's is its buyer's, and what is left of it is told to no supplier.
    pub fn limit_is_sellers(self) -> bool {
        self == Self::Factoring
    }

    pub fn timing(self) -> DiscountTiming {
        match self {
            Self::Factoring => DiscountTiming::InArrears,
            Self::ReverseFactoring => DiscountTiming::InAdvance,
        }
    }
}

/// Why each field is refused, if it is.
fn largest_face(parts: &Parts) -> Minor {
    let whole = i128::from(Percentage::FULL);
    let share = |share: Percentage| i128::from(share.basis_points());
    let taxed = whole + share(parts.fee_tax);
    let rates = i128::from(parts.discount_rate.basis_points()) + i128::from(parts.late_rate.basis_points());
    // A year of the shortest count.
    let (days, year) = (i128::from(Terms::LONGEST_DAYS), 360);
    let per_face = whole * whole * year + share(parts.service_fee) * taxed * year + rates * whole * days;
    let fixed = i128::from(parts.service_fee_minimum.get().max(0)) + i128::from(parts.payout_fee.get().max(0));
    // Each component may be rounded up once.
    let left = (i128::from(Minor::EXACT.get()) - 8) * whole - fixed * taxed;
    let most = (left * whole * year / per_face).clamp(0, i128::from(Money::MAX_MINOR));
    Minor::new(i64::try_from(most).unwrap_or(Money::MAX_MINOR))
}

/// Whether a receivable that takes all of the limit is larger than what stays exact.
fn is_too_large(parts: &Parts) -> bool {
    let advance = i128::from(parts.advance_rate.basis_points().max(1));
    let face = i128::from(parts.limit.get()) * i128::from(Percentage::FULL) / advance;
    face.min(i128::from(Money::MAX_MINOR)) > i128::from(largest_face(parts).get())
}

fn refusals(parts: &Parts) -> Vec<(TermsField, Option<Invalid>)> {
    let max = Terms::MAX_DAYS;
    let days = |days: i64, min: i64| (!(min..=max).contains(&days)).then_some(Invalid::OutOfRange { min, max });
    let amount = |amount: Minor| Money::parse(amount.get(), parts.currency).err();
    // Nothing can be sold under a limit, or for an advance, of nothing.
    let some = |amount: Minor| Minor::parse(amount.get(), Money::MAX).err();
    let part = |share: Percentage| (share.basis_points() == 0).then_some(Invalid::OutOfRange { min: 1, max: Percentage::FULL.into() });
    let is_programme = parts.kind == FacilityKind::ReverseFactoring;
    let whole = |share: Percentage| (is_programme && share.basis_points() != Percentage::FULL).then_some(Invalid::WholeInProgramme);
    let too_large = is_too_large(parts).then(|| Invalid::AmountTooLarge { max: largest_face(parts).share(parts.advance_rate).get() });
    let above = match (parts.verification, parts.verification_above) {
        (VerificationRule::Above, None) => Some(Invalid::Required),
        (VerificationRule::Above, Some(above)) => amount(above),
        (_, Some(_)) => Some(Invalid::NotListed),
        (_, None) => None,
    };
    vec![
        (TermsField::Limit, some(parts.limit).or(too_large)),
        (TermsField::AdvanceRate, whole(parts.advance_rate).or(part(parts.advance_rate))),
        (TermsField::ServiceFeeMinimum, amount(parts.service_fee_minimum)),
        (TermsField::PayoutFee, amount(parts.payout_fee)),
        (TermsField::Cover, whole(parts.cover)),
        (TermsField::GraceDays, days(parts.grace_days, 0)),
        (TermsField::RecourseAfterDays, days(parts.recourse_after_days, 0)),
        (TermsField::MinDays, days(parts.min_days, 1)),
        (TermsField::MaxDays, days(parts.max_days, parts.min_days.clamp(1, max))),
        (TermsField::MaxInvoiceAgeDays, days(parts.max_invoice_age_days, 0)),
        (TermsField::Concentration, whole(parts.concentration).or(part(parts.concentration))),
        (TermsField::VerificationAbove, above),
        (
            TermsField::BuyerShare,
            (!is_programme && parts.buyer_share.basis_points() != 0).then_some(Invalid::OutOfRange { min: 0, max: 0 }),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::{super::examples::*, *};
    use proptest::prelude::*;

    fn refused(parts: Parts) -> Vec<(TermsField, Invalid)> {
        Terms::parse(parts).err().unwrap_or_default()
    }

    #[test]
    fn the_kind_says_when_the_price_is_taken() -> Result<(), Vec<(TermsField, Invalid)>> {
        assert_eq!(Terms::parse(factoring())?.timing(), DiscountTiming::InArrears);
        assert_eq!(Terms::parse(programme())?.timing(), DiscountTiming::InAdvance);
        Ok(())
    }

    #[test]
    fn in_a_programme_all_is_advanced_and_covered() {
        let parts = Parts { advance_rate: share(9_000), cover: share(0), concentration: share(5_000), ..programme() };
        let whole = Invalid::WholeInProgramme;
        let expected = [(TermsField::AdvanceRate, whole), (TermsField::Cover, whole), (TermsField::Concentration, whole)];
        assert_eq!(refused(parts), expected);
        assert_eq!(refused(Parts { buyer_share: share(1), ..factoring() }).len(), 1);
        assert_eq!(refused(Parts { buyer_share: share(1), ..programme() }), []);
    }

    #[test]
    fn a_limit_and_an_advance_of_nothing_buy_nothing() {
        for parts in [
            Parts { limit: Minor::ZERO, ..factoring() },
            Parts { limit: Minor::new(-1), ..factoring() },
            Parts { limit: Minor::new(Money::MAX_MINOR + 1), ..factoring() },
            Parts { advance_rate: share(0), ..factoring() },
            Parts { concentration: share(0), ..factoring() },
            Parts { payout_fee: Minor::new(-1), ..factoring() },
            Parts { min_days: 0, ..factoring() },
            Parts { grace_days: -1, ..factoring() },
            Parts { recourse_after_days: 3_651, ..factoring() },
        ] {
            assert_eq!(refused(parts).len(), 1, "{parts:?}");
        }
    }

    #[test]
    fn terms_whose_figures_could_pass_what_json_keeps_exactly_are_refused() {
        let dear = Parts { discount_rate: rate(10_000), late_rate: rate(10_000), ..factoring() };
        let most = largest_face(&dear);
        // 41.57 times the face: the face, 1.5 % of it, and twice 100 % a year for 20 years of 360 days.
        assert_eq!(most, Minor::new(216_672_573_516_695));
        let limit = most.share(dear.advance_rate);
        assert_eq!(refused(Parts { limit, ..dear }), []);
        let over = Parts { limit: Minor::new(limit.get() + 1), ..dear };
        assert_eq!(refused(over), [(TermsField::Limit, Invalid::AmountTooLarge { max: limit.get() })]);
        assert_eq!(refused(Parts { limit: Minor::new(Money::MAX_MINOR), ..factoring() }), [], "what is usual is exact up to the largest");
    }

    #[test]
    fn the_longest_term_is_no_shorter_than_the_shortest() {
        let parts = Parts { min_days: 30, max_days: 29, ..factoring() };
        assert_eq!(refused(parts), [(TermsField::MaxDays, Invalid::OutOfRange { min: 30, max: Terms::MAX_DAYS })]);
        assert_eq!(refused(Parts { max_days: 30, ..parts }), []);
    }

    #[test]
    fn an_amount_above_which_somebody_verifies_belongs_to_that_rule_alone() {
        let above = Parts { verification: VerificationRule::Above, ..factoring() };
        assert_eq!(refused(above), [(TermsField::VerificationAbove, Invalid::Required)]);
        assert_eq!(refused(Parts { verification_above: Some(Minor::new(5)), ..above }), []);
        assert_eq!(refused(Parts { verification_above: Some(Minor::new(5)), ..factoring() }).len(), 1);
    }

    #[test]
    fn what_was_accepted_with_hours_keeps_its_form_and_its_hash() -> Result<(), Vec<(TermsField, Invalid)>> {
        // As the product hashed them while the term was there.
        let then = "d47ff9fee8ede658b07a0c26d573cb43c1ee253e84055fa12d8f7d63c33edc7d";
        let terms = Terms::parse(factoring())?.with_offer_hours(Some(72));
        assert_eq!(terms.hash().to_string(), then);
        assert!(terms.canonical().to_string().contains(r#""notification":"disclosed","offerHours":72,"payoutFee""#));
        assert_eq!(terms.at_rate(None), terms);
        assert_ne!(terms.hash(), Terms::parse(factoring())?.hash());
        Ok(())
    }

    #[test]
    fn the_canonical_form_is_this() -> Result<(), Vec<(TermsField, Invalid)>> {
        let terms = Terms::parse(factoring())?;
        insta::assert_snapshot!(format!("{}\n{}", terms.canonical(), terms.hash()));
        Ok(())
    }

    proptest! {
        #[test]
        fn any_other_term_is_another_hash(limit in 1_i64..1_000_000, rate_bp in 0_i64..10_000, grace in 0_i64..100) {
            let terms = Terms::parse(factoring()).unwrap();
            let parts = Parts { limit: Minor::new(limit), discount_rate: rate(rate_bp), grace_days: grace, ..factoring() };
            let other = Terms::parse(parts).unwrap();
            prop_assert_eq!(terms == other, terms.hash() == other.hash());
        }
    }
}
