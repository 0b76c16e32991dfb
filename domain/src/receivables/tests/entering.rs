//! Entering, promising and selling.

use super::*;
use crate::{parties::approvers::Approvers, receivables::receivable::Entered};

#[test]
fn an_invoice_goes_from_its_entry_to_its_sale() -> Result<(), Blocked> {
    let me = owner(1);
    let mut receivable = Receivable::enter(entry(sellers()), &me, at(0))?;
    assert_eq!(receivable.parts().reference.as_str(), "RF51K7QM00000007");
    assert_eq!(receivable.submit(&me, &approvers(&[1]), day("2027-01-04"), at(1)), Err(Blocked::NoDocument));
    receivable.attach(document(1), &me)?;
    assert_eq!(
        receivable.submit(&me, &approvers(&[1]), day("2027-01-04"), at(1))?,
        Change::Moved { action: Action::Submit, from: S::Draft }
    );
    assert_eq!(receivable.know_debtor(DebtorId(Uuid::from_u128(40))), Some(Change::DebtorKnown(DebtorId(Uuid::from_u128(40)))));
    assert_eq!(receivable.know_debtor(DebtorId(Uuid::from_u128(41))), None);
    assert_eq!(receivable.assess(Some(agreement()), &[block()]), [Change::AgreementChanged { before: None }]);
    assert_eq!(receivable.assess(Some(agreement()), &[]), [Change::Moved { action: Action::Offer, from: S::Submitted }]);
    assert_eq!(receivable.assess(Some(agreement()), &[]), []);
    let alone = Acceptor::Member { me: &me, approvers: &approvers(&[1]) };
    receivable.accept(alone, agreement(), acceptance())?;
    assert_eq!(receivable.parts().accepted.map(|accepted| accepted.by), Some(Some(me.user)));
    assert_eq!(receivable.assess(None, &[block()]), [], "what was sold keeps its agreement");
    assert_eq!(receivable.parts().agreement, Some(agreement()));
    Ok(())
}

#[test]
fn only_those_who_may_enter_one_for_their_company() {
    let enter = |origin, me: &Membership| Receivable::enter(entry(origin), me, at(0)).err();
    assert_eq!(enter(sellers(), &member(1, SELLER, MemberRole::Preparer)), None);
    assert_eq!(enter(sellers(), &member(1, SELLER, MemberRole::Viewer)), Some(Blocked::NotMembers(MemberRight::EnterInvoices)));
    assert_eq!(enter(sellers(), &buyers(1)), Some(Blocked::NotTheirs));
    assert_eq!(enter(Origin::Programme { buyer: BUYER }, &buyers(1)), None);
    assert_eq!(enter(Origin::Programme { buyer: BUYER }, &owner(1)), Some(Blocked::NotTheirs));
}

#[test]
fn a_supplier_sees_nothing_before_the_buyer_promised() {
    assert!(!payable(S::Draft).is_seen_by(SELLER) && payable(S::Draft).is_seen_by(BUYER));
    assert!(payable(S::Submitted).is_seen_by(SELLER) && factored(S::Draft).is_seen_by(SELLER));
    assert!(!factored(S::Funded).is_seen_by(BUYER));
    assert_eq!(payable(S::Draft).members_actions(&owner(1), &approvers(&[])), []);
}

#[test]
fn whoever_entered_it_sells_it_only_where_nobody_else_can() {
    let accept = |me: u128, approvers: &[u128]| {
        let approvers = super::approvers(approvers);
        factored(S::Offered).accept(Acceptor::Member { me: &owner(me), approvers: &approvers }, agreement(), acceptance()).map(|_| ())
    };
    assert_eq!(accept(1, &[1]), Ok(()));
    assert_eq!(accept(1, &[1, 2, 3]), Err(Blocked::FourEyes(vec![user(2), user(3)])));
    assert_eq!(accept(2, &[1, 2]), Ok(()));
    let preparer = member(2, SELLER, MemberRole::Preparer);
    let accepted = factored(S::Offered).accept(Acceptor::Member { me: &preparer, approvers: &approvers(&[1]) }, agreement(), acceptance());
    assert_eq!(accepted, Err(Blocked::NotMembers(MemberRight::AcceptOffers)));
}

