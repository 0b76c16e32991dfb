//! A house for the tests of this module.

use super::{
    accounts::HouseAccount,
    details::{ExtraHolidays, HouseDetails, ShortBelow},
    local_time::{CutOff, TimeZone},
    profile::{HouseAddress, HouseProfile},
    reminders::{ReminderDays, Reminders},
};
use crate::{
    kernel::{
        Invalid,
        country::CountryCode,
        email::EmailAddress,
        money::{Currency, Money},
        phone::PhoneNumber,
        text::Line,
    },
    onboarding::bank_account::Iban,
};
use chrono::NaiveDate;

pub(crate) fn account(currency: &str, iban: &str) -> Result<HouseAccount, Invalid> {
    let (holder, iban) = (Line::parse("Sooner Finance GmbH")?, Iban::parse(iban)?);
    Ok(HouseAccount { holder, iban, bic: None, currency: Currency::parse(currency)? })
}

pub(crate) fn details() -> Result<HouseDetails, Invalid> {
    let country = CountryCode::parse("DE")?;
    let mut extra_holidays = ExtraHolidays::default();
    extra_holidays.add(NaiveDate::from_ymd_opt(2026, 12, 24).unwrap_or_default(), Line::parse("Christmas Eve")?)?;
    let mut short_below = ShortBelow::default();
    short_below.add(Money::parse(500, Currency::parse("EUR")?)?)?;
    Ok(HouseDetails {
        profile: Some(HouseProfile {
            legal_name: Line::parse("Sooner Finance GmbH")?,
            address: HouseAddress {
                street: Line::parse("Hafenstr. 7")?,
                postal_code: Some(Line::parse("20457")?),
                city: Line::parse("Hamburg")?,
                country,
            },
            registration_number: Some(Line::parse("HRB 4711")?),
            tax_number: Some(Line::parse("DE987654321")?),
            email: EmailAddress::parse("service@sooner.example")?,
            phone: Some(PhoneNumber::parse("+4940123456", country)?),
        }),
        time_zone: Some(TimeZone::parse("Europe/Berlin")?),
        cut_off: CutOff::parse("15:00")?,
        extra_holidays,
        short_below,
        priced_on: Default::default(),
        reminders: Reminders { before_due: ReminderDays::parse(&[10, 3])?, after_due: ReminderDays::parse(&[7])? },
    })
}
