//! What the machine noticed in an application, for whoever reviews it: a list of functions, each named after what it looks
//! at. A notice refuses nothing, asks for nothing, and is never shown to the applicant.
//!
//! To add one, write a variant of [`Notice`] with its code and place, a function that finds it, named in `LOOKS`, and its test.

use super::{
    application::{Application, ApplicationId},
    company::{CompanyDetails, LegalForm},
    document::DocumentKind,
    people::PersonRole,
    requirements::{OWNER_FROM_PERCENT, full_years},
    vat::{self, Fault},
};
use crate::{
    identity::user::User,
    kernel::{coded::coded_enum, country::CountryCode, money::Percentage, phone::calling_code, search::folded, text::Line},
};
use chrono::{Months, NaiveDate};
use std::ops::Deref;

coded_enum!(
    /// What was noticed.
    NoticeCode {
        VatFormWrong = "vat_form_wrong",
        VatCheckDigitWrong = "vat_check_digit_wrong",
        FoundedRecently = "founded_recently",
        FoundedLongAgo = "founded_long_ago",
        PersonVeryOld = "person_very_old",
        HolderDiffers = "holder_differs",
        IbanCountryDiffers = "iban_country_differs",
        EmailDomainDiffers = "email_domain_differs",
        FreeMail = "free_mail",
        PhoneCountryDiffers = "phone_country_differs",
        NoOwner = "no_owner",
        SharesIncomplete = "shares_incomplete",
        SameDocument = "same_document",
        SameEntity = "same_entity",
        SameName = "same_name",
        KnownDebtor = "known_debtor",
    }
);

/// Something noticed, said so exactly that a sentence can be made of it in any language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The tax number begins as a VAT number of this country, and is none.
    VatForm(CountryCode),
    VatCheckDigit(CountryCode),
    FoundedRecently,
    FoundedLongAgo,
    /// One of the people, counted from 0.
    PersonVeryOld(usize),
    /// The account is somebody's who is not called as the company is.
    HolderDiffers,
    IbanCountry {
        iban: String,
        company: CountryCode,
    },
    /// The applicant's address is of another domain than the website.
    EmailDomain {
        email: String,
        website: String,
    },
    /// The company has a website, and the applicant an address that anybody can have.
    FreeMail(String),
    /// The applicant's phone is not of the company's country.
    PhoneCountry(CountryCode),
    NoOwner,
    /// The shares that are told of add up to so much, in basis points.
    SharesIncomplete(u32),
    /// Two kinds of documents, one file.
    SameDocument {
        kind: DocumentKind,
        other: DocumentKind,
    },
    Similar(Similar),
}

/// Something else that may be the same company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Similar {
    pub by: Likeness,
    /// What that one is called.
    pub company: Line,
}

/// What makes it similar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// It is the same legal entity: a country's number in the register or for taxes.
    Entity(ApplicationId),
    /// It has the same legal name, however that is written.
    Name(ApplicationId),
    /// A buyer that a seller named is the same legal entity.
    Debtor,
}

impl Notice {
    pub fn code(&self) -> NoticeCode {
        match self {
            Self::VatForm(_) => NoticeCode::VatFormWrong,
            Self::VatCheckDigit(_) => NoticeCode::VatCheckDigitWrong,
            Self::FoundedRecently => NoticeCode::FoundedRecently,
            Self::FoundedLongAgo => NoticeCode::FoundedLongAgo,
            Self::PersonVeryOld(_) => NoticeCode::PersonVeryOld,
            Self::HolderDiffers => NoticeCode::HolderDiffers,
            Self::IbanCountry { .. } => NoticeCode::IbanCountryDiffers,
            Self::EmailDomain { .. } => NoticeCode::EmailDomainDiffers,
            Self::FreeMail(_) => NoticeCode::FreeMail,
            Self::PhoneCountry(_) => NoticeCode::PhoneCountryDiffers,
            Self::NoOwner => NoticeCode::NoOwner,
            Self::SharesIncomplete(_) => NoticeCode::SharesIncomplete,
            Self::SameDocument { .. } => NoticeCode::SameDocument,
            Self::Similar(similar) => match similar.by {
                Likeness::Entity(_) => NoticeCode::SameEntity,
                Likeness::Name(_) => NoticeCode::SameName,
                Likeness::Debtor => NoticeCode::KnownDebtor,
            },
        }
    }

