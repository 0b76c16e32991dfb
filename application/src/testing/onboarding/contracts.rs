//! Applications with their documents, steps and versions.

use crate::{
    StorePorts,
    identity::changes::Change as AccountChange,
    kernel::{commit::CommitError, idempotency::Earlier},
    onboarding::{
        changes::Change,
        ports::{BuyerInCase, CaseFile, Filed, QueueFilter, QueueOrder, Submission},
    },
    parties::changes::Change as PartyChange,
    screens::ports::Overview,
    testing::{
        buyer_details, complete_form,
        contracts::{Checked, at_work, context, id, identity, mail, mailing, member, noon, onboarding, parties, request, session},
        full_form,
        parties::contracts::{buyer, debtor},
    },
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{
    identity::user::User,
    kernel::{
        coded::Coded,
        country::CountryCode,
        text::{Line, Note},
    },
    onboarding::{
        application::{self, Application, ApplicationId, Form, Parts},
        decision::{Decision, DisapprovalReason, Review},
        document::{Document, DocumentId, DocumentKind, FileName, FileType, Judgement, Verdict},
        noticed::{Likeness, Similar},
        status::OnboardingStatus,
    },
    parties::{buyer::Buyer, membership::Membership},
};
use std::error::Error;

type Member = (User, Membership);

pub(super) fn document(kind: DocumentKind, seconds: i64) -> Result<Document, Box<dyn Error>> {
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
        replaced_at: None,
    })
}

pub(super) fn blank((_, membership): &Member) -> Application {
    Application::blank(ApplicationId(id()), membership, 0, noon())
}

pub(super) fn changed(application: &Application, change: &application::Change) -> Change {
    Change::Application(Box::new((application.clone(), change.clone())))
}

/// The company's application as it is stored.
pub(super) async fn again(ports: &StorePorts, application: &Application) -> Result<Application, Box<dyn Error>> {
    let filed = ports.applications.filed(application.parts().company).await?;
    filed.application.ok_or_else(|| "the application is gone".into())
}

/// Stores a change and answers what there is then.
pub(super) async fn save(
    ports: &StorePorts,
    application: &Application,
    change: &application::Change,
) -> Result<Application, Box<dyn Error>> {
    onboarding(ports, changed(application, change)).await?;
    again(ports, application).await
}

async fn add_buyer(ports: &StorePorts, (_, seller): &Member, name: &str) -> Result<Buyer, CommitError> {
    let buyer = buyer(seller.company, name);
    parties(ports, PartyChange::BuyerAdded { buyer: buyer.clone(), max: 10 }).await?;
    Ok(buyer)
}

/// What the member's first screen shows, of a session of its own.
async fn overview(ports: &StorePorts, (user, membership): &Member) -> Result<Overview, Box<dyn Error>> {
    let session = session(user);
    assert_eq!(ports.first_screens.first_screen(session.id).await?, None);
    identity(ports, AccountChange::SessionOpened(session)).await?;
    let (found, whose, place, overview) = ports.first_screens.first_screen(session.id).await?.ok_or("no such session")?;
    assert_eq!(ports.memberships.by_session(session.id).await?, Some((found, whose, place)));
    assert_eq!(place, *membership);
    Ok(overview)
}

pub async fn an_application_is_read_as_it_was_saved(ports: &StorePorts) -> Checked {
    let user = member(ports, "app.ada@example.com").await?;
    assert_eq!(ports.applications.filed(user.1.company).await?, Filed::default());
    assert_eq!(overview(ports, &user).await?.status, OnboardingStatus::NotCompleted);
    let mut application = blank(&user);
    let change = application.save_form(full_form(), noon())?;
    let saved = save(ports, &application, &change).await?;
    assert_eq!(saved, Application::restore(Parts { version: 1, ..application.parts().clone() }));
    assert_eq!(overview(ports, &user).await?.company, full_form().company);
    let mut again = saved;
    let change = again.save_form(Form::default(), noon() + TimeDelta::seconds(1))?;
    assert_eq!(save(ports, &again, &change).await?.form(), &Form::default());

    let buyer = add_buyer(ports, &user, "Nordwind AG").await?;
    let filed = ports.applications.filed(user.1.company).await?;
    assert_eq!(filed.application.map(|application| application.buyer_count()), Some(1));
    assert_eq!(filed.buyer_count, 1);
    assert_eq!(overview(ports, &user).await?.pending_buyers, [buyer]);
    Ok(())
}

