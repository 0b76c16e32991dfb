//! The audit trail.

use crate::{
    StorePorts,
    identity::{
        changes::Change as AccountChange,
        ports::{IssuedLink, Proof},
    },
    kernel::{
        audit::{Record, Subject},
        chain::Chained,
        commit::WriteContext,
    },
    onboarding::changes::Change as FilingChange,
    parties::changes::Change as PartyChange,
    testing::{
        complete_form,
        contracts::{Checked, context, id, identity, link, member, noon, onboarding, parties, request, session},
        parties::contracts::{buyer, debtor},
        records,
    },
};
use chrono::TimeDelta;
use sooner_domain::{
    identity::{
        link::LinkPurpose,
        phone_proof::PhoneProof,
        second_factor::{FactorId, SecondFactor},
        user::User,
    },
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        country::CountryCode,
        ids::{DebtorId, UserId},
        phone::PhoneNumber,
    },
    onboarding::application::{Application, ApplicationId},
    parties::{
        buyer::{Buyer, BuyerDecision, BuyerId, BuyerStatus},
        membership::Membership,
    },
};
use std::error::Error;

/// Writes an entry with something of no interest.
pub(super) async fn write(ports: &StorePorts, user: &User, entry: Entry) -> Checked {
    Ok(ports.identity.commit(vec![AccountChange::SessionOpened(session(user))], WriteContext::of(entry)).await?)
}

async fn about(ports: &StorePorts, subject: Subject) -> Result<Vec<Entry>, Box<dyn Error>> {
    Ok(ports.trail.about(&[subject], None, 99).await?.into_iter().map(|record| record.entry).collect())
}

pub async fn an_entry_is_read_as_it_was_written(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "audit.ada@example.com").await?;
    let text = |text: &str| Some(text.to_owned());
    let first = Entry::own(user.id(), AuditAction::SignedIn, noon());
    let about = Subjects { user: Some(user.id()), company: None, debtor: Some(DebtorId(id())), thing: id() };
    let second = Entry::new(noon() + TimeDelta::seconds(1), Actor::CommandLine, AuditAction::PhoneChanged, about)
        .change("phone", text("+49 \"ü\" \\ \n"), None)
        .change("status", text("0"), text("1"))
        .change("company.legalName", None, text("株式会社"));
    let third = Entry { by: Actor::Stranger, at: noon() + TimeDelta::microseconds(1_000_001), ..first.clone() };
    for entry in [&first, &second, &third] {
        write(ports, &user, entry.clone()).await?;
    }
    ports.sealing().all().await?;
    let subjects = [Subject::User(user.id())];
    let trail = ports.trail.about(&subjects, None, 9).await?;
    assert_eq!(
        trail.iter().map(|record| record.entry.by).collect::<Vec<_>>(),
        [Actor::Stranger, Actor::CommandLine, Actor::User(user.id())]
    );
    assert_eq!(trail[1].entry, second);
    assert!(trail.iter().all(Record::is_whole));
    let older = ports.trail.about(&subjects, Some(trail[1].id), 9).await?;
    assert_eq!(older.iter().map(|record| &record.entry).collect::<Vec<_>>(), [&first]);
    assert_eq!(ports.trail.about(&subjects, None, 1).await?, [trail[0].clone()]);
    Ok(())
}

pub async fn records_are_found_by_every_subject(ports: &StorePorts) -> Checked {
    let (user, membership) = member(ports, "audit.subjects@example.com").await?;
    let debtor = DebtorId(id());
    let of = |about| Entry::new(noon(), Actor::Stranger, AuditAction::BuyerDecided, about);
    let company = of(Subjects::of_company(membership.company, id()));
    let all = of(Subjects { user: Some(user.id()), company: Some(membership.company), debtor: Some(debtor), thing: id() });
    for entry in [&company, &all] {
        write(ports, &user, entry.clone()).await?;
    }
    assert_eq!(about(ports, Subject::User(user.id())).await?, std::slice::from_ref(&all));
    assert_eq!(about(ports, Subject::Company(membership.company)).await?, [all.clone(), company.clone()]);
    assert_eq!(about(ports, Subject::Debtor(debtor)).await?, std::slice::from_ref(&all));
    assert_eq!(about(ports, Subject::Thing(all.about.thing)).await?, std::slice::from_ref(&all));
    assert_eq!(about(ports, Subject::Thing(company.about.thing)).await?, std::slice::from_ref(&company));
    let subjects = [Subject::User(user.id()), Subject::Company(membership.company), Subject::User(UserId(id()))];
    let page = ports.trail.about(&subjects, None, 9).await?;
    assert_eq!(page.iter().map(|record| &record.entry).collect::<Vec<_>>(), [&all, &company], "each once");
    assert_eq!(ports.trail.about(&subjects, None, 1).await?.len(), 1);
    Ok(())
}

