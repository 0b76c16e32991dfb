//! What debtors are told in writing of claims that changed hands, and by what they find out that it was the house who wrote.

use crate::kernel::{coded::coded_enum, ids::id};
use std::fmt;

id!(
    /// A letter to a debtor.
    NoticeId
);

coded_enum!(
    /// What a letter tells.
    NoticeKind {
        /// These are to be paid to the house.
        Assignment = "assignment",
        /// These are the seller's again.
        Release = "release",
    }
);

coded_enum!(
    /// What a debtor was told of a claim last.
    Told {
        /// It is the house's.
        Assigned = "assigned",
        /// It is the seller's again.
        Released = "released",
        /// It is the house's, and not yet that it is the seller's again: there is nobody to write to.
        Unreleased = "unreleased",
        /// Nothing, and it is not to know.
        Silent = "silent",
        /// Nothing yet, though it is to know: there is nobody to write to.
        NoContact = "no_contact",
        /// Nothing yet: the house has not said who it is, or where it is paid in this currency.
        NoHouse = "no_house",
        /// Nothing yet: its notice would have letters that no font of this instance has.
        NoLetters = "no_letters",
        /// It is the house's, and not yet that it is the seller's again: the release would have such letters.
        UnreleasedLetters = "unreleased_letters",
    }
);

impl Told {
    /// Whether it is to be told that the house has to be paid, where the house bought it.
    pub fn waits(self) -> bool {
        matches!(self, Self::Released | Self::NoContact | Self::NoHouse | Self::NoLetters)
    }

    /// Whether it is to be told that it is the seller's again, where it is.
    pub fn is_to_be_released(self) -> bool {
        matches!(self, Self::Assigned | Self::Unreleased | Self::UnreleasedLetters)
    }

    /// Whether it is blocked for letters that no font has.
    pub fn lacks_letters(self) -> bool {
        matches!(self, Self::NoLetters | Self::UnreleasedLetters)
    }

    /// Whether somebody has to see to it before it can be told.
    pub fn is_blocked(self) -> bool {
        matches!(self, Self::Unreleased | Self::UnreleasedLetters | Self::NoContact | Self::NoHouse | Self::NoLetters)
    }
}

/// By what the reader of a letter finds out whether the house wrote it: sixteen letters and digits, 80 bits, in which no two
/// look alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckCode(String);

impl CheckCode {
    const LETTERS: &'static [u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    const LENGTH: usize = 16;

    /// Of bits that nobody can guess; the first 80 count.
    pub fn of(secret: &[u8; 32]) -> Self {
        let bits = secret.iter().take(10).fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        let letter = |place: usize| Self::LETTERS[usize::try_from(bits >> (5 * (Self::LENGTH - 1 - place)) & 31).unwrap_or_default()];
        Self((0..Self::LENGTH).map(|place| char::from(letter(place))).collect())
    }

    /// As somebody typed it: in any case, with or without dashes, and with letters for the digits they look like. None when it
    /// cannot be one.
    pub fn read(text: &str) -> Option<Self> {
        let meant = text.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '-' | '\u{2010}'..='\u{2015}'));
        let meant = meant.map(|letter| match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        });
        let code: String = meant.take(Self::LENGTH + 1).collect();
        let is_code = code.len() == Self::LENGTH && code.bytes().all(|letter| Self::LETTERS.contains(&letter));
        is_code.then_some(Self(code))
    }

    /// Without dashes, as it is recognised.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CheckCode {
    /// In groups of four.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<char> = self.0.chars().collect();
        let groups: Vec<String> = letters.chunks(4).map(String::from_iter).collect();
        f.write_str(&groups.join("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_code_is_read_as_it_is_printed_and_however_it_is_typed(secret: [u8; 32]) {
            let code = CheckCode::of(&secret);
            let printed = code.to_string();
            prop_assert_eq!(printed.len(), 19);
            for typed in [printed.clone(), printed.to_lowercase(), printed.replace('-', " "), printed.replace('-', ""),
                printed.replace('0', "o").replace('1', "l"), format!(" {printed}\n")] {
                prop_assert_eq!(CheckCode::read(&typed), Some(code.clone()), "{}", typed);
            }
            let mut other = secret;
            other[9] ^= 1;
            prop_assert_ne!(CheckCode::of(&other), code, "every bit counts");
        }

        #[test]
        fn whatever_is_typed_is_a_code_or_none(text in ".{0,40}") {
            if let Some(code) = CheckCode::read(&text) {
                prop_assert_eq!(CheckCode::read(&code.to_string()), Some(code));
            }
        }
    }

    #[test]
    fn what_cannot_be_a_code_is_none() {
        for text in ["", "0123", "01234567-89ABCDE", "0123-4567-89AB-CDEU", "0123-4567-89AB-CDEFG", "0123-4567-89AB-CDÉF"] {
            assert_eq!(CheckCode::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_nobody_could_be_told_waits_and_is_somebody_s_to_see_to() {
        use crate::kernel::coded::Coded;
        let of = |is: fn(Told) -> bool| Told::ALL.iter().copied().filter(|told| is(*told)).collect::<Vec<_>>();
        assert_eq!(of(Told::waits), [Told::Released, Told::NoContact, Told::NoHouse, Told::NoLetters]);
        let blocked = [Told::Unreleased, Told::NoContact, Told::NoHouse, Told::NoLetters, Told::UnreleasedLetters];
        assert_eq!(of(Told::is_blocked), blocked);
        assert_eq!(of(Told::is_to_be_released), [Told::Assigned, Told::Unreleased, Told::UnreleasedLetters]);
        assert_eq!(of(Told::lacks_letters), [Told::NoLetters, Told::UnreleasedLetters]);
    }
}
