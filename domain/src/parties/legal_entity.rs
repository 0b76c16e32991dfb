//! What makes two names one company in law.

use crate::kernel::{
    Invalid,
    country::CountryCode,
    text::Line,
    writing::{folded, mixes_scripts},
};

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

    /// Where it is registered.
    pub fn country(&self) -> CountryCode {
        self.country
    }

    /// Its number, in letters and digits alone.
    pub(crate) fn number(&self) -> &str {
        &self.number
    }

    /// Whether it has the country and number of the other one, in whichever register.
    pub fn has_number_of(&self, other: &Self) -> bool {
        (self.country, &self.number) == (other.country, &other.number)
    }

    /// The entity as one text, equal for equal entities.
    pub fn key(&self) -> String {
        let register = match self.register {
            Register::Companies => 'R',
            Register::Taxes => 'T',
        };
        format!("{}:{register}:{}", self.country.as_str(), self.number)
    }

    /// The entity with this key; none when it is no key.
    pub fn from_key(key: &str) -> Option<Self> {
        let (country, rest) = key.split_once(':')?;
        let (register, number) = match rest.split_once(':')? {
            ("R", number) => (Register::Companies, number),
            ("T", number) => (Register::Taxes, number),
            _ => return None,
        };
        Some(Self { country: CountryCode::parse(country).ok()?, register, number: number.to_owned() })
    }
}

/// A number in a register, as a person types it now.
///
/// # Errors
/// What is wrong with it as a line; `ScriptsMixed` when letters of another script stand among it, which look like what they are not.
pub fn parse_number(text: &str) -> Result<Line, Invalid> {
    let line = Line::parse(text)?;
    if mixes_scripts(line.as_str()) { Err(Invalid::ScriptsMixed) } else { Ok(line) }
}

/// Letters and digits alone, in capitals and in the digits 0 to 9: people leave out or add the rest as they like. What has neither
/// stays as it is. Whatever else may be written in two ways is two entities until a person says that it is one.
fn normalised(number: &Line) -> String {
    let folded = folded(number.as_str());
    let compact: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    if compact.is_empty() { folded } else { compact }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn line(text: &str) -> Result<Line, Invalid> {
        Line::parse(text)
    }

    #[test]
    fn an_entity_is_found_by_its_key() -> Result<(), Invalid> {
        let country = CountryCode::parse("DE")?;
        let number = line("HRB 12:345")?;
        for entity in [LegalEntity::of(country, Some(&number), None), LegalEntity::of(country, None, Some(&number))] {
            assert_eq!(entity.as_ref().map(LegalEntity::key).as_deref().and_then(LegalEntity::from_key), entity);
        }
        for none in ["", "DE", "DE:R", "DE:X:1", "??:R:1"] {
            assert_eq!(LegalEntity::from_key(none), None, "{none}");
        }
        Ok(())
    }

    #[test]
    fn a_number_is_one_however_it_is_written() -> Result<(), Invalid> {
        let germany = CountryCode::parse("DE")?;
        let one = LegalEntity::registered(germany, &line("HRB 12345")?);
        for other in ["hrb12345", "HRB-12.345", "ＨＲＢ １２３４５", "HRB ١٢٣٤٥", "HRB १२३४५"] {
            assert_eq!(LegalEntity::registered(germany, &line(other)?), one, "{other}");
        }
        for other in ["HRA 12345", "HRB 012345", "HRB 12345 (Berlin)", "Amtsgericht Berlin HRB 12345"] {
            assert_ne!(LegalEntity::registered(germany, &line(other)?), one, "a person decides: {other}");
        }
        assert_ne!(LegalEntity::registered(CountryCode::parse("AT")?, &line("HRB 12345")?), one);
        assert_ne!(LegalEntity::registered(germany, &line("-")?), LegalEntity::registered(germany, &line("/")?));
        Ok(())
    }

    #[test]
    fn a_number_is_written_in_one_script() -> Result<(), Invalid> {
        for mixed in ["НRB 1", "HRВ 1"] {
            assert_eq!(parse_number(mixed), Err(Invalid::ScriptsMixed), "{mixed}");
        }
        for one in ["HRB 1", "HRB ١", "ΓΕΜΗ 1"] {
            assert_eq!(parse_number(one)?.as_str(), one);
        }
        assert_eq!(parse_number(" "), Err(Invalid::Required));
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
    fn entities_that_differ_have_different_keys() -> Result<(), Invalid> {
        let [germany, austria] = [CountryCode::parse("DE")?, CountryCode::parse("AT")?];
        let (one, other) = (line("HRB 1")?, line("T:HRB 1")?);
        let all =
            [LegalEntity::registered(germany, &one), LegalEntity::registered(austria, &one), LegalEntity::registered(germany, &other)];
        let keys: BTreeSet<_> = all.iter().chain(&LegalEntity::of(germany, None, Some(&one))).map(LegalEntity::key).collect();
        assert_eq!(keys.len(), 4);
        Ok(())
    }
}
