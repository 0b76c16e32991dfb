//! What holds of programmes, also when many are at it at the same moment.

use super::{invoice, market::Seller, payable, programme_terms, programmes::Buying};
use crate::{
    StorePorts,
    approvals::FourEyes,
    facilities::{
        SupplierCommand, SupplierError,
        changes::{Change, LISTED_SUPPLIER},
    },
    kernel::commit::CommitError,
    parties::Member,
    programmes::{CreditPayableCommand, JoinProgrammeError},
    receivables::{AcceptCommand, AcceptError, Look, changes::Change as ReceivableChange, ports::Numbered},
    servicing::{HouseCommand, HouseDecision},
    testing::{HOME, World, confirmed, contracts::Checked, facilities::terms, records},
};
use futures_util::future::join_all;
use sooner_domain::{
    facilities::supplier::{AutomaticPayment, Enrolment, Parts, Supplier, SupplierRefusal, SupplierWait},
    kernel::{
        change::Changed,
        coded::Coded,
        email::EmailAddress,
        ids::CompanyId,
        interest::YearlyRate,
        money::{Currency, Money},
        text::Line,
    },
    receivables::{
        checks::{CheckCode, Outcome},
        evidence::EvidenceKind,
        fingerprint::{InvoiceNumber, NormalisedNumber},
        status::ReceivableStatus,
    },
};
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;

/// A world on these ports, in which one operator is enough.
fn world(ports: &StorePorts) -> World {
    World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() }
}

fn offered(by: &Member, look: &Look) -> Made<AcceptCommand> {
    let offer = &look.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
    Ok(AcceptCommand { by: by.clone(), offer: offer.id(), hash: offer.hash(), request: None })
}

pub async fn a_supplier_is_read_as_it_was_invited_and_changed(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let invited = world.invited_supplier(&buying, "Lind").await?;
    let (id, suppliers) = (invited.supplier.id(), &ports.suppliers);
    assert_eq!(suppliers.by_id(id).await?, Some(invited.clone()));
    let second = world.invited_supplier(&buying, "Weber").await?;
    assert_eq!(suppliers.of_buyer(buying.me.membership.company, None, 9).await?, [second.clone(), invited.clone()]);
    assert_eq!(suppliers.of_buyer(buying.me.membership.company, Some(second.supplier.id()), 9).await?, std::slice::from_ref(&invited));
    assert_eq!(suppliers.of_buyer(buying.me.membership.company, None, 1).await?, [second]);
    assert_eq!(suppliers.of_company(invited.company.id).await?, std::slice::from_ref(&invited));
    assert_eq!(suppliers.of_company(buying.me.membership.company).await?, []);

    let above = AutomaticPayment::Above(Money::parse(5_000, Currency::parse("EUR")?)?);
    let mut parts = invited.supplier.parts().clone();
    (parts.rate, parts.automatic, parts.left_at) = (Some(YearlyRate::parse_basis_points(600)?), above, Some(world.clock_now()));
    let changed = Supplier::restore(parts.clone());
    let write = async |supplier: &Supplier| {
        let change = Change::SupplierChanged(Box::new(supplier.clone()));
        ports.facilities.commit(vec![change], crate::testing::contracts::context()).await
    };
    write(&changed).await?;
    assert_eq!(write(&changed).await, Err(CommitError::Stale));
    let read = suppliers.by_id(id).await?.ok_or("gone")?;
    assert_eq!(read.supplier, Supplier::restore(Parts { version: 2, ..parts }));
    assert_eq!(read.enrolment(), Enrolment::Left);
    Ok(())
}

pub async fn the_numbers_of_payables_are_known_to_their_buyer(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let other = world.buying(&olga, "Windwerk", programme_terms(2_400)?).await?;
    let (lind, supplier) = world.supplier(&olga, &buying, "Lind").await?;
    let weber = world.invited_supplier(&buying, "Weber").await?;
    let entered = payable("L 0001", 100_000, "2026-07-06")?;
    world.entered(&buying, lind, entered.clone()).await?;
    world.promised(&buying, lind, payable("L-2", 100_000, "2026-07-06")?).await?;
    let gone = world.entered(&buying, lind, payable("L-3", 100_000, "2026-07-06")?).await?;
    let whole = CreditPayableCommand {
        by: buying.me.membership,
        version: gone.receivable().parts().version,
        amount: gone.receivable().face(),
        note: None,
        request: None,
    };
    world.programmes().credit_payable(gone.receivable().id(), whole).await?;
    world.entered(&buying, weber.supplier.id(), payable("L-2", 100_000, "2026-07-06")?).await?;
    let numbers = || -> Made<Vec<NormalisedNumber>> {
        ["l1", "L-2", "L-3", "L-4"].into_iter().map(|number| Ok(InvoiceNumber::parse(number)?.normalised())).collect()
    };
    let known = async |buyer: &Buying, debtor| -> Made<Vec<(CompanyId, String)>> {
        let found = ports.receivables.payables_numbered(buyer.me.membership.company, debtor, numbers()?).await?;
        let mut found: Vec<_> = found.into_iter().map(|one| (one.seller, one.number.as_str().to_owned())).collect();
        found.sort();
        Ok(found)
    };
    let mut expected = vec![
        (supplier.membership.company, "L1".to_owned()),
        (supplier.membership.company, "L2".to_owned()),
        (weber.company.id, "L2".to_owned()),
    ];
    expected.sort();
    assert_eq!(known(&buying, buying.debtor).await?, expected);
    let first =
        ports.receivables.payables_numbered(buying.me.membership.company, buying.debtor, vec![InvoiceNumber::parse("L-1")?.normalised()]);
    assert_eq!(first.await?, [Numbered::of(supplier.membership.company, &entered)]);
    assert_eq!(known(&buying, other.debtor).await?, []);
    assert_eq!(known(&other, buying.debtor).await?, []);
    Ok(())
}

