use super::*;
use crate::{
    receivables::AcceptedRow,
    testing::{LAPSED, UNCONFIRMED},
};
use chrono::TimeDelta;
use sooner_domain::{
    facilities::facility::HouseAction,
    kernel::{canonical::Digest, ids::ReceivableId},
    parties::membership::{MemberRight, MemberRole},
    pricing::offer::OfferId,
    receivables::position::Position,
};
use uuid::Uuid;

/// What is in use of the limits that this seller's sales fall under.
async fn in_use(world: &World, seller: &Seller) -> Made<InUse> {
    let scope = Scope { facility: seller.facility, debtor: seller.debtor, currency: Currency::parse("EUR")? };
    Ok(world.store().exposures.in_use(scope).await?)
}

fn used(advance: i64, face: i64) -> InUse {
    InUse { facility: Minor::new(advance), concentration: Minor::new(advance), debtor: Minor::new(face) }
}

#[tokio::test]
async fn an_accepted_offer_is_a_sale_with_its_evidence_under_every_limit() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let vera = world.stepped_up(&world.joined(&seller.me, "vera@example.com", MemberRole::Approver).await?).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, before) = (look.receivable().id(), sent(&world).await?);
    let command = AcceptCommand { request: Some(key(vera.user.id(), "accept")?), ..accept(&vera, &look)? };
    let sold = world.receivables().accept(id, command.clone()).await?;
    assert_eq!(sold, world.receivables().shown(id, &vera.membership).await?, "it answers with what is stored");
    let acceptance = sold.receivable().parts().accepted.ok_or("not accepted")?;
    assert_eq!((acceptance.by, acceptance.offer, acceptance.at), (Some(vera.user.id()), command.hash, world.clock_now()));
    assert_eq!(acceptance.payout_on.to_string(), "2026-06-15");
    assert_eq!(sold.kept.position, Position { open: Minor::new(1_000_000), ..Position::default() });
    assert_eq!(in_use(&world, &seller).await?, used(800_000, 1_000_000));
    assert_eq!((sold.findings.len(), sold.offer.is_none()), (0, true));
    let mails = ["Muehle@example.com", "vera@example.com"].map(|to| (to.to_lowercase(), "offer_accepted"));
    assert_eq!(told(&world, before).await?, mails);
    let entry = world.last_entry().await?;
    assert_eq!((entry.action, entry.by), (AuditAction::OfferAccepted, Actor::User(vera.user.id())));
    let field = |name: &str| entry.changes.iter().find(|change| change.field == name).and_then(|change| change.after.clone());
    assert_eq!((field("offer"), field("status")), (Some(command.hash.to_string()), Some("accepted".to_owned())));

    assert_eq!(world.receivables().accept(id, command.clone()).await?, sold, "the same request sells once");
    let again = world.receivables().accept(id, AcceptCommand { request: None, ..command }).await;
    assert_eq!(again, Err(AcceptError::Blocked(Blocked::NotNow(ReceivableStatus::Accepted))));
    assert_eq!(in_use(&world, &seller).await?, used(800_000, 1_000_000));
    Ok(())
}

#[tokio::test]
async fn only_the_offer_that_stands_is_accepted() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, right, cases) = (look.receivable().id(), accept(&seller.me, &look)?, world.use_cases());
    for wrong in [AcceptCommand { hash: Digest([0; 32]), ..right.clone() }, AcceptCommand { offer: OfferId(Uuid::nil()), ..right.clone() }]
    {
        assert_eq!(cases.receivables.accept(id, wrong).await, Err(AcceptError::OfferChanged(Box::new(look.clone()))));
    }
    let other = world.handed_in(&seller, invoice("AB-77", 700_000)?).await?;
    let mixed = cases.receivables.accept(id, accept(&seller.me, &other)?).await;
    assert!(matches!(mixed, Err(AcceptError::OfferChanged(_))), "another invoice's");

    // Somebody holds it and lets it go: it is another version, though the figures are the same.
    let held = cases.servicing.decide(id, decision(&olga, &look, HouseDecision::Hold { note: None })).await?;
    assert!(matches!(cases.receivables.accept(id, right.clone()).await, Err(AcceptError::OfferChanged(now)) if now.offer.is_none()));
    let released = cases.servicing.decide(id, decision(&olga, &held, HouseDecision::Release)).await?;
    assert!(matches!(cases.receivables.accept(id, right).await, Err(AcceptError::OfferChanged(now)) if now.offer == released.offer));

    // The cut-off passes.
    let right = accept(&seller.me, &released)?;
    world.business().advance(TimeDelta::hours(2));
    let Err(AcceptError::OfferChanged(now)) = cases.receivables.accept(id, right).await else { return Err("accepted".into()) };
    let renewed = accept(&seller.me, &now)?;
    assert_eq!(in_use(&world, &seller).await?, InUse::default(), "nothing was sold");
    assert_eq!(cases.receivables.accept(id, renewed).await?.receivable().status(), ReceivableStatus::Accepted);
    Ok(())
}

