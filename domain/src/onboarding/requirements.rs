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
use crate::kernel::{
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

/// One thing an application is asked for, and whether it is there.
pub struct Ask {
    requirement: Requirement,
    is_met: bool,
}

impl Ask {
    fn new(is_met: bool, code: RequirementCode, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { requirement: Requirement::new(code, field, message), is_met }
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

/// Every rule for a first submission, in the order of the form.
pub const RULES: &[fn(&Application) -> Vec<Ask>] = &[
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
    let open = asked(application).into_iter().filter(|ask| !ask.is_met);
    open.map(|ask| ask.requirement).collect()
}

/// How much of what is asked for is there; nothing is missing exactly when all of it is.
pub fn progress(application: &Application) -> Progress {
    let asked = asked(application);
    Progress { met: asked.iter().filter(|ask| ask.is_met).count(), asked: asked.len() }
}

fn asked(application: &Application) -> Vec<Ask> {
    if application.status() == super::status::OnboardingStatus::DocumentsMissing {
        return application.requests().iter().map(a_requested_document_is_replaced).collect();
    }
    RULES.iter().flat_map(|rule| rule(application)).collect()
}

fn a_requested_document_is_replaced(request: &DocumentRequest) -> Ask {
    let message = format!("Upload the {} again: {}", request.kind.label(), request.reason.as_str());
    Ask::new(request.replaced_by.is_some(), RequirementCode::DocumentRequested, request.kind.field(), message)
}

fn given<T>(value: &Option<T>, field: &str, what: &str) -> Ask {
    Ask::new(value.is_some(), RequirementCode::Missing, field, format!("Give {what}."))
}

/// What contradicts itself is asked for only while it does.
fn unless(contradiction: bool, field: impl Into<String>, message: &str) -> Vec<Ask> {
    if contradiction { vec![Ask::new(false, RequirementCode::Inconsistent, field, message)] } else { Vec::new() }
}

fn the_company_is_described(application: &Application) -> Vec<Ask> {
    let company = &application.form().company;
    let address = &company.address;
    vec![
        Ask::new(!company.wants.is_empty(), RequirementCode::Missing, "company.wants", "Choose what you want to use Sooner for."),
        given(&company.legal_name, "company.legalName", "the legal name of the company"),
        given(&company.legal_form, "company.legalForm", "the legal form"),
        given(&company.tax_number, "company.taxNumber", "the tax or VAT number"),
        given(&company.incorporated_on, "company.incorporatedOn", "the date of incorporation, or of the start of business"),
        given(&company.country, "company.country", "the country of registration"),
        given(&address.line1, "company.address.line1", "the street of the registered address"),
        given(&address.city, "company.address.city", "the city of the registered address"),
        given(&address.postal_code, "company.address.postalCode", "the postal code of the registered address"),
        given(&company.industry, "company.industry", "the industry"),
        given(&company.yearly_turnover, "company.yearlyTurnover", "the turnover of the last year"),
    ]
}

fn is_registered(application: &Application) -> bool {
    application.form().company.legal_form != Some(LegalForm::SoleTrader)
}

fn a_registered_company_has_a_registration_number(application: &Application) -> Vec<Ask> {
    if !is_registered(application) {
        return Vec::new();
    }
    let number = &application.form().company.registration_number;
    vec![given(number, "company.registrationNumber", "the registration number of the company")]
}

fn the_company_exists_already(application: &Application) -> Vec<Ask> {
    let later = application.form().company.incorporated_on.is_some_and(|day| day > application.today());
    unless(later, "company.incorporatedOn", "This day lies in the future.")
}

fn each_person(application: &Application, check: impl Fn(&Person, &dyn Fn(&str) -> String) -> Vec<Ask>) -> Vec<Ask> {
    let people = application.form().people.iter().enumerate();
    let told = |(index, person): (usize, &Person)| {
        let mut asks = check(person, &move |field: &str| format!("people[{index}].{field}"));
        for Ask { requirement, .. } in &mut asks {
            requirement.message = format!("Person {}: {}", index + 1, requirement.message);
        }
        asks
    };
    people.flat_map(told).collect()
}

fn people_are_complete(application: &Application) -> Vec<Ask> {
    each_person(application, |person, field| {
        let has_role = !person.roles.is_empty();
        vec![
            given(&person.fname, &field("fname"), "the first name"),
            given(&person.lname, &field("lname"), "the last name"),
            given(&person.born_on, &field("bornOn"), "the date of birth"),
            given(&person.nationality, &field("nationality"), "the nationality"),
            Ask::new(has_role, RequirementCode::Missing, field("roles"), "Choose what this person is to the company."),
        ]
    })
}

fn people_are_of_age(application: &Application) -> Vec<Ask> {
    let today = application.today();
    each_person(application, |person, field| {
        let minor = person.born_on.is_some_and(|born| full_years(born, today) < Some(AGE_OF_MAJORITY));
        unless(minor, field("bornOn"), "A person named here is at least 18 years old.")
    })
}

fn full_years(born: NaiveDate, today: NaiveDate) -> Option<u32> {
    let had_birthday = (today.month(), today.day()) >= (born.month(), born.day());
    let years = today.year() - born.year() - i32::from(!had_birthday);
    u32::try_from(years).ok()
}

fn somebody_is(application: &Application, role: PersonRole, message: &str) -> Vec<Ask> {
    let is_there = application.form().people.iter().any(|person| person.is(role));
    vec![Ask::new(is_there, RequirementCode::Missing, "people", message)]
}

fn a_company_has_a_director(application: &Application) -> Vec<Ask> {
    if !is_registered(application) {
        return Vec::new();
    }
    somebody_is(application, PersonRole::Director, "Name at least one director.")
}

fn somebody_may_sign(application: &Application) -> Vec<Ask> {
    somebody_is(application, PersonRole::Signatory, "Name at least one person who may sign for the company.")
}

fn owners_hold_their_share(application: &Application) -> Vec<Ask> {
    each_person(application, |person, field| {
        let holds = person.ownership.is_some_and(|share| share.basis_points() >= OWNER_FROM_BASIS_POINTS);
        if person.is(PersonRole::Owner) {
            let message = "Give the share of this owner: 25 % or more.";
            return vec![Ask::new(holds, RequirementCode::Missing, field("ownershipPercent"), message)];
        }
        unless(holds, field("roles"), "Who holds 25 % or more is an owner.")
    })
}

fn shares_add_up_to_the_whole_at_most(application: &Application) -> Vec<Ask> {
    let shares = application.form().people.iter().filter_map(|person| person.ownership);
    let sum: u32 = shares.map(|share| u32::from(share.basis_points())).sum();
    unless(sum > u32::from(Percentage::FULL), "people", "The shares add up to more than 100 %.")
}

fn a_bank_account_is_named(application: &Application) -> Vec<Ask> {
    let account = &application.form().bank_account;
    let number = match (&account.iban, &account.account_number) {
        (None, Some(_)) => given(&account.bic, "bankAccount.bic", "the BIC that goes with the account number"),
        (iban, _) => given(iban, "bankAccount.iban", "the IBAN, or an account number with a BIC"),
    };
    vec![
        given(&account.holder, "bankAccount.holder", "the holder of the account"),
        given(&account.currency, "bankAccount.currency", "the currency of the account"),
        number,
    ]
}

fn is_seller(application: &Application) -> bool {
    application.form().company.wants.contains(&Want::Seller)
}

fn a_seller_names_a_buyer(application: &Application) -> Vec<Ask> {
    if !is_seller(application) {
        return Vec::new();
    }
    let message = "Add at least one buyer whose invoices you want to sell.";
    vec![Ask::new(application.buyer_count() > 0, RequirementCode::BuyerMissing, "buyers", message)]
}

fn has_documents(application: &Application, kind: DocumentKind) -> Option<Ask> {
    let message = match kind.wanted(application) {
        0 => return None,
        1 => format!("Upload the {}.", kind.label()),
        wanted => format!("Upload the {} of each of the {wanted} signatories.", kind.label()),
    };
    let there = application.documents().iter().filter(|document| document.kind == kind).count();
    Some(Ask::new(there >= kind.wanted(application), RequirementCode::DocumentMissing, kind.field(), message))
}

fn the_documents_are_there(application: &Application) -> Vec<Ask> {
    DocumentKind::ALL.iter().filter_map(|kind| has_documents(application, *kind)).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::examples::*, *};
    use crate::kernel::Invalid;

    fn fields(application: &Application) -> Vec<String> {
        missing(application).into_iter().map(|requirement| requirement.field).collect()
    }

    #[test]
    fn a_complete_application_lacks_nothing() -> Result<(), Invalid> {
        let application = complete()?;
        assert_eq!(missing(&application), vec![]);
        let Progress { met, asked } = progress(&application);
        assert_eq!(met, asked);
        Ok(())
    }

    #[test]
    fn progress_counts_what_is_asked_for_as_the_answers_stand() -> Result<(), Invalid> {
        let begun = |change: &dyn Fn(&mut super::super::application::Form)| -> Result<Progress, Invalid> {
            let mut form = complete()?.form().clone();
            change(&mut form);
            Ok(progress(&with(form, |_| true, 1)))
        };
        let whole = begun(&|_| {})?;
        assert_eq!(begun(&|form| form.company.legal_name = None)?, Progress { met: whole.met - 1, ..whole });
        // A sole trader is asked neither for a number of the register, nor for a director, nor for the certificate.
        assert_eq!(begun(&|form| form.company.legal_form = Some(LegalForm::SoleTrader))?.asked, whole.asked - 3);
        // Somebody named without anything is five more things to say.
        assert_eq!(begun(&|form| form.people.push(Person::default()))?, Progress { met: whole.met, asked: whole.asked + 5 });
        assert_eq!(progress(&blank()).met, 0);
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
        assert_eq!(fields(&with(form.clone(), |_| true, 1)), ["people", "documents.identity_document"]);
        for (person, share) in form.people.iter_mut().zip([6_000, 4_000]) {
            person.ownership = Some(Percentage::parse_basis_points(share)?);
        }
        assert_eq!(fields(&with(form, |_| true, 1)), ["documents.identity_document"], "exactly the whole is possible");
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
