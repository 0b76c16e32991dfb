//! What the house does, and what it hears from the debtor.

use super::*;

#[test]
fn a_hold_and_a_dispute_end_an_offer() -> Result<(), Blocked> {
    let taken_back = Change::Moved { action: Action::TakeBack, from: S::Offered };
    let mut held = factored(S::Offered);
    assert_eq!(held.hold(None, &operator(9), at(4))?, [Change::Held, taken_back.clone()]);
    assert_eq!(held.assess(Some(agreement()), &[]), [], "it stays with the house");
    assert_eq!(held.hold(None, &operator(9), at(4)), Err(Blocked::Held));
    held.release(&operator(9))?;
    assert_eq!(held.release(&operator(9)), Err(Blocked::NotHeld));
    assert_eq!(held.assess(Some(agreement()), &[]).len(), 1);
    let mut disputed = factored(S::Offered);
    assert_eq!(disputed.enter_dispute(dispute(5), &operator(9), None)?, [Change::Disputed { before: None }, taken_back.clone()]);
    assert_eq!(disputed.enter_dispute(dispute(5), &operator(9), None), Err(Blocked::Disputed));
    let mut blocked = factored(S::Offered);
    assert_eq!(blocked.assess(Some(agreement()), &[block()]), [taken_back]);
    Ok(())
}

#[test]
fn new_terms_change_what_it_is_offered_under() {
    let mut receivable = factored(S::Offered);
    let newer = Agreement { terms_version: 2, ..agreement() };
    assert_eq!(receivable.assess(Some(newer), &[]), [Change::AgreementChanged { before: Some(agreement()) }]);
    assert_eq!(receivable.parts().agreement, Some(newer));
}

#[test]
fn before_the_sale_it_goes_on_with_what_the_debtor_confirmed() -> Result<(), Blocked> {
    let confirm = |status, amount, due_on: Option<&str>| {
        let mut receivable = factored(status);
        let changes = receivable.verify(Evidence { due_on: due_on.map(day), ..evidence(amount, 5) }, &operator(9), None)?.len();
        let figures = receivable.parts().figures;
        Ok((changes, receivable.status(), figures.face.get(), figures.due_on.to_string()))
    };
    let stays = |changes, status, face, due: &str| (changes, status, face, due.to_owned());
    for from in [S::Submitted, S::Offered] {
        assert_eq!(confirm(from, 1_000_000, None)?, stays(1, from, 1_000_000, "2027-02-18"));
        assert_eq!(confirm(from, 1_000_001, Some("2027-02-17"))?, stays(1, from, 1_000_000, "2027-02-18"));
        assert_eq!(confirm(from, 999_999, None)?, stays(3, S::Submitted, 999_999, "2027-02-18"));
        assert_eq!(confirm(from, 1_000_000, Some("2027-02-19"))?, stays(3, S::Submitted, 1_000_000, "2027-02-19"));
    }
    assert_eq!(confirm(S::Draft, 5, None), Err(Blocked::NotTheirs), "it is its company's own");
    let issued_on = factored(S::Submitted).parts().facts.issued_on;
    for due_on in [issued_on, issued_on - chrono::Days::new(5)] {
        let refused = confirm(S::Submitted, 1_000_000, Some(&due_on.to_string()));
        assert_eq!(refused, Err(Blocked::DueNotAfterIssue), "a due date is after the invoice's own, whichever way it comes");
    }
    assert_eq!(confirm(S::Submitted, 0, None), Err(Blocked::AmountOutOfRange(minor(1_000_000))));
    Ok(())
}

#[test]
fn what_was_confirmed_is_verified_at_that_amount() -> Result<(), Blocked> {
    let mut receivable = factored(S::Submitted);
    assert!(!receivable.is_verified(None));
    receivable.verify(evidence(900_000, 5), &operator(9), None)?;
    assert!(receivable.is_verified(None) && receivable.is_verified(Some(at(5))) && !receivable.is_verified(Some(at(6))));
    Ok(())
}

