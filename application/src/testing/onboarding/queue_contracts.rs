//! The queue of applications, and finding one by its words.

use super::contracts::{blank, save};
use crate::{
    StorePorts,
    kernel::paging::Direction,
    onboarding::ports::{QueueFilter, QueueOrder, QueueSort},
    testing::{
        complete_form,
        contracts::{Checked, at_work, id, member, noon},
    },
};
use chrono::TimeDelta;
use sooner_domain::{
    kernel::text::Line,
    onboarding::{
        application::{self, Application, ApplicationId, Parts},
        decision::Review,
        status::OnboardingStatus,
    },
    parties::membership::Membership,
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

/// An application that waits for a decision, of a company called so, since so many days before noon.
async fn waiting(ports: &StorePorts, email: &str, name: &str, days: i64) -> Result<Application, Box<dyn Error>> {
    let user = member(ports, email).await?;
    let mut form = complete_form();
    form.company.legal_name = Some(Line::parse(name)?);
    let began = blank(&user);
    let parts = Parts { form, status: OnboardingStatus::Pending, submissions: 1, ..began.parts().clone() };
    let parts = Parts { waiting_since: noon() - TimeDelta::days(days), ..parts };
    save(ports, &Application::restore(parts), &application::Change::FormSaved { before: Box::new(began.form().clone()) }).await
}

/// Everything there is, page by page, three a page.
async fn paged(ports: &StorePorts, filter: QueueFilter, order: QueueOrder) -> Result<Vec<ApplicationId>, Box<dyn Error>> {
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let page = ports.applications.queue(filter.clone(), order, after, 3).await?.entries;
        seen.extend(page.iter().map(|entry| entry.place.id));
        match page.last() {
            Some(last) if page.len() == 3 => after = Some(last.place.clone()),
            _ => return Ok(seen),
        }
    }
}

pub async fn the_queue_is_put_in_order_by_company(ports: &StorePorts) -> Checked {
    let (operator, place) = member(ports, "order.olga@example.com").await?;
    let mut sorted = Vec::new();
    for (number, name) in [(0, "Ärztehaus"), (1, "aerztehaus"), (2, "Zoo & Söhne"), (3, "ZOO SOHNE"), (4, "Brandt-Werke"), (5, "鈴木")]
    {
        let application = waiting(ports, &format!("order.{number}@example.com"), name, number).await?;
        sorted.push((name, application));
    }
    let by_name = |names: [&str; 6]| -> Vec<ApplicationId> {
        let id = |name: &&str| sorted.iter().find(|(other, _)| other == name).map(|(_, application)| application.parts().id);
        names.iter().filter_map(id).collect()
    };
    // Two that are folded alike stand in the order of their ids, which were made one after the other.
    let expected = by_name(["aerztehaus", "Ärztehaus", "Brandt-Werke", "Zoo & Söhne", "ZOO SOHNE", "鈴木"]);
    let waiting_first = by_name(["鈴木", "Brandt-Werke", "ZOO SOHNE", "Zoo & Söhne", "aerztehaus", "Ärztehaus"]);
    let reversed = |ids: &[ApplicationId]| ids.iter().rev().copied().collect::<Vec<_>>();
    let all = |ids: Vec<ApplicationId>| ids.into_iter().filter(|id| expected.contains(id)).collect::<Vec<_>>();
    let words: Vec<String> = ["order".to_owned()].into();
    let unassigned = QueueFilter::UnassignedOf(OnboardingStatus::Pending);
    for filter in [QueueFilter::Status(OnboardingStatus::Pending), unassigned.clone(), QueueFilter::Found(words, None)] {
        for (sort, ascending) in [(QueueSort::Company, &expected), (QueueSort::Waiting, &waiting_first)] {
            let up = paged(ports, filter.clone(), QueueOrder { sort, direction: Direction::Ascending }).await?;
            assert_eq!(all(up), *ascending, "{filter:?} {sort:?}");
            let down = paged(ports, filter.clone(), QueueOrder { sort, direction: Direction::Descending }).await?;
            assert_eq!(all(down), reversed(ascending), "{filter:?} {sort:?}");
        }
    }
    // Those an operator takes are theirs, and no longer nobody's.
    for (_, application) in &sorted[1..5] {
        let mut application = application.clone();
        let taken = application.review(Review::Take, &at_work(place), noon())?;
        save(ports, &application, &taken).await?;
    }
    let mine = QueueFilter::MineOf(OnboardingStatus::Pending, operator.id());
    let by_company = QueueOrder { sort: QueueSort::Company, direction: Direction::Descending };
    let theirs: Vec<_> = reversed(&expected).into_iter().filter(|id| sorted[1..5].iter().any(|(_, of)| of.parts().id == *id)).collect();
    assert_eq!(paged(ports, mine, by_company).await?, theirs);
    let left = all(paged(ports, unassigned, by_company).await?);
    assert_eq!(left, by_name(["鈴木", "Ärztehaus", "", "", "", ""]));
    Ok(())
}

pub async fn the_next_case_is_the_longest_waiting_that_is_open_to_the_operator(ports: &StorePorts) -> Checked {
    let (operator, place) = member(ports, "next.olga@example.com").await?;
    let (_, colleague) = member(ports, "next.otto@example.com").await?;
    let mut cases = Vec::new();
    // Longer than any other contract's.
    for number in 0..4 {
        cases.push(waiting(ports, &format!("next.{number}@example.com"), "Next", 900 - number).await?);
    }
    let id = |number: usize| cases[number].parts().id;
    for (number, whose) in [(1, &colleague), (2, &place)] {
        let mut application = cases[number].clone();
        let taken = application.review(Review::Take, &at_work(*whose), cases[number].parts().waiting_since)?;
        save(ports, &application, &taken).await?;
    }
    let next = async |after| ports.applications.next(&place, after).await;
    assert_eq!(next(None).await?, Some(id(0)));
    assert_eq!(next(Some(id(0))).await?, Some(id(2)), "the colleague's is left to them");
    assert_eq!(next(Some(id(1))).await?, Some(id(2)));
    assert_eq!(next(Some(id(2))).await?, Some(id(3)));
    assert_eq!(next(Some(ApplicationId(super::super::contracts::id()))).await?, Some(id(0)), "one that does not wait has no place");
    // Whoever belongs to the company of a case has the one behind it, and behind the last comes the first again.
    let own = Membership { company: cases[0].parts().company, ..place };
    assert_eq!(ports.applications.next(&own, None).await?, Some(id(2)));
    let order = QueueOrder::default();
    let open = paged(ports, QueueFilter::UnassignedOf(OnboardingStatus::Pending), order).await?;
    let mine = paged(ports, QueueFilter::MineOf(OnboardingStatus::Pending, operator.id()), order).await?;
    assert_eq!(mine, [id(2)]);
    let last = open.last().copied();
    assert_eq!(next(last).await?, Some(id(0)));
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
