//! Facilities, their terms, and who changes them at once.

use super::builders::terms;
use crate::{
    StorePorts,
    facilities::{
        changes::{Change, OPEN_FACILITY},
        ports::{FacilityFilter, FacilityFound},
    },
    kernel::commit::CommitError,
    onboarding::changes::Change as ApplicationChange,
    parties::changes::Change as PartyChange,
    testing::contracts::{Checked, context, id, member, noon, onboarding},
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{
    facilities::{
        facility::{Facility, HouseAction, Parts, Signature, TermsOutcome, TermsVersion},
        status::FacilityStatus,
        terms::{FacilityKind, Terms},
    },
    kernel::{
        ids::{CompanyId, FacilityId, UserId},
        money::Currency,
        text::Line,
    },
    onboarding::{
        application::{self, Application, ApplicationId},
        status::OnboardingStatus,
    },
    parties::{company::Company, membership::Membership},
};
use std::{error::Error, net::IpAddr};

async fn commit(ports: &StorePorts, change: Change) -> Result<(), CommitError> {
    ports.facilities.commit(vec![change], context()).await
}

fn proposed(by: &Membership, currency: &str) -> Result<Facility, Box<dyn Error>> {
    Ok(Facility::propose(FacilityId(id()), by.company, terms(currency, 1_200)?, by.user, noon()))
}

async fn stored(ports: &StorePorts, id: FacilityId) -> Result<FacilityFound, Box<dyn Error>> {
    ports.facility_records.by_id(id).await?.ok_or_else(|| "no facility".into())
}

/// A facility in euro, stored.
async fn kept(ports: &StorePorts, by: &Membership) -> Result<Facility, Box<dyn Error>> {
    let facility = proposed(by, "EUR")?;
    commit(ports, Change::FacilityProposed(Box::new(facility.clone()))).await?;
    Ok(facility)
}

fn signature(by: UserId) -> Result<Signature, Box<dyn Error>> {
    Ok(Signature { by, name: Line::parse("Zoë Brandt")?, address: "2001:db8::7".parse()? })
}

fn changed(facility: &Facility, change: impl FnOnce(&mut Facility)) -> Change {
    let mut facility = facility.clone();
    change(&mut facility);
    Change::FacilityChanged(Box::new(facility))
}

/// Somebody's application at this status.
async fn application_at(ports: &StorePorts, by: &Membership, status: OnboardingStatus) -> Result<Application, Box<dyn Error>> {
    let blank = Application::blank(ApplicationId(id()), by, 0, noon());
    let application = Application::restore(application::Parts { status, ..blank.parts().clone() });
    let saved = application::Change::FormSaved { before: Box::default() };
    onboarding(ports, ApplicationChange::Application(Box::new((application, saved)))).await?;
    ports.applications.filed(by.company).await?.application.ok_or_else(|| "no application".into())
}

pub async fn a_facility_is_read_as_it_was_written(ports: &StorePorts) -> Checked {
    let (ada, place) = member(ports, "facilities.ada@example.com").await?;
    let mut facility = kept(ports, &place).await?;
    let found = stored(ports, facility.parts().id).await?;
    assert_eq!((&found.facility, found.company.id, found.status), (&facility, place.company, OnboardingStatus::NotCompleted));
    application_at(ports, &place, OnboardingStatus::Approved).await?;
    let euro = Currency::parse("EUR")?;
    let open = async |kind, currency| ports.facility_records.open(place.company, kind, currency).await;
    let expected = FacilityFound { status: OnboardingStatus::Approved, ..found };
    assert_eq!(open(FacilityKind::Factoring, euro).await?, Some(expected));
    assert_eq!(open(FacilityKind::ReverseFactoring, euro).await?, None);
    assert_eq!(open(FacilityKind::Factoring, Currency::parse("USD")?).await?, None);
    assert_eq!(ports.facility_records.by_id(FacilityId(id())).await?, None);

    let later = |minutes| noon() + TimeDelta::minutes(minutes);
    let name = signature(ada.id())?;
    let steps: [&dyn Fn(&mut Facility); 7] = [
        &|facility| facility.accept(name.clone(), later(1)).unwrap_or_default(),
        &|facility| {
            facility.propose_terms(terms("EUR", 900).unwrap_or(facility.parts().versions[0].terms), ada.id(), later(2)).unwrap_or_default()
        },
        &|facility| facility.decline(ada.id(), later(3)).unwrap_or_default(),
        &|facility| {
            facility.propose_terms(terms("EUR", 800).unwrap_or(facility.parts().versions[0].terms), ada.id(), later(4)).unwrap_or_default()
        },
        &|facility| facility.act(HouseAction::Withdraw, ada.id(), later(5)).unwrap_or_default(),
        &|facility| facility.act(HouseAction::Suspend, ada.id(), later(6)).unwrap_or_default(),
        &|facility| facility.act(HouseAction::Close, ada.id(), later(7)).unwrap_or_default(),
    ];
    for (number, step) in steps.iter().enumerate() {
        step(&mut facility);
        commit(ports, Change::FacilityChanged(Box::new(facility.clone()))).await?;
        facility = Facility::restore(Parts { version: facility.parts().version + 1, ..facility.parts().clone() });
        assert_eq!(stored(ports, facility.parts().id).await?.facility, facility, "step {number}");
    }
    assert_eq!((facility.status(), facility.parts().version, facility.parts().versions.len()), (FacilityStatus::Closed, 8, 3));
    assert_eq!(open(FacilityKind::Factoring, euro).await?, None, "it has ended");
    Ok(())
}

pub async fn of_many_facilities_for_one_place_one_is_open(ports: &StorePorts) -> Checked {
    let (ada, place) = member(ports, "places.ada@example.com").await?;
    let all = (0..16).map(|_| proposed(&place, "EUR")).collect::<Result<Vec<_>, _>>()?;
    let propose = |facility: &Facility| commit(ports, Change::FacilityProposed(Box::new(facility.clone())));
    let answers = join_all(all.iter().map(propose)).await;
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(facility, _)| facility).collect();
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(OPEN_FACILITY)))), "{answers:?}");
    let [first] = winners.as_slice() else { return Err("not one".into()) };
    // Another currency and another company have a place of their own.
    propose(&proposed(&place, "USD")?).await?;
    propose(&proposed(&member(ports, "places.bob@example.com").await?.1, "EUR")?).await?;
    commit(ports, changed(first, |facility| facility.decline(ada.id(), noon()).unwrap_or_default())).await?;
    propose(&proposed(&place, "EUR")?).await?;
    Ok(())
}

