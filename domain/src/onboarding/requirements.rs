//! What an application must hold before it can be submitted: a list of rules, each a function named after what it asks.
//!
//! To add a rule, write one function, name it in `RULES`, and test it; what it asks for that no rule asked for yet is a row in
//! `requirement`. Which documents are asked for stands in `document_kind`. Source, unless a rule says otherwise: the
//! onboarding form of the product definition, which follows common know-your-business practice (identify the company, who
//! runs it, who owns 25 % or more, and what it trades).

use super::{
    application::Application,
    bank_account::Scheme,
    company::LegalForm,
    decision::DocumentRequest,
    document::DocumentKind,
    people::{Person, PersonRole},
    status::OnboardingStatus,
};
use crate::kernel::{coded::Coded, money::Percentage};
use chrono::{Datelike, NaiveDate};
use std::ops::Deref;

pub use super::requirement::{Conflict, Demand, Question, Requirement, RequirementCode};

/// One thing an application is asked for, and whether it is there.
pub struct Check {
    requirement: Requirement,
    is_met: bool,
}

impl Check {
    fn new(is_met: bool, demand: Demand) -> Self {
        Self { requirement: Requirement { demand, person: None }, is_met }
    }
}

/// How far an application is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// How many of the things asked for are there.
    pub met: usize,
    /// How many things are asked for, as the answers stand now: another person or another purpose asks for more.
    pub asked: usize,
}

/// An application on the day it is looked at.
pub struct Assessed<'a> {
    application: &'a Application,
    today: NaiveDate,
}

impl Deref for Assessed<'_> {
    type Target = Application;

    fn deref(&self) -> &Application {
        self.application
    }
}

/// Every rule for a first submission, in the order of the form.
pub const RULES: &[fn(&Assessed) -> Vec<Check>] = &[
    the_company_is_described,
    a_registered_company_has_a_registration_number,
    a_company_that_does_more_than_supply_tells_of_its_business,
    the_company_exists_already,
    people_are_complete,
    people_are_of_age,
    a_company_has_a_director,
    somebody_may_sign,
    owners_hold_their_share,
    shares_add_up_to_the_whole_at_most,
    a_bank_account_is_named,
    a_bank_account_is_one,
    a_seller_names_a_buyer,
    the_documents_are_there,
];

/// The youngest age at which a person can be bound by the contract.
pub const AGE_OF_MAJORITY: u32 = 18;
/// A beneficial owner holds a quarter or more (the threshold of FATF recommendation 24's guidance and of EU law).
pub const OWNER_FROM_PERCENT: u16 = 25;

/// What is left to do before the application can be submitted, or submitted again.
pub fn missing(application: &Application, today: NaiveDate) -> Vec<Requirement> {
    let open = checks(application, today).into_iter().filter(|check| !check.is_met);
    open.map(|check| check.requirement).collect()
}

/// What the account lacks that the company is to be paid to, whatever the application's status.
pub fn gaps_of_account(application: &Application, today: NaiveDate) -> Vec<Requirement> {
    let assessed = Assessed { application, today };
    let rules: [fn(&Assessed) -> Vec<Check>; 2] = [a_bank_account_is_named, a_bank_account_is_one];
    let open = rules.iter().flat_map(|rule| rule(&assessed)).filter(|check| !check.is_met);
    open.map(|check| check.requirement).collect()
}

/// How much of what is asked for is there; nothing is missing exactly when all of it is.
pub fn progress(application: &Application, today: NaiveDate) -> Progress {
    let checks = checks(application, today);
    Progress { met: checks.iter().filter(|check| check.is_met).count(), asked: checks.len() }
}

