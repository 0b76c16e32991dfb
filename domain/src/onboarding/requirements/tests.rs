use super::{
    super::{
        application::Form,
        bank_account::{AccountNumber, BankAccount, Bic, Iban, RoutingNumber, SortCode},
        company::{CompanyDetails, Want},
        decision::Decision,
        document::Document,
        examples::*,
        people::PersonId,
    },
    *,
};
use crate::kernel::{Invalid, country::CountryCode, text::Note};

fn fields(application: &Application) -> Vec<String> {
    missing(application, TODAY).into_iter().map(|requirement| requirement.field()).collect()
}

#[test]
fn a_complete_application_lacks_nothing() -> Result<(), Invalid> {
    let application = complete()?;
    assert_eq!(missing(&application, TODAY), vec![]);
    let Progress { met, asked } = progress(&application, TODAY);
    assert_eq!(met, asked);
    Ok(())
}

#[test]
fn progress_counts_what_is_asked_for_as_the_answers_stand() -> Result<(), Invalid> {
    let begun = |change: &dyn Fn(&mut Form)| -> Result<Progress, Invalid> {
        let mut form = complete()?.form().clone();
        change(&mut form);
        Ok(progress(&with(form, |_| true, 1), TODAY))
    };
    let whole = begun(&|_| {})?;
    assert_eq!(begun(&|form| form.company.legal_name = None)?, Progress { met: whole.met - 1, ..whole });
    // A sole trader is asked neither for a number of the register, nor for a director, nor for the certificate.
    assert_eq!(begun(&|form| form.company.legal_form = Some(LegalForm::SoleTrader))?.asked, whole.asked - 3);
    // Somebody named without anything is five more things to say.
    assert_eq!(
        begun(&|form| form.people.push(Person::unknown(PersonId::unlike(&[]))))?,
        Progress { met: whole.met, asked: whole.asked + 5 }
    );
    assert_eq!(progress(&blank(), TODAY).met, 0);
    Ok(())
}

#[test]
fn a_blank_application_is_told_everything_at_once() {
    let table: Vec<_> = missing(&blank(), TODAY).iter().map(|r| format!("{:<16} {}", r.code().code(), r.field())).collect();
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
    let without = |document: &Document| document.kind != DocumentKind::AgedReceivables;
    assert_eq!(fields(&with(form.clone(), without, 0)), ["buyers", "documents.aged_receivables"]);
    let mut buyer = form;
    buyer.company.wants = [Want::Buyer].into();
    assert_eq!(fields(&with(buyer, without, 0)), Vec::<String>::new());
    Ok(())
}

/// What a supplier is asked for who has told no more than this.
fn asked_of_a_supplier(told: impl FnOnce(&mut Form)) -> Vec<String> {
    let mut form = Form::default();
    form.company.wants = [Want::Supplier].into();
    told(&mut form);
    checks(&with(form, |_| false, 0), TODAY).into_iter().map(|check| check.requirement.field()).collect()
}

#[test]
fn a_supplier_is_asked_for_its_company_one_signatory_an_account_and_two_documents() {
    assert_eq!(
        asked_of_a_supplier(|form| form.people.push(Person::unknown(PersonId::unlike(&[])))),
        [
            "company.wants",
            "company.legalName",
            "company.legalForm",
            "company.taxNumber",
            "company.country",
            "company.address.line1",
            "company.address.city",
            "company.address.postalCode",
            "company.address.country",
            "company.registrationNumber",
            "people[0].fname",
            "people[0].lname",
            "people[0].bornOn",
            "people[0].nationality",
            "people[0].roles",
            "people",
            "bankAccount.holder",
            "bankAccount.currency",
            "bankAccount.iban",
            "documents.identity_document",
            "documents.bank_statement",
        ]
    );
}

#[test]
fn a_supplier_is_asked_for_twenty_five_things_at_most_wherever_it_is() -> Result<(), Invalid> {
    for country in ["DE", "GB", "US", "JP"] {
        for role in PersonRole::ALL {
            let country = CountryCode::parse(country)?;
            let asked = asked_of_a_supplier(|form| {
                form.company.country = Some(country);
                form.people.push(Person { roles: [*role].into(), ..Person::unknown(PersonId::unlike(&[])) });
            });
            assert!(asked.len() <= 25, "{country:?}, {role:?}: {asked:?}");
        }
    }
    let alone = asked_of_a_supplier(|form| form.company.legal_form = Some(LegalForm::SoleTrader));
    assert!(!alone.contains(&"company.registrationNumber".to_owned()));
    Ok(())
}

