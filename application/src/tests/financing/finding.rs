use super::*;
use crate::receivables::{AvailabilityError, HouseSearch, ListSearch, Need};
use sooner_domain::{
    identity::operator::OperatorRight,
    receivables::{
        availability::StepCode,
        checks::{CheckCode, Told},
        choose::{Answer, Proof},
    },
};

#[tokio::test]
async fn a_company_lists_its_own_and_the_house_all_but_its_own() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let other = world.seller(&olga, "Nebenan", terms("EUR", 900)?).await?;
    let mut ids = Vec::new();
    for number in 0..52 {
        ids.push(world.handed_in(&seller, invoice(&format!("RE-{}", number * 1_000), 10_000 + number * 997)?).await?.receivable().id());
    }
    let theirs = world.draft(&other, invoice("AB-1", 5_000)?).await?.receivable().id();
    ids.reverse();
    let cases = world.use_cases();
    let drafts = ListSearch { statuses: vec![ReceivableStatus::Draft], ..ListSearch::default() };
    let first = cases.receivables.own(&seller.me.membership, ListSearch::default(), None).await?;
    let second = cases.receivables.own(&seller.me.membership, ListSearch::default(), first.next).await?;
    let listed: Vec<_> = first.looks.iter().chain(&second.looks).map(|look| look.receivable().id()).collect();
    assert_eq!((first.looks.len(), second.looks.len(), second.next), (50, 2, None));
    assert_eq!(listed, ids);
    assert_eq!(cases.receivables.own(&seller.me.membership, drafts.clone(), None).await?.looks, []);
    assert_eq!(cases.receivables.own(&other.me.membership, ListSearch::default(), None).await?.looks.len(), 1);

    let drafts = HouseSearch { list: drafts, ..HouseSearch::default() };
    assert_eq!(cases.receivables.all(&olga.operator(), drafts, None).await?.looks, [], "a draft is its company's own");
    assert_eq!(cases.receivables.examined(theirs, &olga.operator()).await, Err(ReceivableError::NotFound));
    let search = HouseSearch { debtor: Some(seller.debtor), company: Some(other.me.membership.company), ..HouseSearch::default() };
    assert_eq!(cases.receivables.all(&olga.operator(), search.clone(), None).await?.looks, []);
    assert_eq!(cases.receivables.totals_of_all(&olga.operator(), search.clone()).await?, []);
    let by = other.me.membership;
    let version = cases.receivables.shown(theirs, &by).await?.receivable().parts().version;
    cases.receivables.submit(theirs, SeenCommand { by, version, request: None }).await?;
    let found = cases.receivables.all(&olga.operator(), search.clone(), None).await?;
    assert_eq!(found.looks.iter().map(|look| look.receivable().id()).collect::<Vec<_>>(), [theirs], "once it is handed in");
    let mut insider = olga.operator();
    insider.membership = by;
    assert_eq!(cases.receivables.all(&insider, search, None).await?.looks, [], "their own company's");
    let nobody = cases.receivables.all(&seller.me.operator(), HouseSearch::default(), None).await;
    assert_eq!(nobody, Err(ReceivableError::Blocked(Blocked::NotOperators(OperatorRight::ReadReceivables))));
    Ok(())
}

#[tokio::test]
async fn of_two_that_look_alike_both_are_looked_at_and_neither_seller_learns_of_the_other() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let other = world.seller(&olga, "Nebenan", terms("EUR", 900)?).await?;
    assert_eq!(other.debtor, seller.debtor, "one legal entity is one debtor");
    let first = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    assert_eq!(first.receivable().status(), ReceivableStatus::Offered);
    let second = world.handed_in(&other, invoice("RE-1", 999_000)?).await?;
    let first = world.receivables().shown(first.receivable().id(), &seller.me.membership).await?;
    for look in [&first, &second] {
        assert_eq!((look.receivable().status(), look.offer.is_none()), (ReceivableStatus::Submitted, true));
        assert_eq!(look.told().last(), Some(&Told::BeingLookedAt));
        let is_similar = |told: &Told| matches!(told, Told::Finding(finding) if finding.code == CheckCode::DuplicateSimilar);
        assert!(!look.told().iter().any(is_similar));
    }
    Ok(())
}

#[tokio::test]
async fn what_can_be_had_now_is_told_step_by_step_and_how_to_get_so_much() -> Checked {
    let world = world();
    let (_, seller) = seller_under(&world, terms_with(|parts| parts.limit = Minor::new(2_000_000))?).await?;
    let mut looks = Vec::new();
    for (number, face) in [("RE-1", 1_000_000), ("AB-77", 900_000), ("XY-500", 400_000), ("ZZ-9000", 300_000)] {
        looks.push(world.handed_in(&seller, invoice(number, face)?).await?);
    }
    let (by, cases) = (seller.me.membership, world.use_cases());
    cases.receivables.accept(looks[0].receivable().id(), accept(&seller.me, &looks[0])?).await?;
    let [found] = cases.receivables.availability(&by).await?.try_into().map_err(|_| "not one")?;
    let step = |code: StepCode| found.availability.steps.iter().find(|step| step.code == code).map(|step| step.amount.get());
    assert_eq!((found.facility, step(StepCode::Accepted), step(StepCode::Room)), (seller.facility, Some(-800_000), Some(1_200_000)));
    // 720,000, 320,000 and 240,000 are offered; the first two fit, and pay more than any others that do.
    assert_eq!((step(StepCode::Offered), found.availability.available), (Some(1_280_000), Minor::new(1_040_000)));
    assert_eq!(step(StepCode::OverRoom), Some(-240_000));

    let need = |amount| Ok::<_, Box<dyn Error>>(Need { amount: Minor::new(amount), currency: Currency::parse("EUR")? });
    let Answer::Reached(choice) = cases.receivables.cheapest(&by, need(300_000)?).await? else { return Err("out of reach".into()) };
    assert_eq!((choice.receivables, choice.payout, choice.proof), (vec![looks[2].receivable().id()], Minor::new(320_000), Proof::Best));
    assert!(matches!(cases.receivables.cheapest(&by, need(1_040_001)?).await?, Answer::OutOfReach(_)));
    let dollars = Need { amount: Minor::new(5), currency: Currency::parse("USD")? };
    assert_eq!(cases.receivables.cheapest(&by, dollars).await, Err(AvailabilityError::NoFacility));
    Ok(())
}