#[tokio::test]
async fn an_offer_is_accepted_up_to_the_instant_at_which_it_ends_and_not_at_it() -> Checked {
    for (before, is_in_time) in
        [(TimeDelta::seconds(1), true), (TimeDelta::microseconds(1), true), (TimeDelta::zero(), false), (TimeDelta::seconds(-1), false)]
    {
        let world = world();
        let (_, seller) = seller(&world).await?;
        let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
        let (id, right) = (look.receivable().id(), accept(&seller.me, &look)?);
        let ends = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.valid_until;
        world.business().advance(ends - look.now - before);
        match world.receivables().accept(id, right).await {
            Ok(_) => assert!(is_in_time, "{before} before its end"),
            Err(AcceptError::OfferChanged(now)) => {
                assert!(!is_in_time, "{before} before its end");
                let next = now.offer.ok_or("no offer")?.map_err(|none| none.code())?;
                assert_eq!(next.valid_until, ends + TimeDelta::days(1), "the one of the next payout day");
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

#[tokio::test]
async fn new_terms_end_the_offers_under_the_old_ones() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, cases) = (look.receivable().id(), world.use_cases());
    let sold = world.handed_in(&seller, invoice("AB-77", 700_000)?).await?;
    let sold = cases.receivables.accept(sold.receivable().id(), accept(&seller.me, &sold)?).await?;

    let version = world.facilities().one(&olga.operator(), seller.facility).await?.facility.parts().version;
    let cheaper = terms("EUR", 900)?;
    let to = crate::approvals::OfferTo::Facility { id: seller.facility, version };
    world.approvals().offer_terms(crate::approvals::OfferCommand { by: olga, to, terms: cheaper, request: None }).await?;
    assert!(
        cases.receivables.shown(id, &seller.me.membership).await?.offer == look.offer,
        "the old ones rule until the new ones are accepted"
    );
    let command = crate::facilities::AcceptCommand {
        by: seller.me.clone(),
        version: version + 1,
        hash: cheaper.hash(),
        signed_name: sooner_domain::kernel::text::Line::parse(&seller.me.user.name())?,
        address: crate::testing::HOME,
        request: None,
    };
    world.facilities().accept_terms(seller.facility, command).await?;
    let Err(AcceptError::OfferChanged(now)) = cases.receivables.accept(id, accept(&seller.me, &look)?).await else {
        return Err("accepted".into());
    };
    let renewed = cases.receivables.accept(id, accept(&seller.me, &now)?).await?;
    assert_eq!(renewed.receivable().parts().agreement.map(|agreement| agreement.terms_version), Some(2));
    let kept = cases.receivables.shown(sold.receivable().id(), &seller.me.membership).await?;
    assert_eq!(kept.receivable().parts().agreement.map(|agreement| agreement.terms_version), Some(1));
    assert_eq!(kept.terms(), sold.terms(), "what was sold keeps its terms");
    Ok(())
}

#[tokio::test]
async fn whoever_accepts_proved_who_they_are_may_accept_and_did_not_enter_it() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, cases) = (look.receivable().id(), world.use_cases());
    let preparer = world.joined(&seller.me, "pete@example.com", MemberRole::Preparer).await?;
    let forbidden = Err(AcceptError::Blocked(Blocked::NotMembers(MemberRight::AcceptOffers)));
    assert_eq!(cases.receivables.accept(id, accept(&preparer, &look)?).await, forbidden);
    let stranger = world.seller(&olga, "Nebenan", terms("EUR", 900)?).await?;
    assert_eq!(cases.receivables.accept(id, accept(&stranger.me, &look)?).await, Err(AcceptError::NotFound));
    assert_eq!(cases.receivables.accept(ReceivableId(Uuid::nil()), accept(&seller.me, &look)?).await, Err(AcceptError::NotFound));

    let vera = world.joined(&seller.me, "vera@example.com", MemberRole::Approver).await?;
    let alone = cases.receivables.accept(id, accept(&seller.me, &look)?).await;
    assert_eq!(alone, Err(AcceptError::Blocked(Blocked::FourEyes(vec![vera.user.id()]))), "somebody else can");
    let shown = world.receivables().shown(id, &seller.me.membership).await?;
    assert!(shown.takes_colleague(&seller.me.membership) && !shown.takes_colleague(&vera.membership));
    assert_eq!(cases.receivables.accept(id, accept(&vera, &look)?).await, Err(AcceptError::StepUpRequired(UNCONFIRMED)));
    let vera = world.stepped_up(&vera).await?;
    world.clock.advance(TimeDelta::minutes(5));
    assert_eq!(cases.receivables.accept(id, accept(&vera, &look)?).await, Err(AcceptError::StepUpRequired(LAPSED)));
    let vera = world.stepped_up(&vera).await?;
    assert!(cases.receivables.accept(id, accept(&vera, &look)?).await.is_ok());
    Ok(())
}