pub async fn of_many_who_change_a_facility_one_does(ports: &StorePorts) -> Checked {
    let (ada, place) = member(ports, "changes.ada@example.com").await?;
    let facility = kept(ports, &place).await?;
    let (name, ada) = (signature(ada.id())?, ada.id());
    let all: Vec<_> = (0..24)
        .map(|number| {
            changed(&facility, |facility| {
                let done = match number % 3 {
                    0 => facility.accept(name.clone(), noon()),
                    1 => facility.decline(ada, noon()),
                    _ => facility.act(HouseAction::Withdraw, ada, noon()),
                };
                done.unwrap_or_default();
            })
        })
        .collect();
    let answers = join_all(all.iter().map(|change| commit(ports, change.clone()))).await;
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    let winners: Vec<_> = all.into_iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(change, _)| change).collect();
    let [Change::FacilityChanged(winner)] = winners.as_slice() else { return Err("not one".into()) };
    let expected = Facility::restore(Parts { version: 2, ..winner.parts().clone() });
    assert_eq!(stored(ports, facility.parts().id).await?.facility, expected);
    Ok(())
}

pub async fn what_was_accepted_never_changes(ports: &StorePorts) -> Checked {
    let (ada, place) = member(ports, "evidence.ada@example.com").await?;
    let facility = kept(ports, &place).await?;
    let name = signature(ada.id())?;
    commit(ports, changed(&facility, |facility| facility.accept(name, noon()).unwrap_or_default())).await?;
    let accepted = stored(ports, facility.parts().id).await?.facility;
    let mut parts = accepted.parts().clone();
    let forged = |version: &TermsVersion| {
        let mut version = version.clone();
        version.terms = terms("EUR", 1).unwrap_or(version.terms);
        if let TermsOutcome::Accepted(acceptance) = &mut version.outcome {
            acceptance.signature.address = IpAddr::from([192, 0, 2, 66]);
        }
        version
    };
    parts.versions = parts.versions.iter().map(forged).collect();
    commit(ports, Change::FacilityChanged(Box::new(Facility::restore(parts)))).await?;
    assert_eq!(stored(ports, facility.parts().id).await?.facility.parts().versions, accepted.parts().versions);
    Ok(())
}