/// One change of each kind there is.
fn every_change(user: &User, place: &Membership) -> Result<(Vec<AccountChange>, Vec<PartyChange>), Box<dyn Error>> {
    let germany = CountryCode::parse("DE")?;
    let phone = PhoneNumber::parse("+4915112340000", germany)?;
    let mut moved = user.clone();
    moved.change_phone(phone.clone(), germany)?;
    let proof = PhoneProof { phone, subject: "audit".into(), authenticated_at: noon(), issued_at: noon() };
    let (first, second) = (session(user), session(user));
    let issued: IssuedLink = link(user, LinkPurpose::VerifyEmail, 40);
    let begun = SecondFactor::begin(FactorId(id()), user.id(), noon());
    let after = begun.after_code(1).ok_or("refused")?;
    let accounts = vec![
        AccountChange::SessionOpened(first),
        AccountChange::SessionEnded { id: first.id, of: user.id() },
        AccountChange::UserChanged(moved),
        AccountChange::ProofUsed(Proof { user: user.id(), proof }),
        AccountChange::LinkIssued(issued.clone()),
        AccountChange::LinkUsed(issued.link.id),
        AccountChange::LinksEnded { of: user.id(), purposes: &[LinkPurpose::VerifyEmail] },
        AccountChange::FactorBegun { factor: begun, instead_of: None },
        AccountChange::FactorUsed { before: begun, after },
        AccountChange::FactorRemoved(user.id()),
        AccountChange::SessionOpened(second),
        AccountChange::SessionsEnded { of: user.id(), but: None },
    ];
    let named = buyer(place.company, "Nordwind AG");
    let debtor = debtor(&named);
    let mut approved = named.clone();
    approved.decide(BuyerDecision::Approve, Some(debtor.id()));
    let parties = vec![
        PartyChange::BuyerAdded { buyer: named, max: 1 },
        PartyChange::DebtorAdded(debtor),
        PartyChange::BuyerDecided { buyer: approved, seen: BuyerStatus::Pending },
        PartyChange::CompanyNamed { id: place.company, legal_name: None, legal_entity: None },
    ];
    Ok((accounts, parties))
}

pub async fn every_write_leaves_one_record(ports: &StorePorts) -> Checked {
    let (user, place) = member(ports, "audit.each@example.com").await?;
    let (accounts, companies) = every_change(&user, &place)?;
    let mut before = head(ports).await?;
    let mut one_more = async |what: String| -> Checked {
        before += 1;
        assert_eq!(head(ports).await?, before, "{what}");
        Ok(())
    };
    for change in accounts {
        let what = format!("{change:?}");
        identity(ports, change).await?;
        one_more(what).await?;
    }
    for change in companies {
        let what = format!("{change:?}");
        parties(ports, change).await?;
        one_more(what).await?;
    }
    let mut application = Application::blank(ApplicationId(id()), &place, 1, noon());
    let change = application.save_form(complete_form(), noon())?;
    onboarding(ports, FilingChange::Application(Box::new((application, change)))).await?;
    one_more("a saved form".to_owned()).await
}

pub(super) async fn head(ports: &StorePorts) -> Result<i64, Box<dyn Error>> {
    Ok(records(ports).await?.last().and_then(Record::number).unwrap_or(0))
}

pub async fn what_was_refused_is_not_in_the_trail(ports: &StorePorts) -> Checked {
    let (user, seller) = member(ports, "audit.bob@example.com").await?;
    let named = buyer(seller.company, "Nordwind AG");
    let under =
        || -> Result<WriteContext, Box<dyn Error>> { Ok(context().under(Some(request(user.id(), "audit")?.made(named.id.0, noon())))) };
    let added = |max| PartyChange::BuyerAdded { buyer: Buyer { id: BuyerId(id()), ..named.clone() }, max };
    ports.parties.commit(vec![added(1)], under()?).await?;
    let before = head(ports).await?;
    assert!(ports.parties.commit(vec![added(1)], context()).await.is_err(), "full");
    assert!(ports.parties.commit(vec![added(9)], under()?).await.is_err(), "repeated");
    assert!(identity(ports, AccountChange::SessionEnded { id: session(&user).id, of: user.id() }).await.is_err(), "stale");
    assert_eq!(head(ports).await?, before);
    Ok(())
}