#[tokio::test]
async fn an_offer_fits_whole_or_not_at_all_and_the_debtors_limit_stays_unsaid() -> Checked {
    for (ceiling, limit, concentration, owed, fits) in [
        (Ceiling::Facility, 1_000_000, 10_000, 90_000_000, Some(200_000)),
        (Ceiling::Concentration, 4_000_000, 2_500, 90_000_000, Some(200_000)),
        (Ceiling::Debtor, 90_000_000, 10_000, 1_999_999, None),
    ] {
        let world = world();
        let capped = terms_with(|parts| {
            parts.limit = Minor::new(limit);
            parts.concentration =
                sooner_domain::kernel::money::Percentage::parse_basis_points(concentration).unwrap_or(parts.concentration);
        })?;
        let (olga, seller) = seller_under(&world, capped).await?;
        world.limit(&olga, seller.debtor, owed).await?;
        let first = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
        let second = world.handed_in(&seller, invoice("AB-77", 1_000_001)?).await?;
        world.receivables().accept(first.receivable().id(), accept(&seller.me, &first)?).await?;
        let refused = world.receivables().accept(second.receivable().id(), accept(&seller.me, &second)?).await;
        let reached = AcceptError::LimitReached { ceiling, fits: fits.map(Minor::new) };
        assert_eq!(refused, Err(reached));
        assert_eq!(in_use(&world, &seller).await?, used(800_000, 1_000_000), "{ceiling:?}");
        let capped = world.receivables().shown(second.receivable().id(), &seller.me.membership).await?;
        assert_eq!(capped.receivable().status(), ReceivableStatus::Offered, "a cap moves nothing");
        assert!(capped.offer.is_some());
    }
    Ok(())
}

#[tokio::test]
async fn an_invoice_is_sold_once_however_its_number_is_written() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let first = world.handed_in(&seller, invoice("RE-2026/001", 1_000_000)?).await?;
    let mut facts = invoice("re 2026 1", 555_555)?;
    facts.issued_on += TimeDelta::days(9);
    let second = world.handed_in(&seller, facts).await?;
    assert_eq!(second.receivable().status(), ReceivableStatus::Offered, "neither is sold yet");
    world.receivables().accept(first.receivable().id(), accept(&seller.me, &first)?).await?;
    let twice = world.receivables().accept(second.receivable().id(), accept(&seller.me, &second)?).await;
    assert_eq!(twice, Err(AcceptError::DuplicateReceivable));
    assert_eq!(in_use(&world, &seller).await?, used(800_000, 1_000_000));
    Ok(())
}