pub async fn documents_come_and_go_with_their_application(ports: &StorePorts) -> Checked {
    let user = member(ports, "app.bob@example.com").await?;
    let mut application = blank(&user);
    let (first, second) = (document(DocumentKind::BankStatement, 1)?, document(DocumentKind::ProofOfAddress, 2)?);
    for document in [&first, &second] {
        let change = application.attach(document.clone(), noon())?;
        application = save(ports, &application, &change).await?;
    }
    assert_eq!(application.documents(), [first.clone(), second.clone()]);
    assert_eq!(ports.applications.document(first.id).await?, Some((user.1.company, first.clone())));
    assert_eq!(ports.applications.known_documents(&[DocumentId(id()), second.id]).await?, [second.id]);
    let change = application.remove(first.id, noon())?;
    assert_eq!(save(ports, &application, &change).await?.documents(), [second]);
    assert_eq!(ports.applications.document(first.id).await?, None);
    Ok(())
}

pub async fn of_many_writers_of_one_version_one_wins(ports: &StorePorts) -> Checked {
    let user = member(ports, "app.race@example.com").await?;
    let mut application = ready(ports, &user).await?;
    let change = application.submit(user.0.id(), noon())?;
    let answers = join_all((0..64).map(|_| onboarding(ports, changed(&application, &change)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))));
    assert_eq!(ports.applications.filed(user.1.company).await?.history.len(), 1);
    Ok(())
}

pub async fn of_many_first_writers_one_wins(ports: &StorePorts) -> Checked {
    let user = member(ports, "app.first@example.com").await?;
    let all: Vec<_> = (0..16).map(|_| blank(&user)).collect();
    let change = application::Change::FormSaved { before: Box::default() };
    let answers = join_all(all.iter().map(|application| onboarding(ports, changed(application, &change)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))));
    Ok(())
}

/// An application that lacks nothing, stored.
pub(super) async fn ready(ports: &StorePorts, user: &Member) -> Result<Application, Box<dyn Error>> {
    add_buyer(ports, user, "Nordwind AG").await?;
    let mut application = blank(user);
    let change = application.save_form(complete_form(), noon())?;
    application = save(ports, &application, &change).await?;
    for (seconds, kind) in (0..).zip(DocumentKind::ALL) {
        let change = application.attach(document(*kind, seconds)?, noon())?;
        application = save(ports, &application, &change).await?;
    }
    Ok(application)
}

/// The changes of handing in.
fn handed_in(application: &Application, change: &application::Change) -> Vec<Change> {
    let kept = Change::VersionKept(Box::new(application.clone()), noon());
    vec![changed(application, change), kept]
}

