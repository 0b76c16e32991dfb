use super::*;
use crate::approvals::{EndingCommand, Performed, ProposeError};
use sooner_domain::{
    approvals::proposal::Ending,
    facilities::terms::VerificationRule,
    identity::operator::{OperatorRight, OperatorRole},
    parties::membership::MemberRole,
    receivables::{
        actions::OperatorAction,
        book::Refused,
        checks::Told,
        evidence::{DisputeReason, EvidenceKind, Liftable},
    },
};

fn verified(amount: i64) -> HouseDecision {
    HouseDecision::Verify { kind: EvidenceKind::Call, amount: Minor::new(amount), due_on: None, note: None, file: None }
}

fn disputed(amount: i64) -> HouseDecision {
    HouseDecision::Dispute { amount: Minor::new(amount), reason: DisputeReason::Defective, note: None }
}

#[tokio::test]
async fn what_has_to_be_verified_is_offered_once_it_is_and_the_seller_is_told() -> Checked {
    let world = world();
    let (olga, seller) = seller_under(
        &world,
        terms_with(|parts| {
            parts.verification = VerificationRule::Always;
            parts.verification_above = None;
        })?,
    )
    .await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    assert_eq!(look.receivable().status(), ReceivableStatus::Submitted);
    let (id, before, cases) = (look.receivable().id(), sent(&world).await?, world.use_cases());
    let waits = cases.receivables.examined(id, &olga.operator()).await?;
    assert!(!waits.operators_actions(&olga.operator()).contains(&OperatorAction::LiftDuplicate), "what holds it can't be lifted");
    let command = HouseCommand { request: Some(key(olga.user.id(), "verify")?), ..decision(&olga, &look, verified(1_000_000)) };
    let offered = cases.servicing.decide(id, command.clone()).await?;
    assert_eq!(offered, cases.receivables.examined(id, &olga.operator()).await?, "it answers with what is stored");
    assert_eq!(offered.receivable().status(), ReceivableStatus::Offered);
    assert_eq!(told(&world, before).await?, [("muehle@example.com".to_owned(), "offer_ready")]);
    let entry = world.last_entry().await?;
    let field = |name: &str| entry.changes.iter().find(|change| change.field == name).and_then(|change| change.after.clone());
    assert_eq!(
        (entry.action, field("kind"), field("amount")),
        (AuditAction::ReceivableVerified, Some("call".into()), Some("1000000".into()))
    );
    assert_eq!(cases.servicing.decide(id, command).await?, offered, "the same request is done once");
    assert_eq!(cases.servicing.decide(id, decision(&olga, &look, verified(1_000_000))).await, Err(ReceivableError::Stale));

    // Who confirms less confirms that much: it goes on with it.
    let less = cases.servicing.decide(id, decision(&olga, &offered, verified(900_000))).await?;
    assert_eq!((less.receivable().status(), less.receivable().face()), (ReceivableStatus::Offered, Minor::new(900_000)));
    Ok(())
}

#[tokio::test]
async fn operators_decide_by_their_roles_and_never_on_their_own_company() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let id = look.receivable().id();
    let reader = world.operator_of("rita@example.com", [OperatorRole::Treasury].into_iter().collect()).await?;
    let hold = |by: &Member| decision(by, &look, HouseDecision::Hold { note: None });
    let forbidden = Err(ReceivableError::Blocked(Blocked::NotOperators(OperatorRight::ManageReceivables)));
    assert_eq!(world.servicing().decide(id, hold(&reader)).await, forbidden);
    assert!(world.receivables().examined(id, &reader.operator()).await.is_ok());
    let nobody = Err(ReceivableError::Blocked(Blocked::NotOperators(OperatorRight::ReadReceivables)));
    assert_eq!(world.servicing().decide(id, hold(&seller.me)).await, nobody);
    let mut insider = olga.clone();
    insider.membership = seller.me.membership;
    assert_eq!(world.servicing().decide(id, hold(&insider)).await, Err(ReceivableError::Blocked(Blocked::OwnCompany)));
    Ok(())
}

