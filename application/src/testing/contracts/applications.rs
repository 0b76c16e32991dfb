//! Applications with their documents, steps and versions.

use super::{Checked, Store, effects, id, mail, mailing, noon, once, overview, stored_user};
use crate::{
    buyers::Buyers,
    kernel::idempotency::Earlier,
    onboarding::ports::{Applications, QueueFilter, SaveError, Submission},
    testing::{buyer_details, complete_form},
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{
    identity::user::User,
    kernel::{
        coded::Coded,
        ids::{ApplicationId, BuyerId, DocumentId},
        text::{Line, Note},
    },
    onboarding::{
        application::{Application, Change, Form, Parts},
        decision::{Decision, DisapprovalReason, Review},
        document::{Document, DocumentKind, FileName, FileType, Judgement, Verdict},
        status::OnboardingStatus,
    },
    parties::buyer::Buyer,
};
use std::{error::Error, sync::Arc};

pub(super) async fn run(store: Arc<dyn Store>) -> Checked {
    an_application_is_read_as_it_was_saved(store.as_ref()).await?;
    documents_come_and_go_with_their_application(store.as_ref()).await?;
    of_many_writers_of_one_version_one_wins(store.clone()).await?;
    of_many_first_writers_one_wins(store.clone()).await?;
    steps_are_kept_in_order_and_mails_go_with_them(store.as_ref()).await?;
    a_refused_write_leaves_nothing(store.as_ref()).await?;
    the_queue_is_paged_in_order(store.as_ref()).await?;
    what_an_operator_does_on_a_case_is_kept(store.as_ref()).await?;
    a_case_is_found_by_its_words(store.as_ref()).await
}

fn document(kind: DocumentKind, seconds: i64) -> Result<Document, Box<dyn Error>> {
    Ok(Document {
        id: DocumentId(id()),
        kind,
        name: FileName::parse("Übersicht.pdf")?,
        file_type: FileType::Pdf,
        size_bytes: 10_485_760,
        sha256: [9; 32],
        uploaded_at: noon() + TimeDelta::seconds(seconds),
        verdict: Verdict::Pending,
        verdict_reason: None,
    })
}

fn blank(user: &User) -> Application {
    Application::blank(ApplicationId(id()), user.id(), 0, noon())
}

async fn save(store: &dyn Store, application: &Application, change: &Change) -> Result<Application, Box<dyn Error>> {
    store.save(application, change, effects()).await?;
    Ok(Applications::of(store, application.parts().applicant).await?.ok_or("the application is gone")?)
}

async fn an_application_is_read_as_it_was_saved(store: &dyn Store) -> Checked {
    let user = stored_user(store, "app.ada@example.com").await?;
    assert_eq!(Applications::of(store, user.id()).await?, None);
    assert_eq!(overview(store, &user).await?.status, OnboardingStatus::NotCompleted);
    let mut application = blank(&user);
    let change = application.save_form(complete_form(), noon())?;
    let saved = save(store, &application, &change).await?;
    assert_eq!(saved, Application::restore(Parts { version: 1, ..application.parts().clone() }));
    let mut again = saved;
    let change = again.save_form(Form::default(), noon() + TimeDelta::seconds(1))?;
    assert_eq!(save(store, &again, &change).await?.form(), &Form::default());

    let buyer = Buyer::named(BuyerId(id()), user.id(), buyer_details("Nordwind AG"), noon());
    Buyers::add(store, &buyer, 10, effects()).await?;
    assert_eq!(Applications::of(store, user.id()).await?.map(|application| application.buyer_count()), Some(1));
    assert_eq!(overview(store, &user).await?.pending_buyers, [buyer]);
    Ok(())
}

async fn documents_come_and_go_with_their_application(store: &dyn Store) -> Checked {
    let user = stored_user(store, "app.bob@example.com").await?;
    let mut application = blank(&user);
    let (first, second) = (document(DocumentKind::BankStatement, 1)?, document(DocumentKind::ProofOfAddress, 2)?);
    for document in [&first, &second] {
        let change = application.attach(document.clone(), noon())?;
        application = save(store, &application, &change).await?;
    }
    assert_eq!(application.documents(), [first.clone(), second.clone()]);
    assert_eq!(store.document(first.id).await?, Some((user.id(), first.clone())));
    let change = application.remove(first.id, noon())?;
    assert_eq!(save(store, &application, &change).await?.documents(), [second]);
    assert_eq!(store.document(first.id).await?, None);
    Ok(())
}

async fn of_many_writers_of_one_version_one_wins(store: Arc<dyn Store>) -> Checked {
    let user = stored_user(store.as_ref(), "app.race@example.com").await?;
    let mut application = ready(store.as_ref(), &user).await?;
    let change = application.submit(noon())?;
    let writes = (0..64).map(|_| store.save(&application, &change, effects()));
    let answers = join_all(writes).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(SaveError::Stale))));
    assert_eq!(store.history(application.parts().id).await?.len(), 1);
    Ok(())
}