#[test]
fn what_was_entered_while_another_could_approve_takes_another_for_good() {
    let accept = |entered: i64, people: &[u128], me: u128| {
        let mut receivable = factored(S::Offered);
        receivable.parts.entered.at = at(entered);
        let approvers = Approvers { alone_from: Some(at(100)), ..approvers(people) };
        receivable.accept(Acceptor::Member { me: &owner(me), approvers: &approvers }, agreement(), acceptance()).map(|_| ())
    };
    assert_eq!(accept(99, &[1], 1), Err(Blocked::FourEyes(Vec::new())), "the other one left");
    assert_eq!(accept(99, &[1, 2], 1), Err(Blocked::FourEyes(vec![user(2)])));
    assert_eq!(accept(99, &[1, 2], 2), Ok(()));
    assert_eq!(accept(100, &[1], 1), Ok(()));
    let approve = |entered: i64, me: u128| {
        let mut payable = payable(S::Draft);
        payable.parts.entered.at = at(entered);
        let approvers = Approvers { alone_from: Some(at(100)), ..approvers(&[1]) };
        payable.submit(&buyers(me), &approvers, day("2027-01-04"), at(200)).map(|_| ())
    };
    assert_eq!(approve(99, 1), Err(Blocked::FourEyes(Vec::new())));
    assert_eq!(approve(99, 2), Ok(()));
    assert_eq!(approve(100, 1), Ok(()));
}

#[test]
fn whoever_wrote_the_facts_as_they_stand_entered_it() {
    let mut receivable = factored(S::Draft);
    receivable.save(facts(), &owner(2), at(3)).unwrap();
    assert_eq!(receivable.parts().entered.by, user(2));
    receivable.parts.status = S::Offered;
    receivable.parts.agreement = Some(agreement());
    let both = approvers(&[1, 2]);
    let mut accept = |me| receivable.accept(Acceptor::Member { me: &owner(me), approvers: &both }, agreement(), acceptance());
    assert_eq!(accept(2), Err(Blocked::FourEyes(vec![user(1)])));
    assert!(accept(1).is_ok());
}

/// What of a draft can be changed by members, each as this person does it.
fn changes_of_a_draft(receivable: &mut Receivable, action: MemberAction, me: &Membership) -> Vec<Result<Change, Blocked>> {
    match action {
        MemberAction::Edit => vec![receivable.save(facts(), me, at(5))],
        MemberAction::AttachDocuments => {
            vec![receivable.attach(document(2), me), receivable.detach(document(1).id, me, at(5))]
        }
        // These decide, or end it.
        MemberAction::Submit | MemberAction::Withdraw | MemberAction::CreditNote | MemberAction::Accept => Vec::new(),
    }
}

