//! What holds when many sell at the same moment.

use super::{
    market::invoice,
    programmes::{as_seen, payable, programme_terms},
    trader::Trader,
};
use crate::{
    StorePorts,
    approvals::FourEyes,
    facilities::changes::Change as FacilityChange,
    identity::changes::Change as AccountChange,
    kernel::{commit::CommitError, table::Imported},
    parties::{Member, changes::Change as PartyChange},
    receivables::{AcceptCommand, AcceptError, Look, NewInvoice, ReceivableError},
    testing::{
        World,
        contracts::{Checked, context, parties, user},
        facilities::terms,
    },
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{
    facilities::{
        exposure::{Ceiling, InUse, Scope},
        facility::HouseAction,
        terms::{FacilityKind, Parts, Terms},
    },
    kernel::{coded::Coded, ids::ReceivableId, minor::Minor, money::Percentage},
    parties::{
        debtor::DebtorState,
        membership::{MemberRole, Membership},
    },
    receivables::{receivable::Blocked, status::ReceivableStatus},
};
use std::error::Error;

const MANY: i64 = 64;

/// A world on these ports, in which one operator is enough.
fn world(ports: &StorePorts) -> World {
    World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() }
}

fn terms_of(limit: i64, concentration: i64) -> Result<Terms, Box<dyn Error>> {
    terms_of_kind(FacilityKind::Factoring, limit, concentration)
}

/// In a programme all of a face is advanced, not four fifths: its limit is that much higher.
fn terms_of_kind(kind: FacilityKind, limit: i64, concentration: i64) -> Result<Terms, Box<dyn Error>> {
    let (terms, limit) = match kind {
        FacilityKind::Factoring => (terms("EUR", 1_200)?, limit),
        FacilityKind::ReverseFactoring => (programme_terms(1_200)?, limit / 4 * 5),
    };
    let concentration = Percentage::parse_basis_points(concentration)?;
    let parts = Parts { limit: Minor::new(limit), concentration, ..*terms.parts() };
    Terms::parse(parts).map_err(|refused| format!("{refused:?}").into())
}