/// The answers of a supplier, and not one more.
fn supplier() -> Result<Form, Invalid> {
    let mut form = complete()?.form().clone();
    form.company.wants = [Want::Supplier].into();
    (form.company.incorporated_on, form.company.industry, form.company.yearly_turnover) = (None, None, None);
    form.people[0].roles = [PersonRole::Signatory].into();
    form.people[0].ownership = None;
    Ok(form)
}

fn is_a_suppliers(document: &Document) -> bool {
    matches!(document.kind, DocumentKind::IdentityDocument | DocumentKind::BankStatement)
}

#[test]
fn a_supplier_that_wants_more_is_asked_everything() -> Result<(), Invalid> {
    let form = supplier()?;
    assert_eq!(fields(&with(form.clone(), is_a_suppliers, 0)), Vec::<String>::new());
    for more in [Want::Seller, Want::Buyer] {
        let with_both = Form { company: CompanyDetails { wants: [Want::Supplier, more].into(), ..form.company.clone() }, ..form.clone() };
        let alone = Form { company: CompanyDetails { wants: [more].into(), ..form.company.clone() }, ..form.clone() };
        let asked = fields(&with(with_both, is_a_suppliers, 0));
        assert_eq!(asked, fields(&with(alone, is_a_suppliers, 0)), "{more:?}");
        assert!(asked.len() >= 7, "{more:?}: {asked:?}");
    }
    Ok(())
}

#[test]
fn what_a_supplier_tells_unasked_must_be_possible_too() -> Result<(), Invalid> {
    let told = |change: &dyn Fn(&mut Form)| -> Result<Vec<String>, Invalid> {
        let mut form = supplier()?;
        change(&mut form);
        Ok(fields(&with(form, is_a_suppliers, 0)))
    };
    let share = |form: &mut Form, basis_points| form.people[0].ownership = Percentage::parse_basis_points(basis_points).ok();
    let owner = |form: &mut Form| _ = form.people[0].roles.insert(PersonRole::Owner);
    assert_eq!(told(&|form| form.company.incorporated_on = TODAY.succ_opt())?, ["company.incorporatedOn"]);
    assert_eq!(told(&owner)?, Vec::<String>::new(), "the share of an owner is not asked for");
    assert_eq!(told(&|form| share(form, 6_000))?, ["people[0].roles"], "who holds it is an owner");
    let little = |form: &mut Form| {
        owner(form);
        share(form, 1_000);
    };
    assert_eq!(told(&little)?, ["people[0].ownershipPercent"], "it is not an owner’s");
    assert_eq!(told(&|form| form.people[0].born_on = Some(TODAY))?, ["people[0].bornOn"]);
    assert_eq!(told(&|form| form.people[0].roles = [PersonRole::Director].into())?, ["people"], "somebody signs");
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
    form.bank_account.account_number = Some(AccountNumber::parse("12345678")?);
    assert_eq!(fields(&with(form.clone(), |_| true, 1)), ["bankAccount.bic"]);
    form.bank_account.bic = Some(Bic::parse("DEUTDEFF")?);
    assert_eq!(fields(&with(form, |_| true, 1)), Vec::<String>::new());
    Ok(())
}

/// The complete application of a company in this country, with the numbers of this account.
fn paid_into(country: &str, numbers: BankAccount) -> Result<Application, Invalid> {
    let mut form = complete()?.form().clone();
    form.company.country = Some(CountryCode::parse(country)?);
    let BankAccount { holder, currency, .. } = form.bank_account;
    form.bank_account = BankAccount { holder, currency, ..numbers };
    Ok(with(form, |_| true, 1))
}

