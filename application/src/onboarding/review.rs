//! What operators do: look at a case, take it, judge its documents, decide.

use super::{
    Onboarding, View,
    changes::Change,
    ports::{CaseFile, Submission},
    stored, trail, works,
};
use crate::{
    identity::StepUpRequired,
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{IdempotencyError, RequestKey, once},
        outbox::{Content, Mail},
        unavailable::Unavailable,
    },
    parties::Member,
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    identity::user::User,
    kernel::{change::Changed, ids::MailId},
    onboarding::{
        actions::OperatorAction,
        application::{self, Application, ApplicationId, Blocked},
        comparison::changed,
        decision::{Decision, Review},
        document::DocumentId,
        noticed::{Evidence, Notice, noticed},
        status::OnboardingStatus,
    },
    parties::{
        buyer::{Buyer, BuyerId},
        operator::Operator,
    },
};

/// An application with everything a decision needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    pub view: View,
    pub applicant: User,
    pub buyers: Vec<Buyer>,
    /// The operator who is on it.
    pub reviewer: Option<User>,
    pub submissions: Vec<Submission>,
    pub since: Option<SubmissionDiff>,
    /// What the machine noticed, for the operator alone.
    pub noticed: Vec<Notice>,
}

impl Case {
    fn of(file: CaseFile, today: NaiveDate) -> Self {
        let CaseFile { application, history, applicant, owners: _, reviewer, buyers, submissions, similar } = file;
        let noticed = noticed(&Evidence { application: &application, applicant: &applicant, similar: &similar, today });
        // While it is with the operator, the last version is what lies before them; otherwise it is what is being replaced.
        let handed_in = usize::from(application.status() == OnboardingStatus::Pending);
        let before = submissions.len().checked_sub(1 + handed_in).and_then(|place| submissions.get(place));
        let since = before.map(|before| SubmissionDiff::since(before, &application, &buyers));
        Self { view: View { application, history, today, reader: None }, applicant, buyers, reviewer, submissions, since, noticed }
    }

    /// What this operator may do now.
    pub fn allowed_actions(&self, me: &Operator) -> Vec<OperatorAction> {
        self.view.application.operators_actions(me)
    }
}

/// What changed since the version before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionDiff {
    pub number: i32,
    pub submitted_at: DateTime<Utc>,
    pub answers: Vec<Changed>,
    pub documents: Vec<DocumentId>,
    pub buyers: Vec<BuyerId>,
}

impl SubmissionDiff {
    fn since(before: &Submission, application: &Application, buyers: &[Buyer]) -> Self {
        let Submission { number, submitted_at, form, documents, buyers: known } = before;
        let new = |id: &DocumentId| !documents.contains(id);
        Self {
            number: *number,
            submitted_at: *submitted_at,
            answers: changed(form, application.form()),
            documents: application.documents().iter().map(|document| document.id).filter(new).collect(),
            buyers: buyers.iter().map(|buyer| buyer.id).filter(|id| !known.contains(id)).collect(),
        }
    }
}

/// What an operator does, and what it is based on.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewCommand {
    pub by: Member,
    /// The version the operator saw.
    pub version: i64,
    pub review: Review,
    pub request: Option<RequestKey>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    #[error("there is no such application")]
    NotFound,
    /// A colleague did something, or the applicant changed something, since the operator looked.
    #[error("changed meanwhile")]
    Stale,
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Onboarding {
    /// One application with everything a decision needs.
    ///
    /// # Errors
    /// `NotFound`; `Blocked(OwnCompany)` where it is the operator's own.
    pub async fn case(&self, by: &Operator, id: ApplicationId) -> Result<Case, ReviewError> {
        let file = self.applications.case(id).await?.ok_or(ReviewError::NotFound)?;
        file.application.operator_may_look(by)?;
        Ok(Case::of(file, self.clock.now().date_naive()))
    }

    /// A version as it was handed in.
    ///
    /// # Errors
    /// `NotFound`; `Blocked(OwnCompany)` where it is the operator's own.
    pub async fn submission(&self, by: &Operator, id: ApplicationId, number: i32) -> Result<Submission, ReviewError> {
        let application = self.applications.by_id(id).await?.ok_or(ReviewError::NotFound)?;
        application.operator_may_look(by)?;
        let version = self.applications.submissions(id).await?.into_iter().find(|version| version.number == number);
        version.ok_or(ReviewError::NotFound)
    }

    /// Does what an operator does on the version they saw; a decision is mailed to the company's owners.
    ///
    /// # Errors
    /// `NotFound`; `Stale` when the application is at another version by now; `Blocked` when its status does not allow it.
    pub async fn review(&self, id: ApplicationId, command: ReviewCommand) -> Result<Case, ReviewError> {
        let ReviewCommand { by, version, review, request } = command;
        let operator = by.operator();
        let repeat = async |_| self.case(&operator, id).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let mut file = self.applications.case(id).await?.ok_or(ReviewError::NotFound)?;
            file.application.operator_may_look(&operator)?;
            if file.application.parts().version != version {
                return Err(ReviewError::Stale);
            }
            let now = self.clock.now();
            let approves = matches!(review, Review::Decide(Decision::Approve { .. }));
            let change = file.application.review(review, &operator, now)?;
            // With the company its account is approved.
            if approves {
                by.confirmed(now)?;
            }
            if change.is_none_of(&file.application) {
                return Ok(Case::of(file, now.date_naive()));
            }
            let made = request.as_ref().map(|request| request.made(id.0, now));
            let mut context = WriteContext::of(trail::entry(&file.application, &change, operator.user(), now)).under(made);
            if let application::Change::Moved(step) = &change {
                file.history.push(step.clone());
                let said = trail::announced(&file.application, step);
                context.mails.extend(file.owners.iter().map(|owner| self.announcement(owner, said.clone(), now)));
            }
            let changes = vec![works(&operator), Change::Application(Box::new((file.application.clone(), change)))];
            match self.commit.commit(changes, context).await {
                Ok(()) => Ok(Case::of(reviewed(file, by.signed_in.user), now.date_naive())),
                Err(CommitError::Stale) => Err(ReviewError::Stale),
                Err(error) => Err(error.unexpected().into()),
            }
        })
        .await
    }

    /// The mail that tells somebody of the company.
    pub(super) fn announcement(&self, to: &User, content: Content, now: DateTime<Utc>) -> Mail {
        let language = to.parts().language;
        Mail { id: MailId(self.ids.next()), to: to.email().clone(), name: to.name(), language, content, created_at: now }
    }
}

