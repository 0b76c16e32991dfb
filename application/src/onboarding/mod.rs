//! Filling in the form, adding documents, handing it all in.

pub mod ports;

mod attach_document;
mod documents;
mod queue;
mod review;
mod save_form;
mod submit;
mod trail;
mod views;

use crate::{
    buyers::Buyers,
    identity::ports::Users,
    kernel::{
        clock::Clock,
        commit::WriteContext,
        idempotency::{Idempotency, RequestKey},
        ids::Ids,
        unavailable::Unavailable,
    },
};
use ports::{Applications, DocumentFiles, SaveError};
use sooner_domain::{
    kernel::ids::{ApplicationId, UserId},
    onboarding::application::{Application, Blocked, Change},
};
use std::sync::Arc;

pub use attach_document::{AttachError, NewDocument, Upload};
pub use queue::{QueuePage, QueueSearch};
pub use review::{Case, OperatorAction, ReviewError, Since, Work};
pub use submit::SubmitError;
pub use views::{ApplicantAction, View};

/// The onboarding use cases and their ports.
#[derive(Clone)]
pub struct Onboarding {
    pub applications: Arc<dyn Applications>,
    pub files: Arc<dyn DocumentFiles>,
    pub buyers: Arc<dyn Buyers>,
    pub users: Arc<dyn Users>,
    pub idempotency: Arc<dyn Idempotency>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
}

/// Why a change was not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Onboarding {
    /// One applicant's own requests meet at most this often in a row: several files uploaded at once, while typing.
    const MOST_RETRIES: usize = 30;

    async fn load(&self, applicant: UserId) -> Result<Application, Unavailable> {
        if let Some(application) = self.applications.of(applicant).await? {
            return Ok(application);
        }
        let buyers = self.buyers.of(applicant).await?.len();
        Ok(Application::blank(ApplicationId(self.ids.next()), applicant, buyers, self.clock.now()))
    }

    /// Makes a change that commutes with the applicant's others: when one of those came between, it is made again on
    /// what that left.
    async fn change(
        &self,
        applicant: UserId,
        once: Option<&RequestKey>,
        make: impl Fn(&mut Application) -> Result<Change, Blocked> + Send,
    ) -> Result<Application, ChangeError> {
        for _ in 0..Self::MOST_RETRIES {
            let mut application = self.load(applicant).await?;
            let change = make(&mut application)?;
            let now = self.clock.now();
            let done = match (&change, once) {
                (Change::DocumentAttached(document), Some(once)) => Some(once.made(document.id.0, now)),
                _ => None,
            };
            let effects = WriteContext::of(trail::entry(&application, &change, applicant, now)).under(done);
            match self.applications.save(&application, &change, effects).await {
                Ok(()) => return Ok(application),
                Err(SaveError::Stale) => {}
                Err(SaveError::Repeated) => return Err(Unavailable::Busy("idempotency").into()),
                Err(SaveError::Unavailable(unavailable)) => return Err(unavailable.into()),
            }
        }
        Err(Unavailable::Busy("application").into())
    }
}
