//! The people who run, sign for and own the company.

use crate::kernel::{coded::coded_enum, country::CountryCode, money::Percentage, text::PersonName};
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

/// One person of the people section.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Person {
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

    pub fn is(&self, role: PersonRole) -> bool {
        self.roles.contains(&role)
    }
}
