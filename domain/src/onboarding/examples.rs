//! Applications for the tests of this module.

use super::{
    application::{Application, Form, Parts},
    bank_account::{BankAccount, Iban},
    company::{Address, CompanyDetails, Industry, LegalForm, Want},
    document::{Document, DocumentKind, FileName, FileType, Verdict},
    people::{Person, PersonId, PersonRole},
};
use crate::{
    identity::operator::OperatorRoles,
    kernel::{
        Invalid,
        coded::Coded,
        country::CountryCode,
        ids::{CompanyId, UserId},
        money::{Currency, Money, Percentage},
        text::{Line, PersonName},
    },
    onboarding::{application::ApplicationId, document::DocumentId},
    parties::{membership::Membership, operator::Operator},
};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use uuid::Uuid;

pub(crate) const TODAY: NaiveDate = match NaiveDate::from_ymd_opt(2026, 6, 15) {
    Some(day) => day,
    None => NaiveDate::MIN,
};
pub(crate) const NOON: DateTime<Utc> = TODAY.and_time(NaiveTime::MIN).and_utc();

pub(crate) const ADA: UserId = UserId(Uuid::from_u128(2));

/// An operator in every role, who belongs to a company of their own.
pub(crate) fn operator(number: u128) -> Operator {
    let membership = Membership::founder(UserId(Uuid::from_u128(number)), CompanyId(Uuid::from_u128(1_000 + number)), NOON);
    Operator { membership, roles: OperatorRoles::all() }
}

pub(crate) fn blank() -> Application {
    let member = Membership::founder(ADA, CompanyId(Uuid::from_u128(3)), NOON);
    Application::blank(ApplicationId(Uuid::from_u128(1)), &member, 0, NOON)
}

pub(crate) fn document(number: u128, kind: DocumentKind) -> Result<Document, Invalid> {
    Ok(Document {
        id: DocumentId(Uuid::from_u128(number)),
        kind,
        name: FileName::parse("scan.pdf")?,
        file_type: FileType::Pdf,
        size_bytes: 1_000,
        sha256: [7; 32],
        uploaded_at: NOON,
        verdict: Verdict::Pending,
        verdict_reason: None,
        replaced_at: None,
    })
}

pub(crate) fn complete() -> Result<Application, Invalid> {
    let line = |text: &str| Line::parse(text).map(Some);
    let country = CountryCode::parse("DE")?;
    let euro = Currency::parse("EUR")?;
    let company = CompanyDetails {
        legal_name: line("Mühle Brandt GmbH")?,
        legal_form: Some(LegalForm::PrivateLimited),
        registration_number: line("HRB 12345")?,
        tax_number: line("DE123456789")?,
        incorporated_on: NaiveDate::from_ymd_opt(2010, 1, 31),
        country: Some(country),
        address: Address {
            line1: line("Mühlweg 1")?,
            city: line("Freiburg")?,
            postal_code: line("79098")?,
            country: Some(country),
            ..Address::default()
        },
        industry: Some(Industry::Manufacturing),
        yearly_turnover: Some(Money::parse(120_000_000, euro)?),
        wants: [Want::Seller].into(),
        ..CompanyDetails::default()
    };
    let person = Person {
        id: PersonId::parse("1")?,
        fname: Some(PersonName::parse("Ada")?),
        lname: Some(PersonName::parse("Brandt")?),
        born_on: NaiveDate::from_ymd_opt(1980, 2, 29),
        nationality: Some(country),
        roles: PersonRole::ALL.iter().copied().collect(),
        ownership: Some(Percentage::parse_basis_points(6_000)?),
    };
    let bank_account = BankAccount {
        holder: line("Mühle Brandt GmbH")?,
        iban: Some(Iban::parse("DE89370400440532013000")?),
        currency: Some(euro),
        ..BankAccount::default()
    };
    Ok(with(Form { company, people: vec![person], bank_account }, |_| true, 1))
}

/// An application with this form, those of the six documents that are kept, and so many buyers.
pub(crate) fn with(form: Form, keep: impl Fn(&Document) -> bool, buyer_count: usize) -> Application {
    let all = (10u128..).zip(DocumentKind::ALL).filter_map(|(number, kind)| document(number, *kind).ok());
    let documents = all.filter(|document| keep(document)).collect();
    Application::restore(Parts { form, documents, buyer_count, ..blank().parts().clone() })
}