pub async fn steps_are_kept_in_order_and_mails_go_with_them(ports: &StorePorts) -> Checked {
    let user = member(ports, "app.steps@example.com").await?;
    let operator = at_work(member(ports, "app.operator@example.com").await?.1);
    let mut application = ready(ports, &user).await?;
    let depth = ports.outbox.depth().await?;
    let mut expected = Vec::new();
    let documents = vec![(DocumentKind::BankStatement, Note::parse("It is too old.")?)];
    for step in 0..4 {
        let note = Some(Note::parse("a note\nof two lines")?);
        let (change, is_version) = match step {
            0 => (application.submit(user.0.id(), noon())?, true),
            1 => {
                let reasons = vec![DisapprovalReason::Unverifiable, DisapprovalReason::Other];
                (application.decide(Decision::Disapprove { reasons, note }, &operator, noon())?, false)
            }
            2 => (application.decide(Decision::Reopen { documents: documents.clone(), note }, &operator, noon())?, false),
            _ => {
                let change = application.attach(document(DocumentKind::BankStatement, 100)?, noon())?;
                application = save(ports, &application, &change).await?;
                (application.submit(user.0.id(), noon())?, true)
            }
        };
        let changes = if is_version { handed_in(&application, &change) } else { vec![changed(&application, &change)] };
        ports.onboarding.commit(changes, mailing(mail("app.steps@example.com")?)).await?;
        application = again(ports, &application).await?;
        if let application::Change::Moved(step) = change {
            expected.push(step);
        }
    }
    assert_eq!(ports.applications.filed(user.1.company).await?.history, expected);
    assert_eq!(application.parts().submissions, 2);
    let versions = ports.applications.submissions(application.parts().id).await?;
    let known: Vec<_> = versions.iter().map(|version| (version.number, version.documents.len(), version.buyers.len())).collect();
    assert_eq!(known, [(1, DocumentKind::ALL.len(), 1), (2, DocumentKind::ALL.len() + 1, 1)]);
    let Submission { submitted_at, form, .. } = &versions[0];
    assert_eq!((*submitted_at, form), (noon(), &complete_form()));
    assert_eq!(ports.outbox.depth().await?, depth + 4);
    assert_eq!(overview(ports, &user).await?.status, OnboardingStatus::Pending);
    Ok(())
}

pub async fn a_document_is_history_once_another_stands_in_its_place(ports: &StorePorts) -> Checked {
    let user = member(ports, "app.replaced@example.com").await?;
    let operator = at_work(member(ports, "app.replaced.operator@example.com").await?.1);
    let mut application = ready(ports, &user).await?;
    let (asked, answered) = (noon() + TimeDelta::hours(1), noon() + TimeDelta::hours(2));
    let documents = vec![(DocumentKind::BankStatement, Note::parse("It is too old.")?)];
    let new = document(DocumentKind::BankStatement, 5_400)?;
    for step in 0..4 {
        let change = match step {
            0 => application.submit(user.0.id(), noon())?,
            1 => application.decide(Decision::RequestDocuments { documents: documents.clone(), note: None }, &operator, asked)?,
            2 => application.attach(new.clone(), asked)?,
            _ => application.submit(user.0.id(), answered)?,
        };
        application = save(ports, &application, &change).await?;
    }
    let replaced: Vec<_> = application.documents().iter().filter(|document| document.replaced_at.is_some()).collect();
    let [old] = replaced[..] else { return Err(format!("{replaced:?}").into()) };
    assert_eq!((old.kind, old.replaced_at), (DocumentKind::BankStatement, Some(answered)));
    assert_ne!(old.id, new.id);
    Ok(())
}

pub async fn a_refused_write_leaves_nothing(ports: &StorePorts) -> Checked {
    let user = member(ports, "app.refused@example.com").await?;
    let request = request(user.0.id(), "refused")?;
    let mut application = blank(&user);
    let change = application.attach(document(DocumentKind::BankStatement, 1)?, noon())?;
    save(ports, &application, &change).await?;
    let depth = ports.outbox.depth().await?;
    let second = document(DocumentKind::BankStatement, 2)?;
    let change = application.attach(second.clone(), noon())?;
    let buyer = buyer(user.1.company, "Nordwind AG");
    let refused = mailing(mail("app.refused@example.com")?).under(Some(request.made(second.id.0, noon())));
    let changes = vec![PartyChange::BuyerAdded { buyer, max: 10 }.into(), changed(&application, &change)];
    assert_eq!(ports.onboarding.commit(changes, refused).await, Err(CommitError::Stale));
    assert_eq!(ports.applications.document(second.id).await?, None);
    assert_eq!(ports.buyers.of(user.1.company).await?, [], "what went before it is not there either");
    assert_eq!(ports.outbox.depth().await?, depth);
    assert_eq!(ports.idempotency.earlier(&request).await?, Earlier::Nothing);
    Ok(())
}

