//! Things to test with.

use sooner_domain::{
    identity::user::NewMember,
    kernel::{
        coded::Coded,
        country::CountryCode,
        email::EmailAddress,
        language::Language,
        money::{Currency, Money, Percentage},
        phone::PhoneNumber,
        text::{Line, PersonName, Website},
    },
    onboarding::{
        application::Form,
        bank_account::{AccountNumber, BankAccount, Bic, Iban, RoutingNumber, SortCode},
        company::{Address, CompanyDetails, Industry, LegalForm, Want},
        people::{Person, PersonId, PersonRole},
    },
    parties::buyer::{BuyerDetails, PaymentTerms},
};
use std::net::{IpAddr, Ipv4Addr};

/// A good password.
pub const PASSWORD: &str = "correct horse battery staple";
/// Where people sign in from unless a test says otherwise.
pub const HOME: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
/// The smallest file taken for a PDF.
pub const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n";
/// The phone of [`a_user`].
pub const ADA_PHONE: &str = "+4915112345678";

/// Somebody who signs up.
#[derive(Debug, Clone)]
pub struct NewUser {
    pub member: NewMember,
    pub from: IpAddr,
}

/// Ada Brandt of Germany, at home.
pub fn a_user() -> NewUser {
    let country = parsed(CountryCode::parse("DE"));
    let member = NewMember {
        email: parsed(EmailAddress::parse("ada@example.com")),
        fname: parsed(PersonName::parse("Ada")),
        lname: parsed(PersonName::parse("Brandt")),
        phone: parsed(PhoneNumber::parse(ADA_PHONE, country)),
        country,
        language: Language::default(),
    };
    NewUser { member, from: HOME }
}

impl NewUser {
    pub fn email(mut self, email: &str) -> Self {
        self.member.email = parsed(EmailAddress::parse(email));
        self
    }

    pub fn phone(mut self, phone: &str) -> Self {
        self.member.phone = parsed(PhoneNumber::parse(phone, self.member.country));
        self
    }

    pub fn from(mut self, address: &str) -> Self {
        self.from = parsed(address.parse());
        self
    }
}

/// A form in which nothing is missing, of a seller with one signatory.
pub fn complete_form() -> Form {
    let line = |text: &str| Some(parsed(Line::parse(text)));
    let country = parsed(CountryCode::parse("DE"));
    let euro = parsed(Currency::parse("EUR"));
    Form {
        company: CompanyDetails {
            legal_name: line("Mühle Brandt GmbH"),
            legal_form: Some(LegalForm::PrivateLimited),
            registration_number: line("HRB 12345"),
            tax_number: line("DE123456789"),
            incorporated_on: chrono::NaiveDate::from_ymd_opt(2010, 1, 31),
            country: Some(country),
            address: Address {
                line1: line("Mühlweg 1"),
                city: line("Freiburg"),
                postal_code: line("79098"),
                country: Some(country),
                ..Address::default()
            },
            industry: Some(Industry::Manufacturing),
            yearly_turnover: Some(parsed(Money::parse(120_000_000, euro))),
            wants: [Want::Seller].into(),
            ..CompanyDetails::default()
        },
        people: vec![Person {
            id: PersonId::unlike(&[]),
            fname: Some(parsed(PersonName::parse("Ada"))),
            lname: Some(parsed(PersonName::parse("Brandt"))),
            born_on: chrono::NaiveDate::from_ymd_opt(1980, 2, 29),
            nationality: Some(country),
            roles: PersonRole::ALL.iter().copied().collect(),
            ownership: Some(parsed(Percentage::parse_basis_points(6_000))),
        }],
        bank_account: BankAccount {
            holder: line("Mühle Brandt GmbH"),
            iban: Some(parsed(Iban::parse("DE89370400440532013000"))),
            currency: Some(euro),
            ..BankAccount::default()
        },
    }
}

/// The same with every field filled in, whether they go together or not: what is lost on the way shows.
pub fn full_form() -> Form {
    let line = |text: &str| Some(parsed(Line::parse(text)));
    let Form { company, people, bank_account } = complete_form();
    let address = Address {
        line2: line("Hinterhaus"),
        region: line("Baden"),
        // Another country than the company's.
        country: Some(parsed(CountryCode::parse("NL"))),
        ..company.address
    };
    let website = Some(parsed(Website::parse("https://example.com")));
    let bank_account = BankAccount {
        sort_code: Some(parsed(SortCode::parse("60-16-13"))),
        routing_number: Some(parsed(RoutingNumber::parse("0210-0002-1"))),
        account_number: Some(parsed(AccountNumber::parse("1234567"))),
        bic: Some(parsed(Bic::parse("DEUTDEFF"))),
        ..bank_account
    };
    Form { company: CompanyDetails { trading_name: line("Mühle"), address, website, ..company }, people, bank_account }
}

/// A buyer of this name.
pub fn buyer_details(legal_name: &str) -> BuyerDetails {
    BuyerDetails {
        legal_name: parsed(Line::parse(legal_name)),
        country: parsed(CountryCode::parse("NL")),
        // Two names are two legal entities.
        registration_number: parsed(Line::parse(legal_name)),
        contact_name: parsed(PersonName::parse("Piet Smit")),
        contact_email: parsed(EmailAddress::parse("piet@example.net")),
        expected_yearly_volume: parsed(Money::parse(50_000_000, parsed(Currency::parse("EUR")))),
        payment_terms: parsed(PaymentTerms::parse_days(45)),
    }
}

#[expect(clippy::panic, reason = "a builder with a bad constant is a bug in the test")]
pub(super) fn parsed<T, E: std::fmt::Debug>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("a builder holds a bad value: {error:?}"),
    }
}
