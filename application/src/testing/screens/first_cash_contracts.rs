//! What every store finds of companies on their way to their first payout.

use super::super::{
    World,
    contracts::Checked,
    end_of_day::BusyDay,
    facilities::terms,
    receivables::{Seller, invoice},
};
use crate::{
    StorePorts,
    approvals::{Approvals, DebtorCommand, FourEyes, OfferCommand, OfferTo, Performed},
    facilities::AcceptCommand as TermsCommand,
    parties::Member,
    receivables::{AcceptCommand, Look},
    testing::HOME,
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        email::EmailAddress,
        ids::{CompanyId, DebtorId, FacilityId},
        money::{Currency, Money},
        text::{Line, PersonName},
    },
    parties::debtor::{Limits, NoticeContact, Parts},
    receivables::first_cash::{SetUp, StepState, Turn},
};
use std::{collections::BTreeSet, error::Error};

type Made<T> = Result<T, Box<dyn Error>>;

/// What is to be set up, but for this company: each kind with the name that leads it.
async fn rows(world: &World, but: CompanyId) -> Made<Vec<(SetUp, String)>> {
    let rows = world.store().desks.setting_up(but, 500).await?;
    let named = |row: crate::screens::ports::SetUpRow| (row.kind, row.name.or(row.company_name).unwrap_or_default());
    Ok(rows.into_iter().map(named).collect())
}

/// The steps of a company that wait: for the house, or for how many of its members.
async fn waits(world: &World, company: CompanyId) -> Made<Option<Vec<(&'static str, Option<usize>)>>> {
    let way = world.screens().first_cash(company).await?;
    let turn = |(step, state): (sooner_domain::receivables::first_cash::FirstCashStep, StepState)| match state {
        StepState::Waits { turn: Turn::House, .. } => Some((step.code(), None)),
        StepState::Waits { turn: Turn::Members(who), .. } => Some((step.code(), Some(who.len()))),
        _ => None,
    };
    Ok(way.map(|way| way.steps.into_iter().filter_map(turn).collect()))
}

async fn offered(world: &World, olga: &Member, me: &Member) -> Made<(FacilityId, TermsCommand)> {
    let terms = terms("EUR", 1_200)?;
    let command = OfferCommand { by: olga.clone(), to: OfferTo::Company(me.membership.company), terms, request: None };
    let Performed::Done(found) = world.approvals().offer_terms(command).await? else { return Err("it waits".into()) };
    let (version, hash, signed_name) = (found.facility.parts().version, terms.hash(), Line::parse(&me.user.name())?);
    let command = TermsCommand { by: me.clone(), version, hash, signed_name, address: HOME, request: None };
    Ok((found.facility.parts().id, command))
}

async fn sold(world: &World, seller: &Seller, look: Look) -> Made<()> {
    let look = world.receivables().shown(look.receivable().id(), &seller.me.membership).await?;
    let offer = look.offer.as_ref().and_then(|offer| offer.as_ref().ok()).ok_or("no offer")?.offer.clone();
    let command = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
    world.receivables().accept(look.receivable().id(), command).await?;
    Ok(())
}