/// What is asked of an application depends on where it is: all rules of a draft, the requested documents of one that misses
/// some. Of what was handed in, nothing is asked that was not asked then: a rule made since counts for drafts alone.
fn checks(application: &Application, today: NaiveDate) -> Vec<Check> {
    let assessed = Assessed { application, today };
    let all = RULES.iter().flat_map(|rule| rule(&assessed));
    match application.status() {
        OnboardingStatus::NotCompleted => all.collect(),
        OnboardingStatus::DocumentsMissing => application.requests().iter().map(a_requested_document_is_replaced).collect(),
        OnboardingStatus::Pending | OnboardingStatus::Approved | OnboardingStatus::Disapproved => {
            all.filter(|check| check.is_met).collect()
        }
    }
}

fn a_requested_document_is_replaced(request: &DocumentRequest) -> Check {
    let demand = Demand::Replacement { kind: request.kind, reason: request.reason.clone() };
    Check::new(request.replaced_by.is_some(), demand)
}

fn given<T>(value: &Option<T>, question: Question) -> Check {
    Check::new(value.is_some(), Demand::Answer(question))
}

/// What contradicts itself is asked for only while it does.
fn unless(contradicts: bool, conflict: Conflict) -> Vec<Check> {
    if contradicts { vec![Check::new(false, Demand::Resolve(conflict))] } else { Vec::new() }
}

fn the_company_is_described(application: &Assessed) -> Vec<Check> {
    let company = &application.form().company;
    let address = &company.address;
    vec![
        Check::new(!company.wants.is_empty(), Demand::Answer(Question::Wants)),
        given(&company.legal_name, Question::LegalName),
        given(&company.legal_form, Question::LegalForm),
        given(&company.tax_number, Question::TaxNumber),
        given(&company.country, Question::Country),
        given(&address.line1, Question::AddressLine1),
        given(&address.city, Question::City),
        given(&address.postal_code, Question::PostalCode),
        given(&address.country, Question::AddressCountry),
    ]
}

fn is_registered(application: &Assessed) -> bool {
    application.form().company.legal_form != Some(LegalForm::SoleTrader)
}

fn a_registered_company_has_a_registration_number(application: &Assessed) -> Vec<Check> {
    if !is_registered(application) {
        return Vec::new();
    }
    let number = &application.form().company.registration_number;
    vec![given(number, Question::RegistrationNumber)]
}

fn only_supplies(application: &Assessed) -> bool {
    application.form().company.only_supplies()
}

fn a_company_that_does_more_than_supply_tells_of_its_business(application: &Assessed) -> Vec<Check> {
    if only_supplies(application) {
        return Vec::new();
    }
    let company = &application.form().company;
    vec![
        given(&company.incorporated_on, Question::IncorporatedOn),
        given(&company.industry, Question::Industry),
        given(&company.yearly_turnover, Question::YearlyTurnover),
    ]
}

fn the_company_exists_already(application: &Assessed) -> Vec<Check> {
    let later = application.form().company.incorporated_on.is_some_and(|day| day > application.today);
    unless(later, Conflict::InTheFuture)
}

fn each_person(application: &Assessed, rule: impl Fn(&Person) -> Vec<Check>) -> Vec<Check> {
    let mut all = Vec::new();
    for (index, person) in application.form().people.iter().enumerate() {
        for Check { requirement, is_met } in rule(person) {
            all.push(Check { requirement: Requirement { person: Some(index), ..requirement }, is_met });
        }
    }
    all
}

fn people_are_complete(application: &Assessed) -> Vec<Check> {
    each_person(application, |person| {
        vec![
            given(&person.fname, Question::FirstName),
            given(&person.lname, Question::LastName),
            given(&person.born_on, Question::BornOn),
            given(&person.nationality, Question::Nationality),
            Check::new(!person.roles.is_empty(), Demand::Answer(Question::PersonRoles)),
        ]
    })
}

fn people_are_of_age(application: &Assessed) -> Vec<Check> {
    let today = application.today;
    each_person(application, |person| {
        let minor = person.born_on.is_some_and(|born| full_years(born, today) < Some(AGE_OF_MAJORITY));
        unless(minor, Conflict::UnderAge)
    })
}

/// The birthdays somebody has had; none before the birth.
pub(super) fn full_years(born: NaiveDate, today: NaiveDate) -> Option<u32> {
    let had_birthday = (today.month(), today.day()) >= (born.month(), born.day());
    let years = today.year() - born.year() - i32::from(!had_birthday);
    u32::try_from(years).ok()
}

