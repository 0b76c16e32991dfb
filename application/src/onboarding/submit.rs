//! Handing the application in.

use super::{Onboarding, View, changes::Change, stands, stored, trail};
use crate::{
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{IdempotencyError, RequestKey, once},
        outbox::Content,
        unavailable::Unavailable,
    },
    parties::{Member, changes::Change as PartyChange},
};
use sooner_domain::onboarding::{
    actions::ApplicantAction,
    application::{self, Application, Blocked},
    decision::Transition,
    status::Action,
};

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
    pub async fn submit(&self, me: &Member, request: Option<RequestKey>) -> Result<View, SubmitError> {
        let repeat = async |_| Ok(self.view(me.membership).await?);
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let now = self.clock.now();
            let filed = self.applications.filed(me.membership.company).await?;
            let mut application = self.open(&filed, &me.membership);
            ApplicantAction::Move(Action::Submit).is_open_to(&me.membership)?;
            let change = application.submit(me.user.id(), now)?;
            let entry = trail::entry(&application, &change, me.user.id(), now);
            let mail = self.announcement(&me.user, Content::ApplicationReceived, now);
            let made = request.as_ref().map(|request| request.made(application.parts().id.0, now));
            let mut history = filed.history;
            let mut changes = vec![stands(&me.membership)];
            changes.extend(handed_in(&application, change, &mut history));
            match self.commit.commit(changes, WriteContext::of(entry).and_mail(mail).under(made)).await {
                Ok(()) => Ok(View { application: stored(application), history, today: now.date_naive(), reader: Some(me.membership) }),
                Err(CommitError::Stale) => Err(SubmitError::Stale),
                Err(error) => Err(error.unexpected().into()),
            }
        })
        .await
    }
}

/// What handing in changes: the company is named as it says, the application moves, and a version is kept.
fn handed_in(application: &Application, change: application::Change, history: &mut Vec<Transition>) -> Vec<Change> {
    let mut changes = vec![named(application).into(), Change::Application(Box::new((application.clone(), change.clone())))];
    if let application::Change::Moved(step) = change {
        changes.push(Change::VersionKept(Box::new(application.clone()), step.at));
        history.push(step);
    }
    changes
}

fn named(application: &Application) -> PartyChange {
    let company = &application.form().company;
    let (legal_name, legal_entity) = (company.legal_name.clone(), company.legal_entity());
    PartyChange::CompanyNamed { id: application.parts().company, legal_name, legal_entity }
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
        let view = world.onboarding().submit(&me, None).await?;
        assert_eq!(view.application.status(), OnboardingStatus::Pending);
        assert_eq!(view.history.len(), 1);
        let company = world.memory.company(me.membership.company).ok_or("no company")?;
        let form = &view.application.form().company;
        assert_eq!((company.legal_name, company.legal_entity), (form.legal_name.clone(), form.legal_entity()));
        assert!(form.legal_entity().is_some());
        assert_eq!(world.onboarding().submit(&me, None).await, Err(Blocked::NotEditable.into()));
        world.delivery().round().await?;
        assert_eq!(world.mailer.sent().last().map(|mail| &mail.content), Some(&Content::ApplicationReceived));
        Ok(())
    }

    #[tokio::test]
    async fn an_incomplete_one_is_told_what_is_missing() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let answer = world.onboarding().submit(&me, None).await;
        assert!(matches!(answer, Err(SubmitError::Blocked(Blocked::Incomplete(missing))) if missing.len() > 10));
        assert_eq!(world.onboarding().view(me.membership).await?.application.status(), OnboardingStatus::NotCompleted);
        Ok(())
    }

    #[tokio::test]
    async fn handed_in_twice_under_one_key_is_handed_in_once() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.ready_to_submit(a_user()).await?;
        let key = IdempotencyKey::parse("one")?;
        let once = RequestKey { user: me.user.id(), key, fingerprint: [0; 32] };
        let onboarding = world.onboarding();
        let (first, second) =
            futures_util::future::join(onboarding.submit(&me, Some(once.clone())), onboarding.submit(&me, Some(once.clone()))).await;
        assert_eq!(first?, second?);
        assert_eq!(onboarding.submit(&me, Some(once)).await?.application.parts().submissions, 1);
        Ok(())
    }
}