#[tokio::test]
async fn where_more_waits_than_is_looked_at_what_is_in_use_is_right_and_the_proof_says_what_else_there_may_be() -> Checked {
    let world = world();
    let (_, seller) = seller_under(&world, terms_with(|parts| parts.limit = Minor::new(2_000_000))?).await?;
    let (by, cases) = (seller.me.membership, world.use_cases());
    let mut looks = Vec::new();
    for (number, face) in [("RE-1", 1_000_000), ("AB-77", 900_000), ("XY-500", 400_000)] {
        looks.push(world.handed_in(&seller, invoice(number, face)?).await?);
    }
    cases.receivables.accept(looks[0].receivable().id(), accept(&seller.me, &looks[0])?).await?;
    let need = |amount| Ok::<_, Box<dyn Error>>(Need { amount: Minor::new(amount), currency: Currency::parse("EUR")? });
    for (most, in_use, accepted, available, proof) in [
        (3, 800_000, 800_000, 1_040_000, Proof::Best),
        // The oldest is the one that was sold: it counts as accepted though it is not looked at.
        (2, 800_000, 800_000, 1_040_000, Proof::Within(Minor::new(160_000))),
        (1, 800_000, 800_000, 320_000, Proof::Within(Minor::new(880_000))),
    ] {
        let [found] = cases.receivables.availability_among(&by, most).await?.try_into().map_err(|_| "not one")?;
        let found = found.availability;
        let step = |code: StepCode| found.steps.iter().find(|step| step.code == code).map(|step| -step.amount.get());
        assert_eq!((found.in_use.get(), found.available.get(), found.proof), (in_use, available, proof), "{most}");
        assert_eq!((step(StepCode::Accepted), step(StepCode::Out)), (Some(accepted), Some(in_use - accepted)), "{most}");
        let Answer::OutOfReach(choice) = cases.receivables.cheapest_among(&by, need(1_040_001)?, most).await? else {
            return Err("reached".into());
        };
        assert_eq!((choice.payout.get(), choice.proof), (available, proof), "{most}");
    }
    let Answer::Reached(choice) = cases.receivables.cheapest_among(&by, need(300_000)?, 1).await? else {
        return Err("out of reach".into());
    };
    assert_eq!(choice.proof, Proof::of(choice.cost), "another one may cost nothing");
    assert!(!choice.cost.is_zero());
    Ok(())
}

#[tokio::test]
async fn no_use_case_of_invoices_makes_more_store_calls_than_a_few() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let (by, cases) = (seller.me.membership, world.use_cases());
    world.house().reference_code(cases.identity.ids.as_ref()).await?;
    let mut table = Vec::new();
    let mut count = |what: &'static str| table.push((what, world.memory.calls()));
    count("-");
    let request = Some(key(by.user, "enter")?);
    let command = EnterCommand { by, buyer: seller.buyer.id, facts: invoice("RE-1", 1_000_000)?, request };
    let id = cases.receivables.enter(command).await?.receivable().id();
    count("enter");
    world.attach(id, by, "invoice").await?;
    count("begin and end an upload");
    let draft = cases.receivables.shown(id, &by).await?;
    count("look");
    let command = SeenCommand { request: Some(key(by.user, "submit")?), ..seen(&seller.me, &draft) };
    let look = cases.receivables.submit(id, command).await?;
    count("submit");
    let command = AcceptCommand { request: Some(key(by.user, "accept")?), ..accept(&seller.me, &look)? };
    let sold = cases.receivables.accept(id, command).await?;
    count("accept");
    let reject = HouseDecision::Reject { reason: Note::parse("A mistake.")? };
    let command = HouseCommand { request: Some(key(olga.user.id(), "reject")?), ..decision(&olga, &sold, reject) };
    cases.servicing.decide(id, command).await?;
    count("reject");
    cases.receivables.own(&by, ListSearch::default(), None).await?;
    count("list");
    cases.receivables.availability(&by).await?;
    count("what is available");
    // What came first was the way there.
    // Of what was sold and is rejected, what was due for it is looked up besides, and what waits for a second person.
    // The mail of a sale says what its seller owes.
    let most = |what: &str| match what {
        "reject" => 6,
        "accept" => 5,
        _ => 4,
    };
    let many: Vec<_> = table[1..].iter().filter(|(what, calls)| *calls > most(what)).collect();
    assert!(many.is_empty(), "{many:?}");
    insta::assert_debug_snapshot!(table[1..]);
    Ok(())
}
