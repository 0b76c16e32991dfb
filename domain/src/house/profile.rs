//! Who the house is.

use crate::kernel::{country::CountryCode, email::EmailAddress, phone::PhoneNumber, text::Line};

/// Who the house is to those it does business with: it stands on whatever they are sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseProfile {
    pub legal_name: Line,
    pub address: HouseAddress,
    pub registration_number: Option<Line>,
    pub tax_number: Option<Line>,
    /// Where customers write to.
    pub email: EmailAddress,
    /// Where customers call.
    pub phone: Option<PhoneNumber>,
}

/// Where the house is. Town and country are fields of their own: since 15 November 2026 SEPA refuses addresses that have them in
/// free text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseAddress {
    pub street: Line,
    /// Some countries have none.
    pub postal_code: Option<Line>,
    pub city: Line,
    pub country: CountryCode,
}

impl HouseProfile {
    /// Each field that is given, with its place and its value.
    pub(super) fn fields(&self) -> Vec<(String, String)> {
        let Self { legal_name, address, registration_number, tax_number, email, phone } = self;
        let HouseAddress { street, postal_code, city, country } = address;
        let fields = [
            ("house.legalName", Some(legal_name.as_str())),
            ("house.address.street", Some(street.as_str())),
            ("house.address.postalCode", postal_code.as_ref().map(Line::as_str)),
            ("house.address.city", Some(city.as_str())),
            ("house.address.country", Some(country.as_str())),
            ("house.registrationNumber", registration_number.as_ref().map(Line::as_str)),
            ("house.taxNumber", tax_number.as_ref().map(Line::as_str)),
            ("house.email", Some(email.as_str())),
            ("house.phone", phone.as_ref().map(PhoneNumber::as_str)),
        ];
        fields.into_iter().filter_map(|(field, value)| Some((field.to_owned(), value?.to_owned()))).collect()
    }
}
