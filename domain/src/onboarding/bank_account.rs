//! The account that is paid: an IBAN where the country has them, a sort code or a routing number with an account number where
//! those are in use, an account number with a BIC elsewhere.

use crate::kernel::{Invalid, country::CountryCode, money::Currency, text::Line};

/// The bank account section of the form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BankAccount {
    pub holder: Option<Line>,
    pub iban: Option<Iban>,
    pub sort_code: Option<SortCode>,
    pub routing_number: Option<RoutingNumber>,
    pub account_number: Option<AccountNumber>,
    pub bic: Option<Bic>,
    pub currency: Option<Currency>,
}

/// By what money finds an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    Iban,
    /// Sort code and account number: the United Kingdom.
    SortCode,
    /// Routing number and account number: the United States.
    RoutingNumber,
    /// Account number and BIC: wherever there is nothing else.
    Bic,
}

impl Scheme {
    /// The national one of a country that has one. Jersey, Guernsey and the Isle of Man are part of British clearing, and the
    /// territories of the United States are in districts of the Federal Reserve.
    fn national(country: CountryCode) -> Option<Self> {
        match country.as_str() {
            "GB" | "GG" | "IM" | "JE" => Some(Self::SortCode),
            "US" | "AS" | "GU" | "MP" | "PR" | "VI" => Some(Self::RoutingNumber),
            _ => None,
        }
    }
}

impl BankAccount {
    /// What a bank tells of it where money comes from it.
    pub fn told_as(&self) -> Option<&str> {
        self.iban.as_ref().map(Iban::as_str).or_else(|| self.account_number.as_ref().map(AccountNumber::as_str))
    }

    /// By what the account is found: by what is given of it, else by what is usual in the company's country.
    pub fn scheme(&self, country: Option<CountryCode>) -> Scheme {
        let is_foreign = self.account_number.is_some() && self.bic.is_some();
        let given = [
            (self.iban.is_some(), Scheme::Iban),
            (self.sort_code.is_some(), Scheme::SortCode),
            (self.routing_number.is_some(), Scheme::RoutingNumber),
            (is_foreign, Scheme::Bic),
        ];
        let given = given.into_iter().find_map(|(is_given, scheme)| is_given.then_some(scheme));
        let usual = if self.account_number.is_some() { Scheme::Bic } else { Scheme::Iban };
        given.or_else(|| Scheme::national(country?)).unwrap_or(usual)
    }

    /// A routing number beside what no account has that has one: an IBAN or a sort code.
    pub fn is_of_two_countries(&self) -> bool {
        self.routing_number.is_some() && (self.iban.is_some() || self.sort_code.is_some())
    }

    /// A sort code that the IBAN does not hold: it is of another bank, or another country's.
    pub fn is_of_two_banks(&self) -> bool {
        let (Some(iban), Some(code)) = (&self.iban, &self.sort_code) else { return false };
        iban.sort_code_and_number().is_none_or(|(own, _)| own != code.as_str())
    }

    /// An account number that is not the one within the IBAN, as far as it can be seen there.
    pub fn is_two_accounts(&self) -> bool {
        let (Some(iban), Some(number)) = (&self.iban, &self.account_number) else { return false };
        iban.sort_code_and_number().is_some_and(|(_, own)| number.in_eight_digits().as_deref() != Some(own))
    }

    /// An account number that no account with this sort code or this routing number has; of which of the two it is said.
    pub fn misfit(&self) -> Option<Scheme> {
        let number = self.account_number.as_ref()?;
        match self.scheme(None) {
            Scheme::SortCode => number.in_eight_digits().is_none().then_some(Scheme::SortCode),
            Scheme::RoutingNumber => (!number.is_american()).then_some(Scheme::RoutingNumber),
            Scheme::Iban | Scheme::Bic => None,
        }
    }
}

/// An IBAN whose country format and check digits hold (ISO 13616), without spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Iban(String);