#[tokio::test]
async fn what_is_held_waits_and_its_seller_reads_no_more_than_that_somebody_looks_at_it() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, cases) = (look.receivable().id(), world.use_cases());
    let held = cases.servicing.decide(id, decision(&olga, &look, HouseDecision::Hold { note: Some(note()?) })).await?;
    assert_eq!((held.receivable().status(), held.offer.is_none()), (ReceivableStatus::Submitted, true));
    assert_eq!(held.told().last(), Some(&Told::BeingLookedAt));
    let before = sent(&world).await?;
    let released = cases.servicing.decide(id, decision(&olga, &held, HouseDecision::Release)).await?;
    assert_eq!(released.receivable().status(), ReceivableStatus::Offered);
    assert_eq!(told(&world, before).await?, [("muehle@example.com".to_owned(), "offer_ready")]);
    Ok(())
}

#[tokio::test]
async fn a_rejected_invoice_is_over_and_one_that_was_sold_gives_the_limits_back() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let vera = world.joined(&seller.me, "vera@example.com", MemberRole::Viewer).await?;
    let first = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, cases) = (first.receivable().id(), world.use_cases());
    let held = cases.servicing.decide(id, decision(&olga, &first, HouseDecision::Hold { note: None })).await?;
    let before = sent(&world).await?;
    let rejected = cases.servicing.decide(id, decision(&olga, &held, HouseDecision::Reject { reason: note()? })).await?;
    assert_eq!(rejected.receivable().status(), ReceivableStatus::Rejected);
    assert_eq!(rejected.receivable().parts().rejection, Some(note()?));
    assert_eq!(rejected, cases.receivables.examined(id, &olga.operator()).await?, "it answers with what is stored");
    assert_eq!(told(&world, before).await?, [("muehle@example.com".to_owned(), "invoice_rejected")], "viewers are not written to");
    assert_eq!(cases.receivables.shown(id, &vera.membership).await?.members_actions(&vera.membership), []);

    let anew = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let sold = cases.receivables.accept(anew.receivable().id(), accept(&seller.me, &anew)?).await?;
    let given_back =
        cases.servicing.decide(sold.receivable().id(), decision(&olga, &sold, HouseDecision::Reject { reason: note()? })).await?;
    assert_eq!((given_back.receivable().status(), given_back.kept.position.open), (ReceivableStatus::Rejected, Minor::ZERO));
    let scope = Scope { facility: seller.facility, debtor: seller.debtor, currency: Currency::parse("EUR")? };
    assert_eq!(world.store().exposures.in_use(scope).await?, InUse::default());
    assert_eq!(given_back.scene.facts.len(), 1);
    assert_eq!(given_back, cases.receivables.examined(sold.receivable().id(), &olga.operator()).await?, "it answers with what is stored");
    let again = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    assert!(cases.receivables.accept(again.receivable().id(), accept(&seller.me, &again)?).await.is_ok(), "it can be sold anew");
    Ok(())
}

#[tokio::test]
async fn a_dispute_before_the_sale_ends_in_what_is_owed() -> Checked {
    for (resolution, expected) in
        [(Resolution::Won, (ReceivableStatus::Offered, 1_000_000)), (Resolution::PartlyLost, (ReceivableStatus::Offered, 700_000))]
    {
        let world = world();
        let (olga, seller) = seller(&world).await?;
        let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
        let (id, before, cases) = (look.receivable().id(), sent(&world).await?, world.use_cases());
        let open = cases.servicing.decide(id, decision(&olga, &look, disputed(300_000))).await?;
        assert_eq!(open.receivable().status(), ReceivableStatus::Submitted);
        assert_eq!(told(&world, before).await?, [("muehle@example.com".to_owned(), "invoice_disputed")]);
        let ended = cases.servicing.decide(id, decision(&olga, &open, HouseDecision::Resolve { resolution })).await?;
        assert_eq!((ended.receivable().status(), ended.receivable().face().get()), expected);
        let entry = world.last_entry().await?;
        assert_eq!(entry.action, AuditAction::DisputeResolved);
    }
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let open = world.servicing().decide(look.receivable().id(), decision(&olga, &look, disputed(1_000_000))).await?;
    let lost = HouseDecision::Resolve { resolution: Resolution::Lost };
    let ended = world.servicing().decide(look.receivable().id(), decision(&olga, &open, lost)).await?;
    assert_eq!(ended.receivable().status(), ReceivableStatus::Withdrawn, "nothing is owed");
    Ok(())
}

