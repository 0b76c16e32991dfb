//! Each check by itself, and what all of them come to.

use super::{
    super::{
        einvoice::Stated,
        evidence::{Exception, Hold, Liftable},
        examples::*,
        facts::{Face, InvoiceDocument},
        fingerprint::InvoiceNumber,
    },
    examples::*,
    *,
};
use crate::{
    facilities::{
        examples::{factoring, share},
        supplier::Enrolment,
        terms::{Parts as TermsParts, VerificationRule},
    },
    kernel::{coded::Coded, minor::Minor, money::Currency, text::Note},
    onboarding::status::OnboardingStatus,
    parties::{buyer::BuyerStatus, debtor::DebtorState},
};
fn verdict(case: &Case, code: CheckCode) -> Option<Verdict> {
    findings(case).into_iter().find(|finding| finding.code == code).map(|finding| finding.verdict)
}

/// What the check comes to, with its cure.
fn outcome(case: &Case, code: CheckCode) -> Option<(Outcome, Option<Cure>)> {
    verdict(case, code).map(|verdict| (verdict.outcome, verdict.cure))
}

const PASS: Option<(Outcome, Option<Cure>)> = Some((Outcome::Pass, None));
const VERIFY: Option<(Outcome, Option<Cure>)> = Some((Outcome::Verify, Some(Cure::AwaitVerification)));

fn block(cure: impl Into<Option<Cure>>) -> Option<(Outcome, Option<Cure>)> {
    Some((Outcome::Block, cure.into()))
}

#[test]
fn every_code_is_one_check_and_all_pass_where_nothing_is_wrong() {
    let codes: Vec<_> = CHECKS.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, CheckCode::ALL);
    for world in [world(factoring()), in_programme()] {
        let case = Case { room: Some(Room { facility: free(1_000_000), ..world.case().room.unwrap() }), ..world.case() };
        let concentration = Some(Room { concentration: None, ..case.room.unwrap() });
        let case = Case { room: concentration, ..case };
        let findings = findings(&case);
        assert_eq!(findings.len(), 23);
        assert!(findings.iter().all(|finding| finding.verdict.outcome == Outcome::Pass), "{findings:?}");
        assert_eq!(standing(&world.receivable, &findings), Standing::Offered);
    }
}

#[test]
fn facility_active() {
    let (world, code) = (world(factoring()), CheckCode::FacilityActive);
    assert_eq!(outcome(&world.case(), code), PASS);
    assert_eq!(outcome(&Case { ruling: None, ..world.case() }, code), block(Cure::AskForFacility));
    let suspended = Ruling { terms: world.terms, facility: FacilityUse::RunsOff };
    assert_eq!(outcome(&Case { ruling: Some(suspended), ..world.case() }, code), block(Cure::AwaitFacility));
    for (enrolment, expected) in [
        (Enrolment::Invited, block(Cure::JoinProgramme)),
        (Enrolment::Left, block(Cure::JoinProgramme)),
        (Enrolment::OtherCompany, block(Cure::ContactHouse)),
        (Enrolment::Enrolled, PASS),
    ] {
        assert_eq!(outcome(&Case { enrolment: Some(enrolment), ..in_programme().case() }, code), expected, "{enrolment:?}");
    }
}

#[test]
fn company_approved() {
    use OnboardingStatus as S;
    let expected = [
        block(Cure::CompleteOnboarding),
        block(Cure::CompleteOnboarding),
        PASS,
        block(Cure::ContactHouse),
        block(Cure::CompleteOnboarding),
    ];
    for (seller, expected) in S::ALL.into_iter().zip(expected) {
        assert_eq!(outcome(&Case { seller, ..world(factoring()).case() }, CheckCode::CompanyApproved), expected, "{seller:?}");
    }
}

#[test]
fn currency() {
    let (world, code) = (world(factoring()), CheckCode::Currency);
    assert_eq!(outcome(&world.case(), code), PASS);
    assert_eq!(outcome(&Case { ruling: None, ..world.case() }, code), None);
    let dollar = Currency::parse("USD").unwrap();
    let elsewhere = Case { ruling: None, other_currencies: vec![dollar], ..world.case() };
    assert_eq!(outcome(&elsewhere, code), block(Cure::AskForFacility));
    assert_eq!(
        verdict(&elsewhere, code).unwrap().figures,
        [Figure { name: FigureName::Currencies, value: Value::Currencies(vec![dollar]) }]
    );
    assert_eq!(outcome(&elsewhere, CheckCode::FacilityActive), PASS);
}