pub async fn from_its_approval_to_its_first_payout_a_company_is_forgotten_by_nobody(ports: &StorePorts) -> Checked {
    let world = World { four_eyes: FourEyes::Off, instead: Some(ports.clone()), ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    let (me, other) = (world.applicant(&olga, "Erste").await?, world.applicant(&olga, "Zweite").await?);
    let (company, nobody) = (me.membership.company, olga.membership.company);
    let names =
        |rows: &[(SetUp, String)], kind: SetUp| rows.iter().filter(|row| row.0 == kind).map(|row| row.1.clone()).collect::<Vec<_>>();
    let all = rows(&world, nobody).await?;
    assert_eq!(names(&all, SetUp::Facility), ["Erste", "Zweite"]);
    assert_eq!(names(&all, SetUp::Buyer), ["Nordwind AG", "Nordwind AG"]);
    assert_eq!(names(&rows(&world, company).await?, SetUp::Facility), ["Zweite"], "nobody sees what is of their own company");
    assert_eq!(world.store().desks.setting_up(nobody, 1).await?.len(), 2, "of each kind as many as are asked for");
    assert_eq!(waits(&world, company).await?, Some(vec![("facility_offered", None), ("buyer_approved", None)]));

    let (facility, command) = offered(&world, &olga, &me).await?;
    let all = rows(&world, nobody).await?;
    assert_eq!((names(&all, SetUp::Facility), names(&all, SetUp::Signature)), (vec!["Zweite".to_owned()], vec!["Erste".to_owned()]));
    assert_eq!(waits(&world, company).await?, Some(vec![("terms_accepted", Some(1)), ("buyer_approved", None)]));

    world.facilities().accept_terms(facility, command).await?;
    let buyer = world.onboarding().buyers(company).await?.remove(0);
    let seller = world.approved_buyer(&olga, me.clone(), facility, buyer).await?;
    let all = rows(&world, nobody).await?;
    assert_eq!(
        (names(&all, SetUp::Signature), names(&all, SetUp::Buyer).len(), names(&all, SetUp::Limit)),
        (vec![], 1, vec!["Nordwind AG".to_owned()])
    );
    assert_eq!(names(&rows(&world, company).await?, SetUp::Limit), Vec::<String>::new());
    assert_eq!(waits(&world, company).await?, Some(vec![("limit_set", None), ("invoice_submitted", Some(1))]));

    // An offer that fits under no limit is nobody's of the company.
    let look = world.handed_in(&seller, invoice("RE-1", 1_000_000)?).await?;
    assert_eq!(waits(&world, company).await?, Some(vec![("limit_set", None)]));
    world.limit(&olga, seller.debtor, 100_000_000).await?;
    assert_eq!(names(&rows(&world, nobody).await?, SetUp::Limit), Vec::<String>::new());
    assert_eq!(waits(&world, company).await?, Some(vec![("offer_accepted", Some(1))]));
    // The house ended it: the first one is not awaited, and the company cannot accept.
    world.limit(&olga, seller.debtor, 0).await?;
    assert_eq!(names(&rows(&world, nobody).await?, SetUp::Limit), Vec::<String>::new());
    assert_eq!(waits(&world, company).await?, Some(vec![("offer_accepted", None)]));
    world.limit(&olga, seller.debtor, 100_000_000).await?;

    Box::pin(sold(&world, &seller, look)).await?;
    assert_eq!(waits(&world, company).await?, Some(vec![("money_on_its_way", None)]));
    BusyDay::pay_out(&world, &olga).await?;
    assert_eq!(waits(&world, company).await?, None, "it was paid");
    assert_eq!(waits(&world, other.membership.company).await?.map(|steps| steps.len()), Some(2), "and another one goes its own way");
    assert_eq!(waits(&world, nobody).await?, None, "the house sells nothing");
    Ok(())
}

pub async fn a_limit_that_is_proposed_is_said_to_be_and_another_contact_is_none(ports: &StorePorts) -> Checked {
    let world = World { four_eyes: FourEyes::Off, instead: Some(ports.clone()), ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    let (first, second) = (
        world.seller(&olga, "Erste", terms("USD", 900)?).await?.debtor,
        world.seller_to(&olga, "Zweite", "Südwind AG", terms("USD", 900)?).await?.debtor,
    );
    let approvals = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&world.approvals()) };
    let propose = async |debtor: DebtorId, limit: Option<&str>| {
        let Parts { version, state, limits, .. } = world.store().debtors.by_id(debtor).await?.ok_or("no debtor")?.parts().clone();
        let contact = NoticeContact { name: PersonName::parse("Nora Nord")?, email: EmailAddress::parse("nora@example.com")? };
        let (limits, contact) = match limit {
            Some(currency) => (Limits::parse(&[Money::parse(700, Currency::parse(currency)?)?]).map_err(|_| "one currency twice")?, None),
            None => (limits, Some(contact)),
        };
        let command = DebtorCommand { by: world.confirming(&olga).await?, version, state, limits, contact, request: None };
        let asked = approvals.change_debtor(debtor, command).await?;
        if let Performed::Awaits(approval) = asked { Made::Ok(approval.id) } else { Err("it does not wait".into()) }
    };
    let proposed = async || Made::Ok(world.screens().setting_up(&olga.operator()).await?.proposed.into_iter().collect::<Vec<_>>());
    let of_contact = propose(first, None).await?;
    assert!(proposed().await?.is_empty(), "another contact is no limit");
    let limit = propose(second, Some("USD")).await?;
    assert_eq!(proposed().await?, [second.0]);
    approvals.withdraw(&olga, of_contact).await?;
    propose(first, Some("USD")).await?;
    assert_eq!(BTreeSet::from_iter(proposed().await?), BTreeSet::from([first.0, second.0]));
    approvals.withdraw(&olga, limit).await?;
    assert_eq!(proposed().await?, [first.0], "what was taken back waits no more");
    Ok(())
}

pub async fn a_limit_in_another_currency_is_missing_in_the_facilitys(ports: &StorePorts) -> Checked {
    let world = World { four_eyes: FourEyes::Off, instead: Some(ports.clone()), ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    let nobody = olga.membership.company;
    let seller = world.seller(&olga, "Erste", terms("USD", 900)?).await?;
    world.limit(&olga, seller.debtor, 100_000_000).await?;
    assert!(rows(&world, nobody).await?.iter().any(|row| row.0 == SetUp::Limit), "it is in euro");
    Ok(())
}