async fn of_many_first_writers_one_wins(store: Arc<dyn Store>) -> Checked {
    let user = stored_user(store.as_ref(), "app.first@example.com").await?;
    let all: Vec<_> = (0..16).map(|_| blank(&user)).collect();
    let change = Change::FormSaved { before: Form::default() };
    let answers = join_all(all.iter().map(|application| store.save(application, &change, effects()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(SaveError::Stale))));
    Ok(())
}

/// An application that lacks nothing, stored.
async fn ready(store: &dyn Store, user: &User) -> Result<Application, Box<dyn Error>> {
    let buyer = Buyer::named(BuyerId(id()), user.id(), buyer_details("Nordwind AG"), noon());
    Buyers::add(store, &buyer, 10, effects()).await?;
    let mut application = blank(user);
    let change = application.save_form(complete_form(), noon())?;
    application = save(store, &application, &change).await?;
    for (seconds, kind) in (0..).zip(DocumentKind::ALL) {
        let change = application.attach(document(*kind, seconds)?, noon())?;
        application = save(store, &application, &change).await?;
    }
    Ok(application)
}

async fn steps_are_kept_in_order_and_mails_go_with_them(store: &dyn Store) -> Checked {
    let user = stored_user(store, "app.steps@example.com").await?;
    let operator = stored_user(store, "app.operator@example.com").await?.id();
    let mut application = ready(store, &user).await?;
    let depth = store.depth().await?;
    let mut expected = Vec::new();
    let documents = vec![(DocumentKind::BankStatement, Note::parse("It is too old.")?)];
    for step in 0..4 {
        let note = Some(Note::parse("a note\nof two lines")?);
        let change = match step {
            0 => application.submit(noon())?,
            1 => {
                let reasons = vec![DisapprovalReason::Unverifiable, DisapprovalReason::Other];
                application.decide(Decision::Disapprove { reasons, note }, operator, noon())?
            }
            2 => application.decide(Decision::Reopen { documents: documents.clone(), note }, operator, noon())?,
            _ => {
                let change = application.attach(document(DocumentKind::BankStatement, 100)?, noon())?;
                application = save(store, &application, &change).await?;
                application.submit(noon())?
            }
        };
        store.save(&application, &change, mailing(mail("app.steps@example.com")?)).await?;
        application = Applications::of(store, user.id()).await?.ok_or("gone")?;
        if let Change::Moved(step) = change {
            expected.push(step);
        }
    }
    assert_eq!(store.history(application.parts().id).await?, expected);
    assert_eq!(application.parts().submissions, 2);
    let versions = store.submissions(application.parts().id).await?;
    let known: Vec<_> = versions.iter().map(|version| (version.number, version.documents.len(), version.buyers.len())).collect();
    assert_eq!(known, [(1, DocumentKind::ALL.len(), 1), (2, DocumentKind::ALL.len() + 1, 1)]);
    let Submission { submitted_at, form, .. } = &versions[0];
    assert_eq!((*submitted_at, form), (noon(), &complete_form()));
    assert_eq!(store.depth().await?, depth + 4);
    assert_eq!(overview(store, &user).await?.status, OnboardingStatus::Pending);
    Ok(())
}

async fn a_refused_write_leaves_nothing(store: &dyn Store) -> Checked {
    let user = stored_user(store, "app.refused@example.com").await?;
    let once = once(user.id(), "refused")?;
    let mut application = blank(&user);
    let change = application.attach(document(DocumentKind::BankStatement, 1)?, noon())?;
    save(store, &application, &change).await?;
    let depth = store.depth().await?;
    let second = document(DocumentKind::BankStatement, 2)?;
    let change = application.attach(second.clone(), noon())?;
    let refused = mailing(mail("app.refused@example.com")?).under(Some(once.made(second.id.0, noon())));
    assert_eq!(store.save(&application, &change, refused).await, Err(SaveError::Stale));
    assert_eq!(store.document(second.id).await?, None);
    assert_eq!(store.depth().await?, depth);
    assert_eq!(store.earlier(&once).await?, Earlier::Nothing);
    Ok(())
}