pub async fn nobody_accepts_for_a_company_they_were_taken_out_of(ports: &StorePorts) -> Checked {
    for number in 0..8 {
        let (ada, place) = member(ports, &format!("removed.{number}@example.com")).await?;
        let facility = kept(ports, &place).await?;
        let name = signature(ada.id())?;
        let accepted = changed(&facility, |facility| facility.accept(name, noon()).unwrap_or_default());
        let own = Company::new(CompanyId(id()), noon());
        let elsewhere = Membership { company: own.id, ..place };
        let removal = ports.parties.commit(vec![PartyChange::CompanyAdded(own), PartyChange::MemberPlaced(elsewhere)], context());
        let accept = || ports.facilities.commit(vec![PartyChange::MembershipStands(place).into(), accepted.clone()], context());
        let (removed, done) = futures_util::future::join(removal, accept()).await;
        assert_eq!(removed, Ok(()));
        assert!(matches!(done, Ok(()) | Err(CommitError::NotAllowed)), "{done:?}");
        assert_eq!(accept().await, Err(CommitError::NotAllowed));
        let rules = stored(ports, facility.parts().id).await?.facility.ruling().is_some();
        assert_eq!(rules, done.is_ok());
    }
    Ok(())
}

pub async fn nothing_is_accepted_once_the_company_is_not_approved_any_more(ports: &StorePorts) -> Checked {
    for number in 0..8 {
        let (ada, place) = member(ports, &format!("unapproved.{number}@example.com")).await?;
        let stands = || ApplicationChange::StatusStands { company: place.company, status: OnboardingStatus::Approved };
        assert_eq!(onboarding(ports, stands()).await, Err(CommitError::Stale), "there is no application");
        let application = application_at(ports, &place, OnboardingStatus::Approved).await?;
        onboarding(ports, stands()).await?;
        let facility = kept(ports, &place).await?;
        let name = signature(ada.id())?;
        let accepted = changed(&facility, |facility| facility.accept(name, noon()).unwrap_or_default());
        let missing =
            Application::restore(application::Parts { status: OnboardingStatus::DocumentsMissing, ..application.parts().clone() });
        let saved = application::Change::FormSaved { before: Box::default() };
        let moved = onboarding(ports, ApplicationChange::Application(Box::new((missing, saved))));
        let accept = || ports.facilities.commit(vec![stands().into(), accepted.clone()], context());
        let (moved, done) = futures_util::future::join(moved, accept()).await;
        assert_eq!(moved, Ok(()));
        assert!(matches!(done, Ok(()) | Err(CommitError::Stale)), "{done:?}");
        assert_eq!(accept().await, Err(CommitError::Stale));
        assert_eq!(stored(ports, facility.parts().id).await?.facility.ruling().is_some(), done.is_ok());
    }
    Ok(())
}

pub async fn nothing_that_builds_on_an_application_is_written_once_that_changed(ports: &StorePorts) -> Checked {
    for number in 0..8 {
        let (ada, place) = member(ports, &format!("standing.{number}@example.com")).await?;
        let application = application_at(ports, &place, OnboardingStatus::Approved).await?;
        let seen = ports.applications.filed(place.company).await?.application.ok_or("no application")?.parts().version;
        let stands = |version| ApplicationChange::ApplicationStands { company: place.company, version };
        assert_eq!(onboarding(ports, stands(seen + 1)).await, Err(CommitError::Stale), "at another version");
        let facility = kept(ports, &place).await?;
        let name = signature(ada.id())?;
        let accepted = changed(&facility, |facility| facility.accept(name, noon()).unwrap_or_default());
        let other = Application::restore(application::Parts { version: seen, ..application.parts().clone() });
        let saved = application::Change::FormSaved { before: Box::default() };
        let moved = onboarding(ports, ApplicationChange::Application(Box::new((other, saved))));
        let build = || ports.facilities.commit(vec![stands(seen).into(), accepted.clone()], context());
        let (moved, done) = futures_util::future::join(moved, build()).await;
        assert_eq!(moved, Ok(()));
        assert!(matches!(done, Ok(()) | Err(CommitError::Stale)), "{done:?}");
        assert_eq!(build().await, Err(CommitError::Stale));
        assert_eq!(stored(ports, facility.parts().id).await?.facility.ruling().is_some(), done.is_ok());
    }
    Ok(())
}

