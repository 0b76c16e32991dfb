//! Where papers are kept.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::kernel::{
    canonical::Digest,
    ids::{CompanyId, UserId},
    language::Language,
};
use uuid::Uuid;

/// What a paper is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaperKind {
    /// What a company gets of a batch.
    Advice,
    /// What a seller sold at once.
    Schedule,
    /// How one invoice ended.
    Settlement,
    /// A company's month in a currency.
    Month,
}

impl PaperKind {
    /// As it is stored.
    pub fn code(self) -> &'static str {
        match self {
            Self::Advice => "advice",
            Self::Schedule => "schedule",
            Self::Settlement => "settlement",
            Self::Month => "month",
        }
    }
}

/// Which paper it is: of each there is one in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PaperKey {
    pub kind: PaperKind,
    /// What it is about: the batch; the invoice that was sold first of those on a schedule; what happened last to an invoice that
    /// ended; a month in a currency.
    pub about: Uuid,
    /// Whose paper it is.
    pub company: CompanyId,
    pub language: Language,
}

/// A paper as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaperFile {
    pub key: PaperKey,
    pub content: Vec<u8>,
    pub sha256: Digest,
    /// Who asked for it first.
    pub made_by: UserId,
    pub made_at: DateTime<Utc>,
}

/// Papers.
#[async_trait]
pub trait PaperFiles: Send + Sync {
    async fn paper(&self, key: PaperKey) -> Result<Option<PaperFile>, Unavailable>;
}