#[tokio::test]
async fn a_credit_note_before_the_sale_lowers_what_is_offered() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, cases, on) = (look.receivable().id(), world.use_cases(), look.today());
    let credit = |amount| Ok::<_, Box<dyn Error>>(HouseDecision::CreditNote { on, amount: Minor::new(amount), reason: note()? });
    let lowered = cases.servicing.decide(id, decision(&olga, &look, credit(400_000)?)).await?;
    assert_eq!((lowered.receivable().status(), lowered.receivable().face()), (ReceivableStatus::Offered, Minor::new(600_000)));
    let too_much = cases.servicing.decide(id, decision(&olga, &lowered, credit(600_001)?)).await;
    assert_eq!(too_much, Err(ReceivableError::Blocked(Blocked::AmountOutOfRange(Minor::new(600_000)))));
    let gone = cases.servicing.decide(id, decision(&olga, &lowered, credit(600_000)?)).await?;
    assert_eq!(gone.receivable().status(), ReceivableStatus::Withdrawn);
    Ok(())
}

#[tokio::test]
async fn a_number_that_starts_again_is_sold_once_more_when_the_house_says_so() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let first = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let cases = world.use_cases();
    cases.receivables.accept(first.receivable().id(), accept(&seller.me, &first)?).await?;
    let mut facts = invoice("RE-1", 500_000)?;
    facts.issued_on += chrono::TimeDelta::days(9);
    let second = world.handed_in(&seller, facts).await?;
    let (id, version) = (second.receivable().id(), second.receivable().parts().version);
    assert_eq!(second.receivable().status(), ReceivableStatus::Submitted);
    let approvals = world.approvals();
    let lift = |version| {
        let (by, what, note) = (olga.clone(), Ending::Lift(Liftable::DuplicateExact), note().ok());
        approvals.end_receivable(id, EndingCommand { by, version, what, note, request: None })
    };
    assert_eq!(lift(version + 1).await, Err(ProposeError::Stale));
    let by = olga.operator();
    let examined = cases.receivables.examined(id, &by).await?;
    assert_eq!(examined.liftable(), [Liftable::DuplicateExact]);
    assert!(examined.operators_actions(&by).contains(&OperatorAction::LiftDuplicate));
    let (what, seen) = (Ending::Lift(Liftable::PaymentMeans), olga.clone());
    let another = approvals.end_receivable(id, EndingCommand { by: seen, version, what, note: note().ok(), request: None }).await;
    assert_eq!(another, Err(ProposeError::Cash(ReceivableError::Blocked(Blocked::NothingToLift).into())), "nothing is said of that check");
    let Performed::Done(lifted) = lift(version).await? else { return Err("it waits".into()) };
    assert_eq!(lifted.receivable().status(), ReceivableStatus::Offered);
    let offered = cases.receivables.shown(id, &seller.me.membership).await?;
    assert!(cases.receivables.accept(id, accept(&seller.me, &offered)?).await.is_ok());
    Ok(())
}

#[tokio::test]
async fn of_what_was_sold_and_not_paid_out_nothing_is_credited_or_deducted() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, cases) = (look.receivable().id(), world.use_cases());
    let sold = cases.receivables.accept(id, accept(&seller.me, &look)?).await?;
    let credit = HouseDecision::CreditNote { on: sold.today(), amount: Minor::new(5), reason: note()? };
    let not_now = || Err(ReceivableError::Blocked(Blocked::NotNow(ReceivableStatus::Accepted)));
    assert_eq!(cases.servicing.decide(id, decision(&olga, &sold, credit)).await, not_now());
    let open = cases.servicing.decide(id, decision(&olga, &sold, disputed(300_000))).await?;
    assert_eq!(open.receivable().status(), ReceivableStatus::Accepted);
    let partly = HouseDecision::Resolve { resolution: Resolution::PartlyLost };
    assert_eq!(cases.servicing.decide(id, decision(&olga, &open, partly)).await, Err(ReceivableError::Refused(Refused::NotFunded)));
    let won = cases.servicing.decide(id, decision(&olga, &open, HouseDecision::Resolve { resolution: Resolution::Won })).await?;
    assert!(won.receivable().dispute().is_none());
    let less = cases.servicing.decide(id, decision(&olga, &won, verified(900_000))).await?;
    assert_eq!(less.receivable().dispute().map(|dispute| dispute.amount), Some(Minor::new(100_000)));
    assert_eq!(cases.receivables.facilities.by_id(seller.facility).await?.map(|found| found.facility.parts().id), Some(seller.facility));
    Ok(())
}
