//! What becomes of facilities.

use super::*;
use crate::{
    facilities::{
        examples::{accepted, factoring, programme, proposed, rate, signature},
        terms::Parts as TermsParts,
    },
    onboarding::{
        examples::{ADA, NOON},
        status::OnboardingStatus::{Approved, DocumentsMissing},
    },
};
use chrono::TimeDelta;
use proptest::prelude::*;

fn terms(parts: TermsParts) -> Terms {
    Terms::parse(parts).unwrap()
}

fn cheaper() -> Terms {
    terms(TermsParts { discount_rate: rate(900), ..factoring() })
}

#[test]
fn terms_rule_once_they_were_accepted_and_the_evidence_is_kept() {
    let mut facility = proposed();
    assert_eq!((facility.status(), facility.ruling()), (FacilityStatus::Proposed, None));
    assert_eq!(facility.may_take_new(Approved), Err(FacilityRefusal::NotActive));
    let later = NOON + TimeDelta::hours(1);
    facility.accept(signature(), later).unwrap();
    let ruling = facility.ruling().unwrap();
    let evidence = Acceptance { signature: signature(), at: later, hash: ruling.terms.hash() };
    assert_eq!((ruling.number, &ruling.outcome), (1, &TermsOutcome::Accepted(evidence)));
    assert_eq!(facility.may_take_new(Approved).map(|version| version.number), Ok(1));
    assert_eq!(facility.may_take_new(DocumentsMissing), Err(FacilityRefusal::CompanyNotApproved));
    assert_eq!(facility.accept(signature(), later), Err(FacilityRefusal::NotPossible), "once");
}

#[test]
fn the_old_terms_rule_until_the_new_ones_are_accepted() {
    let mut facility = accepted();
    facility.propose_terms(cheaper(), ADA, NOON).unwrap();
    assert_eq!(facility.ruling().map(|version| version.number), Some(1));
    assert_eq!(facility.waiting().map(|version| version.number), Some(2));
    assert_eq!(facility.propose_terms(cheaper(), ADA, NOON), Err(FacilityRefusal::TermsWait));
    facility.decline(ADA, NOON).unwrap();
    assert_eq!((facility.status(), facility.waiting()), (FacilityStatus::Active, None));
    assert_eq!(facility.ruling().map(|version| version.number), Some(1));
    facility.propose_terms(cheaper(), ADA, NOON).unwrap();
    facility.act(HouseAction::Withdraw, ADA, NOON).unwrap();
    facility.propose_terms(cheaper(), ADA, NOON).unwrap();
    facility.accept(signature(), NOON).unwrap();
    assert_eq!(facility.ruling().map(|version| version.number), Some(4));
    let states: Vec<_> = facility.parts().versions.iter().map(|version| version.outcome.state()).collect();
    assert_eq!(states, [TermsState::Accepted, TermsState::Declined, TermsState::Withdrawn, TermsState::Accepted]);
}

#[test]
fn what_is_free_is_what_the_limit_leaves_of_a_facility_that_is_active() {
    let limit = factoring().limit;
    let free = |facility: &Facility, in_use: i64| facility.headroom(Minor::new(in_use));
    assert_eq!(free(&proposed(), 0), None, "no terms rule");
    let mut facility = accepted();
    assert_eq!((free(&facility, 0), free(&facility, 100)), (Some(limit), Some(limit - Minor::new(100))));
    assert_eq!(free(&facility, limit.get() + 1), Some(Minor::ZERO), "more than the limit");
    facility.act(HouseAction::Suspend, ADA, NOON).unwrap();
    assert_eq!(free(&facility, 0), Some(Minor::ZERO));
}

#[test]
fn a_facility_keeps_its_kind_and_its_currency() {
    let mut facility = accepted();
    assert_eq!(facility.propose_terms(terms(programme()), ADA, NOON), Err(FacilityRefusal::OtherKind));
    let dollars = terms(TermsParts { currency: Currency::parse("USD").unwrap(), ..factoring() });
    assert_eq!(facility.propose_terms(dollars, ADA, NOON), Err(FacilityRefusal::OtherCurrency));
    assert_eq!(facility, accepted());
}

