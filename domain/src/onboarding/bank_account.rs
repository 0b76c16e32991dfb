//! The account that is paid: an IBAN where the country has them, an account number with a BIC elsewhere.

use crate::kernel::{Invalid, money::Currency, text::Line};

/// The bank account section of the form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BankAccount {
    pub holder: Option<Line>,
    pub iban: Option<Iban>,
    pub account_number: Option<AccountNumber>,
    pub bic: Option<Bic>,
    pub currency: Option<Currency>,
}

/// An IBAN whose country format and check digits hold (ISO 13616), without spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Iban(String);

impl Iban {
    /// # Errors
    /// When the structure is not that of the country, or the check digits are wrong.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        /// Norway's, the shortest there is.
        const SHORTEST: usize = 15;
        let compact = compact(text);
        match compact.parse::<iban::Iban>() {
            Ok(_) => Ok(Self(compact)),
            Err(iban::ParseIbanError::InvalidBaseIban { source: iban::ParseBaseIbanError::InvalidChecksum })
                if compact.len() >= SHORTEST =>
            {
                Err(Invalid::IbanMistyped)
            }
            Err(iban::ParseIbanError::UnknownCountry(_)) => {
                match MORE_COUNTRIES.iter().find(|format| compact.starts_with(format.country)) {
                    Some(format) if format.matches(&compact) => Ok(Self(compact)),
                    Some(_) => Err(Invalid::IbanIncomplete),
                    None => Err(Invalid::CountryWithoutIbans),
                }
            }
            Err(_) => Err(Invalid::IbanIncomplete),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How the IBANs of a country look behind its code and the check digits: four letters for the bank, then the account.
struct Format {
    country: &'static str,
    account_chars: usize,
    account_has_letters: bool,
}

impl Format {
    fn matches(&self, iban: &str) -> bool {
        let Some((bank, account)) = iban.get(4..).and_then(|rest| rest.split_at_checked(4)) else { return false };
        let fits = |b: u8| b.is_ascii_digit() || self.account_has_letters && b.is_ascii_uppercase();
        bank.bytes().all(|b| b.is_ascii_uppercase()) && account.len() == self.account_chars && account.bytes().all(fits)
    }
}

/// Countries of the registry (ISO 13616, kept by SWIFT) that `iban_validate` 5.0.1 does not know. With the next release see
/// whether they can go: a test says so.
const MORE_COUNTRIES: [Format; 2] = [
    Format { country: "HN", account_chars: 20, account_has_letters: false },
    Format { country: "PK", account_chars: 16, account_has_letters: true },
];

/// An account number where there is no IBAN: 4 to 34 letters and digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountNumber(String);

impl AccountNumber {
    const MIN_CHARS: usize = 4;
    /// As many as an IBAN has at most.
    const MAX_CHARS: usize = 34;

    /// # Errors
    /// When not 4 to 34 letters and digits; spaces and hyphens are ignored.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let compact: String = compact(text).chars().filter(|c| *c != '-').collect();
        if (Self::MIN_CHARS..=Self::MAX_CHARS).contains(&compact.len()) && compact.bytes().all(|b| b.is_ascii_alphanumeric()) {
            Ok(Self(compact))
        } else {
            Err(Invalid::AccountNumberImplausible { min: Self::MIN_CHARS as i64, max: Self::MAX_CHARS as i64 })
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A business identifier code (ISO 9362): 8 or 11 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bic(String);

impl Bic {
    /// # Errors
    /// When not four letters or digits, a country, and two or five more.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let compact = compact(text);
        let bytes = compact.as_bytes();
        let plausible = matches!(bytes.len(), 8 | 11)
            && bytes.iter().all(u8::is_ascii_alphanumeric)
            && compact.get(4..6).is_some_and(|country| crate::kernel::country::CountryCode::parse(country).is_ok() || country == "XK");
        if plausible { Ok(Self(compact)) } else { Err(Invalid::BicImplausible) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Without white space, and in capitals where those are ASCII: another letter stays what it is and is refused.
fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_unfinished_iban_is_told_apart_from_a_mistyped_one() {
        let said = |text: &str| Iban::parse(text).err();
        assert_eq!(said("DE89 3704"), Some(Invalid::IbanIncomplete));
        assert_eq!(said("DE89370400440532013001"), Some(Invalid::IbanMistyped));
        // Fifteen characters, the shortest there are.
        assert_eq!(said("NO9386011117948"), Some(Invalid::IbanMistyped));
        assert_eq!(said("US64SVBKUS6S3300958879"), Some(Invalid::CountryWithoutIbans));
    }

    #[test]
    fn numbers_are_kept_without_spaces_and_hyphens() -> Result<(), Invalid> {
        assert_eq!(AccountNumber::parse("12-34 5678 ab")?.as_str(), "12345678AB");
        assert_eq!(Bic::parse("deut deff")?.as_str(), "DEUTDEFF");
        for bad in ["123", &"1".repeat(35), "1234/5678", "wei\u{df}1234", "\u{17f}1234", "\u{131}1234", "\u{661}234"] {
            assert!(AccountNumber::parse(bad).is_err(), "{bad:?} was accepted");
        }
        Ok(())
    }

    #[test]
    fn an_iban_is_checked_to_its_digits() {
        assert_eq!(Iban::parse("de89 3704 0044 0532 0130 00").as_ref().map(Iban::as_str), Ok("DE89370400440532013000"));
        for bad in [
            "",
            "DE89370400440532013001",
            "DE8937040044053201300",
            "US64SVBKUS6S3300958879",
            "DE89-3704",
            "NL91ABNA04171643\u{df}",
            "mt84malt011000012345mtlca\u{17f}t001\u{17f}",
        ] {
            assert!(Iban::parse(bad).is_err(), "{bad:?} was accepted");
        }
    }

    #[test]
    fn countries_that_the_library_does_not_know_have_ibans_too() {
        for (good, account) in [("PK36 SCBL 0000 0011 2345 6702", 8..24), ("HN88 CABF 0000 0000 0002 5000 5469", 8..28)] {
            let iban = Iban::parse(good).map(|iban| iban.as_str().to_owned()).unwrap_or_default();
            assert_eq!(iban.len(), account.end, "{good}");
            assert_eq!(Iban::parse(&iban.replace('C', "D")), Err(Invalid::IbanMistyped));
            let unknown = iban.parse::<iban::Iban>();
            assert!(matches!(unknown, Err(iban::ParseIbanError::UnknownCountry(_))), "the library knows {good} now");
        }
        // Their check digits are right, their form is not.
        for bad in ["PK25SCBL000000112345670", "PK9012340000001123456702", "HN82CABF0000000000025000546A", "HN56CABF000000000002500054690"]
        {
            assert_eq!(Iban::parse(bad), Err(Invalid::IbanIncomplete), "{bad:?}");
        }
    }

    #[test]
    fn every_country_of_the_registry_has_ibans() {
        // SWIFT's IBAN registry, release 100.
        let registry = "AD AE AL AT AZ BA BE BG BH BI BR BY CH CR CY CZ DE DJ DK DO EE EG ES FI FK FO FR GB GE GI GL GR GT HN HR HU IE IL IQ IS IT \
            JO KW KZ LB LC LI LT LU LV LY MC MD ME MK MN MR MT MU NI NL NO OM PK PL PS PT QA RO RS RU SA SC SD SE SI SK SM SO ST SV TL TN TR UA \
            VA VG XK YE";
        for country in registry.split_whitespace() {
            // Long enough to be told apart from one that is unfinished, with check digits worked out below.
            let digits = |check: u32| format!("{country}{check:02}0000000000000000");
            let known = (2..99).map(digits).map(|text| Iban::parse(&text)).all(|result| result != Err(Invalid::CountryWithoutIbans));
            assert!(known, "{country}");
        }
    }

    #[test]
    fn a_bic_names_a_country() {
        assert!(Bic::parse("deutdeff").is_ok());
        assert!(Bic::parse("DEUTDEFF500").is_ok());
        for bad in ["deut\u{df}deff", "DEUTDEF\u{17f}", "DEUTXXFF", "DEUTDEF", "DEUTDEFF50", "DEUT EFF!"] {
            assert!(Bic::parse(bad).is_err(), "{bad:?} was accepted");
        }
    }

    proptest! {
        #[test]
        fn one_changed_digit_breaks_an_iban(place in 4usize..22, by in 1u8..10) {
            let mut digits = b"DE89370400440532013000".to_vec();
            digits[place] = b'0' + (digits[place] - b'0' + by) % 10;
            prop_assert!(Iban::parse(&String::from_utf8_lossy(&digits)).is_err());
        }
    }
}
