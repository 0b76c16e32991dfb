//! Whose an account is, in letters that banks carry.

use crate::kernel::{Invalid, text::Line};
use std::ops::RangeInclusive;

/// Letters beyond A to Z that the conversion table of the European Payments Council (EPC217-08) has a Latin letter for: those of
/// the languages of its area, Greek and Bulgarian among them.
const CONVERTED: [RangeInclusive<char>; 17] = [
    'À'..='Ö',
    'Ø'..='ö',
    'ø'..='ķ',
    'Ĺ'..='ň',
    'Ő'..='ž',
    'Ș'..='ț',
    'Ά'..='Ά',
    'Έ'..='Ί',
    'Ό'..='Ό',
    'Ύ'..='Ρ',
    'Σ'..='ώ',
    'А'..='Ъ',
    'Ь'..='Ь',
    'Ю'..='ъ',
    'ь'..='ь',
    'ю'..='я',
    'ẞ'..='ẞ',
];

/// The holder of an account that is entered.
///
/// # Errors
/// `LettersUnknownToBanks`; those of [`Line::parse`].
pub fn account_holder(text: &str) -> Result<Line, Invalid> {
    let name = Line::parse(text)?;
    if is_carried_by_banks(&name) { Ok(name) } else { Err(Invalid::LettersUnknownToBanks) }
}

/// Whether an order to a bank can carry this name: no letter and no digit of it is lost, and there is one.
pub fn is_carried_by_banks(name: &Line) -> bool {
    let mut told = name.as_str().chars().filter(|c| c.is_alphanumeric()).peekable();
    told.peek().is_some() && told.all(is_carried)
}

fn is_carried(c: char) -> bool {
    c.is_ascii_alphanumeric() || CONVERTED.iter().any(|range| range.contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_written_in_letters_that_banks_carry() {
        for name in [
            "Mühle Brandt GmbH",
            "Łódź Çelik Ltd.",
            "Ångström & Søn A/S",
            "GROẞE KÜCHE",
            "Ένωση Α.Ε.",
            "България ЕООД",
            "Þór hf.",
            "3M",
            "O’Neill – Söhne “Nord”",
        ] {
            assert_eq!(account_holder(name).as_ref().map(Line::as_str), Ok(name), "{name}");
        }
        for name in [
            "東京商事",
            "東京商事 K.K.",
            "株式会社トヨタ",
            "삼성전자",
            "ООО «Ёлка» Ы",
            "Україна",
            "شركة النور",
            "חברת אור",
            "บริษัท ไทย",
            "भारत",
            "ՀԱՅԱՍՏԱՆ",
            "საქართველო",
            "Công ty Việt",
            "Ａｂｃ",
            "HRB ١",
            "½ GmbH",
            "---",
            "…",
        ] {
            assert_eq!(account_holder(name), Err(Invalid::LettersUnknownToBanks), "{name}");
        }
        assert_eq!(account_holder(" "), Err(Invalid::Required));
    }
}
