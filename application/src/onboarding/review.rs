//! What operators do: look at a case, take it, judge its documents, decide.

use super::{
    Onboarding, View,
    ports::{SaveError, Submission},
    trail,
};
use crate::kernel::{
    commit::WriteContext,
    idempotency::{IdempotencyError, RequestKey, made_before},
    outbox::{Content, Mail},
    unavailable::Unavailable,
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::user::User,
    kernel::{
        change::Changed,
        coded::Coded,
        ids::{ApplicationId, BuyerId, DocumentId, MailId, UserId},
    },
    onboarding::{
        application::{Application, Blocked, Change},
        comparison::changed,
        decision::Review,
        status::{Action, OnboardingStatus},
    },
    parties::buyer::Buyer,
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
    pub since: Option<Since>,
}

/// What an operator may do now. The client shows what is listed, and knows no rule of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperatorAction {
    Take,
    GiveBack,
    JudgeDocuments,
    DecideBuyers,
    Move(Action),
}

impl Case {
    /// What this operator may do now.
    pub fn allowed_actions(&self, me: UserId) -> Vec<OperatorAction> {
        let application = &self.view.application;
        let (status, on_it) = (application.status(), application.parts().reviewer == Some(me));
        let take = (!on_it && application.parts().submissions > 0).then_some(OperatorAction::Take);
        let give_back = on_it.then_some(OperatorAction::GiveBack);
        let judge = (status == OnboardingStatus::Pending).then_some(OperatorAction::JudgeDocuments);
        let buyers = status.decides_buyers().then_some(OperatorAction::DecideBuyers);
        let moves = Action::possible_from(status).filter(|action| !action.is_applicants()).map(OperatorAction::Move);
        take.into_iter().chain(give_back).chain(judge).chain(buyers).chain(moves).collect()
    }
}

/// What changed since the version before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Since {
    pub number: i32,
    pub submitted_at: DateTime<Utc>,
    pub answers: Vec<Changed>,
    pub documents: Vec<DocumentId>,
    pub buyers: Vec<BuyerId>,
}

impl Since {
    fn version(before: &Submission, application: &Application, buyers: &[Buyer]) -> Self {
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    pub by: UserId,
    /// The version the operator saw.
    pub version: i64,
    pub review: Review,
    pub once: Option<RequestKey>,
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
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Onboarding {
    /// One application with everything a decision needs.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn case(&self, id: ApplicationId) -> Result<Option<Case>, Unavailable> {
        let Some(application) = self.applications.by_id(id).await? else { return Ok(None) };
        let owner = application.parts().applicant;
        let applicant = self.users.by_id(owner).await?.ok_or_else(|| Unavailable::Failed(format!("application {id} has no applicant")))?;
        let reviewer = match application.parts().reviewer {
            Some(reviewer) => self.users.by_id(reviewer).await?,
            None => None,
        };
        let buyers = self.buyers.of(owner).await?;
        let history = self.applications.history(id).await?;
        let submissions = self.applications.submissions(id).await?;
        // While it is with the operator, the last version is what lies before them; otherwise it is what is being replaced.
        let handed_in = usize::from(application.status() == OnboardingStatus::Pending);
        let before = submissions.len().checked_sub(1 + handed_in).and_then(|place| submissions.get(place));
        let since = before.map(|before| Since::version(before, &application, &buyers));
        Ok(Some(Case { view: View { application, history }, applicant, buyers, reviewer, submissions, since }))
    }

    /// A version as it was handed in; none where there is no such one.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn submission(&self, id: ApplicationId, number: i32) -> Result<Option<Submission>, Unavailable> {
        Ok(self.applications.submissions(id).await?.into_iter().find(|version| version.number == number))
    }

    /// Does what an operator does on the version they saw; a decision is mailed to the applicant.
    ///
    /// # Errors
    /// `NotFound`; `Stale` when the application is at another version by now; `Blocked` when its status does not allow it.
    pub async fn review(&self, id: ApplicationId, work: Work) -> Result<Case, ReviewError> {
        let Work { by, version, review, once } = work;
        // Two requests may have the same body: which application, and what is done to it, is part of the request.
        let once = once.map(|once| once.and(id.0.as_bytes()).and(name(&review).as_bytes()));
        let keys = self.idempotency.as_ref();
        if made_before(keys, once.as_ref()).await?.is_some() {
            return self.case(id).await?.ok_or(ReviewError::NotFound);
        }
        let mut application = self.applications.by_id(id).await?.ok_or(ReviewError::NotFound)?;
        if application.parts().version != version {
            return Err(ReviewError::Stale);
        }
        let now = self.clock.now();
        let change = application.review(review, by, now)?;
        let done = once.as_ref().map(|once| once.made(id.0, now));
        let mut effects = WriteContext::of(trail::entry(&application, &change, by, now)).under(done);
        if let Change::Moved(step) = &change {
            effects = effects.and_mail(self.announcement(application.parts().applicant, step.action, now).await?);
        }
        match self.applications.save(&application, &change, effects).await {
            Ok(()) | Err(SaveError::Repeated) => self.case(id).await?.ok_or(ReviewError::NotFound),
            Err(SaveError::Stale) => match made_before(keys, once.as_ref()).await? {
                Some(_) => self.case(id).await?.ok_or(ReviewError::NotFound),
                None => Err(ReviewError::Stale),
            },
            Err(SaveError::Unavailable(unavailable)) => Err(unavailable.into()),
        }
    }

