//! The languages people are written to in.

use super::{coded::coded_enum, country::CountryCode};

coded_enum!(
    /// What somebody reads. Mails are written in it; the client has its own catalogue for each.
    Language {
        English = "en",
        German = "de",
    }
);

impl Language {
    /// For somebody of whom no more is known than in which country they are.
    pub fn of_country(country: CountryCode) -> Self {
        match country.as_str() {
            "AT" | "CH" | "DE" | "LI" => Self::German,
            _ => Self::English,
        }
    }
}

impl Default for Language {
    /// For whoever has not said.
    fn default() -> Self {
        Self::English
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::coded::Coded;

    #[test]
    fn a_language_is_known_by_its_code_alone_and_english_is_for_whoever_said_nothing() {
        let codes: Vec<_> = Language::ALL.iter().map(|language| language.code()).collect();
        assert_eq!(codes, ["en", "de"]);
        assert!(Language::ALL.iter().all(|language| Language::from_code(language.code()) == Some(*language)));
        for unknown in ["EN", "de-DE", "fr", ""] {
            assert_eq!(Language::from_code(unknown), None, "{unknown:?}");
        }
        assert_eq!(Language::default(), Language::English);
    }

    #[test]
    fn a_country_tells_a_language() -> Result<(), crate::kernel::Invalid> {
        let of = |country| CountryCode::parse(country).map(Language::of_country);
        assert_eq!([of("DE")?, of("AT")?, of("NL")?], [Language::German, Language::German, Language::English]);
        Ok(())
    }
}