#[test]
fn whoever_changed_anything_of_what_is_decided_entered_it_with_those_before() {
    type Draft = (fn(S) -> Receivable, fn(u128) -> Membership);
    let kinds: [Draft; 2] = [(factored, owner), (payable, buyers)];
    let all = approvers(&[1, 2, 3]);
    let approve = |mut receivable: Receivable, me: &Membership| match receivable.kind() {
        FacilityKind::ReverseFactoring => receivable.submit(me, &all, day("2027-01-04"), at(9)).map(drop),
        FacilityKind::Factoring => {
            receivable.parts.status = S::Offered;
            receivable.parts.agreement = Some(agreement());
            receivable.accept(Acceptor::Member { me, approvers: &all }, agreement(), acceptance()).map(drop)
        }
    };
    let mut tried = 0;
    for (draft, member) in kinds {
        for action in MemberAction::ALL {
            for number in 0..changes_of_a_draft(&mut draft(S::Draft), *action, &member(2)).len() {
                // One change alone of those the action can make.
                let mut changed = draft(S::Draft);
                let before = changed.clone();
                let made = changes_of_a_draft(&mut changed, *action, &member(2)).swap_remove(number);
                assert!(made.is_ok(), "{action:?} {number}");
                assert!(approve(before, &member(2)).is_ok());
                let others = if *action == MemberAction::Edit { vec![user(1), user(3)] } else { vec![user(3)] };
                let blocked = Err(Blocked::FourEyes(others));
                assert_eq!(approve(changed.clone(), &member(2)), blocked, "{action:?} {number}");
                assert!(approve(changed.clone(), &member(3)).is_ok());
                // Who answers for every fact answers alone; whoever adds to it, beside them.
                assert_eq!(approve(changed.clone(), &member(1)).is_ok(), *action == MemberAction::Edit);
                changed.save(facts(), &member(3), at(6)).unwrap();
                assert!(approve(changed, &member(2)).is_ok(), "another one answers for all of it");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 6);
}

#[test]
fn whoever_adds_to_what_was_handed_in_does_not_sell_it() -> Result<(), Blocked> {
    let mut receivable = factored(S::Submitted);
    receivable.attach(document(2), &owner(2))?;
    receivable.parts.status = S::Offered;
    let both = approvers(&[1, 2, 3]);
    let accept = |me| receivable.clone().accept(Acceptor::Member { me: &owner(me), approvers: &both }, agreement(), acceptance()).map(drop);
    assert_eq!(accept(2), Err(Blocked::FourEyes(vec![user(3)])));
    assert_eq!(accept(3), Ok(()));
    Ok(())
}

/// Of each way in which three people wrote the facts and added documents, and each of those who may approve: who may of them.
#[test]
fn of_several_approvers_somebody_may_always_approve_and_never_who_wrote_the_facts() {
    let people: [u8; 3] = [1, 2, 3];
    for wrote in people {
        for (added, approving) in (0..8_u8).flat_map(|added| (1..8_u8).map(move |approving| (added, approving))) {
            let among = |set: u8| people.into_iter().filter(|person| set & (1 << (person - 1)) != 0).collect::<Vec<u8>>();
            let (added, all) = (among(added), among(approving));
            let mut receivable = factored(S::Submitted);
            receivable.parts.entered.by = user(wrote.into());
            for person in &added {
                receivable.attach(document(10 + person), &owner((*person).into())).unwrap();
            }
            receivable.parts.status = S::Offered;
            let approvers = approvers(&all.iter().copied().map(u128::from).collect::<Vec<_>>());
            let accept = |me: &u8| {
                let me = Acceptor::Member { me: &owner((*me).into()), approvers: &approvers };
                receivable.clone().accept(me, agreement(), acceptance()).map(drop)
            };
            let may: Vec<u8> = all.iter().copied().filter(|me| accept(me).is_ok()).collect();
            let neither: Vec<u8> = all.iter().copied().filter(|person| *person != wrote && !added.contains(person)).collect();
            let others: Vec<u8> = all.iter().copied().filter(|person| *person != wrote).collect();
            let expected = [neither, others, all.clone()].into_iter().find(|some| !some.is_empty()).unwrap();
            assert_eq!(may, expected, "{wrote} wrote it, {added:?} added to it, {all:?} may approve");
            for me in all.iter().filter(|me| !may.contains(me)) {
                let named = expected.iter().map(|person| user((*person).into())).collect();
                assert_eq!(accept(me), Err(Blocked::FourEyes(named)), "those who may are named");
            }
        }
    }
}

#[test]
fn who_added_to_it_while_another_could_approve_never_approves_it_for_a_colleague_who_left() {
    let mut receivable = factored(S::Offered);
    receivable.parts.documented = vec![Entered { by: user(2), at: at(99) }];
    let accept = |alone_from: i64, me: u128| {
        let approvers = Approvers { alone_from: Some(at(alone_from)), ..approvers(&[1, 2]) };
        receivable.clone().accept(Acceptor::Member { me: &owner(me), approvers: &approvers }, agreement(), acceptance()).map(drop)
    };
    assert_eq!(accept(100, 2), Err(Blocked::FourEyes(Vec::new())), "a third one left");
    assert_eq!(accept(99, 2), Ok(()));
    assert_eq!(accept(99, 1), Err(Blocked::FourEyes(vec![user(2)])));
}

#[test]
fn whoever_entered_a_payable_does_not_approve_it() {
    let both = approvers(&[1, 2]);
    let mut payable = payable(S::Draft);
    assert_eq!(payable.submit(&buyers(1), &both, day("2027-01-04"), at(1)), Err(Blocked::FourEyes(vec![user(2)])));
    let preparer = member(2, BUYER, MemberRole::Preparer);
    assert_eq!(payable.submit(&preparer, &both, day("2027-01-04"), at(1)), Err(Blocked::NotMembers(MemberRight::ApprovePayables)));
    assert!(payable.submit(&buyers(2), &both, day("2027-01-04"), at(1)).is_ok());
}

#[test]
fn nothing_is_sold_by_itself_but_a_suppliers_payables() {
    assert!(payable(S::Offered).accept(Acceptor::Automatic, agreement(), acceptance()).is_ok());
    let refused = Blocked::NotMembers(MemberRight::AcceptOffers);
    assert_eq!(factored(S::Offered).accept(Acceptor::Automatic, agreement(), acceptance()), Err(refused));
}

#[test]
fn nothing_is_sold_while_it_is_held_or_disputed_or_under_other_terms() {
    let accept = |receivable: &mut Receivable, agreement| receivable.accept(Acceptor::Automatic, agreement, acceptance());
    let mut held = payable(S::Offered);
    held.parts.hold = Some(Hold { by: user(90), since: at(1), note: None });
    assert_eq!(accept(&mut held, agreement()), Err(Blocked::Held));
    let mut disputed = payable(S::Offered);
    disputed.parts.dispute = Some(dispute(5));
    assert_eq!(accept(&mut disputed, agreement()), Err(Blocked::Disputed));
    let newer = Agreement { terms_version: 2, ..agreement() };
    assert_eq!(accept(&mut payable(S::Offered), newer), Err(Blocked::NoAgreement));
    assert_eq!(accept(&mut payable(S::Submitted), agreement()), Err(Blocked::NotNow(S::Submitted)));
}

#[test]
fn a_buyer_takes_its_word_back_only_by_a_credit_note() {
    let withdraw = |mut receivable: Receivable, me: &Membership| receivable.withdraw(me).map(|_| ());
    for status in [S::Draft, S::Submitted, S::Offered] {
        assert_eq!(withdraw(factored(status), &member(3, SELLER, MemberRole::Preparer)), Ok(()));
        assert_eq!(withdraw(payable(status), &buyers(3)), Err(Blocked::OnlyByCreditNote));
        assert_eq!(factored(status).credit_by_buyer(minor(1), day("2027-01-05"), &owner(3)), Err(Blocked::HouseEnters));
        assert!(payable(status).credit_by_buyer(minor(1_000_000), day("2027-01-05"), &buyers(3)).is_ok());
    }
    let preparer = member(3, BUYER, MemberRole::Preparer);
    assert_eq!(
        payable(S::Submitted).credit_by_buyer(minor(1), day("2027-01-05"), &preparer),
        Err(Blocked::NotMembers(MemberRight::ApprovePayables))
    );
    assert_eq!(
        payable(S::Draft).credit_by_buyer(minor(1), day("2027-01-05"), &preparer),
        Err(Blocked::NotNow(S::Draft)),
        "a draft is edited"
    );
    assert_eq!(withdraw(factored(S::Accepted), &owner(3)), Err(Blocked::NotNow(S::Accepted)));
}

#[test]
fn facts_and_files_are_a_drafts() -> Result<(), Blocked> {
    let mut draft = factored(S::Draft);
    let other = Facts { due_on: day("2027-03-18"), ..facts() };
    assert_eq!(draft.save(other.clone(), &owner(1), at(1))?, Change::FactsSaved { before: Box::new(facts()) });
    assert_eq!(draft.parts().figures, Figures::from(&other));
    for number in 2..=10 {
        draft.attach(document(number), &owner(1))?;
    }
    assert_eq!(draft.parts().documents.len(), InvoiceDocument::MAX_PER_RECEIVABLE);
    assert_eq!(draft.attach(document(11), &owner(1)), Err(Blocked::TooManyDocuments));
    assert_eq!(draft.member_may(MemberAction::AttachDocuments, &owner(1), &approvers(&[])), Err(Blocked::TooManyDocuments));
    assert_eq!(draft.detach(document(2).id, &owner(1), at(1))?, Change::DocumentRemoved(document(2)));
    assert_eq!(draft.detach(document(2).id, &owner(1), at(1)), Err(Blocked::NoSuchDocument));
    for status in S::ALL.iter().copied().filter(|status| *status != S::Draft) {
        assert_eq!(factored(status).save(facts(), &owner(1), at(1)), Err(Blocked::NotNow(status)));
        assert_eq!(factored(status).detach(document(1).id, &owner(1), at(1)), Err(Blocked::NotNow(status)));
        assert_eq!(factored(status).attach(document(2), &owner(1)).is_ok(), status == S::Submitted, "{status:?}");
    }
    Ok(())
}

#[test]
fn a_kind_follows_from_who_entered_it() {
    assert_eq!((factored(S::Draft).kind(), payable(S::Draft).kind()), (FacilityKind::Factoring, FacilityKind::ReverseFactoring));
    assert_eq!((factored(S::Draft).entered_for(), payable(S::Draft).entered_for()), (SELLER, BUYER));
}
