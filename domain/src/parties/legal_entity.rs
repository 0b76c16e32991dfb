//! What makes two names one company before the law.

use crate::kernel::{country::CountryCode, text::Line};
use unicode_normalization::UnicodeNormalization;

/// A legal entity: a country with the number it is registered under there, or else with its tax number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LegalEntity {
    country: CountryCode,
    register: Register,
    number: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Register {
    Companies,
    Taxes,
}

impl LegalEntity {
    /// The entity in the register of companies. However the number is written, it is one.
    pub fn registered(country: CountryCode, number: &Line) -> Self {
        Self { country, register: Register::Companies, number: normalised(number) }
    }

    /// The entity of these numbers; none where there is neither.
    pub fn of(country: CountryCode, registration: Option<&Line>, tax: Option<&Line>) -> Option<Self> {
        let registered = registration.map(|number| Self::registered(country, number));
        registered.or_else(|| tax.map(|number| Self { country, register: Register::Taxes, number: normalised(number) }))
    }

    /// The entity as one text, equal for equal entities.
    pub fn key(&self) -> String {
        let register = match self.register {
            Register::Companies => 'R',
            Register::Taxes => 'T',
        };
        format!("{}:{register}:{}", self.country.as_str(), self.number)
    }

    /// The entity of a key.
    pub fn from_key(key: &str) -> Option<Self> {
        let mut parts = key.splitn(3, ':');
        let country = CountryCode::parse(parts.next()?).ok()?;
        let register = match parts.next()? {
            "R" => Register::Companies,
            "T" => Register::Taxes,
            _ => return None,
        };
        Some(Self { country, register, number: parts.next()?.to_owned() })
    }
}

/// Letters and digits alone, in capitals: people leave out or add the rest as they like. What has neither stays as it is.
fn normalised(number: &Line) -> String {
    let folded: String = number.as_str().nfkc().flat_map(char::to_uppercase).collect();
    let compact: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    if compact.is_empty() { folded } else { compact }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Invalid;

    fn line(text: &str) -> Result<Line, Invalid> {
        Line::parse(text)
    }

    #[test]
    fn a_number_is_one_however_it_is_written() -> Result<(), Invalid> {
        let germany = CountryCode::parse("DE")?;
        let one = LegalEntity::registered(germany, &line("HRB 12345")?);
        for other in ["hrb12345", "HRB-12.345", "ＨＲＢ １２３４５"] {
            assert_eq!(LegalEntity::registered(germany, &line(other)?), one, "{other}");
        }
        assert_ne!(LegalEntity::registered(germany, &line("HRA 12345")?), one);
        assert_ne!(LegalEntity::registered(CountryCode::parse("AT")?, &line("HRB 12345")?), one);
        assert_ne!(LegalEntity::registered(germany, &line("-")?), LegalEntity::registered(germany, &line("/")?));
        Ok(())
    }

    #[test]
    fn the_tax_number_counts_where_there_is_no_other_and_is_never_mistaken_for_it() -> Result<(), Invalid> {
        let germany = CountryCode::parse("DE")?;
        let (number, tax) = (line("12345")?, line("12345")?);
        assert_eq!(LegalEntity::of(germany, Some(&number), Some(&tax)), Some(LegalEntity::registered(germany, &number)));
        assert_ne!(LegalEntity::of(germany, None, Some(&tax)), LegalEntity::of(germany, Some(&number), None));
        assert_eq!(LegalEntity::of(germany, None, None), None);
        Ok(())
    }

    #[test]
    fn an_entity_is_read_from_its_key() -> Result<(), Invalid> {
        let germany = CountryCode::parse("DE")?;
        for entity in [LegalEntity::of(germany, None, Some(&line("DE:1/2")?)), LegalEntity::of(germany, Some(&line(":")?), None)] {
            assert_eq!(entity.as_ref().and_then(|entity| LegalEntity::from_key(&entity.key())), entity);
        }
        assert_eq!(LegalEntity::from_key("DE:X:1"), None);
        Ok(())
    }
}