pub async fn of_many_who_invite_one_legal_entity_one_does(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let invited = join_all((0..16).map(|_| world.invited_supplier(&buying, "Lind"))).await;
    assert_eq!(invited.iter().filter(|answer| answer.is_ok()).count(), 1);
    let listed = SupplierError::Listed.to_string();
    assert!(invited.iter().filter_map(|answer| answer.as_ref().err()).all(|error| error.to_string() == listed), "{invited:?}");
    assert_eq!(ports.suppliers.of_buyer(buying.me.membership.company, None, 99).await?.len(), 1);
    Ok(())
}

pub async fn a_company_joins_once_and_what_was_entered_becomes_its_own(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let me = world.applicant(&olga, "Lind").await?;
    let invited = world.invited_supplier(&buying, "Lind").await?;
    let token = world.mailed_token().await?;
    let mut entered = Vec::new();
    for number in 0..3 {
        let facts = payable(&format!("L-{number}{number}"), 100_000 * (number + 1), "2026-07-06")?;
        entered.push(world.promised(&buying, invited.supplier.id(), facts).await?.receivable().id());
    }
    let (cases, found) = (world.use_cases(), world.parties().invitation(&token, HOME).await?);
    let joined = join_all((0..8).map(|_| cases.programmes.join_programme(&me, found.clone()))).await;
    assert_eq!(joined.iter().filter(|answer| answer.is_ok()).count(), 1, "{joined:?}");
    let place = ports.suppliers.by_id(invited.supplier.id()).await?.ok_or("gone")?;
    assert_eq!((place.company.id, place.enrolment()), (me.membership.company, Enrolment::Enrolled));
    for id in entered {
        let kept = ports.receivables.by_id(id).await?.ok_or("gone")?;
        assert_eq!(kept.receivable.parts().seller, me.membership.company);
        assert_eq!(cases.receivables.shown(id, &me.membership).await?.receivable().status(), ReceivableStatus::Offered);
    }
    Ok(())
}

pub async fn a_place_is_taken_by_the_company_that_was_named_alone(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let other = world.applicant(&olga, "Hafen").await?;
    let invited = world.invited_supplier_at(&buying, "Lind", "hafen").await?;
    let token = world.mailed_token().await?;
    let promised = world.promised(&buying, invited.supplier.id(), payable("L-1", 100_000, "2026-07-06")?).await?;
    let (cases, found) = (world.use_cases(), world.parties().invitation(&token, HOME).await?);
    let refused = cases.programmes.join_programme(&other, found).await;
    assert_eq!(refused.err(), Some(JoinProgrammeError::Supplier(SupplierError::Refused(SupplierRefusal::OtherCompany))));
    assert_eq!(ports.suppliers.by_id(invited.supplier.id()).await?, Some(invited.clone()));
    let kept = ports.receivables.by_id(promised.receivable().id()).await?.ok_or("gone")?;
    assert_eq!(kept.receivable.parts().seller, invited.company.id);

    // Whatever brought it there.
    let place = Supplier::restore(Parts { company: other.membership.company, ..invited.supplier.parts().clone() });
    let changes = vec![
        Change::SupplierChanged(Box::new(place)).into(),
        ReceivableChange::SellerReplaced { before: invited.company.id, after: other.membership.company },
    ];
    ports.receivable_changes.commit(changes, crate::testing::contracts::context()).await?;
    let seated = ports.suppliers.by_id(invited.supplier.id()).await?.ok_or("gone")?;
    assert_eq!((seated.enrolment(), seated.waits_for()), (Enrolment::OtherCompany, Some(SupplierWait::OtherCompany)));
    let look = cases.receivables.shown(promised.receivable().id(), &other.membership).await?;
    assert_eq!(look.receivable().status(), ReceivableStatus::Submitted, "nothing is offered");
    assert!(look.finds(CheckCode::FacilityActive, Outcome::Block), "{:?}", look.findings);
    assert!(offered(&other, &look).is_err());
    Ok(())
}