fn somebody_is(application: &Assessed, role: PersonRole) -> Vec<Check> {
    let is_there = application.form().people.iter().any(|person| person.is(role));
    vec![Check::new(is_there, Demand::RoleHolder(role))]
}

fn a_company_has_a_director(application: &Assessed) -> Vec<Check> {
    if !is_registered(application) || only_supplies(application) {
        return Vec::new();
    }
    somebody_is(application, PersonRole::Director)
}

fn somebody_may_sign(application: &Assessed) -> Vec<Check> {
    somebody_is(application, PersonRole::Signatory)
}

fn owners_hold_their_share(application: &Assessed) -> Vec<Check> {
    each_person(application, |person| {
        let holds = person.ownership.is_some_and(|share| share.basis_points() >= OWNER_FROM_PERCENT * 100);
        if person.is(PersonRole::Owner) {
            // No share is asked for here, but one that is told is an owner's.
            if only_supplies(application) && person.ownership.is_none() {
                return Vec::new();
            }
            return vec![Check::new(holds, Demand::Answer(Question::OwnedShare))];
        }
        unless(holds, Conflict::OwnerShare)
    })
}

fn shares_add_up_to_the_whole_at_most(application: &Assessed) -> Vec<Check> {
    let shares = application.form().people.iter().filter_map(|person| person.ownership);
    let sum: u32 = shares.map(|share| u32::from(share.basis_points())).sum();
    unless(sum > u32::from(Percentage::FULL), Conflict::SharesOverWhole)
}

fn a_bank_account_is_named(application: &Assessed) -> Vec<Check> {
    let account = &application.form().bank_account;
    let number = || given(&account.account_number, Question::AccountNumber);
    let numbers = match account.scheme(application.form().company.country) {
        Scheme::Iban => vec![given(&account.iban, Question::Iban)],
        Scheme::SortCode => vec![given(&account.sort_code, Question::SortCode), number()],
        Scheme::RoutingNumber => vec![given(&account.routing_number, Question::RoutingNumber), number()],
        Scheme::Bic => vec![given(&account.bic, Question::Bic)],
    };
    [given(&account.holder, Question::AccountHolder), given(&account.currency, Question::AccountCurrency)]
        .into_iter()
        .chain(numbers)
        .collect()
}

fn a_bank_account_is_one(application: &Assessed) -> Vec<Check> {
    let account = &application.form().bank_account;
    let misfit = account.misfit();
    [
        (account.is_of_two_countries(), Conflict::RoutingNumberAbroad),
        (account.is_of_two_banks(), Conflict::SortCodeOfAnotherBank),
        (account.is_two_accounts(), Conflict::NumberOfAnotherAccount),
        (misfit == Some(Scheme::SortCode), Conflict::NumberNotBritish),
        (misfit == Some(Scheme::RoutingNumber), Conflict::NumberNotAmerican),
    ]
    .into_iter()
    .flat_map(|(contradicts, conflict)| unless(contradicts, conflict))
    .collect()
}

fn is_seller(application: &Assessed) -> bool {
    application.form().company.sells()
}

fn a_seller_names_a_buyer(application: &Assessed) -> Vec<Check> {
    if !is_seller(application) {
        return Vec::new();
    }
    vec![Check::new(application.buyer_count() > 0, Demand::Buyer)]
}

fn has_documents(application: &Assessed, kind: DocumentKind) -> Option<Check> {
    let wanted = kind.wanted(application);
    let there = application.documents().iter().filter(|document| document.kind == kind).count();
    (wanted > 0).then(|| Check::new(there >= wanted, Demand::Documents { kind, wanted }))
}

fn the_documents_are_there(application: &Assessed) -> Vec<Check> {
    DocumentKind::ALL.iter().filter_map(|kind| has_documents(application, *kind)).collect()
}

#[cfg(test)]
mod tests;
