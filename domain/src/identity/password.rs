//! Passwords, plain and hashed. Rules by NIST SP 800-63B-4, section 3.1.1.2: length and a list of common ones, no
//! composition rules.

use crate::kernel::Invalid;

/// A password as typed, checked against the rules for a new one. It has no `Debug` and no `Clone`: it goes to the
/// hashing threads and nowhere else.
pub struct PlainPassword(String);

impl PlainPassword {
    pub const MIN_CHARS: usize = 12;
    pub const MAX_CHARS: usize = 128;
    /// Below a million guesses a password stands in, or is a plain variation of, the lists attackers begin with.
    const COMMON_BELOW_GUESSES: u64 = 1_000_000;

    /// A new password. `about` is what an attacker knows of the person: names, address.
    ///
    /// # Errors
    /// When it is too short, too long, common, or holds something of `about`.
    pub fn parse_new(text: &str, about: &[&str]) -> Result<Self, Invalid> {
        let typed = Self::parse_typed(text)?;
        if text.chars().count() < Self::MIN_CHARS {
            return Err(Invalid::TooShort { min: Self::MIN_CHARS as i64 });
        }
        let lower = text.to_lowercase();
        let parts = about.iter().flat_map(|known| known.split('@').take(1).chain([*known]));
        if parts.map(|part| part.trim().to_lowercase()).any(|part| part.chars().count() >= 3 && lower.contains(&part)) {
            return Err(Invalid::PasswordPersonal);
        }
        if zxcvbn::zxcvbn(text, &[]).guesses() < Self::COMMON_BELOW_GUESSES {
            return Err(Invalid::PasswordCommon);
        }
        Ok(typed)
    }

    /// A password to compare with a stored one: only the length is limited, so that no hashing time is spent on megabytes.
    ///
    /// # Errors
    /// When empty or too long.
    pub fn parse_typed(text: &str) -> Result<Self, Invalid> {
        match text.chars().count() {
            0 => Err(Invalid::PasswordMissing),
            1..=Self::MAX_CHARS => Ok(Self(text.to_owned())),
            _ => Err(Invalid::TooLong { max: Self::MAX_CHARS as i64 }),
        }
    }

    /// For the hashing adapter alone.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// A password hash in PHC string form; it never shows itself in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    pub fn restore(phc: String) -> Self {
        Self(phc)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOUT: &[&str] = &["ada.brandt@example.com", "Ada", "Brandt"];

    #[test]
    fn nothing_typed_is_told_apart_from_too_much() {
        let said = |text: &str| PlainPassword::parse_typed(text).err();
        assert_eq!(said(""), Some(Invalid::PasswordMissing));
        assert_eq!(said(&"x".repeat(129)), Some(Invalid::TooLong { max: 128 }));
        assert_eq!(said("x"), None);
    }

    #[test]
    fn length_alone_decides_what_characters_do_not() {
        assert!(PlainPassword::parse_new("correct horse battery", ABOUT).is_ok());
        assert!(PlainPassword::parse_new("zwölf Brücken im Nebel", ABOUT).is_ok());
        assert!(PlainPassword::parse_new("kurz und gut", ABOUT).is_ok());
        assert!(PlainPassword::parse_new("x7#kQ!p2Lm9", ABOUT).is_err());
        assert!(PlainPassword::parse_new(&"v9 Kälte ".repeat(15), ABOUT).is_err());
    }

    #[test]
    fn asvs_6_2_4_common_passwords_are_refused() {
        for common in ["passwordpassword", "123456789012", "qwertyuiopasdf", "aaaaaaaaaaaaaa", "iloveyouiloveyou", "abcdefghijkl"] {
            assert!(PlainPassword::parse_new(common, ABOUT).is_err(), "{common} was accepted");
        }
    }

    #[test]
    fn a_password_does_not_hold_its_owner() {
        for telling in ["ada.brandt@example.com!", "my BRANDT mill 77", "xx ada.brandt xx 9"] {
            assert!(PlainPassword::parse_new(telling, ABOUT).is_err(), "{telling} was accepted");
        }
    }

    #[test]
    fn a_hash_does_not_print() {
        assert_eq!(format!("{:?}", PasswordHash::restore("secret".into())), "PasswordHash(…)");
    }
}