#[test]
fn first_terms_that_are_declined_or_taken_back_end_it() {
    let mut declined = proposed();
    declined.decline(ADA, NOON).unwrap();
    assert_eq!(declined.status(), FacilityStatus::Declined);
    let mut withdrawn = proposed();
    withdrawn.act(HouseAction::Withdraw, ADA, NOON).unwrap();
    assert_eq!(withdrawn.status(), FacilityStatus::Withdrawn);
    assert_eq!(withdrawn.shown().map(|version| version.outcome.state()), Some(TermsState::Withdrawn));
}

#[test]
fn nothing_new_is_bought_while_it_is_suspended_and_no_terms_are_accepted() {
    let mut facility = accepted();
    facility.propose_terms(cheaper(), ADA, NOON).unwrap();
    facility.act(HouseAction::Suspend, ADA, NOON).unwrap();
    assert_eq!(facility.may_take_new(Approved), Err(FacilityRefusal::NotActive));
    assert_eq!(facility.accept(signature(), NOON), Err(FacilityRefusal::NotPossible));
    facility.act(HouseAction::Resume, ADA, NOON).unwrap();
    assert!(facility.may_take_new(Approved).is_ok());
    facility.act(HouseAction::Close, ADA, NOON).unwrap();
    assert_eq!(facility.waiting(), None, "what waited is taken back");
    assert_eq!(facility.may_take_new(Approved), Err(FacilityRefusal::NotActive));
    assert_eq!(facility.ruling().map(|version| version.number), Some(1), "what was bought keeps its terms");
}

#[test]
fn a_place_is_the_same_for_the_same_company_kind_and_currency() {
    let (one, other) = (CompanyId(Uuid::from_u128(1)), CompanyId(Uuid::from_u128(2)));
    let place = |company, terms: Terms| Facility::propose(FacilityId(Uuid::from_u128(9)), company, terms, ADA, NOON).place();
    let dollars = terms(TermsParts { currency: Currency::parse("USD").unwrap(), ..factoring() });
    assert_eq!(place(one, terms(factoring())), place(one, cheaper()));
    assert_eq!(place(one, cheaper()), slot(one, FacilityKind::Factoring, factoring().currency));
    assert_ne!(place(one, terms(factoring())), place(other, terms(factoring())));
    assert_ne!(place(one, terms(factoring())), place(one, terms(programme())));
    assert_ne!(place(one, terms(factoring())), place(one, dollars));
}

fn step(facility: &mut Facility, what: usize) -> Result<(), FacilityRefusal> {
    match what {
        0 => facility.propose_terms(cheaper(), ADA, NOON),
        1 => facility.accept(signature(), NOON),
        2 => facility.decline(ADA, NOON),
        other => facility.act(HouseAction::ALL[other - 3], ADA, NOON),
    }
}

proptest! {
    /// Whatever is done: numbers have no gap, one version waits at most, an accepted one never changes, an active facility has
    /// terms that rule, and what is refused changes nothing.
    #[test]
    fn versions_are_history(steps in proptest::collection::vec(0_usize..7, 1..60)) {
        let mut facility = proposed();
        for what in steps {
            let before = facility.clone();
            if step(&mut facility, what).is_err() {
                prop_assert_eq!(&facility, &before);
            }
            let versions = &facility.parts().versions;
            prop_assert!(versions.iter().enumerate().all(|(place, version)| version.number == place as i32 + 1));
            prop_assert!(versions.iter().filter(|version| version.outcome == TermsOutcome::Open).count() <= 1);
            let kept = |version: &TermsVersion| version.outcome == TermsOutcome::Open || versions.contains(version);
            prop_assert!(before.parts().versions.iter().all(kept));
            let bought = matches!(facility.status(), FacilityStatus::Active | FacilityStatus::Suspended | FacilityStatus::Closed);
            prop_assert_eq!(facility.ruling().is_some(), bought);
            if !FacilityStatus::OPEN.contains(&facility.status()) {
                prop_assert_eq!(facility.waiting(), None);
            }
        }
    }
}