#[tokio::test]
async fn many_are_accepted_each_by_itself_in_their_order_with_one_mail() -> Checked {
    let world = world();
    let (_, seller) = seller_under(&world, terms_with(|parts| parts.limit = Minor::new(1_200_000))?).await?;
    let mut offers = Vec::new();
    for (number, face) in [("RE-1", 1_000_000), ("AB-77", 1_100_000), ("XY-500", 400_000)] {
        let look = world.handed_in(&seller, invoice(number, face)?).await?;
        let request = Some(key(seller.me.user.id(), "many")?);
        offers.push((look.receivable().id(), AcceptCommand { request, ..accept(&seller.me, &look)? }));
    }
    offers.push((ReceivableId(Uuid::nil()), offers[0].1.clone()));
    let before = sent(&world).await?;
    let rows = world.receivables().accept_many(offers.clone()).await;
    let answers: Vec<_> = rows.iter().map(|row| row.answer.as_ref().map(|look| look.receivable().status())).collect();
    let (sold, fits) = (Ok(ReceivableStatus::Accepted), Some(Minor::new(400_000)));
    let reached = AcceptError::LimitReached { ceiling: Ceiling::Facility, fits };
    assert_eq!(answers, [sold, Err(&reached), sold, Err(&AcceptError::NotFound)]);
    assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), offers.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    assert_eq!(told(&world, before).await?.len(), 1);
    let mail = world.mailer.sent().pop().ok_or("no mail")?;
    assert!(mail.content.details().is_some_and(|details| details.matters.is_empty()), "of several it names none: not all were sold");
    assert_eq!(in_use(&world, &seller).await?, used(1_120_000, 1_400_000));
    let again = world.receivables().accept_many(offers).await;
    let stored = |rows: &[AcceptedRow]| rows.iter().map(|row| row.answer.clone().ok().map(|look| look.kept)).collect::<Vec<_>>();
    assert_eq!(stored(&again), stored(&rows), "the same request sells once");
    let reached = AcceptError::LimitReached { ceiling: Ceiling::Facility, fits: Some(Minor::new(80_000)) };
    assert_eq!(again[1].answer, Err(reached), "what was not sold is judged anew");
    assert_eq!(in_use(&world, &seller).await?, used(1_120_000, 1_400_000));
    Ok(())
}