#[test]
fn the_country_says_which_numbers_an_account_has_until_one_is_given() -> Result<(), Invalid> {
    let (sort_code, routing_number) = (SortCode::parse("60-16-13").ok(), RoutingNumber::parse("021000021").ok());
    let (account_number, bic) = (AccountNumber::parse("31926819").ok(), Bic::parse("NWBKGB2L").ok());
    let iban = Iban::parse("GB29NWBK60161331926819").ok();
    let blank = BankAccount::default;
    for (country, numbers, asked) in [
        ("DE", blank(), &["bankAccount.iban"][..]),
        ("GB", blank(), &["bankAccount.sortCode", "bankAccount.accountNumber"]),
        ("US", blank(), &["bankAccount.routingNumber", "bankAccount.accountNumber"]),
        ("JP", blank(), &["bankAccount.iban"]),
        ("GB", BankAccount { iban, ..blank() }, &[]),
        ("GB", BankAccount { sort_code: sort_code.clone(), ..blank() }, &["bankAccount.accountNumber"]),
        ("GB", BankAccount { account_number: account_number.clone(), ..blank() }, &["bankAccount.sortCode"]),
        ("US", BankAccount { account_number: account_number.clone(), ..blank() }, &["bankAccount.routingNumber"]),
        ("JP", BankAccount { account_number: account_number.clone(), ..blank() }, &["bankAccount.bic"]),
        ("US", BankAccount { account_number: account_number.clone(), bic, ..blank() }, &[]),
        ("DE", BankAccount { sort_code, account_number: account_number.clone(), ..blank() }, &[]),
        ("DE", BankAccount { routing_number, account_number, ..blank() }, &[]),
    ] {
        assert_eq!(fields(&paid_into(country, numbers.clone())?), asked, "{country}: {numbers:?}");
    }
    Ok(())
}

#[test]
fn numbers_of_two_accounts_are_told_apart_at_their_fields() -> Result<(), Invalid> {
    let (iban, sort_code) = (Iban::parse("GB29NWBK60161331926819").ok(), SortCode::parse("601613").ok());
    let (routing_number, account_number) = (RoutingNumber::parse("021000021").ok(), AccountNumber::parse("31926819").ok());
    let whole =
        BankAccount { iban: iban.clone(), sort_code: sort_code.clone(), account_number: account_number.clone(), ..BankAccount::default() };
    let other = |number: &str| AccountNumber::parse(number).ok();
    for (numbers, conflict, field) in [
        (BankAccount { routing_number: routing_number.clone(), ..whole.clone() }, Conflict::RoutingNumberAbroad, "routingNumber"),
        (
            BankAccount { routing_number: routing_number.clone(), iban: None, ..whole.clone() },
            Conflict::RoutingNumberAbroad,
            "routingNumber",
        ),
        (BankAccount { sort_code: SortCode::parse("404040").ok(), ..whole.clone() }, Conflict::SortCodeOfAnotherBank, "sortCode"),
        (BankAccount { iban: Iban::parse("DE89370400440532013000").ok(), ..whole.clone() }, Conflict::SortCodeOfAnotherBank, "sortCode"),
        (BankAccount { account_number: other("31926818"), ..whole.clone() }, Conflict::NumberOfAnotherAccount, "accountNumber"),
        (BankAccount { iban: None, account_number: other("319268190"), ..whole.clone() }, Conflict::NumberNotBritish, "accountNumber"),
        (
            BankAccount { routing_number, account_number: other("GB31926819"), ..BankAccount::default() },
            Conflict::NumberNotAmerican,
            "accountNumber",
        ),
    ] {
        let told = missing(&paid_into("GB", numbers.clone())?, TODAY);
        let expected = Requirement { demand: Demand::Resolve(conflict), person: None };
        assert_eq!(told, [expected], "{numbers:?}");
        assert_eq!(told[0].field(), format!("bankAccount.{field}"));
    }
    assert_eq!(fields(&paid_into("GB", whole)?), Vec::<String>::new());
    Ok(())
}

#[test]
fn a_rule_made_since_is_not_asked_of_what_was_handed_in() -> Result<(), Box<dyn std::error::Error>> {
    let mut old = complete()?.form().clone();
    old.company.address.country = None;
    let draft = with(old, |_| true, 1);
    assert_eq!(fields(&draft), ["company.address.country"]);
    let mut handed_in = Application::restore(super::super::application::Parts {
        status: OnboardingStatus::Pending,
        submissions: 1,
        ..draft.parts().clone()
    });
    let whole = |application: &Application| {
        let Progress { met, asked } = progress(application, TODAY);
        met == asked && missing(application, TODAY).is_empty()
    };
    assert!(whole(&handed_in));
    let documents = vec![(DocumentKind::BankStatement, Note::parse("It is too old.")?)];
    handed_in.decide(Decision::RequestDocuments { documents, note: None }, &operator(9), NOON)?;
    assert_eq!(fields(&handed_in), ["documents.bank_statement"]);
    handed_in.attach(document(60, DocumentKind::BankStatement)?, NOON)?;
    handed_in.submit(ADA, NOON)?;
    assert!(whole(&handed_in));
    handed_in.decide(Decision::Approve { note: None }, &operator(9), NOON)?;
    assert!(whole(&handed_in));
    Ok(())
}