impl Iban {
    /// Whether a bank that names an account so means this one: by its IBAN, or by the country's own number in it, with or without
    /// signs between. British and Irish numbers go without the bank's letters.
    pub fn is_told_as(&self, number: &str) -> bool {
        let number: String = number.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
        let national = self.0.get(4..).unwrap_or_default();
        let without_bank = national.get(4..).filter(|_| matches!(self.0.get(..2), Some("GB" | "IE")));
        number == self.0 || number == national || without_bank == Some(number.as_str())
    }

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

impl Iban {
    /// What a British or Irish one holds (registry of ISO 13616: four letters for the bank, six digits of the sort code, eight of
    /// the account); of others it is not known.
    fn sort_code_and_number(&self) -> Option<(&str, &str)> {
        let is_known = self.0.starts_with("GB") || self.0.starts_with("IE");
        is_known.then_some((self.0.get(8..14)?, self.0.get(14..22)?))
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

/// The bank and branch of a British account: six digits, kept without hyphens.
///
/// Whether the account number can be one of this bank is not checked. The modulus check needs the tables that Vocalink issues
/// for Pay.UK, which are not licensed to be part of this product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortCode(String);

impl SortCode {
    const DIGITS: usize = 6;

    /// # Errors
    /// When not six digits; spaces and hyphens are ignored.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        digits(text, Self::DIGITS).map(Self).ok_or(Invalid::SortCodeIncomplete)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The bank of an account in the United States: nine digits, of which the last is a check digit (ABA routing transit number).
///
/// The first two say who issued it, by the routing number policy of the American Bankers Association: 00 the government, 01 to 12 the
/// districts of the Federal Reserve, 21 to 32 thrifts of the same districts, 61 to 72 electronic payments of the same, 80
/// traveller's cheques. The weighted sum (3, 7, 1, over and over) is a multiple of ten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoutingNumber(String);

impl RoutingNumber {
    const DIGITS: usize = 9;
    const WEIGHTS: [u32; 3] = [3, 7, 1];

    /// # Errors
    /// When not nine digits, or none that was ever issued; spaces and hyphens are ignored.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let number = digits(text, Self::DIGITS).ok_or(Invalid::RoutingNumberIncomplete)?;
        let values = || number.bytes().map(|b| u32::from(b - b'0'));
        let issuer = values().take(2).fold(0, |number, digit| number * 10 + digit);
        let sum: u32 = values().zip(Self::WEIGHTS.iter().cycle()).map(|(digit, weight)| digit * weight).sum();
        let is_issued = matches!(issuer, 0..=12 | 21..=32 | 61..=72 | 80) && sum.is_multiple_of(10) && sum > 0;
        if is_issued { Ok(Self(number)) } else { Err(Invalid::RoutingNumberMistyped) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

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
        let compact = bare(text);
        if (Self::MIN_CHARS..=Self::MAX_CHARS).contains(&compact.len()) && compact.bytes().all(|b| b.is_ascii_alphanumeric()) {
            Ok(Self(compact))
        } else {
            Err(Invalid::AccountNumberImplausible { min: Self::MIN_CHARS as i64, max: Self::MAX_CHARS as i64 })
        }
    }

    /// The eight digits that British payments carry; none where it is no British number. Some banks print numbers of six and
    /// seven digits: those get zeros in front (Pay.UK, "Validating account numbers", on non-standard numbers). What was typed is
    /// kept as it was typed, for fields are changed one by one.
    pub fn in_eight_digits(&self) -> Option<String> {
        let is_british = matches!(self.0.len(), 6..=8) && self.0.bytes().all(|b| b.is_ascii_digit());
        is_british.then(|| format!("{:0>8}", self.0))
    }

    /// Whether an account in the United States can have it: at most the 17 digits that an entry of the ACH network has room for
    /// (Nacha's rules, appendix three).
    fn is_american(&self) -> bool {
        const MOST_DIGITS: usize = 17;
        self.0.len() <= MOST_DIGITS && self.0.bytes().all(|b| b.is_ascii_digit())
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

/// The same without hyphens, which people write between groups of digits.
fn bare(text: &str) -> String {
    compact(text).chars().filter(|c| *c != '-').collect()
}

/// So many ASCII digits.
fn digits(text: &str, count: usize) -> Option<String> {
    Some(bare(text)).filter(|bare| bare.len() == count && bare.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn account(iban: &str, sort_code: &str, routing_number: &str, account_number: &str, bic: &str) -> BankAccount {
        BankAccount {
            iban: Iban::parse(iban).ok(),
            sort_code: SortCode::parse(sort_code).ok(),
            routing_number: RoutingNumber::parse(routing_number).ok(),
            account_number: AccountNumber::parse(account_number).ok(),
            bic: Bic::parse(bic).ok(),
            ..BankAccount::default()
        }
    }

    #[test]
    fn a_sort_code_is_six_digits_however_it_is_written() {
        for good in ["601613", "60-16-13", " 60 16 13 ", "60\u{a0}16\u{a0}13", "6-0-1-6-1-3"] {
            assert_eq!(SortCode::parse(good).as_ref().map(SortCode::as_str), Ok("601613"), "{good:?}");
        }
        for bad in ["", "60161", "6016131", "60161A", "60/16/13", "\u{661}01613", "-", "60.16.13"] {
            assert_eq!(SortCode::parse(bad), Err(Invalid::SortCodeIncomplete), "{bad:?}");
        }
    }

    #[test]
    fn a_routing_number_is_checked_to_its_digits_and_its_issuer() {
        for good in ["021000021", "0210-0002-1", " 1210 0035 8 ", "011401533", "000000518", "322271627"] {
            assert!(RoutingNumber::parse(good).is_ok(), "{good:?} was refused");
        }
        assert_eq!(RoutingNumber::parse("0210 0002-1").as_ref().map(RoutingNumber::as_str), Ok("021000021"));
        for bad in ["", "02100002", "0210000210", "02100002X", "\u{660}21000021"] {
            assert_eq!(RoutingNumber::parse(bad), Err(Invalid::RoutingNumberIncomplete), "{bad:?}");
        }
        for bad in ["021000022", "120100021", "000000000"] {
            assert_eq!(RoutingNumber::parse(bad), Err(Invalid::RoutingNumberMistyped), "{bad:?}");
        }
    }

    #[test]
    fn routing_numbers_begin_as_the_federal_reserve_issues_them() {
        let begins = |issuer: &u32| (0..10).any(|check| RoutingNumber::parse(&format!("{issuer:02}100035{check}")).is_ok());
        let issued: Vec<_> = (0..100).filter(begins).collect();
        let expected: Vec<_> = (0..=12).chain(21..=32).chain(61..=72).chain([80]).collect();
        assert_eq!(issued, expected);
    }

    #[test]
    fn british_numbers_have_eight_digits_and_american_ones_four_to_seventeen() -> Result<(), Invalid> {
        for (typed, padded) in [("12345678", Some("12345678")), ("1234567", Some("01234567")), ("12 34 56", Some("00123456"))] {
            assert_eq!(AccountNumber::parse(typed)?.in_eight_digits().as_deref(), padded, "{typed}");
        }
        for other in ["12345", "123456789", "1234567A"] {
            assert_eq!(AccountNumber::parse(other)?.in_eight_digits(), None, "{other}");
        }
        for (number, is_american) in [("1234", true), (&*"1".repeat(17), true), (&*"1".repeat(18), false), ("12345A", false)] {
            assert_eq!(AccountNumber::parse(number)?.is_american(), is_american, "{number}");
        }
        Ok(())
    }

    #[test]
    fn an_account_is_found_by_what_is_given_of_it_and_else_as_is_usual_in_its_country() -> Result<(), Invalid> {
        let (german, british, american) = ("DE89370400440532013000", "601613", "021000021");
        for (given, country, scheme) in [
            (account("", "", "", "", ""), "", Scheme::Iban),
            (account("", "", "", "", ""), "DE", Scheme::Iban),
            (account("", "", "", "", ""), "JP", Scheme::Iban),
            (account("", "", "", "", ""), "GB", Scheme::SortCode),
            (account("", "", "", "", ""), "JE", Scheme::SortCode),
            (account("", "", "", "", ""), "US", Scheme::RoutingNumber),
            (account("", "", "", "", ""), "PR", Scheme::RoutingNumber),
            (account("", "", "", "12345678", ""), "DE", Scheme::Bic),
            (account("", "", "", "12345678", ""), "", Scheme::Bic),
            (account("", "", "", "12345678", ""), "GB", Scheme::SortCode),
            (account("", "", "", "", "DEUTDEFF"), "US", Scheme::RoutingNumber),
            (account("", "", "", "12345678", "DEUTDEFF"), "US", Scheme::Bic),
            (account("", british, "", "", ""), "DE", Scheme::SortCode),
            (account("", "", american, "", ""), "GB", Scheme::RoutingNumber),
            (account(german, british, american, "12345678", "DEUTDEFF"), "GB", Scheme::Iban),
        ] {
            assert_eq!(given.scheme(CountryCode::parse(country).ok()), scheme, "{given:?} in {country}");
        }
        Ok(())
    }

    #[test]
    fn an_iban_holds_its_sort_code_and_its_account() {
        let (british, irish, german) = ("GB29 NWBK 6016 1331 9268 19", "IE29 AIBK 9311 5212 3456 78", "DE89370400440532013000");
        for (same, code, number) in [(british, "60-16-13", "31926819"), (irish, "931152", "12345678"), (german, "", "0532013000")] {
            let same = account(same, code, "", number, "");
            assert!(!same.is_of_two_banks() && !same.is_two_accounts() && !same.is_of_two_countries(), "{same:?}");
        }
        for (iban, code) in [(british, "601614"), (irish, "601613"), (german, "601613")] {
            assert!(account(iban, code, "", "", "").is_of_two_banks(), "{iban} {code}");
        }
        for number in ["31926818", "1926819", "319268191", "ABCD"] {
            assert!(account(british, "", "", number, "").is_two_accounts(), "{number}");
        }
    }

    #[test]
    fn an_account_number_fits_its_sort_code_or_its_routing_number() {
        let misfit = |iban: &str, code: &str, routing: &str, number: &str| account(iban, code, routing, number, "DEUTDEFF").misfit();
        assert_eq!(misfit("", "601613", "", "123456789"), Some(Scheme::SortCode));
        assert_eq!(misfit("", "601613", "", "123456"), None);
        assert_eq!(misfit("", "", "021000021", "12345A"), Some(Scheme::RoutingNumber));
        assert_eq!(misfit("", "", "021000021", "123456789"), None);
        assert_eq!(misfit("", "", "", "123456789A"), None);
    }

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

        /// What the weights are for: any one digit wrong, and two neighbours in each other's place, but for those that differ by five.
        #[test]
        fn a_mistyped_routing_number_is_none(place in 0usize..9, by in 1u8..10, first in 0usize..8) {
            let good = b"322271627".to_vec();
            let mut changed = good.clone();
            changed[place] = b'0' + (changed[place] - b'0' + by) % 10;
            prop_assert!(RoutingNumber::parse(&String::from_utf8_lossy(&changed)).is_err());
            let mut swapped = good.clone();
            swapped.swap(first, first + 1);
            let is_seen = !good[first].abs_diff(good[first + 1]).is_multiple_of(5);
            prop_assert_eq!(RoutingNumber::parse(&String::from_utf8_lossy(&swapped)).is_err(), is_seen);
        }

        #[test]
        fn what_is_kept_of_a_number_reads_back_as_itself(text in "[0-9 -]{6,14}") {
            if let Ok(code) = SortCode::parse(&text) {
                prop_assert!(code.as_str().len() == 6 && code.as_str().bytes().all(|b| b.is_ascii_digit()));
                prop_assert_eq!(SortCode::parse(code.as_str()), Ok(code));
            }
            if let Ok(number) = RoutingNumber::parse(&text) {
                prop_assert!(number.as_str().len() == 9 && number.as_str().bytes().all(|b| b.is_ascii_digit()));
                prop_assert_eq!(RoutingNumber::parse(number.as_str()), Ok(number));
            }
        }
    }
}