#[test]
fn debtor_known() {
    let (known, code) = (world(factoring()), CheckCode::DebtorKnown);
    let unknown = world(factoring()).with(|parts| parts.debtor = None);
    for (buyer, expected) in [
        (BuyerStatus::Approved, PASS),
        (BuyerStatus::Pending, block(Cure::AwaitBuyerApproval)),
        (BuyerStatus::Declined, block(Cure::ContactHouse)),
    ] {
        assert_eq!(outcome(&Case { buyer: Some(buyer), ..known.case() }, code), expected, "{buyer:?}");
        assert_ne!(outcome(&Case { buyer: Some(buyer), ..unknown.case() }, code), PASS, "{buyer:?}");
    }
    assert_eq!(outcome(&in_programme().case(), code), PASS);
}

#[test]
fn debtor_state() {
    for (debtor, expected) in [
        (Some(DebtorState::Open), PASS),
        (Some(DebtorState::Watch), VERIFY),
        (Some(DebtorState::Blocked), block(Cure::ContactHouse)),
        (None, None),
    ] {
        assert_eq!(outcome(&Case { debtor, ..world(factoring()).case() }, CheckCode::DebtorState), expected, "{debtor:?}");
    }
}

#[test]
fn tenor() {
    let world = world(TermsParts { min_days: 30, max_days: 45, ..factoring() });
    for (payout_on, expected) in [
        ("2027-01-03", block(Cure::Wait)),
        ("2027-01-04", PASS),
        ("2027-01-19", PASS),
        ("2027-01-20", block(None)),
        ("2027-03-01", block(None)),
    ] {
        assert_eq!(outcome(&Case { payout_on: day(payout_on), ..world.case() }, CheckCode::Tenor), expected, "{payout_on}");
    }
    let early = verdict(&Case { payout_on: day("2026-12-30"), ..world.case() }, CheckCode::Tenor).unwrap();
    assert!(early.figures.contains(&Figure { name: FigureName::PassesFrom, value: Value::Day(day("2027-01-04")) }));
}

#[test]
fn not_due() {
    for (today, expected) in [("2027-02-17", PASS), ("2027-02-18", block(None)), ("2027-02-19", block(None))] {
        assert_eq!(outcome(&Case { today: day(today), ..world(factoring()).case() }, CheckCode::NotDue), expected, "{today}");
    }
}

#[test]
fn invoice_age() {
    let (code, terms) = (CheckCode::InvoiceAge, TermsParts { max_invoice_age_days: 2, ..factoring() });
    let submitted = world(terms);
    assert_eq!(outcome(&Case { today: day("2027-02-01"), ..submitted.case() }, code), PASS, "it was handed in in time");
    let draft = world(terms).with(|parts| parts.submitted = None);
    assert_eq!(outcome(&draft.case(), code), PASS);
    assert_eq!(outcome(&Case { today: day("2027-01-05"), ..draft.case() }, code), block(Cure::ContactHouse));
}

#[test]
fn invoice_attached() {
    let code = CheckCode::InvoiceAttached;
    assert_eq!(outcome(&world(factoring()).case(), code), PASS);
    assert_eq!(outcome(&world(factoring()).with(|parts| parts.documents.clear()).case(), code), block(Cure::AttachInvoice));
    assert_eq!(outcome(&in_programme().with(|parts| parts.documents.clear()).case(), code), PASS);
}

#[test]
fn plausible() {
    let code = CheckCode::Plausible;
    let of = |issued_on: &str, due_on: &str, world: World| {
        let (issued_on, due_on) = (day(issued_on), day(due_on));
        let world = world.with(|parts| (parts.facts.issued_on, parts.figures.due_on) = (issued_on, due_on));
        outcome(&world.case(), code)
    };
    assert_eq!(of("2027-01-03", "2027-01-04", world(factoring())), PASS);
    assert_eq!(of("2027-01-04", "2027-01-04", world(factoring())), block(Cure::CorrectInvoice), "due as it was written");
    assert_eq!(of("2027-01-05", "2027-02-18", world(factoring())), block(Cure::CorrectInvoice), "not written yet");
    assert_eq!(of("2027-01-04", "2027-01-03", world(factoring())), block(Cure::CorrectInvoice), "due before it was written");
    assert_eq!(of("2027-01-04", "2027-02-20", world(factoring())), PASS, "a Saturday counts as stated");
    assert_eq!(of("2027-01-04", "2027-02-20", in_programme()), block(Cure::CorrectInvoice), "a payable is paid on a business day");
    assert_eq!(of("2027-01-04", "2027-02-19", in_programme()), PASS);
}

