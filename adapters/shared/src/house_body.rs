//! The house's settings as JSON. The wire and the store share these shapes: a field can be added here but never renamed.

use crate::{
    fields::Fields,
    form_body::{MoneyBody, parse_date},
};
use serde::{Deserialize, Serialize};
use sooner_domain::{
    house::{
        details::{ExtraHolidays, HouseDetails, PricedOn, ShortBelow},
        local_time::{CutOff, TimeZone},
        profile::{HouseAddress, HouseProfile},
        reminders::{ReminderDays, Reminders},
    },
    kernel::{Invalid, coded::Coded, country::CountryCode, email::EmailAddress, phone::PhoneNumber, text::Line},
};
use utoipa::ToSchema;

/// Who the house is to its customers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HouseProfileBody {
    #[serde(default)]
    #[schema(required = true)]
    pub legal_name: String,
    #[serde(default)]
    #[schema(required = true)]
    pub address: HouseAddressBody,
    pub registration_number: Option<String>,
    pub tax_number: Option<String>,
    /// Where customers write to
    #[serde(default)]
    #[schema(required = true)]
    pub email: String,
    /// Where customers call: a number of the country it is in
    pub phone: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HouseAddressBody {
    #[serde(default)]
    #[schema(required = true)]
    pub street: String,
    pub postal_code: Option<String>,
    #[serde(default)]
    #[schema(required = true)]
    pub city: String,
    /// ISO 3166-1 alpha-2
    #[serde(default)]
    #[schema(required = true)]
    pub country: String,
}

/// A day on which the house is closed though banks are open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HolidayBody {
    /// `YYYY-MM-DD`
    #[serde(default)]
    #[schema(required = true, value_type = String, format = Date)]
    pub date: String,
    /// What it is called
    #[serde(default)]
    #[schema(required = true)]
    pub name: String,
}

/// How many days before and after a payment is due its debtor is reminded: each list up to 5 numbers from 1 to 90.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemindersBody {
    /// Buyers of programmes, of what they are going to pay
    pub before_due: Vec<i64>,
    /// Of what was not paid: buyers of programmes; where the debtor knows that its invoices were sold, its contact; else the seller
    pub after_due: Vec<i64>,
}

impl Default for RemindersBody {
    fn default() -> Self {
        Self::from(&Reminders::default())
    }
}

impl From<&Reminders> for RemindersBody {
    fn from(Reminders { before_due, after_due }: &Reminders) -> Self {
        Self { before_due: before_due.iter().collect(), after_due: after_due.iter().collect() }
    }
}

impl RemindersBody {
    fn read(&self, fields: &mut Fields) -> Option<Reminders> {
        let before_due = fields.take("reminders.beforeDue", ReminderDays::parse(&self.before_due));
        let after_due = fields.take("reminders.afterDue", ReminderDays::parse(&self.after_due));
        Some(Reminders { before_due: before_due?, after_due: after_due? })
    }
}

/// Everything but the accounts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HouseDetailsBody {
    pub profile: Option<HouseProfileBody>,
    pub time_zone: Option<String>,
    pub cut_off: String,
    pub extra_holidays: Vec<HolidayBody>,
    pub short_below: Vec<MoneyBody>,
    /// None was stored before there were any.
    #[serde(default)]
    pub reminders: RemindersBody,
    /// None was stored before it could be chosen.
    #[serde(default)]
    pub priced_on: Option<String>,
}

/// How a phone is read.
type ParsePhone = fn(&str, CountryCode) -> Result<PhoneNumber, Invalid>;

impl HouseDetailsBody {
    /// The details; what is wrong is remembered by field.
    pub fn parse(&self, fields: &mut Fields) -> Option<HouseDetails> {
        self.read(fields, PhoneNumber::parse)
    }

    /// What was parsed before it was stored; none when it is nothing this release knows. Numbering plans change: a phone that
    /// was one goes on being one.
    pub fn restore(&self) -> Option<HouseDetails> {
        let mut fields = Fields::default();
        let details = self.read(&mut fields, |stored, _| Ok(PhoneNumber::restore(stored.to_owned())));
        fields.finish(details).ok()
    }

    fn read(&self, fields: &mut Fields, phone: ParsePhone) -> Option<HouseDetails> {
        let Self { profile, time_zone, cut_off, extra_holidays, short_below, reminders, priced_on } = self;
        let profile = profile.as_ref().map(|profile| profile.read(fields, phone));
        let time_zone = time_zone.as_ref().map(|name| fields.take("timeZone", TimeZone::parse(name)));
        let cut_off = fields.take("cutOff", CutOff::parse(cut_off));
        let (extra_holidays, short_below) = (holidays(fields, extra_holidays), amounts(fields, short_below));
        let reminders = reminders.read(fields);
        let priced_on = priced_on.as_deref().map_or(Ok(PricedOn::default()), |code| PricedOn::from_code(code).ok_or(Invalid::NotListed));
        let priced_on = fields.take("pricedOn", priced_on);
        // What was given and refused is something else than what was not given.
        let (profile, time_zone) = (all_or_none(profile)?, all_or_none(time_zone)?);
        Some(HouseDetails {
            profile,
            time_zone,
            cut_off: cut_off?,
            extra_holidays,
            short_below,
            reminders: reminders?,
            priced_on: priced_on?,
        })
    }
}

