//! The reference a debtor quotes when it pays, so that the payment finds its receivable.

use super::fingerprint::{InvoiceNumber, NormalisedNumber};
use crate::{house::reference_code::ReferenceCode, kernel::Invalid};

/// A creditor reference (ISO 11649): `RF`, two check digits (ISO 7064, MOD 97-10) and up to 21 letters and digits. One that the house
/// gives out has its code behind them and then its number with eight digits. Earlier ones have the bare number: those are met by chance,
/// and count only where a field has nothing else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reference(String);

impl Reference {
    /// What each begins with.
    pub const BEGINS: &str = "RF";
    /// The most characters banks carry.
    pub const MAX_CHARS: usize = 25;

    /// As many digits a number has at least, with zeros before it.
    const DIGITS: usize = 8;
    /// The characters of the shortest that is given out.
    pub const CHARS: usize = 4 + ReferenceCode::CHARS + Self::DIGITS;

    /// The reference of this number of this house. Another number is another reference.
    pub fn new(house: ReferenceCode, number: u64) -> Self {
        Self::checked(&format!("{house}{number:0digits$}", digits = Self::DIGITS))
    }

    /// That of a body of any creditor.
    pub(super) fn checked(body: &str) -> Self {
        // What makes the remainder of the whole 1; it never has more than two digits.
        let check = 98 - remainder(&format!("{body}RF00"));
        Self(format!("RF{check:02}{body}"))
    }

    fn body(&self) -> &str {
        self.0.get(4..).unwrap_or_default()
    }

    /// The number it was made of; none for one that was not made so.
    pub fn number(&self) -> Option<u64> {
        let number = if self.is_bare() { self.body() } else { self.body().get(ReferenceCode::CHARS..)? };
        number.parse().ok()
    }

    /// Whether it may be one that was given out before references had the house's code.
    pub fn is_bare(&self) -> bool {
        self.body().bytes().all(|b| b.is_ascii_digit())
    }

    /// Whether it has the form of those that this house gives out.
    pub fn is_of(&self, house: ReferenceCode) -> bool {
        let number = self.body().strip_prefix(&house.to_string()).and_then(|number| number.parse().ok());
        number.is_some_and(|number| *self == Self::new(house, number))
    }

    /// As people and banks write it: in groups or in one piece, in any case.
    ///
    /// # Errors
    /// `Malformed` when it is no such reference, or was mistyped.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let compact = compact(text);
        let is_plain = compact.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
        let (Some(check), Some(body)) = (compact.strip_prefix(Self::BEGINS).and_then(|rest| rest.get(..2)), compact.get(4..)) else {
            return Err(Invalid::Malformed);
        };
        let has_room = !body.is_empty() && compact.len() <= Self::MAX_CHARS;
        // 00, 01 and 99 leave the same remainders as 97, 98 and 02, and are none that this way of counting gives.
        let is_given = check.parse::<u8>().is_ok_and(|check| (2..=98).contains(&check));
        let is_right = is_plain && has_room && is_given && remainder(&format!("{body}RF{check}")) == 1;
        if is_right { Ok(Self(compact)) } else { Err(Invalid::Malformed) }
    }

    /// In one piece, as it is stored and sent to banks.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// In groups of four, as it is printed.
    pub fn grouped(&self) -> String {
        let letters: Vec<char> = self.0.chars().collect();
        letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(" ")
    }
}

/// What receivables are looked for by: a part of an invoice's number, or how a reference begins. A part of a reference is in many
/// numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchedNumber {
    number: NormalisedNumber,
    reference: Option<String>,
}

impl SearchedNumber {
    /// # Errors
    /// Those of an invoice's number.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let number = InvoiceNumber::parse(text)?.normalised();
        let compact = compact(text);
        let is_reference = compact.starts_with(Reference::BEGINS) && compact.bytes().all(|b| b.is_ascii_alphanumeric());
        Ok(Self { number, reference: is_reference.then_some(compact) })
    }

    pub fn number(&self) -> &NormalisedNumber {
        &self.number
    }

    /// In one piece; none where it begins no reference.
    pub fn reference(&self) -> Option<&str> {
        self.reference.as_deref()
    }

    pub fn finds(&self, number: &NormalisedNumber, reference: &Reference) -> bool {
        let is_quoted = self.reference().is_some_and(|begins| reference.as_str().starts_with(begins));
        is_quoted || number.as_str().contains(self.number.as_str())
    }
}

fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect()
}

