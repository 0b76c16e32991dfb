//! What operators do: look through the queue, look at a case, decide.

use super::{
    Onboarding, View,
    ports::{QueueEntry, QueuePlace, SaveError},
};
use crate::{
    mail::{Content, Mail},
    once::{Once, OnceError, made_before},
    ports::{Effects, Unavailable},
};
use sooner_domain::{
    buyers::buyer::Buyer,
    coded::Coded,
    identity::user::User,
    ids::{ApplicationId, MailId, UserId},
    onboarding::{
        application::{Blocked, Decision},
        status::{Action, OnboardingStatus},
    },
};

/// A page of the queue and where the next one begins.
#[derive(Debug, Clone, PartialEq)]
pub struct QueuePage {
    pub entries: Vec<QueueEntry>,
    pub next: Option<QueuePlace>,
}

/// An application with everything a decision needs.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    pub view: View,
    pub applicant: User,
    pub buyers: Vec<Buyer>,
}

/// A decision and what it was made on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    pub by: UserId,
    /// The version the operator saw.
    pub version: i64,
    pub decision: Decision,
    pub once: Option<Once>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    #[error("there is no such application")]
    NotFound,
    /// Somebody decided, or the applicant changed something, since the operator looked.
    #[error("changed meanwhile")]
    Stale,
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error("the idempotency key was used for another request")]
    OtherContent,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<OnceError> for DecideError {
    fn from(error: OnceError) -> Self {
        match error {
            OnceError::OtherContent => Self::OtherContent,
            OnceError::Unavailable(unavailable) => Self::Unavailable(unavailable),
        }
    }
}

impl Onboarding {
    /// As many as an operator looks through before turning the page.
    pub const QUEUE_PAGE: i64 = 50;

    /// The applications of a status, the longest waiting first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn queue(&self, status: OnboardingStatus, after: Option<QueuePlace>) -> Result<QueuePage, Unavailable> {
        // One more than a page says whether there is another.
        let mut entries = self.applications.queue(status, after, Self::QUEUE_PAGE + 1).await?;
        let page = usize::try_from(Self::QUEUE_PAGE).unwrap_or(usize::MAX);
        let next = if entries.len() > page { entries.get(page - 1).map(|entry| entry.place) } else { None };
        entries.truncate(page);
        Ok(QueuePage { entries, next })
    }

    /// One application with its history, its buyers and its applicant.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn case(&self, id: ApplicationId) -> Result<Option<Case>, Unavailable> {
        let Some(application) = self.applications.by_id(id).await? else { return Ok(None) };
        let owner = application.parts().applicant;
        let applicant = self.users.by_id(owner).await?.ok_or_else(|| Unavailable::Failed(format!("application {id} has no applicant")))?;
        let buyers = self.buyers.of(owner).await?;
        let history = self.applications.history(id).await?;
        Ok(Some(Case { view: View { application, history }, applicant, buyers }))
    }

    /// Decides on the version the operator saw, and mails the applicant.
    ///
    /// # Errors
    /// `NotFound`; `Stale` when the application is at another version by now; `Blocked` when its status does not allow it.
    pub async fn decide(&self, id: ApplicationId, ruling: Ruling) -> Result<Case, DecideError> {
        let Ruling { by, version, decision, once } = ruling;
        // Two decisions may have the same body: which application, and what, is part of the request.
        let once = once.map(|once| once.and(id.0.as_bytes()).and(decision.action().code().as_bytes()));
        let keys = self.idempotency.as_ref();
        if made_before(keys, once.as_ref()).await?.is_some() {
            return self.case(id).await?.ok_or(DecideError::NotFound);
        }
        let mut case = self.case(id).await?.ok_or(DecideError::NotFound)?;
        let application = &mut case.view.application;
        if application.parts().version != version {
            return Err(DecideError::Stale);
        }
        let now = self.clock.now();
        let content = announcement(decision.action());
        let change = application.decide(decision, by, now)?;
        let mail =
            Mail { id: MailId(self.ids.next()), to: case.applicant.email().clone(), name: case.applicant.name(), content, created_at: now };
        let effects = Effects { mails: vec![mail], done: once.as_ref().map(|once| once.made(id.0, now)) };
        match self.applications.save(application, &change, effects).await {
            Ok(()) | Err(SaveError::Repeated) => self.case(id).await?.ok_or(DecideError::NotFound),
            Err(SaveError::Stale) => match made_before(keys, once.as_ref()).await? {
                Some(_) => self.case(id).await?.ok_or(DecideError::NotFound),
                None => Err(DecideError::Stale),
            },
            Err(SaveError::Unavailable(unavailable)) => Err(unavailable.into()),
        }
    }
}

