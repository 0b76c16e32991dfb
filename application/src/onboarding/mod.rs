//! Filling in the form, adding documents, naming buyers, handing it all in; and the review of it.

pub mod changes;
pub mod ports;

mod add_buyer;
mod attach_document;
mod buyer_mails;
mod decide_buyer;
mod documents;
mod edit_buyer;
mod incoming;
mod queue;
mod review;
mod save_form;
mod submit;
mod sweep_files;
mod trail;
mod views;

use crate::{
    identity::{self, ports::Users},
    kernel::{
        clock::Clock,
        commit::{Commit, CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{Idempotency, RequestKey},
        ids::Ids,
        unavailable::Unavailable,
    },
    parties::{
        self,
        ports::{Buyers, Teams},
    },
};
use changes::Change;
use ports::{Applications, DocumentFiles, Filed};
use sooner_domain::{
    onboarding::{
        actions::ApplicantAction,
        application::{self, Application, ApplicationId, Blocked, Parts},
    },
    parties::{membership::Membership, operator::Operator},
};
use std::sync::Arc;

pub use add_buyer::AddBuyerError;
pub use attach_document::{AttachError, NewDocument, Upload};
pub use decide_buyer::{BuyerRuling, DecideBuyerError, WhichDebtor};
pub(crate) use decide_buyer::{NotKnown, ties};
pub use edit_buyer::EditBuyerError;
pub use incoming::{Incoming, IncomingError};
pub use queue::{QueuePage, QueueSearch, Whose};
pub use review::{Case, ReviewCommand, ReviewError, SubmissionDiff};
pub use submit::SubmitError;
pub use sweep_files::SweepFiles;
pub use views::View;

/// The onboarding use cases and their ports.
#[derive(Clone)]
pub struct Onboarding {
    pub applications: Arc<dyn Applications>,
    pub buyers: Arc<dyn Buyers>,
    pub users: Arc<dyn Users>,
    pub teams: Arc<dyn Teams>,
    pub files: Arc<dyn DocumentFiles>,
    pub commit: Arc<dyn Commit<Change>>,
    pub idempotency: Arc<dyn Idempotency>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
}

/// Why a change was not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    #[error(transparent)]
    Blocked(#[from] Blocked),
    /// The application is not at the version that was seen.
    #[error("changed meanwhile")]
    Stale,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Whoever writes for a company still belongs to it, in the role they write in, when it is written.
fn stands(by: &Membership) -> Change {
    parties::changes::Change::MembershipStands(*by).into()
}

/// Whoever decides for the house still works for it, in the roles they decide in, when it is written.
fn works(by: &Operator) -> Change {
    let stands = identity::changes::Change::OperatorStands { id: by.user(), roles: by.roles };
    parties::changes::Change::from(stands).into()
}

/// An application as it is after a change was stored.
fn stored(application: Application) -> Application {
    let version = application.parts().version + 1;
    Application::restore(Parts { version, ..application.parts().clone() })
}

impl Onboarding {
    /// The application of somebody's company; a blank one before the first change.
    fn open(&self, filed: &Filed, by: &Membership) -> Application {
        let blank = || {
            let blank = Application::blank(ApplicationId(self.ids.next()), by, filed.buyer_count, self.clock.now());
            blank.introduced(filed.introduction.as_ref())
        };
        filed.application.clone().unwrap_or_else(blank)
    }

    /// Makes a change that commutes with the company's others: when one of those came between, it is made again on what
    /// that left. What changes nothing is not written.
    async fn change<E: Into<ChangeError>>(
        &self,
        by: &Membership,
        what: ApplicantAction,
        request: Option<&RequestKey>,
        make: impl Fn(&mut Application) -> Result<application::Change, E>,
    ) -> Result<View, ChangeError> {
        for _ in 0..MAX_ATTEMPTS {
            let filed = self.applications.filed(by.company).await?;
            let mut application = self.open(&filed, by);
            what.is_open_to(by)?;
            let change = make(&mut application).map_err(Into::into)?;
            let now = self.clock.now();
            if change.is_none_of(&application) {
                return Ok(View { application, history: filed.history, today: now.date_naive(), reader: Some(*by) });
            }
            let made = match (&change, request) {
                (application::Change::DocumentAttached(document), Some(request)) => Some(request.made(document.id.0, now)),
                _ => None,
            };
            let file_bytes = if let application::Change::DocumentAttached(document) = &change { document.size_bytes } else { 0 };
            let context = WriteContext::of(trail::entry(&application, &change, by.user, now)).with_file(file_bytes).under(made);
            match self.commit.commit(vec![stands(by), Change::Application(Box::new((application.clone(), change)))], context).await {
                Ok(()) => {
                    return Ok(View {
                        application: stored(application),
                        history: filed.history,
                        today: now.date_naive(),
                        reader: Some(*by),
                    });
                }
                Err(CommitError::Stale) => {}
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("application").into())
    }
}