#[test]
fn as_invoiced() {
    let same = Stated {
        number: Some(InvoiceNumber::parse("re 2027/01").unwrap()),
        issued_on: Some(day("2027-01-02")),
        due_on: Some(day("2027-02-18")),
        face: Some(facts().face),
        discounts: Vec::new(),
    };
    let of = |files: Vec<Option<Stated>>| {
        let files = files.into_iter().zip(1..).map(|(stated, place)| InvoiceDocument { stated, ..document(place) });
        let world = world(factoring()).with(|parts| parts.documents = files.collect());
        verdict(&world.case(), CheckCode::AsInvoiced).unwrap()
    };
    for files in [vec![], vec![None], vec![Some(Stated::default())], vec![None, Some(same.clone())]] {
        assert_eq!(of(files.clone()).outcome, Outcome::Pass, "{files:?}");
    }
    let euro = facts().face.currency();
    let other_amount = Some(Face::parse(1_000_001, euro).unwrap());
    let other_currency = Some(Face::parse(1_000_000, Currency::parse("CHF").unwrap()).unwrap());
    for other in [
        Stated { number: Some(InvoiceNumber::parse("RE-2027-002").unwrap()), ..same.clone() },
        Stated { issued_on: Some(day("2027-01-03")), ..same.clone() },
        Stated { due_on: Some(day("2027-02-19")), ..same.clone() },
        Stated { face: other_amount, ..same.clone() },
        Stated { face: other_currency, ..same.clone() },
    ] {
        let found = of(vec![Some(same.clone()), Some(other.clone())]);
        assert_eq!((found.outcome, found.cure), (Outcome::Block, Some(Cure::CorrectInvoice)), "{other:?}");
        let face = found.figures.iter().find(|figure| figure.name == FigureName::Face).map(|figure| figure.value.clone());
        let expected = other.face.filter(|face| face.currency() == euro).map(|face| Value::Amount(face.amount()));
        assert_eq!(face, expected, "what the file says, in the invoice’s currency");
    }
}

#[test]
fn not_own_debtor() {
    for (affiliation, expected) in
        [(Affiliation::None, PASS), (Affiliation::Same, block(None)), (Affiliation::SharedPeople(1), block(Cure::ContactHouse))]
    {
        assert_eq!(outcome(&Case { affiliation, ..world(factoring()).case() }, CheckCode::NotOwnDebtor), expected, "{affiliation:?}");
    }
}

#[test]
fn already_assigned() {
    let plain = || EInvoice {
        payee: Some(Party::Seller),
        accounts: vec![Party::Seller, Party::House],
        type_code: Some(380),
        ..EInvoice::default()
    };
    let of = |e_invoice| outcome(&Case { e_invoice: Some(e_invoice), ..world(factoring()).case() }, CheckCode::AlreadyAssigned);
    assert_eq!(of(plain()), PASS);
    assert_eq!(of(EInvoice::default()), PASS);
    assert_eq!(of(EInvoice { payee: Some(Party::House), ..plain() }), PASS);
    let sold = block(Cure::ContactHouse);
    assert_eq!(of(EInvoice { payee: Some(Party::SomebodyElse), ..plain() }), sold);
    assert_eq!(of(EInvoice { accounts: vec![Party::Seller, Party::SomebodyElse], ..plain() }), sold);
    assert_eq!(of(EInvoice { assignment_notices: 1, ..plain() }), sold);
    for code in [393, 396, 501, 502] {
        assert_eq!(of(EInvoice { type_code: Some(code), ..plain() }), sold, "{code}");
    }
}

#[test]
fn first_of_debtor() {
    let code = CheckCode::FirstOfDebtor;
    let first = world(TermsParts { verification: VerificationRule::FirstOfDebtor, ..factoring() });
    assert_eq!(outcome(&first.case(), code), VERIFY);
    assert_eq!(outcome(&Case { bought_before: 1, ..first.case() }, code), PASS);
    assert_eq!(outcome(&world(factoring()).case(), code), PASS);
}