/// The mail that tells the applicant.
fn announcement(action: Action) -> Content {
    match action {
        Action::Approve => Content::Approved,
        Action::Disapprove => Content::Disapproved,
        Action::RequestDocuments => Content::DocumentsRequested,
        Action::Reopen => Content::Reopened,
        Action::Submit | Action::Resubmit => Content::ApplicationReceived,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        once::IdempotencyKey,
        testing::{World, a_user},
    };
    use chrono::TimeDelta;
    use sooner_domain::{
        onboarding::{application::DisapprovalReason, document::DocumentKind},
        text::Note,
    };

    fn ruling(by: UserId, version: i64, decision: Decision) -> Ruling {
        Ruling { by, version, decision, once: None }
    }

    async fn waiting(world: &World, email: &str) -> Result<QueueEntry, Box<dyn std::error::Error>> {
        world.submitted(a_user().email(email)).await?;
        let page = world.onboarding().queue(OnboardingStatus::Pending, None).await?;
        page.entries.into_iter().find(|entry| entry.applicant.email().as_str() == email).ok_or_else(|| "not in the queue".into())
    }

    #[tokio::test]
    async fn a_decision_moves_the_application_and_tells_the_applicant() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let operator = world.operator().await?.user.id();
        let entry = waiting(&world, "ada@example.com").await?;
        let reason = Note::parse("It is older than three months.")?;
        let request = Decision::RequestDocuments { documents: vec![(DocumentKind::BankStatement, reason)], note: None };
        let case = world.onboarding().decide(entry.place.id, ruling(operator, entry.version, request)).await?;
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
        onboarding.decide(entry.place.id, ruling(operator, entry.version, Decision::Approve { note: None })).await?;
        let slower = Decision::Disapprove { reasons: vec![DisapprovalReason::HighRisk], note: None };
        assert_eq!(onboarding.decide(entry.place.id, ruling(operator, entry.version, slower)).await, Err(DecideError::Stale));
        let again = onboarding.decide(entry.place.id, ruling(operator, entry.version + 1, Decision::Approve { note: None })).await;
        assert_eq!(again, Err(DecideError::Blocked(Blocked::NotEditable)));
        Ok(())
    }

    #[tokio::test]
    async fn a_key_stands_for_one_decision_on_one_application() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let operator = world.operator().await?.user.id();
        let (ada, bob) = (waiting(&world, "ada@example.com").await?, waiting(&world, "bob@example.com").await?);
        let key = IdempotencyKey::parse("one")?;
        let once = Once { user: operator, operation: "applications.decide", key, content: [0; 32] };
        let decide = |on: &QueueEntry, decision: Decision| {
            let ruling = Ruling { once: Some(once.clone()), ..ruling(operator, on.version, decision) };
            let (onboarding, id) = (world.onboarding(), on.place.id);
            async move { onboarding.decide(id, ruling).await }
        };
        let first = decide(&ada, Decision::Approve { note: None }).await?;
        assert_eq!(decide(&ada, Decision::Approve { note: None }).await?, first);
        assert_eq!(decide(&bob, Decision::Approve { note: None }).await, Err(DecideError::OtherContent));
        assert_eq!(decide(&ada, Decision::Reopen { documents: vec![], note: None }).await, Err(DecideError::OtherContent));
        Ok(())
    }

    #[tokio::test]
    async fn the_queue_has_the_longest_waiting_first() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        for email in ["ada@example.com", "bob@example.com", "cy@example.com"] {
            world.submitted(a_user().email(email)).await?;
            world.clock.advance(TimeDelta::minutes(1));
        }
        let page = world.onboarding().queue(OnboardingStatus::Pending, None).await?;
        let order: Vec<_> = page.entries.iter().map(|entry| entry.applicant.email().as_str()).collect();
        assert_eq!(order, ["ada@example.com", "bob@example.com", "cy@example.com"]);
        let behind_ada = world.onboarding().queue(OnboardingStatus::Pending, Some(page.entries[0].place)).await?;
        assert_eq!(behind_ada.entries.len(), 2);
        assert_eq!(world.onboarding().queue(OnboardingStatus::Approved, None).await?.entries, vec![]);
        Ok(())
    }
}