pub async fn a_place_that_another_company_took_goes_back_to_the_one_that_was_named(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let [buying, second] =
        [world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?, world.buying(&olga, "Windwerk", programme_terms(2_400)?).await?];
    let lind = world.applicant(&olga, "Lind").await?;
    let (id, other) = world.supplier(&olga, &buying, "Hafen").await?;
    let (cases, seat) = (world.use_cases(), other.membership.company);
    let sold = world.promised(&buying, id, payable("H-1", 100_000, "2026-07-06")?).await?.receivable().id();
    let look = cases.receivables.shown(sold, &other.membership).await?;
    cases.receivables.accept(sold, offered(&other, &look)?).await?;
    let promised = world.promised(&buying, id, payable("H-2", 100_000, "2026-07-06")?).await?.receivable().id();
    let elsewhere = world.invited_supplier_at(&second, "Hafen", "harbour").await?.supplier;

    // Its buyer named Lind; the place with the other buyer is its own.
    let mut taken = ports.suppliers.by_id(id).await?.ok_or("gone")?.supplier.parts().clone();
    (taken.details.legal_name, taken.details.registration_number) = (Line::parse("Lind")?, Line::parse("Lind")?);
    let own = Parts { company: seat, ..elsewhere.parts().clone() };
    for place in [taken, own] {
        let change = Change::SupplierChanged(Box::new(Supplier::restore(place)));
        ports.facilities.commit(vec![change], crate::testing::contracts::context()).await?;
    }
    let untouched = world.promised(&second, elsewhere.id(), payable("W-1", 100_000, "2026-07-06")?).await?.receivable().id();
    let place = ports.suppliers.by_id(id).await?.ok_or("gone")?;
    assert_eq!((place.company.id, place.enrolment()), (seat, Enrolment::OtherCompany));

    world.clock.advance(chrono::TimeDelta::minutes(2));
    let email = EmailAddress::parse("lind@example.com")?;
    let again = |by: &Member| SupplierCommand { by: by.clone(), version: place.supplier.parts().version, request: None };
    let mut unconfirmed = buying.me.clone();
    unconfirmed.signed_in.act = None;
    let refused = cases.programmes.invite_supplier_again(id, again(&unconfirmed), place.supplier.parts().details.email.clone()).await;
    assert!(matches!(refused, Err(SupplierError::StepUpRequired(_))), "also where the address stays: {refused:?}");
    let theirs = cases.programmes.invite_supplier_again(id, again(&confirmed(&other)), email.clone()).await;
    assert_eq!(theirs, Err(SupplierError::NotFound));
    let answers = join_all((0..8).map(|_| cases.programmes.invite_supplier_again(id, again(&confirmed(&buying.me)), email.clone()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    let given = ports.suppliers.by_id(id).await?.ok_or("gone")?;
    assert_eq!(answers.into_iter().find_map(Result::ok), Some(given.clone()));
    assert_eq!((given.enrolment(), given.waits_for()), (Enrolment::Invited, Some(SupplierWait::Join)));
    let is_company = |change: &Changed| change.field == "supplierCompany" && change.before == Some(seat.0.to_string());
    let trail = records(ports).await?;
    assert_eq!(trail.iter().flat_map(|record| &record.entry.changes).filter(|change| is_company(change)).count(), 1);

    // What is sold stays where it is, and so does what another buyer entered.
    let seller = async |id| Ok::<_, Box<dyn Error>>(ports.receivables.by_id(id).await?.ok_or("gone")?.receivable.parts().seller);
    assert_eq!([seller(sold).await?, seller(promised).await?, seller(untouched).await?], [seat, given.company.id, seat]);
    assert_eq!(cases.receivables.shown(sold, &other.membership).await?.receivable().status(), ReceivableStatus::Accepted);
    let places = ports.suppliers.of_company(seat).await?;
    assert_eq!(places.iter().map(|place| place.supplier.id()).collect::<Vec<_>>(), [elsewhere.id()]);

    let found = world.parties().invitation(&world.mailed_token().await?, HOME).await?;
    let joined = cases.programmes.join_programme(&lind, found).await?;
    assert_eq!((joined.company.id, joined.enrolment()), (lind.membership.company, Enrolment::Enrolled));
    assert_eq!(cases.receivables.shown(promised, &lind.membership).await?.receivable().status(), ReceivableStatus::Offered);
    Ok(())
}

pub async fn a_company_has_one_place_with_a_buyer(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let [lind, weber] = [world.invited_supplier(&buying, "Lind").await?, world.invited_supplier(&buying, "Weber").await?];
    let second = Supplier::restore(Parts { company: lind.company.id, ..weber.supplier.parts().clone() });
    let change = Change::SupplierChanged(Box::new(second));
    let answer = ports.facilities.commit(vec![change], crate::testing::contracts::context()).await;
    assert_eq!(answer, Err(CommitError::Taken(LISTED_SUPPLIER)));
    Ok(())
}

/// The same invoice, offered by its seller in factoring and promised by its buyer in a programme, verified where both are looked at.
async fn twice(world: &World, olga: &Member, (seller, buying): (&Seller, &Buying), number: i64) -> Made<[Look; 2]> {
    let (cases, name) = (world.use_cases(), format!("RE {number}{number}{number}"));
    let facts = payable(&name, 100_000 + 10_000 * number, "2026-07-06")?;
    let place = world.store().suppliers.of_company(seller.me.membership.company).await?.pop().ok_or("no place")?;
    let own = world.handed_in(seller, facts.clone()).await?.receivable().id();
    let promised = world.promised(buying, place.supplier.id(), facts).await?.receivable().id();
    for id in [own, promised] {
        let look = cases.receivables.shown(id, &seller.me.membership).await?;
        let (amount, version) = (look.receivable().face(), look.receivable().parts().version);
        let what = HouseDecision::Verify { kind: EvidenceKind::Call, amount, due_on: None, note: None, file: None };
        cases.servicing.decide(id, HouseCommand { by: olga.clone(), version, what, request: None }).await?;
    }
    Ok([cases.receivables.shown(own, &seller.me.membership).await?, cases.receivables.shown(promised, &seller.me.membership).await?])
}

pub async fn an_invoice_is_sold_in_factoring_or_in_a_programme_whichever_is_first(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Nordwind", programme_terms(2_400)?).await?;
    let seller = world.seller_to(&olga, "Lind", "Nordwind", terms("EUR", 1_200)?).await?;
    world.invited_supplier(&buying, "Lind").await?;
    let found = world.parties().invitation(&world.mailed_token().await?, HOME).await?;
    world.programmes().join_programme(&seller.me, found).await?;
    for round in 1..=4 {
        let both = twice(&world, &olga, (&seller, &buying), round).await?;
        let cases = world.use_cases();
        let mut sales = Vec::new();
        for look in [&both[0], &both[1], &both[0], &both[1]] {
            sales.push((look.receivable().id(), offered(&seller.me, look)?));
        }
        let answers = join_all(sales.into_iter().map(|(id, command)| cases.receivables.accept(id, command))).await;
        let mut sold = 0;
        for look in &both {
            let now = cases.receivables.shown(look.receivable().id(), &seller.me.membership).await?;
            sold += usize::from(now.receivable().status() == ReceivableStatus::Accepted);
        }
        assert_eq!(sold, 1, "{answers:?}");
        let is_right = |error: &AcceptError| matches!(error, AcceptError::DuplicateReceivable | AcceptError::Blocked(_));
        assert!(answers.iter().filter_map(|answer| answer.as_ref().err()).all(is_right), "{answers:?}");
    }
    // An invoice that nobody offers twice goes its way.
    let alone = world.handed_in(&seller, invoice("RE 5050", 777_000)?).await?;
    assert_eq!(alone.receivable().status(), ReceivableStatus::Offered);
    Ok(())
}

pub async fn a_place_stands_until_it_changes(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let supplier = world.invited_supplier(&buying, "Lind").await?.supplier;
    let commit = async |change| ports.facilities.commit(vec![change], crate::testing::contracts::context()).await;
    let stands = |version| Change::SupplierStands { id: supplier.id(), version };
    assert_eq!(commit(stands(1)).await, Ok(()));
    let mut priced = supplier.clone();
    priced.price_at(Some(YearlyRate::parse_basis_points(600)?))?;
    commit(Change::SupplierChanged(Box::new(priced))).await?;
    assert_eq!((commit(stands(1)).await, commit(stands(2)).await), (Err(CommitError::Stale), Ok(())));
    Ok(())
}

pub async fn a_place_is_changed_by_whoever_saw_it(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400)?).await?;
    let (id, supplier) = world.supplier(&olga, &buying, "Lind").await?;
    let facilities = world.facilities();
    let command = || SupplierCommand { by: supplier.clone(), version: 1, request: None };
    let answers = join_all((0..8).map(|_| facilities.pay_automatically(id, command(), AutomaticPayment::All))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    assert!(answers.iter().filter_map(|answer| answer.as_ref().err()).all(|error| *error == SupplierError::Stale), "{answers:?}");
    Ok(())
}
