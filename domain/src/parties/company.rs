//! The company: what an application, buyers and documents belong to.

use super::legal_entity::LegalEntity;
use crate::kernel::{country::CountryCode, ids::CompanyId, text::Line};
use chrono::{DateTime, Utc};

/// What another company said of one that it brought here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduction {
    pub by: CompanyId,
    pub legal_name: Line,
    pub country: CountryCode,
    pub registration_number: Line,
}

/// A company. It is made when its first member signs up; its name and entity come from what it hands in.
#[derive(Debug, Clone, PartialEq)]
pub struct Company {
    pub id: CompanyId,
    pub legal_name: Option<Line>,
    pub legal_entity: Option<LegalEntity>,
    pub created_at: DateTime<Utc>,
    /// When its only member gave it up to join another one.
    pub closed_at: Option<DateTime<Utc>>,
    /// Of one that another company brought here.
    pub introduction: Option<Introduction>,
}

impl Company {
    /// A company nothing is known of yet.
    pub fn new(id: CompanyId, now: DateTime<Utc>) -> Self {
        Self { id, legal_name: None, legal_entity: None, created_at: now, closed_at: None, introduction: None }
    }

    /// A company another one brought here, as that one calls it: nobody belongs to it yet.
    pub fn introduced(id: CompanyId, introduction: Introduction, now: DateTime<Utc>) -> Self {
        Self { introduction: Some(introduction), ..Self::new(id, now) }
    }

    /// What it is called: as it states itself, and until then as the company that introduced it states.
    pub fn name(&self) -> Option<&Line> {
        self.legal_name.as_ref().or(self.introduction.as_ref().map(|introduction| &introduction.legal_name))
    }

    /// The legal entity it is: as it states itself, and until then as the company that introduced it states.
    pub fn entity(&self) -> Option<LegalEntity> {
        let introduced = |introduction: &Introduction| LegalEntity::registered(introduction.country, &introduction.registration_number);
        self.legal_entity.clone().or_else(|| self.introduction.as_ref().map(introduced))
    }

    /// Whether its application was handed in: only then it has a name.
    pub fn has_applied(&self) -> bool {
        self.legal_name.is_some()
    }
}
