//! What an application must hold before it can be submitted: a list of rules, each a function named after what it asks.
//!
//! To add a rule, write one function, name it in `RULES`, and test it. Nothing else changes: the client shows what this
//! list answers. Which documents are asked for stands in `document_kind`. Source, unless a rule says otherwise: the onboarding form of the product definition, which follows
//! common know-your-business practice (identify the company, who runs it, who owns 25 % or more, and what it trades).

use super::{
    application::Application,
    company::{LegalForm, Want},
    decision::DocumentRequest,
    document::DocumentKind,
    people::{Person, PersonRole},
};
use crate::{
    coded::{Coded, coded_enum},
    money::Percentage,
};
use chrono::{Datelike, NaiveDate};

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

/// One thing that is left to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    pub code: RequirementCode,
    /// Where in the form, such as `company.legalName`, `people[0].bornOn` or `documents.bank_statement`.
    pub field: String,
    pub message: String,
}

impl Requirement {
    fn new(code: RequirementCode, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, field: field.into(), message: message.into() }
    }
}

/// Every rule for a first submission, in the order of the form.
pub const RULES: &[fn(&Application) -> Vec<Requirement>] = &[
    the_company_is_described,
    a_registered_company_has_a_registration_number,
    the_company_exists_already,
    people_are_complete,
    people_are_of_age,
    a_company_has_a_director,
    somebody_may_sign,
    owners_hold_their_share,
    shares_add_up_to_the_whole_at_most,
    a_bank_account_is_named,
    a_seller_names_a_buyer,
    the_documents_are_there,
];

/// The youngest age at which a person can be bound by the contract.
const AGE_OF_MAJORITY: u32 = 18;
/// A beneficial owner holds a quarter or more (the threshold of FATF recommendation 24's guidance and of EU law).
const OWNER_FROM_BASIS_POINTS: u16 = 2_500;

/// What is left to do before the application can be submitted, or submitted again.
pub fn missing(application: &Application) -> Vec<Requirement> {
    if application.status() == super::status::OnboardingStatus::DocumentsMissing {
        return requested_documents_are_replaced(application);
    }
    RULES.iter().flat_map(|rule| rule(application)).collect()
}

fn requested_documents_are_replaced(application: &Application) -> Vec<Requirement> {
    let open = application.requests().iter().filter(|request| request.replaced_by.is_none());
    let asked = |request: &DocumentRequest| {
        let message = format!("Upload the {} again: {}", request.kind.label(), request.reason.as_str());
        Requirement::new(RequirementCode::DocumentRequested, request.kind.field(), message)
    };
    open.map(asked).collect()
}

fn absent<T>(value: &Option<T>, field: &str, what: &str) -> Option<Requirement> {
    value.is_none().then(|| Requirement::new(RequirementCode::Missing, field, format!("Give {what}.")))
}