async fn the_queue_is_paged_in_order(store: &dyn Store) -> Checked {
    let mut expected = Vec::new();
    // Two at the same moment: the id decides.
    for (number, seconds) in [(0, 500), (1, 400), (2, 400), (3, 300)] {
        let user = stored_user(store, &format!("queue.{number}@example.com")).await?;
        let mut application = blank(&user);
        let change = application.save_form(complete_form(), noon() - TimeDelta::days(9) - TimeDelta::seconds(seconds))?;
        store.save(&application, &change, effects()).await?;
        assert_eq!(Applications::by_id(store, application.parts().id).await?, Applications::of(store, user.id()).await?);
        expected.push((application.parts().id, user));
    }
    let mut seen = Vec::new();
    let mut after = None;
    while seen.len() < expected.len() {
        let page = store.queue(QueueFilter::Status(OnboardingStatus::NotCompleted), after, 3).await?.entries;
        after = page.last().map(|entry| entry.place);
        // Behind these wait the applications of the other contracts.
        let left = expected.len() - seen.len();
        seen.extend(page.into_iter().take(left).map(|entry| {
            assert_eq!((entry.version, entry.company), (1, complete_form().company));
            (entry.place.id, entry.applicant)
        }));
    }
    assert_eq!(seen, expected);
    assert_eq!(Applications::by_id(store, ApplicationId(id())).await?, None);
    Ok(())
}

async fn what_an_operator_does_on_a_case_is_kept(store: &dyn Store) -> Checked {
    let applicant = stored_user(store, "desk.ada@example.com").await?;
    let operator = stored_user(store, "desk.olga@example.com").await?;
    let mut application = ready(store, &applicant).await?;
    let change = application.submit(noon())?;
    application = save(store, &application, &change).await?;
    let reason = Some(Note::parse("The stamp\nis missing.")?);
    let document = application.documents()[2].id;
    for review in [Review::Take, Review::Judge { document, judgement: Judgement::of(Verdict::Rejected, reason.clone())? }] {
        let change = application.review(review, operator.id(), noon())?;
        let expected = application.clone();
        application = save(store, &application, &change).await?;
        assert_eq!(application.parts().reviewer, expected.parts().reviewer);
        assert_eq!(application.documents(), expected.documents());
    }
    assert_eq!(application.documents()[2].verdict_reason, reason);
    let mine = store.queue(QueueFilter::MineOf(OnboardingStatus::Pending, operator.id()), None, 9).await?.entries;
    let seen: Vec<_> = mine.into_iter().map(|entry| (entry.applicant, entry.reviewer, entry.pending_buyers)).collect();
    assert_eq!(seen, [(applicant.clone(), Some(operator), 1)]);
    assert_eq!(store.queue(QueueFilter::MineOf(OnboardingStatus::Pending, applicant.id()), None, 9).await?.entries, []);
    let waiting = usize::try_from(store.counts(1_000).await?[1])?;
    assert_eq!(store.queue(QueueFilter::Status(OnboardingStatus::Pending), None, 1_000).await?.entries.len(), waiting);
    assert_eq!(store.counts(2).await?.len(), 5);
    assert!(store.counts(2).await?.iter().all(|count| *count <= 2));
    Ok(())
}

async fn a_case_is_found_by_its_words(store: &dyn Store) -> Checked {
    let user = stored_user(store, "words.zoe@example.org").await?;
    let mut application = blank(&user);
    let mut form = complete_form();
    form.company.legal_name = Some(Line::parse("Żółw & Söhne")?);
    form.company.registration_number = Some(Line::parse("KRS 0000987654")?);
    let change = application.save_form(form.clone(), noon())?;
    application = save(store, &application, &change).await?;
    let id = application.parts().id;
    let found = |words: &'static [&'static str]| async move {
        let filter = QueueFilter::Found(words.iter().map(|word| (*word).to_owned()).collect(), None);
        let entries = store.queue(filter, None, 50).await?.entries;
        Ok::<_, Box<dyn Error>>(entries.iter().any(|entry| entry.place.id == id))
    };
    for words in [&["sohne"][..], &["soh"], &["0000987"], &["words", "zoe"], &["brandt", "sohne"], &["krs", "org"]] {
        assert!(found(words).await?, "{words:?}");
    }
    for words in [&["ohne"][..], &["sohne", "nordwind"], &["sohnez"], &["%"], &["_ohne"]] {
        assert!(!found(words).await?, "{words:?}");
    }
    let elsewhere = QueueFilter::Found(vec!["sohne".to_owned()], Some(OnboardingStatus::Approved));
    assert_eq!(store.queue(elsewhere, None, 50).await?.entries, []);
    form.company.legal_name = Some(Line::parse("Brandt")?);
    let change = application.save_form(form, noon())?;
    save(store, &application, &change).await?;
    assert!(!found(&["sohne"]).await?, "the name of old");
    assert!(found(&["zoe"]).await?);
    Ok(())
}
