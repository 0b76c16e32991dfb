//! The queue of applications, and finding one by its words.

use super::contracts::{blank, save};
use crate::{
    StorePorts,
    onboarding::ports::{QueueFilter, QueueOrder},
    testing::{
        complete_form,
        contracts::{Checked, id, member, noon},
    },
};
use chrono::TimeDelta;
use sooner_domain::{
    kernel::text::Line,
    onboarding::{application::ApplicationId, status::OnboardingStatus},
};
use std::error::Error;

pub async fn the_queue_is_paged_in_order(ports: &StorePorts) -> Checked {
    let mut expected = Vec::new();
    // Two at the same moment: the id decides.
    for (number, seconds) in [(0, 500), (1, 400), (2, 400), (3, 300)] {
        let user = member(ports, &format!("queue.{number}@example.com")).await?;
        let mut application = blank(&user);
        let change = application.save_form(complete_form(), noon() - TimeDelta::days(9) - TimeDelta::seconds(seconds))?;
        let stored = save(ports, &application, &change).await?;
        assert_eq!(ports.applications.by_id(application.parts().id).await?, Some(stored));
        expected.push((application.parts().id, user.0));
    }
    let mut seen = Vec::new();
    let mut after = None;
    while seen.len() < expected.len() {
        let page =
            ports.applications.queue(QueueFilter::Status(OnboardingStatus::NotCompleted), QueueOrder::default(), after, 3).await?.entries;
        after = page.last().map(|entry| entry.place.clone());
        // Behind these wait the applications of the other contracts.
        let left = expected.len() - seen.len();
        seen.extend(page.into_iter().take(left).map(|entry| {
            assert_eq!((entry.version, entry.company), (1, complete_form().company));
            (entry.place.id, entry.applicant)
        }));
    }
    assert_eq!(seen, expected);
    assert_eq!(ports.applications.by_id(ApplicationId(id())).await?, None);
    Ok(())
}

pub async fn a_case_is_found_by_its_words(ports: &StorePorts) -> Checked {
    let user = member(ports, "words.zoe@example.org").await?;
    let mut application = blank(&user);
    let mut form = complete_form();
    form.company.legal_name = Some(Line::parse("Żółw & Söhne")?);
    form.company.registration_number = Some(Line::parse("KRS 0000987654")?);
    let change = application.save_form(form.clone(), noon())?;
    application = save(ports, &application, &change).await?;
    let id = application.parts().id;
    let found = |words: &'static [&'static str]| async move {
        let filter = QueueFilter::Found(words.iter().map(|word| (*word).to_owned()).collect(), None);
        let entries = ports.applications.queue(filter, QueueOrder::default(), None, 50).await?.entries;
        Ok::<_, Box<dyn Error>>(entries.iter().any(|entry| entry.place.id == id))
    };
    for words in [&["sohne"][..], &["soh"], &["0000987"], &["words", "zoe"], &["brandt", "sohne"], &["krs", "org"]] {
        assert!(found(words).await?, "{words:?}");
    }
    for words in [&["ohne"][..], &["sohne", "nordwind"], &["sohnez"], &["%"], &["_ohne"]] {
        assert!(!found(words).await?, "{words:?}");
    }
    let elsewhere = QueueFilter::Found(vec!["sohne".to_owned()], Some(OnboardingStatus::Approved));
    assert_eq!(ports.applications.queue(elsewhere, QueueOrder::default(), None, 50).await?.entries, []);
    form.company.legal_name = Some(Line::parse("Brandt")?);
    let change = application.save_form(form, noon())?;
    save(ports, &application, &change).await?;
    assert!(!found(&["sohne"]).await?, "the name of old");
    assert!(found(&["zoe"]).await?);
    Ok(())
}
