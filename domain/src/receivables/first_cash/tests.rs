//! The way to the first payout, and that somebody always has a turn on it.

use super::*;
use crate::{
    facilities::{
        examples::{accepted, proposed},
        facility::HouseAction,
    },
    kernel::{
        country::CountryCode,
        email::EmailAddress,
        ids::{CompanyId, DebtorId},
        money::Money,
        text::{Line, PersonName},
    },
    onboarding::examples::{ADA, NOON},
    parties::{
        buyer::{BuyerDecision, BuyerDetails, BuyerId, PaymentTerms},
        debtor::Limits,
        legal_entity::LegalEntity,
        membership::MemberRole,
    },
};
use chrono::TimeDelta;
use proptest::prelude::*;
use std::collections::BTreeMap;
use uuid::Uuid;

const PAUL: UserId = UserId(Uuid::from_u128(77));
const COMPANY: CompanyId = CompanyId(Uuid::from_u128(1));

fn hours(hours: i64) -> DateTime<Utc> {
    NOON + TimeDelta::hours(hours)
}

fn member(user: UserId, role: MemberRole) -> Membership {
    Membership { user, company: COMPANY, role, since: NOON }
}

fn buyer(status: BuyerStatus) -> Buyer {
    let details = BuyerDetails {
        legal_name: Line::parse("Nordwind AG").unwrap(),
        country: CountryCode::parse("DE").unwrap(),
        registration_number: Line::parse("HRB 1").unwrap(),
        contact_name: PersonName::parse("Nora Nord").unwrap(),
        contact_email: EmailAddress::parse("nora@example.com").unwrap(),
        expected_yearly_volume: Money::parse(1, Currency::parse("EUR").unwrap()).unwrap(),
        payment_terms: PaymentTerms::parse_days(30).unwrap(),
    };
    let mut buyer = Buyer::named(BuyerId(Uuid::from_u128(5)), COMPANY, details, hours(2));
    match status {
        BuyerStatus::Pending => {}
        BuyerStatus::Approved => buyer.decide(BuyerDecision::Approve, Some(DebtorId(Uuid::from_u128(6)))),
        BuyerStatus::Declined => buyer.decide(BuyerDecision::Decline, None),
    }
    buyer
}

fn debtor(limits: &[(i64, &str)], state: DebtorState) -> Debtor {
    let (country, name) = (CountryCode::parse("DE").unwrap(), Line::parse("Nordwind AG").unwrap());
    let entity = LegalEntity::registered(country, &Line::parse("HRB 1").unwrap());
    let parts = Debtor::new(DebtorId(Uuid::from_u128(6)), entity, name, hours(3)).parts().clone();
    let amount = |(amount, currency): &(i64, &str)| Money::parse(*amount, Currency::parse(currency).unwrap()).unwrap();
    let limits = Limits::parse(&limits.iter().map(amount).collect::<Vec<_>>()).unwrap();
    Debtor::restore(crate::parties::debtor::Parts { limits, state, ..parts })
}

fn invoice(status: ReceivableStatus) -> Invoice {
    let since = (status != ReceivableStatus::Draft).then(|| hours(9));
    Invoice { status, since, debtor_limit: DebtorLimit::Set, fits: true, awaits_seller: false, acceptors: vec![PAUL] }
}

/// What there is, in a form that can be changed.
#[derive(Clone)]
struct There {
    members: Vec<Membership>,
    facilities: Vec<Facility>,
    buyers: Vec<(Buyer, Option<Debtor>)>,
    invoices: Vec<Invoice>,
    is_paid: bool,
}

impl There {
    fn nothing() -> Self {
        let members = vec![member(ADA, MemberRole::Owner), member(PAUL, MemberRole::Approver)];
        Self { members, facilities: Vec::new(), buyers: Vec::new(), invoices: Vec::new(), is_paid: false }
    }

    /// All but an invoice.
    fn ready() -> Self {
        let limited = (buyer(BuyerStatus::Approved), Some(debtor(&[(100, "EUR")], DebtorState::Open)));
        Self { facilities: vec![accepted()], buyers: vec![limited], ..Self::nothing() }
    }

    fn with(invoices: Vec<Invoice>) -> Self {
        Self { invoices, ..Self::ready() }
    }

    fn steps(&self) -> BTreeMap<&'static str, StepState> {
        let Self { members, facilities, buyers, invoices, is_paid } = self;
        let progress = Progress { approved_at: hours(1), members, facilities, buyers, invoices, is_paid: *is_paid };
        first_cash(&progress).into_iter().map(|(step, state)| (crate::kernel::coded::Coded::code(step), state)).collect()
    }

    fn waits(&self) -> Vec<(&'static str, Turn, i64)> {
        let waits = |(step, state)| match state {
            StepState::Waits { turn, since } => Some((step, turn, (since - NOON).num_hours())),
            _ => None,
        };
        self.steps().into_iter().filter_map(waits).collect()
    }
}