#[tokio::test]
async fn what_a_check_stops_meanwhile_is_not_sold() -> Checked {
    let world = world();
    let (olga, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (id, command) = (look.receivable().id(), accept(&seller.me, &look)?);
    let stopped = async || match world.receivables().accept(id, command.clone()).await {
        Err(AcceptError::OfferChanged(now)) => Ok((now.receivable().status(), now.offer.is_none())),
        other => Err(format!("{other:?}")),
    };
    world.debtor(&olga, seller.debtor, sooner_domain::parties::debtor::DebtorState::Blocked, 90_000_000).await?;
    assert_eq!(stopped().await?, (ReceivableStatus::Submitted, true));
    world.debtor(&olga, seller.debtor, sooner_domain::parties::debtor::DebtorState::Open, 90_000_000).await?;
    let act = async |what| {
        let version = world.facilities().one(&olga.operator(), seller.facility).await?.facility.parts().version;
        let command = crate::facilities::HouseCommand { by: olga.clone(), what, version, note: None, request: None };
        world.facilities().act(seller.facility, command).await.map_err(Box::<dyn Error>::from)
    };
    act(HouseAction::Suspend).await?;
    assert_eq!(stopped().await?, (ReceivableStatus::Submitted, true));
    act(HouseAction::Resume).await?;
    assert!(world.receivables().accept(id, command).await.is_ok(), "it is the offer that was seen, and it stands again");
    Ok(())
}

#[tokio::test]
async fn whoever_entered_it_accepts_it_no_sooner_for_taking_a_colleague_the_right() -> Checked {
    Box::pin(no_sooner(world())).await
}

#[tokio::test]
async fn whoever_entered_it_accepts_it_no_sooner_where_business_time_is_ahead() -> Checked {
    let world = world();
    world.clock.advance(-TimeDelta::days(70));
    world.business().advance(TimeDelta::days(70));
    Box::pin(no_sooner(world)).await
}

/// An approver becomes a viewer, before an invoice is entered or after: the person who entered it does not accept it then.
async fn no_sooner(world: World) -> Checked {
    let (_, seller) = seller(&world).await?;
    let vera = world.joined(&seller.me, "vera@example.com", MemberRole::Approver).await?;
    let before = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let (parties, cases) = (world.parties(), world.use_cases());
    world.clock.advance(TimeDelta::minutes(5));
    let demoted = parties.change_role(&seller.me, vera.user.id(), MemberRole::Approver, MemberRole::Viewer).await;
    assert_eq!(demoted, Err(LAPSED.into()));
    assert_eq!(parties.remove_member(&seller.me, vera.user.id()).await, Err(LAPSED.into()));
    let me = world.stepped_up(&seller.me).await?;
    parties.change_role(&me, vera.user.id(), MemberRole::Approver, MemberRole::Viewer).await?;
    let after = world.handed_in(&seller, invoice("AB-77", 310_000)?).await?;
    let refused = Err(AcceptError::Blocked(Blocked::FourEyes(Vec::new())));
    let again = async |look: &Look| {
        let me = world.parties().member(&world.session(seller.me.user.id()).await?).await?.ok_or("not signed in")?;
        let (id, me) = (look.receivable().id(), world.stepped_up(&me).await?);
        let look = cases.receivables.shown(id, &me.membership).await?;
        Ok::<_, Box<dyn std::error::Error>>(cases.receivables.accept(id, accept(&me, &look)?).await)
    };
    for look in [&before, &after] {
        assert_eq!(again(look).await?, refused);
    }
    world.clock.advance(TimeDelta::days(1));
    for look in [&before, &after] {
        assert_eq!(again(look).await?, refused, "for good");
    }
    let later = world.handed_in(&seller, invoice("XY-4711", 520_000)?).await?;
    assert!(again(&later).await?.is_ok(), "for a day no one else could accept it");
    Ok(())
}

#[tokio::test]
async fn whoever_entered_it_does_not_slip_through_while_somebody_joins_who_could() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let alone = world.receivables().shown(look.receivable().id(), &seller.me.membership).await?;
    world.joined(&seller.me, "vera@example.com", MemberRole::Approver).await?;
    let stale = world.receivables().sell(alone, &accept(&seller.me, &look)?, crate::receivables::accept::Act::Alone).await;
    assert_eq!(stale, None, "it is judged anew");
    let refused = world.receivables().accept(look.receivable().id(), accept(&seller.me, &look)?).await;
    assert!(matches!(refused, Err(AcceptError::Blocked(Blocked::FourEyes(_)))), "{refused:?}");
    Ok(())
}

#[tokio::test]
async fn what_is_accepted_at_once_is_known_together() -> Checked {
    let world = world();
    let (_, seller) = seller(&world).await?;
    let mut looks = Vec::new();
    for (number, face) in [("RE-1", 100_000), ("AB-77", 230_000), ("XY-500", 470_000)] {
        looks.push(world.handed_in(&seller, invoice(number, face)?).await?);
    }
    let commands =
        |looks: &[Look]| -> Made<Vec<_>> { looks.iter().map(|look| Ok((look.receivable().id(), accept(&seller.me, look)?))).collect() };
    let together = world.receivables().accept_many(commands(&looks[..2])?).await;
    assert!(together.iter().all(|row| row.answer.is_ok()), "{together:?}");
    let alone = world.receivables().accept_many(commands(&looks[2..])?).await;
    assert!(alone.iter().all(|row| row.answer.is_ok()), "{alone:?}");
    let ids: Vec<_> = looks.iter().map(|look| look.receivable().id()).collect();
    let with = async |first| -> Made<Vec<_>> {
        Ok(world.store().receivables.accepted_with(first).await?.iter().map(|kept| kept.receivable.id()).collect())
    };
    assert_eq!(with(ids[0]).await?, ids[..2]);
    assert_eq!(with(ids[1]).await?, []);
    assert_eq!(with(ids[2]).await?, ids[2..]);
    Ok(())
}