fn the_company_is_described(application: &Application) -> Vec<Requirement> {
    let company = &application.form().company;
    let address = &company.address;
    let wants = company
        .wants
        .is_empty()
        .then(|| Requirement::new(RequirementCode::Missing, "company.wants", "Choose what you want to use Sooner for."));
    [
        wants,
        absent(&company.legal_name, "company.legalName", "the legal name of the company"),
        absent(&company.legal_form, "company.legalForm", "the legal form"),
        absent(&company.tax_number, "company.taxNumber", "the tax or VAT number"),
        absent(&company.incorporated_on, "company.incorporatedOn", "the date of incorporation, or of the start of business"),
        absent(&company.country, "company.country", "the country of registration"),
        absent(&address.line1, "company.address.line1", "the street of the registered address"),
        absent(&address.city, "company.address.city", "the city of the registered address"),
        absent(&address.postal_code, "company.address.postalCode", "the postal code of the registered address"),
        absent(&company.industry, "company.industry", "the industry"),
        absent(&company.yearly_turnover, "company.yearlyTurnover", "the turnover of the last year"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn is_registered(application: &Application) -> bool {
    application.form().company.legal_form != Some(LegalForm::SoleTrader)
}

fn a_registered_company_has_a_registration_number(application: &Application) -> Vec<Requirement> {
    let number = &application.form().company.registration_number;
    if !is_registered(application) {
        return Vec::new();
    }
    absent(number, "company.registrationNumber", "the registration number of the company").into_iter().collect()
}

fn the_company_exists_already(application: &Application) -> Vec<Requirement> {
    let later = application.form().company.incorporated_on.is_some_and(|day| day > application.today());
    later
        .then(|| Requirement::new(RequirementCode::Inconsistent, "company.incorporatedOn", "This day lies in the future."))
        .into_iter()
        .collect()
}

fn each_person(application: &Application, check: impl Fn(&Person, &dyn Fn(&str) -> String) -> Vec<Requirement>) -> Vec<Requirement> {
    let people = application.form().people.iter().enumerate();
    let told = |(index, person): (usize, &Person)| {
        let mut requirements = check(person, &move |field: &str| format!("people[{index}].{field}"));
        for requirement in &mut requirements {
            requirement.message = format!("Person {}: {}", index + 1, requirement.message);
        }
        requirements
    };
    people.flat_map(told).collect()
}

fn people_are_complete(application: &Application) -> Vec<Requirement> {
    each_person(application, |person, field| {
        let roles = person
            .roles
            .is_empty()
            .then(|| Requirement::new(RequirementCode::Missing, field("roles"), "Choose what this person is to the company."));
        [
            absent(&person.fname, &field("fname"), "the first name"),
            absent(&person.lname, &field("lname"), "the last name"),
            absent(&person.born_on, &field("bornOn"), "the date of birth"),
            absent(&person.nationality, &field("nationality"), "the nationality"),
            roles,
        ]
        .into_iter()
        .flatten()
        .collect()
    })
}

fn people_are_of_age(application: &Application) -> Vec<Requirement> {
    let today = application.today();
    each_person(application, |person, field| {
        let minor = person.born_on.is_some_and(|born| full_years(born, today) < Some(AGE_OF_MAJORITY));
        minor
            .then(|| Requirement::new(RequirementCode::Inconsistent, field("bornOn"), "A person named here is at least 18 years old."))
            .into_iter()
            .collect()
    })
}

fn full_years(born: NaiveDate, today: NaiveDate) -> Option<u32> {
    let had_birthday = (today.month(), today.day()) >= (born.month(), born.day());
    let years = today.year() - born.year() - i32::from(!had_birthday);
    u32::try_from(years).ok()
}

fn nobody_is(application: &Application, role: PersonRole, message: &str) -> Vec<Requirement> {
    if application.form().people.iter().any(|person| person.is(role)) {
        return Vec::new();
    }
    vec![Requirement::new(RequirementCode::Missing, "people", message)]
}

fn a_company_has_a_director(application: &Application) -> Vec<Requirement> {
    if !is_registered(application) {
        return Vec::new();
    }
    nobody_is(application, PersonRole::Director, "Name at least one director.")
}

fn somebody_may_sign(application: &Application) -> Vec<Requirement> {
    nobody_is(application, PersonRole::Signatory, "Name at least one person who may sign for the company.")
}

fn owners_hold_their_share(application: &Application) -> Vec<Requirement> {
    each_person(application, |person, field| {
        let share = person.ownership.map(Percentage::basis_points);
        if person.is(PersonRole::Owner) && share.is_none_or(|share| share < OWNER_FROM_BASIS_POINTS) {
            vec![Requirement::new(RequirementCode::Missing, field("ownershipPercent"), "Give the share of this owner: 25 % or more.")]
        } else if !person.is(PersonRole::Owner) && share.is_some_and(|share| share >= OWNER_FROM_BASIS_POINTS) {
            vec![Requirement::new(RequirementCode::Inconsistent, field("roles"), "Who holds 25 % or more is an owner.")]
        } else {
            Vec::new()
        }
    })
}

fn shares_add_up_to_the_whole_at_most(application: &Application) -> Vec<Requirement> {
    let shares = application.form().people.iter().filter_map(|person| person.ownership);
    let sum: u32 = shares.map(|share| u32::from(share.basis_points())).sum();
    (sum > u32::from(Percentage::FULL))
        .then(|| Requirement::new(RequirementCode::Inconsistent, "people", "The shares add up to more than 100 %."))
        .into_iter()
        .collect()
}

fn a_bank_account_is_named(application: &Application) -> Vec<Requirement> {
    let account = &application.form().bank_account;
    let mut missing: Vec<_> = [
        absent(&account.holder, "bankAccount.holder", "the holder of the account"),
        absent(&account.currency, "bankAccount.currency", "the currency of the account"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if account.iban.is_none() {
        match (&account.account_number, &account.bic) {
            (Some(_), Some(_)) => {}
            (Some(_), None) => missing.extend(absent(&account.bic, "bankAccount.bic", "the BIC that goes with the account number")),
            (None, _) => missing.extend(absent(&account.iban, "bankAccount.iban", "the IBAN, or an account number with a BIC")),
        }
    }
    missing
}

fn is_seller(application: &Application) -> bool {
    application.form().company.wants.contains(&Want::Seller)
}

fn a_seller_names_a_buyer(application: &Application) -> Vec<Requirement> {
    if !is_seller(application) || application.buyer_count() > 0 {
        return Vec::new();
    }
    vec![Requirement::new(RequirementCode::BuyerMissing, "buyers", "Add at least one buyer whose invoices you want to sell.")]
}

fn has_documents(application: &Application, kind: DocumentKind, wanted: usize) -> Vec<Requirement> {
    if application.documents().iter().filter(|document| document.kind == kind).count() >= wanted {
        return Vec::new();
    }
    let message = match wanted {
        0 | 1 => format!("Upload the {}.", kind.label()),
        _ => format!("Upload the {} of each of the {wanted} signatories.", kind.label()),
    };
    vec![Requirement::new(RequirementCode::DocumentMissing, kind.field(), message)]
}

fn the_documents_are_there(application: &Application) -> Vec<Requirement> {
    DocumentKind::ALL.iter().flat_map(|kind| has_documents(application, *kind, kind.wanted(application))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::examples::*;
    use super::*;
    use crate::Invalid;

    fn fields(application: &Application) -> Vec<String> {
        missing(application).into_iter().map(|requirement| requirement.field).collect()
    }

    #[test]
    fn a_complete_application_lacks_nothing() -> Result<(), Invalid> {
        assert_eq!(missing(&complete()?), vec![]);
        Ok(())
    }

    #[test]
    fn a_blank_application_is_told_everything_at_once() {
        let table: Vec<_> = missing(&blank()).iter().map(|r| format!("{:<16} {:<32} {}", r.code.code(), r.field, r.message)).collect();
        insta::assert_snapshot!(table.join("\n"));
    }

    #[test]
    fn a_sole_trader_needs_no_register_no_director_and_no_certificate() -> Result<(), Invalid> {
        let mut form = complete()?.form().clone();
        form.company.legal_form = Some(LegalForm::SoleTrader);
        form.company.registration_number = None;
        form.people[0].roles.remove(&PersonRole::Director);
        let application = with(form, |document| document.kind != DocumentKind::IncorporationCertificate, 1);
        assert_eq!(fields(&application), Vec::<String>::new());
        Ok(())
    }

    #[test]
    fn only_a_seller_needs_buyers_and_receivables() -> Result<(), Invalid> {
        let form = complete()?.form().clone();
        let without = |document: &super::super::document::Document| document.kind != DocumentKind::AgedReceivables;
        assert_eq!(fields(&with(form.clone(), without, 0)), ["buyers", "documents.aged_receivables"]);
        let mut buyer = form;
        buyer.company.wants = [Want::Buyer].into();
        assert_eq!(fields(&with(buyer, without, 0)), Vec::<String>::new());
        Ok(())
    }

    #[test]
    fn each_signatory_needs_an_identity_document() -> Result<(), Invalid> {
        let mut form = complete()?.form().clone();
        let mut second = form.people[0].clone();
        second.roles = [PersonRole::Signatory].into();
        second.ownership = None;
        form.people.push(second);
        assert_eq!(fields(&with(form, |_| true, 1)), ["documents.identity_document"]);
        Ok(())
    }

    #[test]
    fn ages_shares_and_dates_must_be_possible() -> Result<(), Invalid> {
        let mut form = complete()?.form().clone();
        form.company.incorporated_on = TODAY.succ_opt();
        form.people[0].born_on = NaiveDate::from_ymd_opt(TODAY.year() - 18, TODAY.month(), TODAY.day() + 1);
        form.people[0].ownership = Some(Percentage::parse_basis_points(2_499)?);
        assert_eq!(fields(&with(form.clone(), |_| true, 1)), ["company.incorporatedOn", "people[0].bornOn", "people[0].ownershipPercent"]);
        form.people[0].ownership = Some(Percentage::parse_basis_points(6_000)?);
        form.people[0].born_on = NaiveDate::from_ymd_opt(TODAY.year() - 18, TODAY.month(), TODAY.day());
        form.company.incorporated_on = Some(TODAY);
        form.people.push(form.people[0].clone());
        assert_eq!(fields(&with(form, |_| true, 1)), ["people", "documents.identity_document"]);
        Ok(())
    }

    #[test]
    fn an_account_number_needs_a_bic_and_an_iban_does_not() -> Result<(), Invalid> {
        let mut form = complete()?.form().clone();
        form.bank_account.iban = None;
        assert_eq!(fields(&with(form.clone(), |_| true, 1)), ["bankAccount.iban"]);
        form.bank_account.account_number = Some(super::super::bank_account::AccountNumber::parse("12345678")?);
        assert_eq!(fields(&with(form.clone(), |_| true, 1)), ["bankAccount.bic"]);
        form.bank_account.bic = Some(super::super::bank_account::Bic::parse("DEUTDEFF")?);
        assert_eq!(fields(&with(form, |_| true, 1)), Vec::<String>::new());
        Ok(())
    }
}
