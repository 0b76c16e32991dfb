//! What changes applications.

use crate::parties;
use chrono::{DateTime, Utc};
use sooner_domain::{
    kernel::ids::CompanyId,
    onboarding::{
        application::{self, Application},
        status::OnboardingStatus,
    },
};

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Parties(parties::changes::Change),
    /// The application as it is now, with the version that was read, and what changed in it. Stale when it changed since;
    /// the stored version is one higher.
    Application(Box<(Application, application::Change)>),
    /// Nothing changes: the company's application is at this status, and is until the rest is written. Stale otherwise.
    StatusStands {
        company: CompanyId,
        status: OnboardingStatus,
    },
    /// Nothing changes: the company's application is at this version, and is until the rest is written. Stale otherwise.
    ApplicationStands {
        company: CompanyId,
        version: i64,
    },
    /// What was handed in is kept as it was, with the buyers then on the company's list.
    VersionKept(Box<Application>, DateTime<Utc>),
}

impl From<parties::changes::Change> for Change {
    fn from(change: parties::changes::Change) -> Self {
        Self::Parties(change)
    }
}