pub async fn what_an_operator_does_on_a_case_is_kept(ports: &StorePorts) -> Checked {
    let applicant = member(ports, "desk.ada@example.com").await?;
    let (operator, place) = member(ports, "desk.olga@example.com").await?;
    let mut application = ready(ports, &applicant).await?;
    let change = application.submit(applicant.0.id(), noon())?;
    application = save(ports, &application, &change).await?;
    let reason = Some(Note::parse("The stamp\nis missing.")?);
    let document = application.documents()[2].id;
    for review in [Review::Take, Review::Judge { document, judgement: Judgement::of(Verdict::Rejected, reason.clone())? }] {
        let change = application.review(review, &at_work(place), noon())?;
        let expected = application.clone();
        application = save(ports, &application, &change).await?;
        assert_eq!(application.parts().reviewer, expected.parts().reviewer);
        assert_eq!(application.documents(), expected.documents());
    }
    assert_eq!(application.documents()[2].verdict_reason, reason);
    let queue = async |filter| Ok::<_, Box<dyn Error>>(ports.applications.queue(filter, QueueOrder::default(), None, 1_000).await?.entries);
    let mine = queue(QueueFilter::MineOf(OnboardingStatus::Pending, operator.id())).await?;
    let seen: Vec<_> = mine.into_iter().map(|entry| (entry.applicant, entry.reviewer, entry.pending_buyers)).collect();
    assert_eq!(seen, [(applicant.0.clone(), Some(operator), 1)]);
    assert_eq!(queue(QueueFilter::MineOf(OnboardingStatus::Pending, applicant.0.id())).await?, []);
    let waiting = usize::try_from(ports.applications.counts(1_000).await?[1])?;
    assert_eq!(queue(QueueFilter::Status(OnboardingStatus::Pending)).await?.len(), waiting);
    assert_eq!(ports.applications.counts(2).await?.len(), OnboardingStatus::ALL.len());
    assert!(ports.applications.counts(2).await?.iter().all(|count| *count <= 2));
    Ok(())
}

pub async fn a_case_has_everything_a_decision_needs(ports: &StorePorts) -> Checked {
    let user = member(ports, "case.ada@example.com").await?;
    let (operator, place) = member(ports, "case.olga@example.com").await?;
    let mut application = ready(ports, &user).await?;
    let buyers = ports.buyers.of(user.1.company).await?;
    let change = application.submit(user.0.id(), noon())?;
    ports.onboarding.commit(handed_in(&application, &change), context()).await?;
    application = again(ports, &application).await?;
    let taken = application.review(Review::Take, &at_work(place), noon())?;
    application = save(ports, &application, &taken).await?;
    let application::Change::Moved(step) = change else { return Err("no step".into()) };
    let submissions = ports.applications.submissions(application.parts().id).await?;
    assert_eq!(submissions.len(), 1);
    let id = application.parts().id;
    assert_eq!(ports.applications.by_id(id).await?.as_ref(), Some(&application));
    let found = ports.applications.case(id).await?.ok_or("no case")?;
    // Others of the same name may have been there before.
    let similar = found.similar.clone();
    let (applicant, reviewer) = (user.0, Some(operator));
    let owners = vec![applicant.clone()];
    let file = CaseFile { application, history: vec![step], applicant, owners, reviewer, buyers, submissions, similar };
    assert_eq!(found, file);
    assert_eq!(ports.applications.case(ApplicationId(crate::testing::contracts::id())).await?, None);
    Ok(())
}

pub async fn a_buyer_is_found_in_its_case_alone(ports: &StorePorts) -> Checked {
    let (ada, bob) = (member(ports, "in.ada@example.com").await?, member(ports, "in.bob@example.com").await?);
    let mut cases = Vec::new();
    for user in [&ada, &bob] {
        let mut application = blank(user);
        let change = application.save_form(complete_form(), noon())?;
        cases.push(save(ports, &application, &change).await?);
    }
    let named = add_buyer(ports, &ada, "Nordwind AG").await?;
    let in_case =
        async |case: usize, buyer| Ok::<_, Box<dyn Error>>(ports.applications.buyer_in_case(cases[case].parts().id, buyer).await?);
    assert_eq!(in_case(1, named.id).await?, None);
    let application = again(ports, &cases[0]).await?;
    assert_eq!(
        in_case(0, named.id).await?,
        Some(BuyerInCase { application: application.clone(), buyer: named.clone(), debtor: None, alike: vec![] })
    );
    // The same legal entity, named by somebody else and written differently, is the debtor it is.
    let mut details = buyer_details("NORDWIND");
    details.registration_number = Line::parse("nord-wind ag")?;
    let theirs = Buyer { details, ..buyer(bob.1.company, "Nordwind") };
    let known = debtor(&theirs);
    parties(ports, PartyChange::DebtorAdded(known.clone())).await?;
    assert_eq!(in_case(0, named.id).await?, Some(BuyerInCase { application, buyer: named, debtor: Some(known.id()), alike: vec![] }));
    Ok(())
}

