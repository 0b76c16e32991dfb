//! One thing that is left to do, said so exactly that a sentence can be made of it in any language.

use super::{document::DocumentKind, people::PersonRole};
use crate::kernel::{
    coded::{Coded, coded_enum},
    text::Note,
};

coded_enum!(
    /// Why something is asked for.
    RequirementCode {
        Missing = "missing",
        Inconsistent = "inconsistent",
        DocumentMissing = "document_missing",
        DocumentRequested = "document_requested",
        BuyerMissing = "buyer_missing",
    }
);

coded_enum!(
    /// What the form asks, by its place there; `[]` stands for one of the people.
    Question {
        Wants = "company.wants",
        LegalName = "company.legalName",
        LegalForm = "company.legalForm",
        RegistrationNumber = "company.registrationNumber",
        TaxNumber = "company.taxNumber",
        IncorporatedOn = "company.incorporatedOn",
        Country = "company.country",
        AddressLine1 = "company.address.line1",
        City = "company.address.city",
        PostalCode = "company.address.postalCode",
        AddressCountry = "company.address.country",
        Industry = "company.industry",
        YearlyTurnover = "company.yearlyTurnover",
        FirstName = "people[].fname",
        LastName = "people[].lname",
        BornOn = "people[].bornOn",
        Nationality = "people[].nationality",
        PersonRoles = "people[].roles",
        OwnedShare = "people[].ownershipPercent",
        AccountHolder = "bankAccount.holder",
        AccountCurrency = "bankAccount.currency",
        Iban = "bankAccount.iban",
        SortCode = "bankAccount.sortCode",
        RoutingNumber = "bankAccount.routingNumber",
        AccountNumber = "bankAccount.accountNumber",
        Bic = "bankAccount.bic",
    }
);

coded_enum!(
    /// Answers that cannot be right.
    Conflict {
        /// The company is yet to be founded.
        InTheFuture = "in_the_future",
        UnderAge = "under_age",
        /// Somebody holds the share of an owner and is none.
        OwnerShare = "owner_share",
        SharesOverWhole = "shares_over_whole",
        /// A routing number beside an IBAN or a sort code.
        RoutingNumberAbroad = "routing_number_abroad",
        /// A sort code that is not the one within the IBAN.
        SortCodeOfAnotherBank = "sort_code_of_another_bank",
        /// An account number that is not the one within the IBAN.
        NumberOfAnotherAccount = "number_of_another_account",
        /// An account number that no account with a sort code has.
        NumberNotBritish = "number_not_british",
        /// An account number that no account with a routing number has.
        NumberNotAmerican = "number_not_american",
    }
);

impl Conflict {
    /// Where in the form it is put right.
    fn place(self) -> &'static str {
        match self {
            Self::InTheFuture => Question::IncorporatedOn.code(),
            Self::UnderAge => Question::BornOn.code(),
            Self::OwnerShare => Question::PersonRoles.code(),
            Self::SharesOverWhole => PEOPLE,
            Self::RoutingNumberAbroad => Question::RoutingNumber.code(),
            Self::SortCodeOfAnotherBank => Question::SortCode.code(),
            Self::NumberOfAnotherAccount | Self::NumberNotBritish | Self::NumberNotAmerican => Question::AccountNumber.code(),
        }
    }
}

const PEOPLE: &str = "people";

/// What an application is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Demand {
    Answer(Question),
    /// At least one person in this role.
    RoleHolder(PersonRole),
    /// Other answers than these.
    Resolve(Conflict),
    Buyer,
    /// So many documents of a kind.
    Documents {
        kind: DocumentKind,
        wanted: usize,
    },
    /// A document once more, for the operator's reason.
    Replacement {
        kind: DocumentKind,
        reason: Note,
    },
}

/// One thing that is left to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    pub demand: Demand,
    /// Which of the people it is about, counted from 0.
    pub person: Option<usize>,
}

impl Requirement {
    pub fn code(&self) -> RequirementCode {
        match &self.demand {
            Demand::Answer(_) | Demand::RoleHolder(_) => RequirementCode::Missing,
            Demand::Resolve(_) => RequirementCode::Inconsistent,
            Demand::Buyer => RequirementCode::BuyerMissing,
            Demand::Documents { .. } => RequirementCode::DocumentMissing,
            Demand::Replacement { .. } => RequirementCode::DocumentRequested,
        }
    }

    /// Where in the form, such as `company.legalName`, `people[0].bornOn` or `documents.bank_statement`.
    pub fn field(&self) -> String {
        let place = match &self.demand {
            Demand::Answer(question) => question.code(),
            Demand::RoleHolder(_) => PEOPLE,
            Demand::Resolve(conflict) => conflict.place(),
            Demand::Buyer => "buyers",
            Demand::Documents { kind, .. } | Demand::Replacement { kind, .. } => return kind.field(),
        };
        match self.person {
            Some(index) => place.replace("[]", &format!("[{index}]")),
            None => place.to_owned(),
        }
    }
}
