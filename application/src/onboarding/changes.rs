//! What changes applications.

use super::ports::Submission;
use crate::parties;
use sooner_domain::onboarding::application::{self, Application, ApplicationId};

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Parties(parties::changes::Change),
    /// The application as it is now, with the version that was read, and what changed in it. Stale when it changed since;
    /// the stored version is one higher.
    Application(Box<Application>, application::Change),
    /// What was handed in is kept as it was.
    VersionKept(ApplicationId, Submission),
}

impl From<parties::changes::Change> for Change {
    fn from(change: parties::changes::Change) -> Self {
        Self::Parties(change)
    }
}