pub async fn facilities_are_paged_by_company_and_status(ports: &StorePorts) -> Checked {
    let (ada, place) = member(ports, "paged.facilities.ada@example.com").await?;
    let (_, other) = member(ports, "paged.facilities.bob@example.com").await?;
    let mut all = Vec::new();
    for (by, currency) in [(&place, "EUR"), (&other, "EUR"), (&place, "USD"), (&other, "CHF")] {
        let facility = proposed(by, currency)?;
        commit(ports, Change::FacilityProposed(Box::new(facility.clone()))).await?;
        all.push(facility);
    }
    let name = signature(ada.id())?;
    commit(ports, changed(&all[2], |facility| facility.accept(name, noon()).unwrap_or_default())).await?;
    let page = async |company, status, after: Option<usize>, most| {
        let filter = FacilityFilter { company, status, but: None };
        let found = ports.facility_records.page(filter, after.map(|place| all[place].parts().id), most).await?;
        let place = |found: &FacilityFound| all.iter().position(|one| one.parts().id == found.facility.parts().id).unwrap_or(usize::MAX);
        Ok::<_, Box<dyn Error>>(found.iter().map(place).collect::<Vec<_>>())
    };
    assert_eq!(page(None, None, None, 9).await?, [3, 2, 1, 0]);
    assert_eq!(page(None, None, Some(3), 2).await?, [2, 1]);
    assert_eq!(page(Some(place.company), None, None, 9).await?, [2, 0]);
    assert_eq!(page(Some(place.company), Some(FacilityStatus::Active), None, 9).await?, [2]);
    assert_eq!(page(None, Some(FacilityStatus::Proposed), Some(3), 9).await?, [1, 0]);
    assert_eq!(page(Some(CompanyId(id())), None, None, 9).await?, [0; 0]);
    let but = FacilityFilter { but: Some(place.company), ..FacilityFilter::default() };
    let others = ports.facility_records.page(but, None, 9).await?;
    assert_eq!(others.iter().map(|found| found.facility.parts().id).collect::<Vec<_>>(), [3, 1].map(|place: usize| all[place].parts().id));
    let found = ports.facility_records.page(FacilityFilter::default(), None, 2).await?.pop().ok_or("none")?;
    assert_eq!(found, stored(ports, all[2].parts().id).await?);
    Ok(())
}

pub async fn of_many_who_advertise_in_one_place_one_does(ports: &StorePorts) -> Checked {
    assert_eq!(ports.facility_records.advertised().await?, []);
    let shown =
        |terms, before: Option<Terms>| commit(ports, Change::TermsAdvertised { terms: Box::new(terms), before: before.map(Box::new) });
    let all = (1..=16).map(|rate| terms("EUR", rate)).collect::<Result<Vec<_>, _>>()?;
    for before in [None, Some(())] {
        let stands = match before {
            None => None,
            Some(()) => ports.facility_records.advertised().await?.pop(),
        };
        let answers = join_all(all.iter().map(|terms| shown(*terms, stands))).await;
        assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
        // Whoever puts the same terms in place of themselves changes nothing, and hinders nobody.
        let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(terms, _)| *terms).collect();
        assert_eq!(winners.iter().filter(|terms| Some(**terms) != stands).count(), 1);
        let now = ports.facility_records.advertised().await?;
        assert!(now.len() == 1 && winners.contains(&now[0]));
    }
    shown(terms("USD", 900)?, None).await?;
    let currencies: Vec<_> = ports.facility_records.advertised().await?.iter().map(|terms| terms.parts().currency.code()).collect();
    assert_eq!(currencies, ["EUR", "USD"]);
    Ok(())
}