/// The case as it is stored after this operator's change.
fn reviewed(file: CaseFile, by: User) -> CaseFile {
    let on_it = file.application.parts().reviewer;
    let reviewer = [Some(by), file.reviewer].into_iter().flatten().find(|operator| Some(operator.id()) == on_it);
    CaseFile { application: stored(file.application), reviewer, ..file }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::{
            idempotency::IdempotencyKey,
            outbox::{Content, Details},
        },
        onboarding::{QueueSearch, ports::QueueEntry},
        testing::{World, a_user, complete_form, confirmed},
    };
    use sooner_domain::{
        kernel::{
            Invalid,
            audit::{Actor, AuditAction},
            coded::Coded,
            language::Language,
            text::Note,
        },
        onboarding::{
            company::Want,
            decision::DisapprovalReason,
            document::{DocumentKind, Judgement, Verdict},
            requirements::Demand,
        },
    };

    fn work(by: &Member, version: i64, decision: Decision) -> ReviewCommand {
        ReviewCommand { by: confirmed(by), version, review: Review::Decide(decision), request: None }
    }

    fn approve() -> Decision {
        Decision::Approve { note: None }
    }

    async fn waiting(world: &World, email: &str) -> Result<QueueEntry, Box<dyn std::error::Error>> {
        world.submitted(a_user().email(email)).await?;
        let page = world.onboarding().queue(QueueSearch::default(), None).await?;
        page.entries.into_iter().find(|entry| entry.applicant.email().as_str() == email).ok_or_else(|| "not in the queue".into())
    }

    #[tokio::test]
    async fn a_decision_moves_the_application_and_tells_the_applicant() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let operator = &world.operator().await?;
        let entry = waiting(&world, "ada@example.com").await?;
        let reason = Note::parse("It is older than three months.")?;
        let request = Decision::RequestDocuments { documents: vec![(DocumentKind::BankStatement, reason)], note: None };
        let case = world.onboarding().review(entry.place.id, work(operator, entry.version, request)).await?;
        assert_eq!(case.view.application.status(), OnboardingStatus::DocumentsMissing);
        let applicant = world.onboarding().view(world.membership(case.applicant.id()).await?).await?;
        assert!(
            matches!(&applicant.missing()[0].demand, Demand::Replacement { reason, .. } if reason.as_str() == "It is older than three months.")
        );
        Ok(())
    }

    /// The mail that was sent last.
    async fn last_mail(world: &World) -> Result<Mail, Box<dyn std::error::Error>> {
        world.delivery().round().await?;
        world.mailer.sent().pop().ok_or_else(|| "no mail".into())
    }

    #[tokio::test]
    async fn a_mail_lists_what_is_asked_for_and_tells_one_situation_from_another() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let operator = &world.operator().await?;
        let (onboarding, by) = (world.onboarding(), operator);
        let mut german = a_user();
        german.member.language = Language::German;
        let me = world.ready_to_submit(german).await?;
        let id = onboarding.submit(&me, None).await?.application.parts().id;
        let decide = async |decision: Decision| {
            let version = onboarding.case(&by.operator(), id).await?.view.application.parts().version;
            onboarding.review(id, work(by, version, decision)).await?;
            last_mail(&world).await
        };
        let ask = || -> Result<Vec<_>, Invalid> {
            let of = |kind, reason| Ok((kind, Note::parse(reason)?));
            Ok(vec![of(DocumentKind::ProofOfAddress, "Cut off.")?, of(DocumentKind::BankStatement, "Too old.")?])
        };
        let note = || Note::parse("By Friday.").ok();
        let listed = |mail: &Mail| {
            let of = |details: &Details| {
                details.documents.iter().map(|wanted| (wanted.kind.clone(), wanted.reason.as_str().to_owned())).collect()
            };
            mail.content.details().map(of).unwrap_or_default()
        };
        let both = [("proof_of_address", "Cut off."), ("bank_statement", "Too old.")].map(|(kind, why)| (kind.to_owned(), why.to_owned()));

        let mail = decide(Decision::RequestDocuments { documents: ask()?, note: note() }).await?;
        assert_eq!((mail.content.code(), mail.language, listed(&mail)), ("documents_requested", Language::German, both.to_vec()));
        assert!(mail.content.details().is_some_and(|told| !told.was_approved && told.note == note()));

        for kind in [DocumentKind::ProofOfAddress, DocumentKind::BankStatement] {
            world.document_of(me.membership, kind).await?;
        }
        onboarding.submit(&me, None).await?;
        let mail = decide(Decision::Approve { note: note() }).await?;
        assert_eq!(mail.content, Content::Approved { details: Some(Details { sells: true, ..Details::default() }) });

        let mail = decide(Decision::RequestDocuments { documents: ask()?, note: None }).await?;
        assert_eq!(listed(&mail), both);
        assert!(mail.content.details().is_some_and(|told| told.was_approved && told.note.is_none()), "the refresh of an approved company");

        for kind in [DocumentKind::ProofOfAddress, DocumentKind::BankStatement] {
            world.document_of(me.membership, kind).await?;
        }
        onboarding.submit(&me, None).await?;
        for (documents, expected) in [(ask()?, both.to_vec()), (vec![], vec![])] {
            decide(Decision::Disapprove { reasons: vec![DisapprovalReason::HighRisk], note: None }).await?;
            let mail = decide(Decision::Reopen { documents, note: note() }).await?;
            assert_eq!((mail.content.code(), listed(&mail)), ("reopened", expected));
            assert_eq!(mail.content.details().and_then(|told| told.note.clone()), note());
            for kind in [DocumentKind::ProofOfAddress, DocumentKind::BankStatement] {
                world.document_of(me.membership, kind).await.ok();
            }
            onboarding.submit(&me, None).await?;
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_company_that_sells_nothing_is_told_of_no_buyers() -> Result<(), Box<dyn std::error::Error>> {
        for want in [Want::Buyer, Want::Supplier] {
            let world = World::default();
            let operator = &world.operator().await?;
            let me = world.ready_to_submit(a_user()).await?;
            let mut form = complete_form();
            form.company.wants = [want].into();
            world.onboarding().save_form(me.membership, form, None).await?;
            let application = world.onboarding().submit(&me, None).await?.application;
            let parts = application.parts();
            world.onboarding().review(parts.id, work(operator, parts.version, approve())).await?;
            assert_eq!(last_mail(&world).await?.content, Content::Approved { details: Some(Details::default()) }, "{want:?}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn the_mail_of_a_disapproval_is_the_same_for_every_reason_and_note() -> Result<(), Box<dyn std::error::Error>> {
        for reason in DisapprovalReason::ALL {
            for note in [None, Some(Note::parse("Nothing of this is mailed.")?)] {
                let world = World::default();
                let operator = &world.operator().await?;
                let entry = waiting(&world, "ada@example.com").await?;
                let no = Decision::Disapprove { reasons: vec![*reason], note };
                world.onboarding().review(entry.place.id, work(operator, entry.version, no)).await?;
                assert_eq!(last_mail(&world).await?.content, Content::Disapproved, "{reason:?}");
            }
        }
        Ok(())
    }

    #[tokio::test]
    async fn of_two_operators_the_slower_is_told_that_somebody_decided() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let operator = &world.operator().await?;
        let entry = waiting(&world, "ada@example.com").await?;
        let onboarding = world.onboarding();
        onboarding.review(entry.place.id, work(operator, entry.version, Decision::Approve { note: None })).await?;
        let slower = Decision::Disapprove { reasons: vec![DisapprovalReason::HighRisk], note: None };
        assert_eq!(onboarding.review(entry.place.id, work(operator, entry.version, slower)).await, Err(ReviewError::Stale));
        let again = onboarding.review(entry.place.id, work(operator, entry.version + 1, Decision::Approve { note: None })).await;
        assert_eq!(again, Err(ReviewError::Blocked(Blocked::NotEditable)));
        Ok(())
    }

    #[tokio::test]
    async fn a_key_stands_for_one_decision_on_one_application() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let operator = &world.operator().await?;
        let (ada, bob) = (waiting(&world, "ada@example.com").await?, waiting(&world, "bob@example.com").await?);
        let key = IdempotencyKey::parse("one")?;
        let once = RequestKey { user: operator.user.id(), key, fingerprint: [0; 32] };
        let decide = |on: &QueueEntry, decision: Decision| {
            // What the edge takes into the fingerprint: what is done, and to which application.
            let request = once.clone().and(on.place.id.0.as_bytes()).and(decision.action().code().as_bytes());
            let work = ReviewCommand { request: Some(request), ..work(operator, on.version, decision) };
            let (onboarding, id) = (world.onboarding(), on.place.id);
            async move { onboarding.review(id, work).await }
        };
        let first = decide(&ada, Decision::Approve { note: None }).await?;
        assert_eq!(decide(&ada, Decision::Approve { note: None }).await?, first);
        assert_eq!(decide(&bob, Decision::Approve { note: None }).await, Err(ReviewError::Idempotency(IdempotencyError::OtherContent)));
        assert_eq!(
            decide(&ada, Decision::Reopen { documents: vec![], note: None }).await,
            Err(ReviewError::Idempotency(IdempotencyError::OtherContent))
        );
        Ok(())
    }

    #[tokio::test]
    async fn a_case_tells_who_is_on_it_and_what_changed_since_the_last_version() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let operator = world.operator().await?;
        let entry = waiting(&world, "ada@example.com").await?;
        let (id, onboarding, by) = (entry.place.id, world.onboarding(), &operator);
        let case = onboarding.review(id, ReviewCommand { review: Review::Take, ..work(by, entry.version, approve()) }).await?;
        assert_eq!(case.reviewer.map(|reviewer| reviewer.id()), Some(by.user.id()));
        assert_eq!((case.since, case.submissions.len()), (None, 1));
        let ask = Decision::RequestDocuments { documents: vec![(DocumentKind::BankStatement, Note::parse("Too old.")?)], note: None };
        let case = onboarding.review(id, work(by, case.view.application.parts().version, ask)).await?;
        assert_eq!(case.since.map(|since| (since.number, since.documents.len())), Some((1, 0)));
        let applicant = world.signed_in(&case.applicant).await?;
        let new = world.document(applicant.membership).await?;
        onboarding.submit(&applicant, None).await?;
        let since = onboarding.case(&by.operator(), id).await?.since.ok_or("nothing to compare with")?;
        assert_eq!((since.number, since.documents, since.answers, since.buyers), (1, vec![new.id], vec![], vec![]));
        Ok(())
    }

    #[tokio::test]
    async fn what_operators_do_is_in_the_trail_of_the_case() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = &world.operator().await?;
        let entry = waiting(&world, "ada@example.com").await?;
        let document = world.onboarding().view(world.membership(entry.applicant.id()).await?).await?.application.documents()[0].id;
        let reason = Some(Note::parse("The stamp is missing.")?);
        let judge = Review::Judge { document, judgement: Judgement::of(Verdict::Rejected, reason)? };
        world.onboarding().review(entry.place.id, ReviewCommand { review: judge, ..work(by, entry.version, approve()) }).await?;
        let page = world.screens().case_trail(&by.operator(), entry.place.id, None).await?;
        let newest = &page.records[0].entry;
        assert_eq!((newest.action, newest.by, newest.about.thing), (AuditAction::DocumentJudged, Actor::User(by.user.id()), document.0));
        assert_eq!(newest.changes[1], Changed::new("reason", None, Some("The stamp is missing.".into())));
        assert!(page.people.contains_key(&by.user.id()));
        let told = |action: AuditAction, field: &str| {
            let record = page.records.iter().find(|record| record.entry.action == action);
            record.and_then(|record| record.entry.changes.iter().find(|change| change.field == field).cloned())
        };
        let new = |field: &str, value: &str| Some(Changed::new(field, None, Some(value.to_owned())));
        assert_eq!(told(AuditAction::SignedUp, "lname"), new("lname", "Brandt"));
        assert_eq!(told(AuditAction::FormSaved, "company.registrationNumber"), new("company.registrationNumber", "HRB 12345"));
        assert_eq!(told(AuditAction::BuyerAdded, "expectedYearlyVolume"), new("expectedYearlyVolume", "500000.00 EUR"));
        let submitted = Changed::new("status", Some("0".to_owned()), Some("1".to_owned()));
        assert_eq!(told(AuditAction::Submitted, "status"), Some(submitted));
        assert_eq!(page.records.last().map(|record| record.entry.action), Some(AuditAction::SignedUp));
        Ok(())
    }
}