    /// The mail that tells the applicant.
    async fn announcement(&self, to: UserId, action: Action, now: DateTime<Utc>) -> Result<Mail, Unavailable> {
        let applicant = self.users.by_id(to).await?.ok_or_else(|| Unavailable::Failed(format!("applicant {to} is gone")))?;
        let content = match action {
            Action::Approve => Content::Approved,
            Action::Disapprove => Content::Disapproved,
            Action::RequestDocuments => Content::DocumentsRequested,
            Action::Reopen => Content::Reopened,
            Action::Submit | Action::Resubmit => Content::ApplicationReceived,
        };
        Ok(Mail { id: MailId(self.ids.next()), to: applicant.email().clone(), name: applicant.name(), content, created_at: now })
    }
}

/// What an idempotency key stands for.
fn name(review: &Review) -> String {
    match review {
        Review::Take => "take".to_owned(),
        Review::GiveBack => "give back".to_owned(),
        Review::Judge { document, .. } => format!("judge {document}"),
        Review::Decide(decision) => decision.action().code().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::idempotency::IdempotencyKey,
        onboarding::{QueueSearch, ports::QueueEntry},
        testing::{World, a_user},
    };
    use sooner_domain::{
        kernel::{
            audit::{Actor, AuditAction},
            text::Note,
        },
        onboarding::{
            decision::{Decision, DisapprovalReason},
            document::{DocumentKind, Judgement, Verdict},
        },
    };

    fn work(by: UserId, version: i64, decision: Decision) -> Work {
        Work { by, version, review: Review::Decide(decision), once: None }
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
        let operator = world.operator().await?.user.id();
        let entry = waiting(&world, "ada@example.com").await?;
        let reason = Note::parse("It is older than three months.")?;
        let request = Decision::RequestDocuments { documents: vec![(DocumentKind::BankStatement, reason)], note: None };
        let case = world.onboarding().review(entry.place.id, work(operator, entry.version, request)).await?;
        assert_eq!(case.view.application.status(), OnboardingStatus::DocumentsMissing);
        let applicant = world.onboarding().view(case.applicant.id()).await?;
        assert!(applicant.missing()[0].message.ends_with("It is older than three months."));
        world.delivery().round().await?;
        assert_eq!(world.mailer.sent().last().map(|mail| mail.content.clone()), Some(Content::DocumentsRequested));
        Ok(())
    }

    #[tokio::test]
    async fn of_two_operators_the_slower_is_told_that_somebody_decided() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let operator = world.operator().await?.user.id();
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
        let operator = world.operator().await?.user.id();
        let (ada, bob) = (waiting(&world, "ada@example.com").await?, waiting(&world, "bob@example.com").await?);
        let key = IdempotencyKey::parse("one")?;
        let once = RequestKey { user: operator, operation: "applications.decide", key, content: [0; 32] };
        let decide = |on: &QueueEntry, decision: Decision| {
            let work = Work { once: Some(once.clone()), ..work(operator, on.version, decision) };
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
        let (id, onboarding, by) = (entry.place.id, world.onboarding(), operator.user.id());
        let case = onboarding.review(id, Work { review: Review::Take, ..work(by, entry.version, approve()) }).await?;
        assert_eq!(case.reviewer.map(|reviewer| reviewer.id()), Some(by));
        assert_eq!((case.since, case.submissions.len()), (None, 1));
        let ask = Decision::RequestDocuments { documents: vec![(DocumentKind::BankStatement, Note::parse("Too old.")?)], note: None };
        let case = onboarding.review(id, work(by, case.view.application.parts().version, ask)).await?;
        assert_eq!(case.since.map(|since| (since.number, since.documents.len())), Some((1, 0)));
        let applicant = case.applicant;
        let new = world.document(applicant.id()).await?;
        onboarding.submit(&applicant, None).await?;
        let since = onboarding.case(id).await?.and_then(|case| case.since).ok_or("nothing to compare with")?;
        assert_eq!((since.number, since.documents, since.answers, since.buyers), (1, vec![new.id], vec![], vec![]));
        Ok(())
    }

    #[tokio::test]
    async fn what_operators_do_is_in_the_trail_of_the_case() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.operator().await?.user.id();
        let entry = waiting(&world, "ada@example.com").await?;
        let document = world.onboarding().view(entry.applicant.id()).await?.application.documents()[0].id;
        let reason = Some(Note::parse("The stamp is missing.")?);
        let judge = Review::Judge { document, judgement: Judgement::of(Verdict::Rejected, reason)? };
        world.onboarding().review(entry.place.id, Work { review: judge, ..work(by, entry.version, approve()) }).await?;
        let page = world.audit().of_case(entry.place.id, None).await?.ok_or("no such case")?;
        let newest = &page.records[0].entry;
        assert_eq!((newest.action, newest.by, newest.subject), (AuditAction::DocumentJudged, Actor::User(by), document.0));
        assert_eq!(newest.changes[1], Changed::new("reason", None, Some("The stamp is missing.".into())));
        assert!(page.people.contains_key(&by));
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
