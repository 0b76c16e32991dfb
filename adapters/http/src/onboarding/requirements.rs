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
                Conflict::InTheFuture | Conflict::SharesOverWhole => None,
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
        Demand::RoleHolder(PersonRole::Director) => "Name at least one director.".to_owned(),
        Demand::RoleHolder(PersonRole::Signatory) => "Name at least one person who may sign for the company.".to_owned(),
        Demand::RoleHolder(PersonRole::Owner) => "Name at least one owner.".to_owned(),
        Demand::Resolve(Conflict::InTheFuture) => "This day lies in the future.".to_owned(),
        Demand::Resolve(Conflict::UnderAge) => format!("A person named here is at least {AGE_OF_MAJORITY} years old."),
        Demand::Resolve(Conflict::OwnerShare) => format!("Who holds {OWNER_FROM_PERCENT} % or more is an owner."),
        Demand::Resolve(Conflict::SharesOverWhole) => "The shares add up to more than 100 %.".to_owned(),
        Demand::Buyer => "Add at least one buyer whose invoices you want to sell.".to_owned(),
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
    let what = match question {
        Question::Wants => return "Choose what you want to use Sooner for.".to_owned(),
        Question::PersonRoles => return "Choose what this person is to the company.".to_owned(),
        Question::OwnedShare => return format!("Give the share of this owner: {OWNER_FROM_PERCENT} % or more."),
        Question::LegalName => "the legal name of the company",
        Question::LegalForm => "the legal form",
        Question::RegistrationNumber => "the registration number of the company",
        Question::TaxNumber => "the tax or VAT number",
        Question::IncorporatedOn => "the date of incorporation, or of the start of business",
        Question::Country => "the country of registration",
        Question::AddressLine1 => "the street of the registered address",
        Question::City => "the city of the registered address",
        Question::PostalCode => "the postal code of the registered address",
        Question::Industry => "the industry",
        Question::YearlyTurnover => "the turnover of the last year",
        Question::FirstName => "the first name",
        Question::LastName => "the last name",
        Question::BornOn => "the date of birth",
        Question::Nationality => "the nationality",
        Question::AccountHolder => "the holder of the account",
        Question::AccountCurrency => "the currency of the account",
        Question::Iban => "the IBAN, or an account number with a BIC",
        Question::Bic => "the BIC that goes with the account number",
    };
    format!("Give {what}.")
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