/// Each with the offer that stands.
async fn accept_all(world: &World, by: &Member, offers: &[Look]) -> Result<Vec<Result<Look, AcceptError>>, Box<dyn Error>> {
    let cases = world.use_cases();
    let mut commands: Vec<(ReceivableId, AcceptCommand)> = Vec::new();
    for look in offers {
        let offer = &look.offer.as_ref().ok_or("no offer")?.as_ref().map_err(|none| none.code())?.offer;
        let command = AcceptCommand { by: by.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        commands.push((look.receivable().id(), command));
    }
    Ok(join_all(commands.into_iter().map(|(id, command)| cases.receivables.accept(id, command))).await)
}

pub async fn of_many_offers_accepted_at_once_none_passes_a_limit_and_none_that_fits_is_refused(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    for kind in FacilityKind::ALL {
        // Room for four advances of 80 each, or four faces of 100.
        for (ceiling, face, limit, concentration, owed) in [
            (Ceiling::Facility, 10_000, 35_000, 10_000, 9_000_000),
            (Ceiling::Concentration, 10_100, 140_000, 2_500, 9_000_000),
            (Ceiling::Debtor, 10_200, 9_000_000, 10_000, 45_000),
        ] {
            if *kind == FacilityKind::ReverseFactoring && ceiling == Ceiling::Concentration {
                // All of a programme is on its buyer.
                continue;
            }
            let terms = terms_of_kind(*kind, limit, concentration)?;
            let name = format!("{}{}", ceiling.code().trim_end_matches("_limit"), kind.code().replace('_', ""));
            let seller = Trader::under(&world, &olga, &name, terms).await?;
            let scope = Scope { facility: seller.facility, debtor: seller.debtor, currency: terms.parts().currency };
            let before = ports.exposures.in_use(scope).await?;
            world.limit(&olga, seller.debtor, before.debtor.get() + owed).await?;
            let mut offers = Vec::new();
            for number in 0..MANY {
                let name = format!("{}-{number}-{number}-{number}", ceiling.code());
                // Of no amount twice: all are owed by one debtor.
                offers.push(seller.offered(&world, payable(&name, face + number, "2026-07-31")?).await?);
            }
            let answers = accept_all(&world, &seller.me, &offers).await?;
            let sold: Vec<_> = answers.iter().flatten().collect();
            assert_eq!(sold.len(), 4, "{kind:?} {ceiling:?}");
            let is_reached =
                |error: &AcceptError| matches!(error, AcceptError::LimitReached { ceiling: reached, .. } if *reached == ceiling);
            assert!(answers.iter().all(|answer| answer.as_ref().err().is_none_or(is_reached)), "{answers:?}");
            let advances: Minor = sold.iter().map(|look| look.receivable().face().share(terms.parts().advance_rate)).sum();
            let faces: Minor = sold.iter().map(|look| look.receivable().face()).sum();
            let after = ports.exposures.in_use(scope).await?;
            let expected = InUse { facility: advances, concentration: advances, debtor: before.debtor + faces };
            assert_eq!(after, expected, "what is in use is what was sold");
        }
    }
    Ok(())
}

pub async fn of_many_who_enter_one_invoice_at_once_one_does(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let seller = world.seller(&olga, "Entering", terms_of(90_000_000, 10_000)?).await?;
    let (by, cases) = (seller.me.membership, world.use_cases());
    let written = ["RE-2026/001", "re 2026 1", "RE 2026-01", "Re.2026.0001"];
    let mut sent = Vec::new();
    for number in 0..MANY {
        let facts = invoice(written[usize::try_from(number)? % written.len()], 10_000)?;
        sent.push(NewInvoice { buyer: seller.buyer.id, facts });
    }
    let enter = async |one: NewInvoice| cases.receivables.enter_invoices(&by, vec![one], None).await;
    let came: Vec<_> = join_all(sent.into_iter().map(enter)).await.into_iter().flatten().collect();
    let made = came.iter().filter(|one| matches!(one, Imported::New(_))).count();
    assert_eq!(made, 1);
    assert!(came.iter().all(|one| !matches!(one, Imported::Failed(_))), "{came:?}");
    Ok(())
}

pub async fn of_many_offers_for_one_invoice_accepted_at_once_one_is_sold(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let seller = world.seller(&olga, "Once", terms_of(90_000_000, 10_000)?).await?;
    world.limit(&olga, seller.debtor, 90_000_000).await?;
    let (mut offers, mut face) = (Vec::new(), 10_000);
    for number in 0..MANY {
        // Of amounts so far apart that nobody takes one for another.
        face += face / 50;
        let written = ["RE-2026/001", "re 2026 1", "RE 2026-01", "Re.2026.0001"];
        let place = usize::try_from(number)? % written.len();
        offers.push(world.handed_in(&seller, invoice(written[place], face)?).await?);
    }
    let answers = accept_all(&world, &seller.me, &offers).await?;
    let sold: Vec<_> = answers.iter().flatten().collect();
    assert_eq!(sold.len(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(AcceptError::DuplicateReceivable))), "{answers:?}");
    let scope = Scope { facility: seller.facility, debtor: seller.debtor, currency: sold[0].receivable().currency() };
    assert_eq!(ports.exposures.in_use(scope).await?.debtor, sold[0].receivable().face(), "the others left nothing");
    Ok(())
}

pub async fn nothing_is_sold_under_what_was_changed_meanwhile(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    for number in 0..8 {
        let kind = if number < 4 { FacilityKind::Factoring } else { FacilityKind::ReverseFactoring };
        let seller = Trader::under(&world, &olga, &format!("Meanwhile{number}"), terms_of_kind(kind, 90_000_000, 10_000)?).await?;
        world.limit(&olga, seller.debtor, 90_000_000).await?;
        let facts = payable(&format!("{number}-{number}-{number}"), 10_000 * (number + 1), "2026-07-31")?;
        let offer = seller.offered(&world, facts).await?;
        let offers = [offer];
        let accept = accept_all(&world, &seller.me, &offers);
        let (answers, is_stopped) = match number % 2 {
            0 => {
                let version = ports.facility_records.by_id(seller.facility).await?.ok_or("no facility")?.facility.parts().version;
                let command =
                    crate::facilities::HouseCommand { by: olga.clone(), what: HouseAction::Suspend, version, note: None, request: None };
                let facilities = world.facilities();
                let (answers, suspended) = futures_util::future::join(accept, facilities.act(seller.facility, command)).await;
                (answers?, suspended.is_ok())
            }
            _ => {
                let blocked = world.debtor(&olga, seller.debtor, DebtorState::Blocked, 90_000_000);
                let (answers, blocked) = futures_util::future::join(accept, blocked).await;
                (answers?, blocked.is_ok())
            }
        };
        assert!(is_stopped);
        let stored = ports.receivables.by_id(offers[0].receivable().id()).await?.ok_or("no receivable")?;
        let is_sold = stored.receivable.status() == ReceivableStatus::Accepted;
        assert_eq!(is_sold, answers[0].is_ok());
        assert!(matches!(answers[0], Ok(_) | Err(AcceptError::OfferChanged(_))), "{answers:?}");
        world.debtor(&olga, seller.debtor, DebtorState::Open, 90_000_000).await?;
    }
    Ok(())
}

