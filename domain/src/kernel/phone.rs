//! Telephone numbers in E.164.

use crate::kernel::{Invalid, country::CountryCode};

/// A valid telephone number in E.164, such as `+4915112345678`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PhoneNumber(String);

impl PhoneNumber {
    /// # Errors
    /// When the text is not E.164, or no valid number of that country.
    pub fn parse(text: &str, country: CountryCode) -> Result<Self, Invalid> {
        let text = text.trim();
        let digits = text.strip_prefix('+').ok_or(Invalid::PhoneWithoutCallingCode)?;
        if !(7..=15).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(Invalid::PhoneImplausible);
        }
        let region: phonenumber::country::Id = country.as_str().parse().map_err(|_| Invalid::PhoneImplausible)?;
        let number = phonenumber::parse(Some(region), text).map_err(|_| Invalid::PhoneImplausible)?;
        // A plan such as +1 or +44 spans countries, and the metadata does not tell every one of its numbers apart: the
        // number must be valid, and its calling code must be the country's.
        let of_country = phonenumber::metadata::DATABASE.by_id(country.as_str()).map(|plan| plan.country_code());
        if number.is_valid() && of_country == Some(number.country().code()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(Invalid::PhoneImplausible)
        }
    }

    /// A number that was parsed before it was stored.
    pub fn restore(stored: String) -> Self {
        Self(stored)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The calling code of a country with its plus, such as `+49`; none where the country has no numbering plan.
pub fn calling_code(country: CountryCode) -> Option<String> {
    phonenumber::metadata::DATABASE.by_id(country.as_str()).map(|plan| format!("+{}", plan.country_code()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, country: &str) -> Result<PhoneNumber, Invalid> {
        PhoneNumber::parse(text, CountryCode::parse(country)?)
    }

    #[test]
    fn a_number_is_kept_as_it_was_given() -> Result<(), Invalid> {
        assert_eq!(parse("+4915112345678", "DE")?.as_str(), "+4915112345678");
        Ok(())
    }

    #[test]
    fn a_number_belongs_to_its_country() {
        assert!(parse("+4915112345678", "DE").is_ok());
        assert!(parse("+14155550100", "US").is_ok());
        assert!(parse("+84912345678", "VN").is_ok());
        assert!(parse("+4915112345678", "FR").is_err());
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for bad in ["", "+1", "+999999", "015112345678", "+49 151 12345678", "+49151x2345678", "+4915112345678901234"] {
            assert!(parse(bad, "DE").is_err(), "{bad:?} was accepted");
        }
    }

    #[test]
    fn calling_codes_come_from_the_numbering_plan() {
        assert_eq!(CountryCode::parse("GB").ok().and_then(calling_code), Some("+44".to_owned()));
    }
}