    /// Where in the form, such as `company.taxNumber`, `people[0].bornOn` or `documents.bank_statement`; nothing for what the
    /// account says.
    pub fn field(&self) -> Option<String> {
        let place = match self {
            Self::VatForm(_) | Self::VatCheckDigit(_) => "company.taxNumber",
            Self::FoundedRecently | Self::FoundedLongAgo => "company.incorporatedOn",
            Self::PersonVeryOld(index) => return Some(format!("people[{index}].bornOn")),
            Self::HolderDiffers => "bankAccount.holder",
            Self::IbanCountry { .. } => "bankAccount.iban",
            Self::EmailDomain { .. } => "company.website",
            Self::FreeMail(_) | Self::PhoneCountry(_) => return None,
            Self::NoOwner | Self::SharesIncomplete(_) => "people",
            Self::SameDocument { other, .. } => return Some(other.field()),
            Self::Similar(similar) => match similar.by {
                Likeness::Entity(_) | Likeness::Debtor => "company.registrationNumber",
                Likeness::Name(_) => "company.legalName",
            },
        };
        Some(place.to_owned())
    }
}

/// An application with what is known besides, on the day it is looked at.
pub struct Evidence<'a> {
    pub application: &'a Application,
    pub applicant: &'a User,
    pub similar: &'a [Similar],
    pub today: NaiveDate,
}

impl Deref for Evidence<'_> {
    type Target = Application;

    fn deref(&self) -> &Application {
        self.application
    }
}

impl Evidence<'_> {
    fn company(&self) -> &CompanyDetails {
        &self.form().company
    }

    /// Whether a date lies so long ago, or longer.
    fn is_past(&self, day: NaiveDate, months: u32) -> bool {
        self.today.checked_sub_months(Months::new(months)).is_some_and(|then| day <= then)
    }
}

/// Everything that is looked at, in the order of the form.
pub const LOOKS: &[fn(&Evidence) -> Vec<Notice>] = &[
    similar_companies,
    the_vat_number,
    the_day_of_founding,
    the_ages_of_people,
    the_owners,
    the_account_holder,
    the_country_of_the_iban,
    the_domain_of_the_address,
    the_country_of_the_phone,
    documents_of_one_content,
];

/// A company younger than this has hardly traded yet.
pub const YOUNG_MONTHS: u32 = 3;
/// Few companies are older than this; more often a year was mistyped.
pub const OLD_YEARS: u32 = 200;
/// Few people are older than this; more often a year was mistyped.
pub const OLDEST_PERSON_YEARS: u32 = 100;
/// Together the owners that are told of should hold this much: of whoever holds less than a quarter nothing is asked.
pub const SHARES_FROM_PERCENT: u16 = 75;

/// What there is to notice.
pub fn noticed(evidence: &Evidence) -> Vec<Notice> {
    LOOKS.iter().flat_map(|look| look(evidence)).collect()
}

fn when(is_so: bool, notice: Notice) -> Vec<Notice> {
    if is_so { vec![notice] } else { Vec::new() }
}

fn similar_companies(evidence: &Evidence) -> Vec<Notice> {
    evidence.similar.iter().cloned().map(Notice::Similar).collect()
}

fn the_vat_number(evidence: &Evidence) -> Vec<Notice> {
    let fault = evidence.company().tax_number.as_ref().and_then(|number| vat::fault(number.as_str()));
    let notice = fault.map(|(country, fault)| match fault {
        Fault::Form => Notice::VatForm(country),
        Fault::CheckDigit => Notice::VatCheckDigit(country),
    });
    notice.into_iter().collect()
}

fn the_day_of_founding(evidence: &Evidence) -> Vec<Notice> {
    let Some(day) = evidence.company().incorporated_on else { return Vec::new() };
    if evidence.is_past(day, OLD_YEARS * 12) {
        return vec![Notice::FoundedLongAgo];
    }
    when(!evidence.is_past(day, YOUNG_MONTHS), Notice::FoundedRecently)
}

fn the_ages_of_people(evidence: &Evidence) -> Vec<Notice> {
    let is_very_old = |born: NaiveDate| full_years(born, evidence.today).is_some_and(|years| years > OLDEST_PERSON_YEARS);
    let people = evidence.form().people.iter().enumerate();
    people.filter(|(_, person)| person.born_on.is_some_and(is_very_old)).map(|(index, _)| Notice::PersonVeryOld(index)).collect()
}