/// Some without a value where nothing was given; none where what was given is refused.
fn all_or_none<T>(given: Option<Option<T>>) -> Option<Option<T>> {
    given.map_or(Some(None), |parsed| parsed.map(Some))
}

fn holidays(fields: &mut Fields, bodies: &[HolidayBody]) -> ExtraHolidays {
    let mut holidays = ExtraHolidays::default();
    if bodies.len() > ExtraHolidays::MAX {
        fields.refuse("extraHolidays", Invalid::TooMany { max: ExtraHolidays::MAX as i64 });
    }
    for (index, body) in bodies.iter().take(ExtraHolidays::MAX).enumerate() {
        let field = |name: &str| format!("extraHolidays[{index}].{name}");
        let day = fields.take(field("date"), parse_date(&body.date));
        let name = fields.take(field("name"), Line::parse(&body.name));
        if let Some((day, name)) = day.zip(name) {
            fields.take(field("date"), holidays.add(day, name));
        }
    }
    holidays
}

fn amounts(fields: &mut Fields, bodies: &[MoneyBody]) -> ShortBelow {
    let mut amounts = ShortBelow::default();
    for (index, body) in bodies.iter().enumerate() {
        let field = format!("shortBelow[{index}]");
        let Some(amount) = body.parse(fields, &field) else { continue };
        if let Err(invalid) = amounts.add(amount) {
            let part = if invalid == Invalid::NamedTwice { "currency" } else { "amount" };
            fields.refuse(format_args!("{field}.{part}"), invalid);
        }
    }
    amounts
}

impl From<&HouseDetails> for HouseDetailsBody {
    fn from(details: &HouseDetails) -> Self {
        let HouseDetails { profile, time_zone, cut_off, extra_holidays, short_below, reminders, priced_on } = details;
        let holiday = |(day, name): (chrono::NaiveDate, &Line)| HolidayBody { date: day.to_string(), name: name.as_str().to_owned() };
        Self {
            profile: profile.as_ref().map(HouseProfileBody::from),
            time_zone: time_zone.map(|zone| zone.name().to_owned()),
            cut_off: cut_off.to_string(),
            extra_holidays: extra_holidays.iter().map(holiday).collect(),
            short_below: short_below.iter().map(MoneyBody::from).collect(),
            priced_on: Some(priced_on.code().to_owned()),
            reminders: reminders.into(),
        }
    }
}

impl HouseProfileBody {
    fn read(&self, fields: &mut Fields, phone: ParsePhone) -> Option<HouseProfile> {
        let Self { legal_name, address, registration_number, tax_number, email, phone: number } = self;
        let legal_name = fields.take("profile.legalName", Line::parse(legal_name));
        let street = fields.take("profile.address.street", Line::parse(&address.street));
        let postal_code = fields.optional("profile.address.postalCode", address.postal_code.as_deref(), Line::parse);
        let city = fields.take("profile.address.city", Line::parse(&address.city));
        let country = fields.take("profile.address.country", CountryCode::parse(&address.country));
        let registration_number = fields.optional("profile.registrationNumber", registration_number.as_deref(), Line::parse);
        let tax_number = fields.optional("profile.taxNumber", tax_number.as_deref(), Line::parse);
        let email = fields.take("profile.email", EmailAddress::parse(email));
        // Without a country nothing can be said of it yet.
        let number = number.as_deref().filter(|_| country.is_some());
        let phone = fields.optional("profile.phone", number, |number| phone(number.trim(), country.ok_or(Invalid::CountryUnknown)?));
        let address = HouseAddress { street: street?, postal_code, city: city?, country: country? };
        Some(HouseProfile { legal_name: legal_name?, address, registration_number, tax_number, email: email?, phone })
    }
}

impl From<&HouseProfile> for HouseProfileBody {
    fn from(profile: &HouseProfile) -> Self {
        let HouseProfile { legal_name, address, registration_number, tax_number, email, phone } = profile;
        let HouseAddress { street, postal_code, city, country } = address;
        let text = |line: &Line| line.as_str().to_owned();
        Self {
            legal_name: text(legal_name),
            address: HouseAddressBody {
                street: text(street),
                postal_code: postal_code.as_ref().map(text),
                city: text(city),
                country: country.as_str().to_owned(),
            },
            registration_number: registration_number.as_ref().map(text),
            tax_number: tax_number.as_ref().map(text),
            email: email.as_str().to_owned(),
            phone: phone.as_ref().map(|phone| phone.as_str().to_owned()),
        }
    }
}
