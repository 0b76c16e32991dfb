//! The company: what an application, buyers and documents belong to.

use super::legal_entity::LegalEntity;
use crate::kernel::{ids::CompanyId, text::Line};
use chrono::{DateTime, Utc};

/// A company. It is made when its first member signs up; its name and entity come from what it hands in.
#[derive(Debug, Clone, PartialEq)]
pub struct Company {
    pub id: CompanyId,
    pub legal_name: Option<Line>,
    pub legal_entity: Option<LegalEntity>,
    pub created_at: DateTime<Utc>,
    /// When its only member gave it up to join another one.
    pub closed_at: Option<DateTime<Utc>>,
}

impl Company {
    /// A company nothing is known of yet.
    pub fn new(id: CompanyId, now: DateTime<Utc>) -> Self {
        Self { id, legal_name: None, legal_entity: None, created_at: now, closed_at: None }
    }

    /// Whether its application was handed in: only then it has a name.
    pub fn has_applied(&self) -> bool {
        self.legal_name.is_some()
    }
}