#[test]
fn after_the_sale_what_the_debtor_does_not_confirm_is_disputed() -> Result<(), Blocked> {
    for status in [S::Accepted, S::Funded] {
        let mut receivable = factored(status);
        receivable.confirmed(Evidence { due_on: Some(day("2027-06-01")), ..evidence(900_000, 5) }, minor(1_000_000))?;
        assert_eq!((receivable.face(), receivable.due_on(), receivable.status()), (minor(1_000_000), day("2027-02-18"), status));
        assert_eq!(receivable.dispute().map(|dispute| (dispute.amount, dispute.reason)), Some((minor(100_000), DisputeReason::WrongTotal)));
        receivable.confirmed(evidence(950_000, 6), minor(1_000_000))?;
        assert_eq!(receivable.dispute().map(|dispute| dispute.amount), Some(minor(100_000)), "one that lasts does not shrink by itself");
        receivable.confirmed(evidence(700_000, 7), minor(1_000_000))?;
        assert_eq!(receivable.dispute().map(|dispute| dispute.amount), Some(minor(300_000)));
    }
    Ok(())
}

#[test]
fn a_credit_note_of_a_part_lowers_it_and_of_the_whole_ends_it() {
    let credit = |mut receivable: Receivable, amount| {
        let result = receivable.credit_note(minor(amount), day("2027-01-05"), &operator(9)).map(|_| ());
        (result, receivable.status(), receivable.face().get())
    };
    for from in [S::Submitted, S::Offered] {
        assert_eq!(credit(factored(from), 1), (Ok(()), S::Submitted, 999_999));
        assert_eq!(credit(payable(from), 1_000_000), (Ok(()), S::Withdrawn, 1_000_000));
        for amount in [0, -1, 1_000_001] {
            let out_of_range = Err(Blocked::AmountOutOfRange(minor(1_000_000)));
            assert_eq!(credit(factored(from), amount), (out_of_range, from, 1_000_000));
        }
    }
    assert_eq!(credit(factored(S::Funded), 1).0, Err(Blocked::NotNow(S::Funded)));
    assert_eq!(credit(payable(S::Funded), 1).0, Err(Blocked::NotNow(S::Funded)));
}

#[test]
fn what_was_accepted_can_still_be_rejected() {
    let reason = || Note::parse("forged").unwrap();
    for status in S::ALL.iter().copied() {
        let mut receivable = factored(status);
        let rejected = receivable.reject(reason(), &operator(9)).is_ok();
        assert_eq!(rejected, matches!(status, S::Submitted | S::Accepted), "{status:?}");
        assert_eq!(receivable.parts().rejection.is_some(), rejected);
    }
}