#[test]
fn each_step_has_its_turn_and_the_time_since_when_it_waits() {
    let ours = || Turn::House;
    let of = |users: &[UserId]| Turn::Members(users.to_vec());
    let nothing = There::nothing();
    assert_eq!(nothing.waits(), [("buyer_approved", of(&[ADA, PAUL]), 1), ("facility_offered", ours(), 1)]);

    let named = There { buyers: vec![(buyer(BuyerStatus::Pending), None)], facilities: vec![proposed()], ..There::nothing() };
    assert_eq!(named.waits(), [("buyer_approved", ours(), 2), ("terms_accepted", of(&[ADA, PAUL]), 0)]);

    let mut declined = proposed();
    declined.decline(ADA, hours(8)).unwrap();
    let declined = There { facilities: vec![declined], ..There::nothing() };
    assert_eq!(declined.waits()[1], ("facility_offered", ours(), 8), "another one is to be offered");

    let unlimited = (buyer(BuyerStatus::Approved), Some(debtor(&[], DebtorState::Open)));
    let unlimited = There { facilities: vec![accepted()], buyers: vec![unlimited], ..There::nothing() };
    assert_eq!(unlimited.waits(), [("invoice_submitted", of(&[ADA, PAUL]), 2), ("limit_set", ours(), 3)]);

    assert_eq!(There::with(vec![invoice(ReceivableStatus::Draft)]).waits(), [("invoice_submitted", of(&[ADA, PAUL]), 2)]);
    assert_eq!(There::with(vec![invoice(ReceivableStatus::Submitted)]).waits(), [("offer_accepted", ours(), 9)]);
    let cured = Invoice { awaits_seller: true, ..invoice(ReceivableStatus::Submitted) };
    assert_eq!(There::with(vec![cured]).waits(), [("invoice_submitted", of(&[ADA, PAUL]), 9)]);
    assert_eq!(
        There::with(vec![invoice(ReceivableStatus::Offered)]).waits(),
        [("offer_accepted", of(&[PAUL]), 9)],
        "who entered it cannot"
    );
    assert_eq!(There::with(vec![invoice(ReceivableStatus::Accepted)]).waits(), [("money_on_its_way", ours(), 9)]);
    let paid = There { is_paid: true, ..There::with(vec![invoice(ReceivableStatus::Funded)]) };
    assert!(paid.steps().values().all(|state| *state == StepState::Done));
}

#[test]
fn a_limit_counts_in_the_facilitys_currency_and_of_a_debtor_that_is_not_blocked() {
    for (limits, state, is_done) in [
        (&[(100, "EUR")][..], DebtorState::Open, true),
        (&[(100, "EUR")][..], DebtorState::Watch, true),
        (&[(100, "EUR")][..], DebtorState::Blocked, false),
        (&[(100, "USD")][..], DebtorState::Open, false),
        (&[][..], DebtorState::Open, false),
    ] {
        let buyers = vec![(buyer(BuyerStatus::Approved), Some(debtor(limits, state)))];
        let there = There { buyers, ..There::ready() };
        assert_eq!(there.steps()["limit_set"] == StepState::Done, is_done, "{limits:?} {state:?}");
    }
    // Another buyer has one, and the only offers are for this one.
    let stuck = Invoice { debtor_limit: DebtorLimit::Missing, fits: false, ..invoice(ReceivableStatus::Offered) };
    assert_eq!(There::with(vec![stuck.clone()]).waits(), [("limit_set", Turn::House, 3)]);
    let other = Invoice { fits: false, ..invoice(ReceivableStatus::Offered) };
    assert_eq!(There::with(vec![stuck, other]).waits(), [("offer_accepted", Turn::House, 9)], "there is no room");
}

fn facility(kind: usize) -> Facility {
    let mut facility = if kind > 3 { accepted() } else { proposed() };
    match kind {
        1 => facility.decline(ADA, hours(4)).unwrap(),
        2 => facility.act(HouseAction::Withdraw, ADA, hours(4)).unwrap(),
        5 => facility.act(HouseAction::Suspend, ADA, hours(4)).unwrap(),
        6 => facility.act(HouseAction::Close, ADA, hours(4)).unwrap(),
        _ => {}
    }
    facility
}

prop_compose! {
    fn any_invoice()(status in 0usize..11, fits: bool, missing: bool, awaits_seller: bool) -> Invoice {
        let debtor_limit = if missing { DebtorLimit::Missing } else { DebtorLimit::Set };
        let status = <ReceivableStatus as crate::kernel::coded::Coded>::ALL[status];
        Invoice { fits: fits && !missing, debtor_limit, awaits_seller, ..invoice(status) }
    }
}

proptest! {
    /// Whatever there is: until something was paid, a step waits for somebody, and no step waits behind one that cannot be taken.
    #[test]
    fn nobody_forgets_a_seller(
        facilities in proptest::collection::vec(0usize..7, 0..3),
        buyers in proptest::collection::vec((0usize..3, any::<bool>(), any::<bool>()), 0..3),
        invoices in proptest::collection::vec(any_invoice(), 0..4),
    ) {
        let statuses = [BuyerStatus::Pending, BuyerStatus::Approved, BuyerStatus::Declined];
        let of = |(status, is_known, has_limit): (usize, bool, bool)| {
            let limits: &[_] = if has_limit { &[(100, "EUR")] } else { &[] };
            (buyer(statuses[status]), is_known.then(|| debtor(limits, DebtorState::Open)))
        };
        let there = There {
            facilities: facilities.into_iter().map(facility).collect(),
            buyers: buyers.into_iter().map(of).collect(),
            invoices,
            ..There::nothing()
        };
        prop_assert!(!there.waits().is_empty(), "{:?}", there.steps());
        let paid = There { is_paid: true, ..there };
        prop_assert_eq!(paid.waits(), []);
    }
}
