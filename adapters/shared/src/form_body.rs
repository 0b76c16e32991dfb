//! The onboarding form as JSON. The wire and the store share this shape: both keep what they once accepted, so a field
//! can be added here but never renamed.

use crate::{
    coded_body::{IndustryCode, LegalFormCode, PersonRoleCode, WantCode, member},
    fields::{FieldErrors, Fields},
};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_domain::{
    kernel::{
        Invalid,
        coded::Coded,
        country::CountryCode,
        money::{Currency, Money, Percentage},
        text::{Line, PersonName, Website},
    },
    onboarding::{
        account_holder::account_holder,
        application::Form,
        bank_account::{AccountNumber, BankAccount, Bic, Iban, RoutingNumber, SortCode},
        company::{Address, CompanyDetails},
        people::{Person, PersonId},
    },
    parties::legal_entity::parse_number,
};
use std::{collections::BTreeSet, fmt::Display};
use utoipa::ToSchema;

/// The onboarding form. Every field may be absent while it is a draft.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FormBody {
    pub company: CompanyBody,
    pub people: Vec<PersonBody>,
    pub bank_account: BankAccountBody,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct CompanyBody {
    pub legal_name: Option<String>,
    pub trading_name: Option<String>,
    #[schema(value_type = Option<LegalFormCode>)]
    pub legal_form: Option<String>,
    pub registration_number: Option<String>,
    pub tax_number: Option<String>,
    /// `YYYY-MM-DD`
    #[schema(value_type = Option<String>, format = Date)]
    pub incorporated_on: Option<String>,
    /// ISO 3166-1 alpha-2
    pub country: Option<String>,
    pub address: AddressBody,
    pub website: Option<String>,
    #[schema(value_type = Option<IndustryCode>)]
    pub industry: Option<String>,
    pub yearly_turnover: Option<MoneyBody>,
    #[schema(value_type = Vec<WantCode>)]
    pub wants: Vec<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct AddressBody {
    pub line1: Option<String>,
    pub line2: Option<String>,
    pub city: Option<String>,
    pub region: Option<String>,
    pub postal_code: Option<String>,
    /// ISO 3166-1 alpha-2
    pub country: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PersonBody {
    /// What distinguishes this person from the others, whatever their place in the list: 1 to 36 letters, digits and hyphens, such as a
    /// UUID. A person without one gets one.
    #[schema(pattern = "^[A-Za-z0-9-]{1,36}$")]
    pub id: Option<String>,
    pub fname: Option<String>,
    pub lname: Option<String>,
    /// `YYYY-MM-DD`
    #[schema(value_type = Option<String>, format = Date)]
    pub born_on: Option<String>,
    /// ISO 3166-1 alpha-2
    pub nationality: Option<String>,
    #[schema(value_type = Vec<PersonRoleCode>)]
    pub roles: Vec<String>,
    /// 0 to 100, with at most two decimals.
    pub ownership_percent: Option<f64>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct BankAccountBody {
    pub holder: Option<String>,
    pub iban: Option<String>,
    /// Six digits, for an account in the United Kingdom
    pub sort_code: Option<String>,
    /// Nine digits (ABA), for an account in the United States
    pub routing_number: Option<String>,
    pub account_number: Option<String>,
    pub bic: Option<String>,
    /// ISO 4217
    pub currency: Option<String>,
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoneyBody {
    /// In minor units: cents, for most currencies.
    pub amount: i64,
    /// ISO 4217
    pub currency: String,
}

impl MoneyBody {
    pub fn parse(&self, fields: &mut Fields, field: &str) -> Option<Money> {
        let currency = fields.take(format_args!("{field}.currency"), Currency::parse(&self.currency))?;
        fields.take(format_args!("{field}.amount"), Money::parse(self.amount, currency))
    }
}

impl From<Money> for MoneyBody {
    fn from(money: Money) -> Self {
        Self { amount: money.amount_minor(), currency: money.currency().code().to_owned() }
    }
}

fn codes<T: Coded + Ord>(fields: &mut Fields, field: impl Display, texts: &[String]) -> BTreeSet<T> {
    texts.iter().filter_map(|text| fields.take(&field, member(text))).collect()
}

/// A day of the calendar, as in `2026-12-31`.
///
/// # Errors
/// When it is none, or before 1600, or after 2200.
pub fn parse_date(text: &str) -> Result<NaiveDate, Invalid> {
    const PLAUSIBLE: std::ops::RangeInclusive<i32> = 1600..=2200;
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|day| PLAUSIBLE.contains(&chrono::Datelike::year(day)));
    day.ok_or(Invalid::DateMalformed)
}

fn percentage(percent: f64) -> Result<Percentage, Invalid> {
    let points = percent * 100.0;
    if !(0.0..=f64::from(Percentage::FULL)).contains(&points) || (points - points.round()).abs() > 1e-6 {
        return Err(Invalid::PercentageInexact { max: Percentage::WHOLE_PERCENT });
    }
    // In range, checked above.
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 10,000")]
    Percentage::parse_basis_points(points.round() as i64)
}

impl FormBody {
    /// The form.
    ///
    /// # Errors
    /// With every field that is not what it should be.
    pub fn parse(&self) -> Result<Form, FieldErrors> {
        let mut fields = Fields::default();
        let form = self.parse_into(&mut fields);
        if let Some(Err(mixed)) = form.company.registration_number.as_ref().map(|number| parse_number(number.as_str())) {
            fields.refuse("company.registrationNumber", mixed);
        }
        fields.finish(Some(form))
    }

    /// The form without what does not parse.
    pub fn parse_leniently(&self) -> Form {
        self.parse_into(&mut Fields::default())
    }

    fn parse_into(&self, fields: &mut Fields) -> Form {
        if self.people.len() > Person::MAX {
            fields.refuse("people", Invalid::TooManyPeople { max: Person::MAX as i64 });
        }
        let ids = self.ids(fields);
        let people = self.people.iter().zip(ids).enumerate();
        Form {
            company: self.company.parse(fields),
            people: people.map(|(index, (person, id))| person.parse(fields, index, id)).collect(),
            bank_account: self.bank_account.parse(fields),
        }
    }
}

impl FormBody {
    /// The people's ids: their own, and numbers where they have none that is theirs alone.
    fn ids(&self, fields: &mut Fields) -> Vec<PersonId> {
        let people = || self.people.iter().take(Person::MAX).enumerate();
        let mut taken = Vec::new();
        for (index, id) in people().filter_map(|(index, person)| Some((index, person.id.as_deref()?))) {
            let id = PersonId::parse(id).and_then(|id| if taken.contains(&id) { Err(Invalid::PersonIdUnusable) } else { Ok(id) });
            taken.extend(fields.take(format_args!("people[{index}].id"), id));
        }
        let mut own = taken.clone().into_iter().peekable();
        let id = |(_, person): (usize, &PersonBody)| {
            let mine = own.next_if(|id| person.id.as_deref() == Some(id.as_str()));
            mine.unwrap_or_else(|| {
                let id = PersonId::unlike(&taken);
                taken.push(id.clone());
                id
            })
        };
        people().map(id).collect()
    }
}

/// The company of a stored form. What else the form has is passed over.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct StoredCompany {
    company: CompanyBody,
}

impl StoredCompany {
    /// The company without what does not parse.
    pub fn parse_leniently(&self) -> CompanyDetails {
        self.company.parse(&mut Fields::default())
    }
}

impl CompanyBody {
    fn parse(&self, fields: &mut Fields) -> CompanyDetails {
        let Self { address, .. } = self;
        let mut line = |name: &str, text: &Option<String>| fields.optional(format_args!("company.{name}"), text.as_deref(), Line::parse);
        CompanyDetails {
            legal_name: line("legalName", &self.legal_name),
            trading_name: line("tradingName", &self.trading_name),
            registration_number: line("registrationNumber", &self.registration_number),
            tax_number: line("taxNumber", &self.tax_number),
            address: Address {
                line1: line("address.line1", &address.line1),
                line2: line("address.line2", &address.line2),
                city: line("address.city", &address.city),
                region: line("address.region", &address.region),
                postal_code: line("address.postalCode", &address.postal_code),
                country: fields.optional("company.address.country", address.country.as_deref(), CountryCode::parse),
            },
            legal_form: fields.optional("company.legalForm", self.legal_form.as_deref(), member),
            incorporated_on: fields.optional("company.incorporatedOn", self.incorporated_on.as_deref(), parse_date),
            country: fields.optional("company.country", self.country.as_deref(), CountryCode::parse),
            website: fields.optional("company.website", self.website.as_deref(), Website::parse),
            industry: fields.optional("company.industry", self.industry.as_deref(), member),
            yearly_turnover: self.yearly_turnover.as_ref().and_then(|money| money.parse(fields, "company.yearlyTurnover")),
            wants: codes(fields, "company.wants", &self.wants),
        }
    }
}

impl PersonBody {
    fn parse(&self, fields: &mut Fields, index: usize, id: PersonId) -> Person {
        let ownership = |percent| fields.take(format_args!("people[{index}].ownershipPercent"), percentage(percent));
        Person {
            id,
            ownership: self.ownership_percent.and_then(ownership),
            fname: fields.optional(format_args!("people[{index}].fname"), self.fname.as_deref(), PersonName::parse),
            lname: fields.optional(format_args!("people[{index}].lname"), self.lname.as_deref(), PersonName::parse),
            born_on: fields.optional(format_args!("people[{index}].bornOn"), self.born_on.as_deref(), parse_date),
            nationality: fields.optional(format_args!("people[{index}].nationality"), self.nationality.as_deref(), CountryCode::parse),
            roles: codes(fields, format_args!("people[{index}].roles"), &self.roles),
        }
    }
}

impl BankAccountBody {
    /// The account, with what is wrong named as in the form.
    pub fn parse(&self, fields: &mut Fields) -> BankAccount {
        BankAccount {
            holder: fields.optional("bankAccount.holder", self.holder.as_deref(), account_holder),
            iban: fields.optional("bankAccount.iban", self.iban.as_deref(), Iban::parse),
            sort_code: fields.optional("bankAccount.sortCode", self.sort_code.as_deref(), SortCode::parse),
            routing_number: fields.optional("bankAccount.routingNumber", self.routing_number.as_deref(), RoutingNumber::parse),
            account_number: fields.optional("bankAccount.accountNumber", self.account_number.as_deref(), AccountNumber::parse),
            bic: fields.optional("bankAccount.bic", self.bic.as_deref(), Bic::parse),
            currency: fields.optional("bankAccount.currency", self.currency.as_deref(), Currency::parse),
        }
    }
}

fn text<T>(value: &Option<T>, as_str: impl Fn(&T) -> &str) -> Option<String> {
    value.as_ref().map(|value| as_str(value).to_owned())
}

fn all_codes<T: Coded>(members: &BTreeSet<T>) -> Vec<String> {
    members.iter().map(|member| member.code().to_owned()).collect()
}

impl From<&Form> for FormBody {
    fn from(form: &Form) -> Self {
        Self {
            company: CompanyBody::from(&form.company),
            people: form.people.iter().map(PersonBody::from).collect(),
            bank_account: BankAccountBody::from(&form.bank_account),
        }
    }
}

impl From<&BankAccount> for BankAccountBody {
    fn from(account: &BankAccount) -> Self {
        let BankAccount { holder, iban, sort_code, routing_number, account_number, bic, currency } = account;
        Self {
            holder: text(holder, Line::as_str),
            iban: text(iban, Iban::as_str),
            sort_code: text(sort_code, SortCode::as_str),
            routing_number: text(routing_number, RoutingNumber::as_str),
            account_number: text(account_number, AccountNumber::as_str),
            bic: text(bic, Bic::as_str),
            currency: text(currency, |currency| currency.code()),
        }
    }
}

impl From<&CompanyDetails> for CompanyBody {
    fn from(company: &CompanyDetails) -> Self {
        let address = &company.address;
        Self {
            legal_name: text(&company.legal_name, Line::as_str),
            trading_name: text(&company.trading_name, Line::as_str),
            legal_form: company.legal_form.map(|form| form.code().to_owned()),
            registration_number: text(&company.registration_number, Line::as_str),
            tax_number: text(&company.tax_number, Line::as_str),
            incorporated_on: company.incorporated_on.map(|day| day.to_string()),
            country: text(&company.country, CountryCode::as_str),
            address: AddressBody {
                line1: text(&address.line1, Line::as_str),
                line2: text(&address.line2, Line::as_str),
                city: text(&address.city, Line::as_str),
                region: text(&address.region, Line::as_str),
                postal_code: text(&address.postal_code, Line::as_str),
                country: text(&address.country, CountryCode::as_str),
            },
            website: text(&company.website, Website::as_str),
            industry: company.industry.map(|industry| industry.code().to_owned()),
            yearly_turnover: company.yearly_turnover.map(MoneyBody::from),
            wants: all_codes(&company.wants),
        }
    }
}

impl From<&Person> for PersonBody {
    fn from(person: &Person) -> Self {
        Self {
            id: Some(person.id.as_str().to_owned()),
            fname: text(&person.fname, PersonName::as_str),
            lname: text(&person.lname, PersonName::as_str),
            born_on: person.born_on.map(|day| day.to_string()),
            nationality: text(&person.nationality, CountryCode::as_str),
            roles: all_codes(&person.roles),
            ownership_percent: person.ownership.map(|share| f64::from(share.basis_points()) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_application::testing::full_form;

    #[test]
    fn a_form_goes_there_and_back() {
        let form = full_form();
        let body = FormBody::from(&form);
        assert_eq!(body.parse(), Ok(form));
        let account = serde_json::json!(body.bank_account);
        assert_eq!(
            (&account["sortCode"], &account["routingNumber"], &account["accountNumber"]),
            (&"601613".into(), &"021000021".into(), &"1234567".into())
        );
        assert_eq!(FormBody::default().parse(), Ok(Form::default()));
    }

    #[test]
    fn every_bad_field_is_named_at_once() -> Result<(), serde_json::Error> {
        let body: FormBody = serde_json::from_value(serde_json::json!({
            "company": { "legalName": "a\u{0}b", "legalForm": "llc", "incorporatedOn": "2026-02-30", "country": "XX", "address": { "country": "XX" }, "website": "nope",
                         "yearlyTurnover": { "amount": -1, "currency": "EUR" }, "wants": ["seller", "gold"] },
            "people": [{ "bornOn": "yesterday", "ownershipPercent": 100.5 }, { "roles": ["king"], "ownershipPercent": 33.333 }],
            "bankAccount": { "iban": "DE00", "bic": "X", "currency": "EURO", "sortCode": "60-16-1", "routingNumber": "021000022" },
        }))?;
        let fields: Vec<String> = body.parse().map_err(|errors| errors.into_keys().collect()).expect_err("all of it is bad");
        assert_eq!(
            fields,
            [
                "bankAccount.bic",
                "bankAccount.currency",
                "bankAccount.iban",
                "bankAccount.routingNumber",
                "bankAccount.sortCode",
                "company.address.country",
                "company.country",
                "company.incorporatedOn",
                "company.legalForm",
                "company.legalName",
                "company.wants",
                "company.website",
                "company.yearlyTurnover.amount",
                "people[0].bornOn",
                "people[0].ownershipPercent",
                "people[1].ownershipPercent",
                "people[1].roles",
            ]
        );
        assert_eq!(body.parse_leniently().people.len(), 2);
        Ok(())
    }

    #[test]
    fn a_number_of_mixed_scripts_is_refused_and_one_that_is_stored_stays() {
        let mut body = FormBody::from(&full_form());
        body.company.registration_number = Some("\u{41d}RB 1".to_owned());
        let errors = body.parse().err().unwrap_or_default();
        assert_eq!(errors.into_iter().collect::<Vec<_>>(), [("company.registrationNumber".to_owned(), vec![Invalid::ScriptsMixed])]);
        assert!(body.parse_leniently().company.registration_number.is_some());
    }

    #[test]
    fn a_form_of_before_a_field_was_added_has_none_of_it() -> Result<(), serde_json::Error> {
        let body: FormBody = serde_json::from_value(serde_json::json!({
            "company": { "country": "GB", "address": { "line1": "1 High Street", "city": "Leeds", "postalCode": "LS1 4DY" } },
            "bankAccount": { "holder": "Mill Ltd", "iban": null, "accountNumber": "31926819", "bic": "NWBKGB2L", "currency": "GBP" },
        }))?;
        let form = body.parse().map_err(|errors| serde::de::Error::custom(format!("{errors:?}")))?;
        assert!(form.company.address.country.is_none() && form.bank_account.sort_code.is_none());
        assert!(form.company.address.city.is_some() && form.bank_account.account_number.is_some());
        Ok(())
    }

    #[test]
    fn who_comes_without_an_id_is_given_one_that_nobody_has() {
        let person = |id: Option<&str>| PersonBody { id: id.map(str::to_owned), ..PersonBody::default() };
        let ids = |people: Vec<PersonBody>| {
            let body = FormBody { people, ..FormBody::default() };
            body.parse().map(|form| form.people.iter().map(|person| person.id.as_str().to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(
            ids(vec![person(None), person(Some("1")), person(None), person(Some("7f3a-b"))]),
            Ok(vec!["2", "1", "3", "7f3a-b"].into_iter().map(str::to_owned).collect())
        );
        for unusable in ["", "ä", "1 2", &"x".repeat(37), "1"] {
            let refused = ids(vec![person(Some("1")), person(Some(unusable))]).map_err(|errors| errors.into_iter().collect::<Vec<_>>());
            assert_eq!(refused, Err(vec![("people[1].id".to_owned(), vec![Invalid::PersonIdUnusable])]), "{unusable:?}");
        }
    }

    #[test]
    fn an_empty_text_is_an_absent_one() {
        let body = FormBody { company: CompanyBody { legal_name: Some("  ".into()), ..CompanyBody::default() }, ..FormBody::default() };
        assert_eq!(body.parse(), Ok(Form::default()));
    }
}
