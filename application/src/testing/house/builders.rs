//! A house to test with.

use super::super::builders::parsed;
use chrono::NaiveDate;
use sooner_domain::{
    house::{
        accounts::HouseAccount,
        details::{ExtraHolidays, HouseDetails, ShortBelow},
        local_time::{CutOff, TimeZone},
        profile::{HouseAddress, HouseProfile},
        reminders::{ReminderDays, Reminders},
    },
    kernel::{
        country::CountryCode,
        email::EmailAddress,
        money::{Currency, Money},
        phone::PhoneNumber,
        text::Line,
    },
    onboarding::bank_account::{Bic, Iban},
};

/// A house in Hamburg, about which everything is said.
pub fn house_details() -> HouseDetails {
    let line = |text: &str| parsed(Line::parse(text));
    let country = parsed(CountryCode::parse("DE"));
    let mut extra_holidays = ExtraHolidays::default();
    for (day, name) in [("2026-12-24", "Christmas Eve"), ("2026-12-31", "New Year\u{2019}s Eve")] {
        parsed(extra_holidays.add(parsed(day.parse::<NaiveDate>()), line(name)));
    }
    let mut short_below = ShortBelow::default();
    for (amount, currency) in [(500, "EUR"), (0, "JPY")] {
        parsed(short_below.add(parsed(Money::parse(amount, parsed(Currency::parse(currency))))));
    }
    let address = HouseAddress { street: line("Hafenstr. 7"), postal_code: Some(line("20457")), city: line("Hamburg"), country };
    HouseDetails {
        profile: Some(HouseProfile {
            legal_name: line("Sooner Finance GmbH"),
            address,
            registration_number: Some(line("HRB 4711")),
            tax_number: Some(line("DE987654321")),
            email: parsed(EmailAddress::parse("service@sooner.example")),
            phone: Some(parsed(PhoneNumber::parse("+4940123456", country))),
        }),
        time_zone: Some(parsed(TimeZone::parse("Europe/Berlin"))),
        cut_off: parsed(CutOff::parse("15:00")),
        extra_holidays,
        short_below,
        priced_on: Default::default(),
        reminders: Reminders { before_due: parsed(ReminderDays::parse(&[10, 3])), after_due: parsed(ReminderDays::parse(&[7])) },
    }
}

/// An account of the house.
pub fn house_account(currency: &str, iban: &str) -> HouseAccount {
    // Some banks are found without a BIC.
    let bic = (currency == "EUR").then(|| parsed(Bic::parse("DEUTDEFF")));
    let holder = parsed(Line::parse("Sooner Finance GmbH"));
    HouseAccount { holder, iban: parsed(Iban::parse(iban)), bic, currency: parsed(Currency::parse(currency)) }
}
