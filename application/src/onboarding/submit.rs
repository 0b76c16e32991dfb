//! Handing the application in.

use super::{Onboarding, View, ports::SaveError, trail};
use crate::kernel::{
    commit::WriteContext,
    idempotency::{IdempotencyError, RequestKey, made_before},
    outbox::{Content, Mail},
    unavailable::Unavailable,
};
use sooner_domain::{identity::user::User, kernel::ids::MailId, onboarding::application::Blocked};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubmitError {
    #[error(transparent)]
    Blocked(#[from] Blocked),
    /// The form or a document changed while it was handed in: the applicant should look again.
    #[error("changed meanwhile")]
    Stale,
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Onboarding {
    /// Hands the application in, keeps it as a numbered version, and mails the applicant that it arrived.
    ///
    /// # Errors
    /// `Blocked(Incomplete)` with all that is missing, `Blocked(NotEditable)` when it was handed in already, `Stale`.
    pub async fn submit(&self, applicant: &User, once: Option<RequestKey>) -> Result<View, SubmitError> {
        let keys = self.idempotency.as_ref();
        if made_before(keys, once.as_ref()).await?.is_some() {
            return Ok(self.view(applicant.id()).await?);
        }
        let now = self.clock.now();
        let mut application = self.load(applicant.id()).await?;
        let change = application.submit(now)?;
        let mail = Mail {
            id: MailId(self.ids.next()),
            to: applicant.email().clone(),
            name: applicant.name(),
            content: Content::ApplicationReceived,
            created_at: now,
        };
        let done = once.as_ref().map(|once| once.made(application.parts().id.0, now));
        let effects = WriteContext::of(trail::entry(&application, &change, applicant.id(), now)).and_mail(mail).under(done);
        match self.applications.save(&application, &change, effects).await {
            Ok(()) | Err(SaveError::Repeated) => Ok(self.view(applicant.id()).await?),
            Err(SaveError::Unavailable(unavailable)) => Err(unavailable.into()),
            // Stale by a request of the same key: that one handed it in.
            Err(SaveError::Stale) => match made_before(keys, once.as_ref()).await? {
                Some(_) => Ok(self.view(applicant.id()).await?),
                None => Err(SubmitError::Stale),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::idempotency::IdempotencyKey,
        testing::{World, a_user},
    };
    use sooner_domain::onboarding::status::OnboardingStatus;

    #[tokio::test]
    async fn a_complete_application_goes_to_the_operator() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.ready_to_submit(a_user()).await?;
        let view = world.onboarding().submit(&me.user, None).await?;
        assert_eq!(view.application.status(), OnboardingStatus::Pending);
        assert_eq!(view.history.len(), 1);
        assert_eq!(world.onboarding().submit(&me.user, None).await, Err(Blocked::NotEditable.into()));
        world.delivery().round().await?;
        assert_eq!(world.mailer.sent().last().map(|mail| &mail.content), Some(&Content::ApplicationReceived));
        Ok(())
    }

    #[tokio::test]
    async fn an_incomplete_one_is_told_what_is_missing() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let answer = world.onboarding().submit(&me.user, None).await;
        assert!(matches!(answer, Err(SubmitError::Blocked(Blocked::Incomplete(missing))) if missing.len() > 10));
        assert_eq!(world.onboarding().view(me.user.id()).await?.application.status(), OnboardingStatus::NotCompleted);
        Ok(())
    }

    #[tokio::test]
    async fn handed_in_twice_under_one_key_is_handed_in_once() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.ready_to_submit(a_user()).await?;
        let key = IdempotencyKey::parse("one")?;
        let once = RequestKey { user: me.user.id(), operation: "onboarding.submit", key, content: [0; 32] };
        let onboarding = world.onboarding();
        let (first, second) =
            futures_util::future::join(onboarding.submit(&me.user, Some(once.clone())), onboarding.submit(&me.user, Some(once.clone())))
                .await;
        assert_eq!(first?, second?);
        assert_eq!(onboarding.submit(&me.user, Some(once)).await?.application.parts().submissions, 1);
        Ok(())
    }
}