/// An application that was handed in by a company called so, with this number in the register.
async fn named(ports: &StorePorts, email: &str, name: &str, number: &str) -> Result<Application, Box<dyn Error>> {
    let user = member(ports, email).await?;
    let mut form = complete_form();
    form.company.legal_name = Some(Line::parse(name)?);
    form.company.registration_number = Some(Line::parse(number)?);
    let began = blank(&user);
    let draft = Application::restore(Parts { form, ..began.parts().clone() });
    save(ports, &draft, &application::Change::FormSaved { before: Box::new(began.form().clone()) }).await
}

/// Hands it in, as the use case does.
async fn hand_in(ports: &StorePorts, draft: &Application) -> Result<Application, Box<dyn Error>> {
    let company = &draft.form().company;
    let (name, entity) = (company.legal_name.clone(), company.legal_entity());
    parties(ports, PartyChange::CompanyNamed { id: draft.parts().company, legal_name: name, legal_entity: entity }).await?;
    let parts = Parts { status: OnboardingStatus::Pending, submissions: 1, ..draft.parts().clone() };
    save(ports, &Application::restore(parts), &application::Change::FormSaved { before: Box::new(draft.form().clone()) }).await
}

pub async fn what_may_be_the_same_company_is_found_by_number_and_by_name(ports: &StorePorts) -> Checked {
    let ada = named(ports, "similar.ada@example.com", "Wäscherei Süd GmbH", "HRB 777").await?;
    let similar = async || {
        let found = ports.applications.case(ada.parts().id).await?;
        Ok::<_, Box<dyn Error>>(found.ok_or("no case")?.similar)
    };
    let same = named(ports, "similar.bob@example.com", "Waschsalon", "hrb-777").await?;
    let alike = named(ports, "similar.cyd@example.com", "WASCHEREI SÜD, GMBH", "HRB 778").await?;
    let both = named(ports, "similar.dan@example.com", "Wäscherei Süd GmbH", "HRB777").await?;
    let other = named(ports, "similar.eva@example.com", "Wäscherei Nord GmbH", "HRB 779").await?;
    assert_eq!(similar().await?, [], "what is not handed in is nobody's business");
    for draft in [&ada, &same, &alike, &both, &other] {
        hand_in(ports, draft).await?;
    }
    let called = |of: &Application, by: fn(ApplicationId) -> Likeness| {
        let company = of.form().company.legal_name.clone();
        company.map(|company| Similar { by: by(of.parts().id), company })
    };
    let found = [called(&same, Likeness::Entity), called(&alike, Likeness::Name), called(&both, Likeness::Entity)];
    let mut expected: Vec<_> = found.into_iter().flatten().collect();
    expected.sort_by_key(|similar| similar.by);
    assert_eq!(similar().await?, expected);
    // It is a buyer of somebody's, too.
    let mut details = buyer_details("Wäscherei");
    details.country = CountryCode::parse("DE")?;
    details.registration_number = Line::parse("HRB 777")?;
    let known = debtor(&Buyer { details, ..buyer(other.parts().company, "Wäscherei") });
    parties(ports, PartyChange::DebtorAdded(known)).await?;
    expected.push(Similar { by: Likeness::Debtor, company: Line::parse("Wäscherei")? });
    assert_eq!(similar().await?, expected);
    Ok(())
}
