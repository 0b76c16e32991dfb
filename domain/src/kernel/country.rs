//! Countries by ISO 3166-1 alpha-2.

use crate::kernel::Invalid;

/// An assigned ISO 3166-1 alpha-2 code in upper case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CountryCode([u8; 2]);

impl CountryCode {
    /// # Errors
    /// When no country has this code.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let upper = text.trim().to_ascii_uppercase();
        match (celes::Country::from_alpha2(&upper), upper.as_bytes()) {
            (Ok(_), &[a, b]) => Ok(Self([a, b])),
            _ => Err(Invalid::CountryUnknown),
        }
    }

    pub fn as_str(&self) -> &str {
        // Two ASCII letters: `parse` let nothing else in.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_assigned_codes_are_countries() {
        assert_eq!(CountryCode::parse("de").as_ref().map(CountryCode::as_str), Ok("DE"));
        for bad in ["", "D", "DEU", "XX", "ZZ", "Germany", "é"] {
            assert!(CountryCode::parse(bad).is_err(), "{bad:?} was accepted");
        }
    }
}
