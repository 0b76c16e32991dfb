//! Telephone numbers in E.164.

use crate::kernel::{Invalid, country::CountryCode};
use phonenumber::{Mode, Type, metadata::DATABASE};
use regex_lite::Regex;

/// A valid telephone number in E.164, such as `+4915112345678`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PhoneNumber(String);

impl PhoneNumber {
    /// # Errors
    /// When the text is not E.164, or no valid number of that country.
    pub fn parse(text: &str, country: CountryCode) -> Result<Self, Invalid> {
        let number = number(text)?;
        // A plan such as +1 or +44 spans countries, and the metadata does not tell every one of its numbers apart: the
        // number must be valid, and its calling code must be the country's.
        let of_country = DATABASE.by_id(country.as_str()).map(|plan| plan.country_code());
        if of_country == Some(number.country().code()) { Ok(Self(text.trim().to_owned())) } else { Err(Invalid::PhoneImplausible) }
    }

    /// What can be said of a number whose country is not known.
    ///
    /// # Errors
    /// When the text is not E.164, or no valid number of any country.
    pub fn check(text: &str) -> Result<(), Invalid> {
        number(text).map(drop)
    }

    /// A number that was parsed before it was stored.
    pub fn restore(stored: String) -> Self {
        Self(stored)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn number(text: &str) -> Result<phonenumber::PhoneNumber, Invalid> {
    let text = text.trim();
    let digits = text.strip_prefix('+').ok_or(Invalid::PhoneWithoutCallingCode)?;
    if !(7..=15).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Invalid::PhoneImplausible);
    }
    let number = phonenumber::parse(None, text).map_err(|_| Invalid::PhoneImplausible)?;
    // A trunk prefix, which the library drops, is no part of an E.164 number.
    let is_as_given = number.format().mode(Mode::E164).to_string() == text;
    if number.is_valid() && is_as_given && is_whole(&number) { Ok(number) } else { Err(Invalid::PhoneImplausible) }
}

/// The kinds of numbers a plan describes.
const KINDS: [Type; 10] = [
    Type::FixedLine,
    Type::Mobile,
    Type::TollFree,
    Type::PremiumRate,
    Type::SharedCost,
    Type::PersonalNumber,
    Type::Voip,
    Type::Pager,
    Type::Uan,
    Type::Voicemail,
];

/// Whether a plan of the calling code has such numbers. The library looks at how a number begins, and takes more digits behind.
///
/// The patterns are built anew for each number, at most 0.1 ms for any plan: `regex_lite` builds them thirty times as fast as `regex`.
fn is_whole(number: &phonenumber::PhoneNumber) -> bool {
    let national = number.national().to_string();
    let plans = DATABASE.by_code(&number.country().code()).unwrap_or_default();
    plans.into_iter().flat_map(|plan| KINDS.iter().filter_map(|kind| plan.descriptors().get(*kind))).any(|described| {
        described.is_match(&national)
            && Regex::new(&format!("(?x)^(?:{})$", described.national_number().as_str())).is_ok_and(|whole| whole.is_match(&national))
    })
}

/// The calling code of a country with its plus, such as `+49`; none where the country has no numbering plan.
pub fn calling_code(country: CountryCode) -> Option<String> {
    DATABASE.by_id(country.as_str()).map(|plan| format!("+{}", plan.country_code()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use phonenumber::metadata::Descriptor;

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
        assert_eq!(PhoneNumber::check("+4915112345678"), Ok(()));
        assert!(PhoneNumber::check("+999123456").is_err());
    }

    #[test]
    fn digits_behind_a_whole_number_make_it_none() {
        assert!(parse("+31612345678", "NL").is_ok());
        assert!(parse("+3161234567800", "NL").is_err());
    }

    #[test]
    fn the_example_of_every_plan_is_a_number_and_longer_than_any_it_is_none() -> Result<(), Invalid> {
        let mut plans = 0;
        for country in celes::Country::get_countries().map(|country| country.alpha2) {
            let country = CountryCode::parse(country)?;
            let Some(plan) = DATABASE.by_id(country.as_str()) else { continue };
            let lengths = KINDS.iter().filter_map(|kind| plan.descriptors().get(*kind)).flat_map(Descriptor::possible_length);
            let longest = lengths.max().map_or(15, |longest| usize::from(*longest));
            for kind in [Type::FixedLine, Type::Mobile] {
                let Some(example) = plan.descriptors().get(kind).and_then(Descriptor::example) else { continue };
                let number = format!("+{}{example}", plan.country_code());
                assert!(PhoneNumber::parse(&number, country).is_ok(), "{number}");
                let longer = format!("{number}{}", "0".repeat((longest + 1).saturating_sub(example.len()).max(1)));
                assert!(PhoneNumber::parse(&longer, country).is_err(), "{longer}");
            }
            plans += 1;
        }
        assert!(plans > 200, "{plans}");
        Ok(())
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
