//! What is noticed, and what is not.

use super::{
    super::{application::Form, bank_account::Iban, company::Want, document::Document, examples::*, people::Person},
    *,
};
use crate::{
    identity::user::{self, Role},
    kernel::{
        Invalid,
        coded::Coded,
        email::EmailAddress,
        language::Language,
        phone::PhoneNumber,
        text::{PersonName, Website},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

type Checked = Result<(), Invalid>;

/// Whoever applies, with this address and phone.
fn applicant(email: &str, phone: &str, country: &str) -> Result<User, Invalid> {
    let country = CountryCode::parse(country)?;
    Ok(User::restore(user::Parts {
        id: ADA,
        email: EmailAddress::parse(email)?,
        email_verified: true,
        fname: PersonName::parse("Ada")?,
        lname: PersonName::parse("Brandt")?,
        phone: Some(PhoneNumber::parse(phone, country)?),
        phone_verified: true,
        country: Some(country),
        operator_roles: Default::default(),
        role: Role::Member,
        language: Language::default(),
        password: None,
        second_factor: false,
        created_at: NOON,
        version: 0,
    }))
}

fn ada(email: &str) -> Result<User, Invalid> {
    applicant(email, "+4915112345678", "DE")
}

/// An application at which there is nothing to notice.
fn plain() -> Result<Form, Invalid> {
    let mut form = complete()?.form().clone();
    form.company.tax_number = Some(Line::parse("DE136695976")?);
    form.people[0].ownership = Some(Percentage::parse_basis_points(7_500)?);
    Ok(form)
}

/// The documents, each of its own content.
fn documents() -> Result<Vec<Document>, Invalid> {
    let all = (1..).zip(DocumentKind::ALL);
    all.map(|(number, kind)| Ok(Document { sha256: [number; 32], ..document(number.into(), *kind)? })).collect()
}

fn seen(form: Form, documents: Vec<Document>, applicant: &User, similar: &[Similar]) -> Vec<Notice> {
    let parts = super::super::application::Parts { documents, ..with(form, |_| false, 1).parts().clone() };
    noticed(&Evidence { application: &Application::restore(parts), applicant, similar, today: TODAY })
}

/// What is noticed at the application when the form is changed so.
fn changed(change: impl FnOnce(&mut Form)) -> Result<Vec<Notice>, Invalid> {
    let mut form = plain()?;
    change(&mut form);
    Ok(seen(form, documents()?, &ada("ada@example.com")?, &[]))
}

#[test]
fn at_an_ordinary_application_nothing_is_noticed() -> Checked {
    assert_eq!(changed(|_| ())?, []);
    assert_eq!(changed(|form| *form = Form::default())?, [Notice::NoOwner], "a blank draft names no owner");
    Ok(())
}

#[test]
fn a_wrong_vat_number_is_noticed_and_other_tax_numbers_are_not() -> Checked {
    let germany = CountryCode::parse("DE")?;
    let told = |number: &str| {
        let number = Line::parse(number)?;
        changed(|form| form.company.tax_number = Some(number))
    };
    assert_eq!(told("DE 136695977")?, [Notice::VatCheckDigit(germany)]);
    assert_eq!(told("DE13669597")?, [Notice::VatForm(germany)]);
    assert_eq!(told("12/345/67890")?, []);
    Ok(())
}

#[test]
fn odd_days_of_founding_are_noticed() -> Checked {
    let founded = |year, month, day| changed(|form| form.company.incorporated_on = NaiveDate::from_ymd_opt(year, month, day));
    assert_eq!(founded(2026, 3, 16)?, [Notice::FoundedRecently]);
    assert_eq!(founded(2026, 3, 15)?, [], "three months ago today");
    assert_eq!(founded(1826, 6, 16)?, []);
    assert_eq!(founded(1826, 6, 15)?, [Notice::FoundedLongAgo]);
    Ok(())
}

#[test]
fn somebody_older_than_a_hundred_is_noticed() -> Checked {
    let born = |year, month, day| {
        changed(|form| {
            let other = Person { born_on: NaiveDate::from_ymd_opt(year, month, day), ownership: None, ..form.people[0].clone() };
            form.people.push(other);
        })
    };
    assert_eq!(born(1925, 6, 16)?, []);
    assert_eq!(born(1925, 6, 15)?, [Notice::PersonVeryOld(1)]);
    assert_eq!(Notice::PersonVeryOld(1).field().as_deref(), Some("people[1].bornOn"));
    Ok(())
}

#[test]
fn owners_who_are_not_named_are_noticed() -> Checked {
    let holds = |basis_points: Option<i64>| {
        let share = basis_points.map(Percentage::parse_basis_points).transpose()?;
        changed(|form| form.people[0].ownership = share)
    };
    assert_eq!(holds(Some(7_499))?, [Notice::SharesIncomplete(7_499)]);
    assert_eq!(holds(Some(2_499))?, [Notice::NoOwner, Notice::SharesIncomplete(2_499)]);
    assert_eq!(holds(None)?, [Notice::NoOwner]);
    assert_eq!(changed(|form| _ = form.people[0].roles.remove(&PersonRole::Owner))?, [Notice::NoOwner]);
    let sole_trader = changed(|form| {
        form.company.legal_form = Some(LegalForm::SoleTrader);
        form.people[0].ownership = None;
    });
    assert_eq!(sole_trader?, [], "who is the owner");
    let supplier = changed(|form| {
        form.company.wants = [Want::Supplier].into();
        form.people[0].roles = [PersonRole::Signatory].into();
        form.people[0].ownership = None;
    });
    assert_eq!(supplier?, [], "it is asked for none");
    Ok(())
}

#[test]
fn an_account_of_somebody_else_is_noticed() -> Checked {
    let (other, alike) = (Line::parse("Ada Brandt")?, Line::parse("MUHLE BRANDT, GMBH")?);
    assert_eq!(changed(|form| form.bank_account.holder = Some(other.clone()))?, [Notice::HolderDiffers]);
    assert_eq!(changed(|form| form.bank_account.holder = Some(alike))?, []);
    let traded = changed(|form| {
        form.company.trading_name = Some(other.clone());
        form.bank_account.holder = Some(other);
    });
    assert_eq!(traded?, []);
    Ok(())
}

#[test]
fn an_account_in_another_country_is_noticed() -> Checked {
    let iban = Iban::parse("NL91ABNA0417164300")?;
    let company = CountryCode::parse("DE")?;
    assert_eq!(changed(|form| form.bank_account.iban = Some(iban))?, [Notice::IbanCountry { iban: "NL".to_owned(), company }]);
    Ok(())
}

#[test]
fn an_address_of_another_domain_than_the_website_is_noticed() -> Checked {
    let seen = |email: &str, website: &str| {
        let mut form = plain()?;
        form.company.website = Some(Website::parse(website)?);
        Ok::<_, Invalid>(seen(form, documents()?, &ada(email)?, &[]))
    };
    for website in ["example.com", "https://www.Example.com/de", "http://shop.example.com:8080?x"] {
        assert_eq!(seen("ada@example.com", website)?, [], "{website}");
    }
    assert_eq!(seen("ada@mail.example.com", "example.com")?, []);
    let differs = |email: &str, website: &str| Notice::EmailDomain { email: email.to_owned(), website: website.to_owned() };
    assert_eq!(seen("ada@example.net", "www.example.com")?, [differs("example.net", "example.com")]);
    assert_eq!(seen("ada@anexample.com", "example.com")?, [differs("anexample.com", "example.com")]);
    assert_eq!(seen("ada@gmail.com", "example.com")?, [Notice::FreeMail("gmail.com".to_owned())]);
    assert_eq!(super::tests::seen(plain()?, documents()?, &ada("ada@gmail.com")?, &[]), [], "without a website nothing is said");
    Ok(())
}

#[test]
fn a_phone_of_another_country_is_noticed() -> Checked {
    let abroad = applicant("ada@example.com", "+31612345678", "NL")?;
    assert_eq!(seen(plain()?, documents()?, &abroad, &[]), [Notice::PhoneCountry(CountryCode::parse("DE")?)]);
    Ok(())
}

#[test]
fn one_file_as_two_kinds_is_noticed_while_both_stand() -> Checked {
    let mut files = documents()?;
    let (kind, other) = (files[0].kind, files[3].kind);
    files[3].sha256 = files[0].sha256;
    let ada = ada("ada@example.com")?;
    assert_eq!(seen(plain()?, files.clone(), &ada, &[]), [Notice::SameDocument { kind, other }]);
    files[3].replaced_at = Some(NOON);
    // Twice as one kind is nothing.
    files.push(files[0].clone());
    assert_eq!(seen(plain()?, files, &ada, &[]), []);
    Ok(())
}

#[test]
fn a_similar_company_is_noticed() -> Checked {
    let company = Line::parse("Muhle Brandt")?;
    let case = ApplicationId(Uuid::from_u128(9));
    for (by, code) in [
        (Likeness::Entity(case), NoticeCode::SameEntity),
        (Likeness::Name(case), NoticeCode::SameName),
        (Likeness::Debtor, NoticeCode::KnownDebtor),
    ] {
        let similar = Similar { by, company: company.clone() };
        let notices = seen(plain()?, documents()?, &ada("ada@example.com")?, std::slice::from_ref(&similar));
        assert_eq!(notices, [Notice::Similar(similar)]);
        assert_eq!(notices[0].code(), code);
    }
    Ok(())
}

#[test]
fn the_list_of_free_providers_is_in_order_and_each_is_there_once() {
    let sorted: BTreeSet<_> = FREE_MAIL.into_iter().collect();
    assert_eq!(sorted.into_iter().collect::<Vec<_>>(), FREE_MAIL);
}