#[test]
fn verification_above() {
    let code = CheckCode::VerificationAbove;
    let rule =
        |verification, above: Option<i64>| world(TermsParts { verification, verification_above: above.map(Minor::new), ..factoring() });
    for (world, expected) in [
        (rule(VerificationRule::Above, Some(1_000_000)), PASS),
        (rule(VerificationRule::Above, Some(999_999)), VERIFY),
        (rule(VerificationRule::Always, None), VERIFY),
        (rule(VerificationRule::FirstOfDebtor, None), PASS),
        (rule(VerificationRule::Never, None), PASS),
    ] {
        assert_eq!(outcome(&world.case(), code), expected, "{:?}", world.terms);
    }
}

#[test]
fn duplicate_exact() {
    let code = CheckCode::DuplicateExact;
    let sold = |world: &World| outcome(&Case { sold: vec![other()], ..world.case() }, code);
    assert_eq!(outcome(&world(factoring()).case(), code), PASS);
    assert_eq!(sold(&world(factoring())), block(Cure::ContactHouse));
    let exception = Exception {
        check: Liftable::DuplicateExact,
        series: 1,
        by: user(90),
        at: at(3),
        note: Note::parse("starts again each year").unwrap(),
    };
    assert_eq!(sold(&world(factoring()).with(|parts| parts.exceptions = vec![exception])), PASS);
}

fn lifted(check: Liftable) -> World {
    let exception = Exception { check, series: 0, by: user(90), at: at(3), note: Note::parse("looked at").unwrap() };
    world(factoring()).with(|parts| parts.exceptions = vec![exception])
}

#[test]
fn already_sold() {
    let code = CheckCode::AlreadySold;
    let corrected = || vec![Corrected { number: InvoiceNumber::parse("RE-1").unwrap(), receivable: other() }];
    let of = |world: &World| outcome(&Case { corrected: corrected(), ..world.case() }, code);
    assert_eq!(outcome(&world(factoring()).case(), code), PASS);
    assert_eq!(of(&world(factoring())), block(Cure::TellOfCorrection));
    assert_eq!(of(&lifted(Liftable::AlreadySold)), PASS);
    assert_eq!(of(&lifted(Liftable::DuplicateExact)), block(Cure::TellOfCorrection), "another check was lifted");
    let plain = world(factoring());
    let named = Case { corrected: corrected(), ..plain.case() };
    let finding = findings(&named).into_iter().find(|finding| finding.code == code).unwrap();
    let figures: Vec<_> = finding.verdict.figures.into_iter().map(|figure| figure.value).collect();
    assert_eq!(figures, [Value::Numbers(vec![InvoiceNumber::parse("RE-1").unwrap()]), Value::Receivables(vec![other()])]);
}

#[test]
fn payment_means() {
    let code = CheckCode::PaymentMeans;
    let of = |world: &World, e_invoice: EInvoice| outcome(&Case { e_invoice: Some(e_invoice), ..world.case() }, code);
    let means = |all: &[i64]| EInvoice { means: all.to_vec(), ..EInvoice::default() };
    let plain = world(factoring());
    assert_eq!(outcome(&plain.case(), code), PASS);
    for transferred in [&[][..], &[30], &[58], &[1], &[31, 58]] {
        assert_eq!(of(&plain, means(transferred)), PASS, "{transferred:?}");
    }
    for other in [&[49][..], &[59], &[48], &[54], &[55], &[10], &[58, 59]] {
        assert_eq!(of(&plain, means(other)), block(Cure::ContactHouse), "{other:?}");
        assert_eq!(of(&lifted(Liftable::PaymentMeans), means(other)), PASS, "{other:?}");
    }
    let paid = EInvoice { is_paid: true, ..EInvoice::default() };
    assert_eq!(of(&plain, paid.clone()), block(Cure::ContactHouse));
    assert_eq!(of(&lifted(Liftable::PaymentMeans), paid), PASS);
}

#[test]
fn duplicate_similar() {
    let code = CheckCode::DuplicateSimilar;
    let world = world(factoring()).with(|parts| parts.evidence = vec![evidence(1_000_000, 5)]);
    let stands = |hours: &[i64]| {
        let case = Case { similar: hours.iter().copied().map(similar).collect(), ..world.case() };
        (outcome(&case, code), standing(&world.receivable, &findings(&case)))
    };
    assert_eq!(stands(&[]), (PASS, Standing::Offered));
    assert_eq!(stands(&[4]), (VERIFY, Standing::Offered), "verified since");
    assert_eq!(stands(&[4, 6]), (VERIFY, Standing::Submitted), "the last one came after it was verified");
}