/// A sole trader is the owner, and a company that only supplies is asked for none.
fn the_owners(evidence: &Evidence) -> Vec<Notice> {
    if evidence.company().legal_form == Some(LegalForm::SoleTrader) || evidence.company().only_supplies() {
        return Vec::new();
    }
    let people = &evidence.form().people;
    let holds = |share: Percentage| share.basis_points() >= OWNER_FROM_PERCENT * 100;
    let has_owner = people.iter().any(|person| person.is(PersonRole::Owner) && person.ownership.is_some_and(holds));
    let sum: u32 = people.iter().filter_map(|person| person.ownership).map(|share| u32::from(share.basis_points())).sum();
    let is_little = sum > 0 && sum < u32::from(SHARES_FROM_PERCENT) * 100;
    [when(!has_owner, Notice::NoOwner), when(is_little, Notice::SharesIncomplete(sum))].concat()
}

fn the_account_holder(evidence: &Evidence) -> Vec<Notice> {
    let CompanyDetails { legal_name, trading_name, .. } = evidence.company();
    let Some(holder) = &evidence.form().bank_account.holder else { return Vec::new() };
    let mut names = [legal_name, trading_name].into_iter().flatten().peekable();
    let is_told = names.peek().is_some();
    when(is_told && !names.any(|name| folded(name.as_str()) == folded(holder.as_str())), Notice::HolderDiffers)
}

fn the_country_of_the_iban(evidence: &Evidence) -> Vec<Notice> {
    let (Some(iban), Some(company)) = (&evidence.form().bank_account.iban, evidence.company().country) else { return Vec::new() };
    let iban = iban.as_str().get(..2).unwrap_or_default();
    when(iban != company.as_str(), Notice::IbanCountry { iban: iban.to_owned(), company })
}

/// The largest providers whose addresses anybody can have, in the countries Sooner serves.
const FREE_MAIL: [&str; 34] = [
    "aol.com",
    "bluewin.ch",
    "freenet.de",
    "gmail.com",
    "gmx.at",
    "gmx.ch",
    "gmx.de",
    "gmx.net",
    "googlemail.com",
    "hotmail.com",
    "hotmail.de",
    "hotmail.fr",
    "icloud.com",
    "interia.pl",
    "laposte.net",
    "libero.it",
    "live.com",
    "mail.com",
    "mail.ru",
    "me.com",
    "msn.com",
    "o2.pl",
    "orange.fr",
    "outlook.com",
    "outlook.de",
    "proton.me",
    "protonmail.com",
    "t-online.de",
    "web.de",
    "wp.pl",
    "yahoo.com",
    "yahoo.de",
    "yahoo.fr",
    "ziggo.nl",
];

/// Whether one is the other or lies below it, as `mail.example.com` below `example.com`.
fn is_of(one: &str, other: &str) -> bool {
    let below = |one: &str, other: &str| one.strip_suffix(other).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    below(one, other) || below(other, one)
}

fn the_domain_of_the_address(evidence: &Evidence) -> Vec<Notice> {
    let Some(website) = &evidence.company().website else { return Vec::new() };
    let (email, host) = (evidence.applicant.email().domain(), website.host().to_lowercase());
    if FREE_MAIL.contains(&email) {
        return vec![Notice::FreeMail(email.to_owned())];
    }
    let website = host.strip_prefix("www.").unwrap_or(&host);
    when(!is_of(email, website), Notice::EmailDomain { email: email.to_owned(), website: website.to_owned() })
}

fn the_country_of_the_phone(evidence: &Evidence) -> Vec<Notice> {
    let (Some(phone), Some(country)) = (&evidence.applicant.parts().phone, evidence.company().country) else { return Vec::new() };
    let is_elsewhere = calling_code(country).is_some_and(|code| !phone.as_str().starts_with(&code));
    when(is_elsewhere, Notice::PhoneCountry(country))
}

fn documents_of_one_content(evidence: &Evidence) -> Vec<Notice> {
    let standing: Vec<_> = evidence.documents().iter().filter(|document| document.replaced_at.is_none()).collect();
    let mut found = Vec::new();
    for (place, document) in standing.iter().enumerate() {
        let twin = standing[..place].iter().find(|other| other.sha256 == document.sha256 && other.kind != document.kind);
        let notice = twin.map(|twin| Notice::SameDocument { kind: twin.kind, other: document.kind });
        found.extend(notice.filter(|notice| !found.contains(notice)));
    }
    found
}

#[cfg(test)]
mod tests;
