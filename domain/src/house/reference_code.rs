//! What tells the references of this house from those of every other creditor.

use crate::kernel::Invalid;
use std::fmt;

/// Four letters and digits that stand in each reference the house gives out. One of them at least is a letter, so that no reference with
/// it can be read as one that is a bare number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferenceCode([u8; Self::CHARS]);

impl ReferenceCode {
    pub const CHARS: usize = 4;
    /// Those that people don't take for one another.
    const SIGNS: &'static [u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    const LETTERS: u64 = 24;

    /// The code of these random bits, of which the lowest twenty count.
    pub fn of_random(bits: u64) -> Self {
        let sign = |place: u64| Self::SIGNS.get(usize::try_from(place).unwrap_or_default()).copied().unwrap_or(b'A');
        Self([sign((bits & 31) % Self::LETTERS), sign(bits >> 5 & 31), sign(bits >> 10 & 31), sign(bits >> 15 & 31)])
    }

    /// # Errors
    /// `Malformed` where it is anything but four capital letters and digits with a letter among them.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let signs: [u8; Self::CHARS] = text.as_bytes().try_into().map_err(|_| Invalid::Malformed)?;
        let is_plain = signs.iter().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit());
        if is_plain && signs.iter().any(u8::is_ascii_uppercase) { Ok(Self(signs)) } else { Err(Invalid::Malformed) }
    }
}

impl fmt::Display for ReferenceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|sign| write!(f, "{}", char::from(*sign)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_code_has_four_signs_and_a_letter() {
        for good in ["K7QM", "A000", "999Z"] {
            assert_eq!(ReferenceCode::parse(good).map(|code| code.to_string()), Ok(good.to_owned()));
        }
        for bad in ["", "K7Q", "K7QMA", "k7qm", "1234", "K 7M", "K7QÄ"] {
            assert_eq!(ReferenceCode::parse(bad), Err(Invalid::Malformed), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn what_is_made_at_random_reads_back(bits in any::<u64>()) {
            let code = ReferenceCode::of_random(bits);
            prop_assert_eq!(ReferenceCode::parse(&code.to_string()), Ok(code));
        }
    }
}
