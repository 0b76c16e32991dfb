//! What an application lacks: in words, and as codes for clients with words of their own.

use serde::Serialize;
use sooner_domain::{
    kernel::coded::Coded,
    onboarding::{
        document::DocumentKind,
        people::PersonRole,
        requirements::{AGE_OF_MAJORITY, Conflict, Demand, OWNER_FROM_PERCENT, Question, Requirement},
    },
};
use sooner_shared::coded_body::{Code, RequirementCodeCode};
use std::collections::BTreeMap;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub struct RequirementBody {
    code: RequirementCodeCode,
    /// Where in the form, such as `company.legalName`, `people[0].bornOn` or `documents.bank_statement`
    field: String,
    message: String,
    /// What the message says of this application: `person` (counted from 1), `role`, `conflict`, `minimumAge`, `minimumPercent`,
    /// `kind`, `wanted`, `reason`, each where it matters
    params: BTreeMap<&'static str, ParamBody>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ParamBody {
    Text(String),
    Number(u64),
}

impl From<&str> for ParamBody {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<usize> for ParamBody {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<&Requirement> for RequirementBody {
    fn from(requirement: &Requirement) -> Self {
        let (code, field, message) = (Code(requirement.code()), requirement.field(), sentence(requirement));
        Self { code, field, message, params: params(requirement) }
    }
}

fn params(requirement: &Requirement) -> BTreeMap<&'static str, ParamBody> {
    let of_demand = match &requirement.demand {
        Demand::Answer(Question::OwnedShare) => vec![("minimumPercent", ParamBody::Number(OWNER_FROM_PERCENT.into()))],
        Demand::Answer(_) | Demand::Buyer => Vec::new(),
        Demand::RoleHolder(role) => vec![("role", role.code().into())],
        Demand::Resolve(conflict) => {
            let limit = match conflict {
                Conflict::UnderAge => Some(("minimumAge", ParamBody::Number(AGE_OF_MAJORITY.into()))),
                Conflict::OwnerShare => Some(("minimumPercent", ParamBody::Number(OWNER_FROM_PERCENT.into()))),
                Conflict::InTheFuture
                | Conflict::SharesOverWhole
                | Conflict::RoutingNumberAbroad
                | Conflict::SortCodeOfAnotherBank
                | Conflict::NumberOfAnotherAccount
                | Conflict::NumberNotBritish
                | Conflict::NumberNotAmerican => None,
            };
            [("conflict", conflict.code().into())].into_iter().chain(limit).collect()
        }
        Demand::Documents { kind, wanted } => vec![("kind", kind.code().into()), ("wanted", (*wanted).into())],
        Demand::Replacement { kind, reason } => vec![("kind", kind.code().into()), ("reason", reason.as_str().into())],
    };
    let person = requirement.person.map(|index| ("person", (index + 1).into()));
    of_demand.into_iter().chain(person).collect()
}

fn sentence(requirement: &Requirement) -> String {
    let what = match &requirement.demand {
        Demand::Answer(question) => answer(*question),
        Demand::RoleHolder(PersonRole::Director) => "Add at least one director.".to_owned(),
        Demand::RoleHolder(PersonRole::Signatory) => "Add at least one person authorised to sign.".to_owned(),
        Demand::RoleHolder(PersonRole::Owner) => "Add at least one beneficial owner.".to_owned(),
        Demand::Resolve(Conflict::InTheFuture) => "Enter today’s date or an earlier one.".to_owned(),
        Demand::Resolve(Conflict::UnderAge) => format!("This person must be at least {AGE_OF_MAJORITY} years old."),
        Demand::Resolve(Conflict::OwnerShare) => {
            format!("This person holds {OWNER_FROM_PERCENT}% or more: select “Owns {OWNER_FROM_PERCENT}% or more” as well.")
        }
        Demand::Resolve(Conflict::SharesOverWhole) => "The shares add up to more than 100%. Correct them.".to_owned(),
        Demand::Resolve(Conflict::RoutingNumberAbroad) => {
            "Accounts with a routing number have no IBAN and no sort code. Keep what is of one account.".to_owned()
        }
        Demand::Resolve(Conflict::SortCodeOfAnotherBank) => "This sort code isn’t the one in the IBAN. Correct or remove it.".to_owned(),
        Demand::Resolve(Conflict::NumberOfAnotherAccount) => {
            "This account number isn’t the one in the IBAN. Correct or remove it.".to_owned()
        }
        Demand::Resolve(Conflict::NumberNotBritish) => "Account numbers with a sort code have 6 to 8 digits.".to_owned(),
        Demand::Resolve(Conflict::NumberNotAmerican) => "Account numbers with a routing number have 4 to 17 digits.".to_owned(),
        Demand::Buyer => "Add at least one buyer that you invoice.".to_owned(),
        Demand::Documents { kind, wanted: 0 | 1 } => format!("Upload the {}.", label(*kind)),
        Demand::Documents { kind, wanted } => format!("Upload the {} of each of the {wanted} signatories.", label(*kind)),
        Demand::Replacement { kind, reason } => format!("Upload the {} again: {}", label(*kind), reason.as_str()),
    };
    match requirement.person {
        Some(index) => format!("Person {}: {what}", index + 1),
        None => what,
    }
}

fn answer(question: Question) -> String {
    let text = match question {
        Question::OwnedShare => return format!("Enter the ownership: {OWNER_FROM_PERCENT}% or more."),
        Question::Wants => "Choose what you want to use Sooner for.",
        Question::LegalName => "Enter the legal name.",
        Question::LegalForm => "Choose the legal form.",
        Question::RegistrationNumber => "Enter the registration number.",
        Question::TaxNumber => "Enter the tax or VAT number.",
        Question::IncorporatedOn => "Enter the date of incorporation or the start of business.",
        Question::Country => "Choose the country of registration.",
        Question::AddressLine1 => "Enter the street and number.",
        Question::City => "Enter the city.",
        Question::PostalCode => "Enter the postal code.",
        Question::AddressCountry => "Choose the country of the address.",
        Question::Industry => "Choose the industry.",
        Question::YearlyTurnover => "Enter last year’s turnover.",
        Question::FirstName => "Enter the first name.",
        Question::LastName => "Enter the last name.",
        Question::BornOn => "Enter the date of birth.",
        Question::Nationality => "Choose the nationality.",
        Question::PersonRoles => "Choose at least one role.",
        Question::AccountHolder => "Enter the account holder.",
        Question::AccountCurrency => "Choose the account currency.",
        Question::Iban => "Enter your IBAN, or an account number and a BIC.",
        Question::SortCode => "Enter the sort code, or your IBAN.",
        Question::RoutingNumber => "Enter the routing number.",
        Question::AccountNumber => "Enter the account number.",
        Question::Bic => "Enter the BIC for this account number.",
    };
    text.to_owned()
}

/// A kind of documents as people call it.
fn label(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::IncorporationCertificate => "certificate of incorporation",
        DocumentKind::ProofOfAddress => "proof of address",
        DocumentKind::IdentityDocument => "identity document",
        DocumentKind::BankStatement => "last bank statement",
        DocumentKind::AnnualAccounts => "latest annual accounts",
        DocumentKind::AgedReceivables => "aged receivables report",
    }
}

#[cfg(test)]
mod tests;
