//! The people who run, sign for and own the company.

use crate::kernel::{Invalid, coded::coded_enum, country::CountryCode, money::Percentage, text::PersonName};
use chrono::NaiveDate;
use std::collections::BTreeSet;

coded_enum!(
    /// What a person is to the company.
    PersonRole {
        Director = "director",
        /// May sign for the company.
        Signatory = "signatory",
        /// A beneficial owner of 25 % or more.
        Owner = "owner",
    }
);

/// What tells a person apart from the others of one form, whatever place it has: chosen by whoever adds the person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PersonId(String);

impl PersonId {
    /// As many as a UUID has.
    const MAX_CHARS: usize = 36;

    /// # Errors
    /// When not 1 to 36 ASCII letters, digits and hyphens.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if is_plain && (1..=Self::MAX_CHARS).contains(&text.len()) { Ok(Self(text.to_owned())) } else { Err(Invalid::PersonIdUnusable) }
    }

    /// The first number that none of these people has: what a person is called who came without an id.
    pub fn unlike(taken: &[Self]) -> Self {
        let mut number = 1;
        while taken.contains(&Self(number.to_string())) {
            number += 1;
        }
        Self(number.to_string())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One person of the people section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub id: PersonId,
    pub fname: Option<PersonName>,
    pub lname: Option<PersonName>,
    pub born_on: Option<NaiveDate>,
    pub nationality: Option<CountryCode>,
    pub roles: BTreeSet<PersonRole>,
    pub ownership: Option<Percentage>,
}

impl Person {
    /// The most people a form can name.
    pub const MAX: usize = 50;

    /// Somebody of whom nothing is known yet.
    pub fn unknown(id: PersonId) -> Self {
        Self { id, fname: None, lname: None, born_on: None, nationality: None, roles: BTreeSet::new(), ownership: None }
    }

    pub fn is(&self, role: PersonRole) -> bool {
        self.roles.contains(&role)
    }
}