#[test]
fn dilution_history() {
    for (faces, diluted, expected) in [(0, 0, PASS), (1_000_000, 50_000, PASS), (1_000_000, 50_001, VERIFY)] {
        let dilution = Dilution { faces: Minor::new(faces), diluted: Minor::new(diluted) };
        assert_eq!(outcome(&Case { dilution, ..world(factoring()).case() }, CheckCode::DilutionHistory), expected, "{diluted}");
    }
}

#[test]
fn facility_limit() {
    capped(CheckCode::FacilityLimit, 800_000, |room, space| Room { facility: space, ..room });
}

#[test]
fn debtor_limit() {
    capped(CheckCode::DebtorLimit, 1_000_000, |room, space| Room { debtor: space, ..room });
}

#[test]
fn concentration() {
    capped(CheckCode::Concentration, 800_000, |room, space| Room { concentration: Some(space), ..room });
}

/// Exactly so much fits, and a cent less does not; yet it is offered. What debtors pay makes room where the whole limit is enough.
fn capped(code: CheckCode, wanted: i64, of: impl Fn(Room, Space) -> Room) {
    let world = world(factoring());
    let space = |whole, left| Space { whole: Minor::new(whole), left: Minor::new(left) };
    let case = |space| Case { room: world.case().room.map(|room| of(room, space)), ..world.case() };
    assert_eq!(outcome(&case(space(wanted, wanted)), code), PASS);
    for (whole, amount, cure) in [
        (wanted, wanted - 1, Cure::AwaitReceipts),
        (wanted, -5, Cure::AwaitReceipts),
        (wanted - 1, wanted - 1, Cure::RaiseLimit),
        (1, -5, Cure::RaiseLimit),
        (0, 0, Cure::RaiseLimit),
        (0, -5, Cure::RaiseLimit),
    ] {
        let capped = case(space(whole, amount));
        assert_eq!(outcome(&capped, code), Some((Outcome::Cap, Some(cure))), "{whole} {amount}");
        let available = Figure { name: FigureName::Available, value: Value::Amount(Minor::new(amount.max(0))) };
        assert!(verdict(&capped, code).unwrap().figures.contains(&available));
        assert_eq!(standing(&world.receivable, &findings(&capped)), Standing::Offered);
    }
}

/// A limit is awaited only where the house never said one: where it ended one, the next is not awaited.
#[test]
fn a_debtors_limit_is_awaited_until_the_house_said_one_be_it_nothing() {
    let world = world(factoring());
    let none = Space { whole: Minor::ZERO, left: Minor::new(-5) };
    for (is_debtor_limited, cure) in [(false, Cure::AwaitLimit), (true, Cure::RaiseLimit)] {
        let room = world.case().room.map(|room| Room { debtor: none, is_debtor_limited, ..room });
        let case = Case { room, ..world.case() };
        assert_eq!(outcome(&case, CheckCode::DebtorLimit), Some((Outcome::Cap, Some(cure))), "{is_debtor_limited}");
    }
}

#[test]
fn the_terms_own_share_is_advanced() {
    let world = world(TermsParts { advance_rate: share(9_000), ..factoring() });
    assert_eq!(outcome(&world.case(), CheckCode::FacilityLimit), Some((Outcome::Cap, Some(Cure::AwaitReceipts))));
}

#[test]
fn what_cannot_be_judged_is_left_to_the_check_that_says_why() {
    let world = world(factoring());
    let case = Case { ruling: None, room: None, debtor: None, ..world.case() };
    let found = findings(&case);
    assert_eq!(found.len(), 14, "{found:?}");
    assert_eq!(standing(&world.receivable, &found), Standing::Submitted);
}

#[test]
fn what_is_held_or_must_be_verified_is_not_offered() {
    let always = || world(TermsParts { verification: VerificationRule::Always, ..factoring() });
    let stands = |world: &World| standing(&world.receivable, &findings(&world.case()));
    assert_eq!(stands(&always()), Standing::Submitted);
    assert_eq!(stands(&always().with(|parts| parts.evidence = vec![evidence(999_999, 5)])), Standing::Submitted, "a part");
    let verified = always().with(|parts| parts.evidence = vec![evidence(1_000_000, 5)]);
    assert_eq!(stands(&verified), Standing::Offered);
    let hold = Hold { by: user(90), since: at(6), note: None };
    assert_eq!(stands(&verified.with(|parts| parts.hold = Some(hold))), Standing::Submitted);
}