/// An invoice and a payable, entered while a colleague could approve too: in whatever order the colleague loses the right, whoever
/// entered them is refused.
pub async fn whoever_entered_it_never_approves_it_for_a_colleague_who_loses_the_right(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    for number in 0..4 {
        let seller = world.seller(&olga, &format!("Alone{number}"), terms_of(90_000_000, 10_000)?).await?;
        world.limit(&olga, seller.debtor, 90_000_000).await?;
        let buying = world.buying(&olga, &format!("Promises{number}"), programme_terms(1_200)?).await?;
        let supplier = world.invited_supplier(&buying, &format!("Supplies{number}")).await?.supplier.id();
        for owner in [&seller.me, &buying.me] {
            let colleague = user(&format!("colleague.{}@example.com", owner.membership.company.0.simple()))?;
            let place = Membership { user: colleague.id(), role: MemberRole::Approver, ..owner.membership };
            let added = vec![AccountChange::UserAdded(colleague.clone()).into(), PartyChange::MemberAdded(place)];
            ports.parties.commit(added, context()).await?;
        }
        let offer = [world.handed_in(&seller, invoice(&format!("RE-{number}"), 1_000_000 + 13_000 * number)?).await?];
        let payable = as_seen(&world.entered(&buying, supplier, payable(&format!("L-{number}"), 1_000_000, "2026-07-31")?).await?);
        let (parties, cases) = (world.parties(), world.use_cases());
        let loses = async |owner: &Member| {
            let me = world.stepped_up(owner).await?;
            let colleague = ports.teams.team(me.membership.company).await?.ok_or("no team")?.members.remove(1).user;
            match number % 2 {
                0 => parties.change_role(&me, colleague, MemberRole::Approver, MemberRole::Viewer).await?,
                _ => parties.remove_member(&me, colleague).await?,
            }
            Ok::<_, Box<dyn Error>>(())
        };
        let try_all = async || {
            for _ in 0..3 {
                let accepted = accept_all(&world, &seller.me, &offer).await?.remove(0);
                assert!(matches!(accepted, Err(AcceptError::Blocked(Blocked::FourEyes(_)))), "{accepted:?}");
                let approved = cases.programmes.approve_payables(&buying.me, vec![payable], None).await?.remove(0).answer;
                assert!(matches!(approved, Err(ReceivableError::Blocked(Blocked::FourEyes(_)))), "{approved:?}");
            }
            Ok::<_, Box<dyn Error>>(())
        };
        let (tried, sold, promised) = futures_util::future::join3(try_all(), loses(&seller.me), loses(&buying.me)).await;
        tried?;
        sold?;
        promised?;
        try_all().await?;
        // What is entered within the day takes another person too, and what is entered after it takes nobody.
        let soon = [world.handed_in(&seller, invoice(&format!("AB-77{number}"), 310_000 + 7_000 * number)?).await?];
        world.clock.advance(TimeDelta::days(1));
        let later = [world.handed_in(&seller, invoice(&format!("XY-4711{number}"), 520_000 + 11_000 * number)?).await?];
        let me = world.parties().member(&world.session(seller.me.user.id()).await?).await?.ok_or("not signed in")?;
        let me = world.stepped_up(&me).await?;
        let accepted = accept_all(&world, &me, &soon).await?.remove(0);
        assert_eq!(accepted, Err(AcceptError::Blocked(Blocked::FourEyes(Vec::new()))));
        let accepted = accept_all(&world, &me, &later).await?.remove(0);
        assert!(accepted.is_ok(), "{accepted:?}");
    }
    Ok(())
}

pub async fn a_debtor_and_a_facility_stand_until_they_change(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let seller = world.seller(&olga, "Stands", terms_of(90_000_000, 10_000)?).await?;
    let debtor = async || ports.debtors.by_id(seller.debtor).await.map(|found| found.map_or(0, |debtor| debtor.parts().version));
    let stands = |version| parties(ports, PartyChange::DebtorStands { id: seller.debtor, version });
    let first = debtor().await?;
    stands(first).await?;
    assert_eq!(debtor().await?, first, "nothing changes");
    world.limit(&olga, seller.debtor, 5).await?;
    assert_eq!(stands(first).await, Err(CommitError::Stale), "its limits changed");
    let second = debtor().await?;
    stands(second).await?;
    world.debtor(&olga, seller.debtor, DebtorState::Watch, 5).await?;
    assert_eq!(stands(second).await, Err(CommitError::Stale));

    let version = ports.facility_records.by_id(seller.facility).await?.ok_or("no facility")?.facility.parts().version;
    let stands = |version| ports.facilities.commit(vec![FacilityChange::FacilityStands { id: seller.facility, version }], context());
    stands(version).await?;
    assert_eq!(stands(version + 1).await, Err(CommitError::Stale));
    let command = crate::facilities::HouseCommand { by: olga.clone(), what: HouseAction::Suspend, version, note: None, request: None };
    world.facilities().act(seller.facility, command).await?;
    assert_eq!(stands(version).await, Err(CommitError::Stale));
    Ok(())
}