#[test]
fn who_may_do_what_at_each_status() {
    let me = operator(9);
    let mut table = String::new();
    for (kind, of, parts) in [("factoring", factored as fn(S) -> Receivable, factoring()), ("programme", payable, programme())] {
        let ground = ground(&terms(parts), "2027-06-01");
        for status in S::ALL {
            let receivable = of(*status);
            let seller: Vec<_> = receivable.members_actions(&owner(2), &approvers(&[2])).into_iter().map(MemberAction::code).collect();
            let buyer: Vec<_> = receivable.members_actions(&buyers(3), &approvers(&[3])).into_iter().map(MemberAction::code).collect();
            let house: Vec<_> = receivable.operators_actions(&me, Some(&ground)).into_iter().map(OperatorAction::code).collect();
            let (seller, buyer, house) = (seller.join(" "), buyer.join(" "), house.join(" "));
            writeln!(table, "{kind} {} | seller: {seller} | buyer: {buyer} | house: {house}", status.code()).ok();
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn each_role_does_what_its_rights_allow_and_nobody_decides_on_their_own_company() {
    let terms = terms(factoring());
    let ground = ground(&terms, "2027-06-01");
    for status in S::ALL {
        for receivable in [factored(*status), payable(*status)] {
            for role in OperatorRole::ALL {
                let me = Operator { roles: [*role].into_iter().collect(), ..operator(9) };
                let may_look = role.may(OperatorRight::ReadReceivables) && receivable.is_handed_in();
                assert_eq!(receivable.operator_may_look(&me).is_ok(), may_look, "{role:?}");
                assert!(receivable.is_handed_in() || receivable.operators_actions(&me, Some(&ground)).is_empty(), "{role:?}");
                assert!(
                    role.may(OperatorRight::ManageReceivables) || receivable.operators_actions(&me, Some(&ground)).is_empty(),
                    "{role:?}"
                );
            }
            for company in [SELLER, receivable.entered_for()] {
                let insider = Operator { membership: member(9, company, MemberRole::Viewer), ..operator(9) };
                assert_eq!(receivable.operator_may_look(&insider), Err(Blocked::OwnCompany));
                assert_eq!(receivable.operators_actions(&insider, Some(&ground)), []);
            }
            let stranger = member(9, CompanyId(Uuid::from_u128(99)), MemberRole::Owner);
            assert_eq!(receivable.members_actions(&stranger, &approvers(&[])), []);
            let viewer = member(9, receivable.entered_for(), MemberRole::Viewer);
            assert_eq!(receivable.members_actions(&viewer, &approvers(&[])), []);
        }
    }
}

#[test]
fn a_number_may_be_sold_once_more_when_credit_says_so() -> Result<(), Blocked> {
    let exception =
        Exception { check: Liftable::DuplicateExact, series: 1, by: user(9), at: at(5), note: Note::parse("new year").unwrap() };
    let mut receivable = factored(S::Submitted);
    assert_eq!(receivable.lift(exception.clone(), &operator(9))?, Change::ExceptionMade(exception.clone()));
    assert_eq!((receivable.exception(Liftable::DuplicateExact), receivable.series()), (Some(&exception), 1));
    let other = Exception { check: Liftable::PaymentMeans, series: 0, ..exception.clone() };
    receivable.lift(other.clone(), &operator(9))?;
    receivable.lift(exception.clone(), &operator(9))?;
    assert_eq!(receivable.parts().exceptions, [other, exception.clone()], "one of each check");
    assert!(factored(S::Accepted).lift(exception, &operator(9)).is_err());
    Ok(())
}

/// One thing somebody does, or tries to: member 1, 2 or 3 of either company, or operator 9.
fn step(receivable: &mut Receivable, what: u8, who: u128) -> bool {
    let (me, all) = (member(who, receivable.entered_for(), MemberRole::Owner), approvers(&[1, 2, 3]));
    let house = operator(9);
    let terms = terms(if receivable.kind() == FacilityKind::Factoring { factoring() } else { programme() });
    let later = ground(&terms, "2027-06-01");
    let around = Surroundings { debtor: DebtorState::Open, account: PayeeAccount::Verified, seller: OnboardingStatus::Approved };
    match what {
        0 => receivable.save(facts(), &me, at(1)).is_ok(),
        1 => receivable.submit(&me, &all, day("2027-01-04"), at(2)).is_ok(),
        2 => !receivable.assess(Some(agreement()), &[]).is_empty(),
        3 => !receivable.assess(None, &[block()]).is_empty(),
        4 => receivable.accept(Acceptor::Member { me: &owner(who), approvers: &all }, agreement(), acceptance()).is_ok(),
        5 => receivable.hold(None, &house, at(3)).is_ok(),
        6 => receivable.release(&house).is_ok(),
        7 => receivable.confirmed(evidence(900_000, 4), minor(1_000_000)).is_ok(),
        8 => receivable.disputed(dispute(1), minor(1_000_000)).is_ok(),
        9 => receivable.resolve(DisputeEnd::Won, minor(1_000_000), &house).is_ok(),
        10 => receivable.fund(&around).is_ok(),
        11 => receivable.settle(minor(0)).is_ok(),
        12 => receivable.charge_back(&later, &house).is_ok(),
        13 => receivable.write_off(LossCause::Default, &later, &house).is_ok(),
        14 => receivable.undo(&house).is_ok(),
        15 => receivable.credit_note(minor(100_000), day("2027-01-05"), &house).is_ok(),
        _ => receivable.reject(Note::parse("no").unwrap(), &house).is_ok(),
    }
}

proptest! {
    /// Whatever people do, in whatever order.
    #[test]
    fn what_is_sold_was_agreed_to_by_two_and_paid_out_while_nothing_stood_against_it(
        is_payable in any::<bool>(), steps in prop::collection::vec((0_u8..17, 1_u128..4), 0..60),
    ) {
        let mut receivable = if is_payable { payable(S::Draft) } else { factored(S::Draft) };
        for (what, who) in steps {
            let before = receivable.clone();
            let is_done = step(&mut receivable, what, who);
            prop_assert!(is_done || receivable == before, "what was refused left a trace: {what}");
            let parts = receivable.parts();
            if receivable.status() == S::Funded && before.status() == S::Accepted {
                prop_assert!(!before.is_held() && before.dispute().is_none());
            }
            if S::SOLD.contains(&receivable.status()) {
                let (agreed, entered) = (parts.accepted.and_then(|accepted| accepted.by), parts.entered.by);
                prop_assert!(agreed.is_some_and(|by| by != entered));
                prop_assert!(parts.submitted.is_some() && parts.agreement.is_some() && parts.debtor.is_some());
            }
            prop_assert!(receivable.status() != S::ChargedBack || !is_payable);
            prop_assert!(receivable.face().is_positive());
        }
    }
}