/// Of the text divided by 97, each letter being two digits: A is 10, Z is 35.
fn remainder(text: &str) -> u32 {
    let values = text.chars().filter_map(|c| c.to_digit(36));
    values.fold(0, |rest, value| (rest * if value < 10 { 10 } else { 100 } + value) % 97)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn house() -> ReferenceCode {
        ReferenceCode::parse("K7QM").unwrap()
    }

    #[test]
    fn a_receivable_is_found_by_a_part_of_its_number_or_the_beginning_of_its_reference() {
        let (number, reference) = (InvoiceNumber::parse("RE-2027/0101").unwrap().normalised(), Reference::new(house(), 231));
        let finds = |text: &str| SearchedNumber::parse(text).unwrap().finds(&number, &reference);
        assert!(["101", "re 2027", reference.as_str(), &reference.grouped().to_lowercase(), "rf"].into_iter().all(finds));
        assert!(!["231", "RF99", "RE-2028"].into_iter().any(finds));
    }
    #[test]
    fn references_of_the_standard_are_read() {
        // The example of ISO 11649, in its short and its long form, and others that are about.
        for text in ["RF18 5390 0754 7034", "RF18000000000539007547034", "RF712348231", "rf45 G72U UR"] {
            assert!(Reference::parse(text).is_ok(), "{text}");
        }
        let earlier = Reference::parse("RF18 5390 0754 7034").unwrap();
        assert_eq!((earlier.number(), earlier.is_bare(), earlier.is_of(house())), (Some(539_007_547_034), true, false));
        assert_eq!(earlier.grouped(), "RF18 5390 0754 7034");
        assert_eq!(Reference::parse("rf712348231").as_ref().map(Reference::as_str), Ok("RF712348231"));
    }

    #[test]
    fn one_that_is_given_out_has_sixteen_characters_and_the_houses_code() {
        let reference = Reference::new(house(), 231);
        assert_eq!(reference.grouped(), "RF17 K7QM 0000 0231");
        assert_eq!((reference.as_str().len(), reference.number()), (Reference::CHARS, Some(231)));
        assert!(reference.is_of(house()) && !reference.is_bare());
        let other = ReferenceCode::parse("K7QN").unwrap();
        assert!(!reference.is_of(other));
        // What has other zeros before it is another creditor's.
        let longer = Reference::checked("K7QM000000231");
        assert!(Reference::parse(longer.as_str()).is_ok() && !longer.is_of(house()));
        assert!(!Reference::checked("K7QM231").is_of(house()));
        let largest = Reference::new(house(), 99_999_999);
        assert_eq!(largest.as_str().len(), Reference::CHARS);
        assert!(Reference::new(house(), 100_000_000).is_of(house()), "numbers go on behind it");
    }

    #[test]
    fn what_is_none_is_refused() {
        let mistyped = ["RF19539007547034", "RF18-539007547034", "XX18539007547034", "RFé8539007547034", "RF1é539007547034"];
        for text in ["", "RF", "RF18"].into_iter().chain(mistyped) {
            assert_eq!(Reference::parse(text), Err(Invalid::Malformed), "{text}");
        }
        let long = format!("RF{:02}{}", 98 - remainder(&format!("{}RF00", "1".repeat(22))), "1".repeat(22));
        assert_eq!(Reference::parse(&long), Err(Invalid::Malformed));
    }

    proptest! {
        #[test]
        fn a_reference_reads_back_however_it_is_written(number in any::<u64>()) {
            let number = number % 10_u64.pow(17);
            let reference = Reference::new(house(), number);
            prop_assert!(reference.as_str().len() <= Reference::MAX_CHARS);
            prop_assert_eq!((reference.number(), reference.is_of(house())), (Some(number), true));
            prop_assert_eq!(Reference::parse(reference.as_str()), Ok(reference.clone()));
            prop_assert_eq!(Reference::parse(&reference.grouped().to_lowercase()), Ok(reference));
        }

        /// What check digits are for: one wrong digit, and two neighbours in each other's place.
        #[test]
        fn a_slip_of_the_pen_is_found(number in any::<u64>(), place in 2_usize..24, by in 1_u8..10) {
            let digits = Reference::checked(&number.to_string()).as_str().as_bytes().to_vec();
            let place = place.min(digits.len() - 1);
            let mut wrong = digits.clone();
            wrong[place] = b'0' + (wrong[place] - b'0' + by) % 10;
            prop_assert_eq!(Reference::parse(&String::from_utf8(wrong).unwrap()), Err(Invalid::Malformed));
            let mut swapped = digits.clone();
            swapped.swap(place, (place + 1).min(digits.len() - 1));
            prop_assert_eq!(Reference::parse(&String::from_utf8(swapped.clone()).unwrap()).is_ok(), swapped == digits);
        }

        #[test]
        fn each_number_has_its_own(numbers in prop::collection::btree_set(any::<u64>(), 0..50)) {
            let references: BTreeSet<_> = numbers.iter().map(|number| Reference::new(house(), *number)).collect();
            prop_assert_eq!(references.len(), numbers.len());
        }
    }
}