pub async fn what_there_is_around_a_receivable_is_read_together(ports: &StorePorts) -> Checked {
    let world = world(ports);
    let olga = world.operator().await?;
    let me = world.applicant(&olga, "Around").await?;
    let (draft_of, buyer) = (me.membership, ports.buyers.of(me.membership.company).await?.remove(0));
    let scene = async |look: &Look| {
        let mut scenes = ports.scenes.scenes(vec![look.receivable().clone(), look.receivable().clone()]).await?;
        let (second, first) = (scenes.pop().ok_or("no scene")?, scenes.pop().ok_or("no scene")?);
        assert_eq!(first, second, "however many are asked for");
        Ok::<_, Box<dyn Error>>(first)
    };
    let command = crate::receivables::EnterCommand { by: draft_of, buyer: buyer.id, facts: invoice("RE-1", 1_000_000)?, request: None };
    let draft = world.receivables().enter(command).await?;
    let around = scene(&draft).await?;
    assert_eq!((around.buyer.as_ref(), &around.debtor, &around.facility), (Some(&buyer), &None, &None));
    assert_eq!((around.seller.company.id, around.seller.people.len()), (me.membership.company, 1));
    assert_eq!(around.house, ports.house_settings.settings().await?);
    assert_eq!(around.approvers.iter().map(|(user, place)| (user.id(), *place)).collect::<Vec<_>>(), [(me.user.id(), me.membership)]);

    let dollars = world.facility(&olga, &me, terms("USD", 900)?).await?;
    assert_eq!(scene(&draft).await?.other_currencies, [dollars.facility.parts().currency]);
    let seller = world.seller(&olga, "Other", terms_of(90_000_000, 10_000)?).await?;
    world.limit(&olga, seller.debtor, 90_000_000).await?;
    let debtor = ports.debtors.by_id(seller.debtor).await?.ok_or("no debtor")?;
    let first = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    let itself = crate::testing::contracts::member(ports, "around.itself@example.com").await?.1.company;
    let entity = Some(debtor.parts().legal_entity.clone());
    parties(ports, PartyChange::CompanyNamed { id: itself, legal_name: Some(debtor.parts().legal_name.clone()), legal_entity: entity })
        .await?;
    let around = scene(&first).await?;
    assert_eq!(around.debtor.as_ref(), Some(&debtor));
    assert_eq!(around.debtors_companies.iter().map(|found| found.company.id).collect::<Vec<_>>(), [itself]);
    assert_eq!(around.facility.as_ref().map(|found| found.facility.parts().id), Some(seller.facility));
    assert_eq!((around.in_use, around.facts.len(), around.sold.len()), (InUse::default(), 0, 0));

    let answers = accept_all(&world, &seller.me, std::slice::from_ref(&first)).await?;
    let sold = answers[0].as_ref().map_err(ToString::to_string)?;
    let mut again = invoice("RE 1", 700_000)?;
    again.issued_on += TimeDelta::days(3);
    let second = world.draft(&seller, again).await?;
    let around = scene(&second).await?;
    assert_eq!((around.sold, around.history.bought), (vec![first.receivable().id()], 1));
    assert_eq!(around.lookalikes.iter().map(|other| other.id).collect::<Vec<_>>(), [first.receivable().id()]);
    assert_eq!(around.in_use.debtor, sold.receivable().face());

    // What was sold keeps the facility it was sold under, and is compared with nothing any more.
    let version = ports.facility_records.by_id(seller.facility).await?.ok_or("no facility")?.facility.parts().version;
    let command = crate::facilities::HouseCommand { by: olga, what: HouseAction::Close, version, note: None, request: None };
    world.facilities().act(seller.facility, command).await?;
    let around = scene(sold).await?;
    assert_eq!(around.facility.map(|found| found.facility.parts().id), Some(seller.facility));
    assert_eq!((around.sold.len(), around.lookalikes.len(), around.history.bought), (0, 0, 0));
    assert_eq!(scene(&second).await?.facility, None);
    Ok(())
}
