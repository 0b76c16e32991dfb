//! What makes two debtors look like one, though their exact numbers differ: a person decides whether they are.

use super::{
    buyer::BuyerDetails,
    debtor::{Debtor, Parts},
};
use crate::kernel::{
    coded::coded_enum,
    country::CountryCode,
    search::plain,
    text::Line,
    writing::{folded, latin, with_plain_digits},
};
use std::collections::BTreeSet;

coded_enum!(
    /// What two debtors have in common.
    MarkKind {
        /// The number in a register or for taxes, in one country.
        Number = "number",
        /// The name without its legal form, in any country.
        Name = "name",
    }
);

/// Something a debtor is known by, folded so far that two ways of writing it are one. Debtors that share one look alike.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    pub kind: MarkKind,
    pub value: String,
}

/// From so many digits on a group of them may be the whole number, with a year or a postal code beside it.
const WHOLE_NUMBER: usize = 4;

/// Words that say of what form a company is, and nothing of which one.
const FORMS: [&str; 74] = [
    "AB",
    "AG",
    "AKTIENGESELLSCHAFT",
    "AND",
    "APS",
    "AS",
    "ASA",
    "BHD",
    "BV",
    "CO",
    "COMPANY",
    "CORP",
    "CORPORATION",
    "CV",
    "DD",
    "DOO",
    "EG",
    "EHF",
    "EK",
    "EURL",
    "EV",
    "GBR",
    "GESELLSCHAFT",
    "GMBH",
    "HAFTUNG",
    "HAFTUNGSBESCHRANKT",
    "BESCHRANKTER",
    "HF",
    "INC",
    "INCORPORATED",
    "JSC",
    "KFT",
    "KG",
    "KGAA",
    "KK",
    "KOMMANDITGESELLSCHAFT",
    "LIMITED",
    "LLC",
    "LLP",
    "LTD",
    "MBH",
    "MIT",
    "NV",
    "NYRT",
    "OHG",
    "OOO",
    "OY",
    "OYJ",
    "PLC",
    "PTE",
    "PTY",
    "SA",
    "SARL",
    "SAS",
    "SASU",
    "SAU",
    "SCI",
    "SDN",
    "SE",
    "SL",
    "SLU",
    "SNC",
    "SP",
    "SPA",
    "SPZOO",
    "SRL",
    "SRO",
    "THE",
    "UG",
    "UND",
    "VOF",
    "ZOO",
    "ZRT",
    "ET",
];

impl Mark {
    /// The longest text of one.
    const LONGEST: usize = 200;

    fn new(kind: MarkKind, value: String) -> Self {
        Self { kind, value: value.chars().take(Self::LONGEST).collect() }
    }

    /// Everything a company of this number and name is found by.
    pub fn of(country: CountryCode, number: &str, name: &Line) -> BTreeSet<Self> {
        let numbers = numbers(number).into_iter().map(|number| format!("{}:{number}", country.as_str()));
        let numbers = numbers.map(|number| Self::new(MarkKind::Number, number));
        numbers.chain(names(name.as_str()).into_iter().map(|name| Self::new(MarkKind::Name, name))).collect()
    }
}

impl BuyerDetails {
    /// What the debtor they describe is found by.
    pub fn marks(&self) -> BTreeSet<Mark> {
        Mark::of(self.country, self.registration_number.as_str(), &self.legal_name)
    }
}

impl Debtor {
    /// What it is found by itself; what sellers wrote of it comes besides.
    pub fn marks(&self) -> BTreeSet<Mark> {
        let Parts { legal_entity, legal_name, .. } = self.parts();
        Mark::of(legal_entity.country(), legal_entity.number(), legal_name)
    }
}

/// The digits of a number without leading zeros, as they stand and with letters that look like digits read as such. What stands in
/// brackets, the name of the court and of the register are left out. A number without digits is its letters.
fn numbers(text: &str) -> BTreeSet<String> {
    let plain = with_plain_digits(text);
    let mut found: BTreeSet<String> = [plain.clone(), letters_as_digits(&plain)].iter().flat_map(|text| digits(text)).collect();
    if found.is_empty() {
        found.insert(folded(&latin(&plain)).chars().filter(|c| c.is_alphanumeric()).collect());
    }
    found.retain(|number| !number.is_empty());
    found
}

/// All digits outside of brackets as one number, and each group of them that may be the whole one.
fn digits(text: &str) -> BTreeSet<String> {
    let bare = without_brackets(text);
    let text = if bare.contains(|c: char| c.is_ascii_digit()) { &bare } else { text };
    let groups = || text.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty());
    let all: Option<String> = groups().next().is_some().then(|| groups().collect());
    let whole = groups().filter(|group| group.len() >= WHOLE_NUMBER).map(str::to_owned);
    let value = |digits: String| match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        value => value.to_owned(),
    };
    all.into_iter().chain(whole).map(value).collect()
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0_u32;
    let mut bare = String::new();
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    bare
}

/// Words of nothing but digits and letters that look like digits, with digits for these.
fn letters_as_digits(text: &str) -> String {
    let latin = latin(text);
    let digit = |c: char| match c {
        'l' | 'I' | '|' => '1',
        'O' | 'o' => '0',
        c => c,
    };
    let is_sign = |c: char| !c.is_alphanumeric() && c != '|';
    let word = |word: &str| {
        let read: String = word.chars().map(digit).collect();
        if read.chars().all(|c| c.is_ascii_digit()) || word.chars().all(is_sign) { read } else { word.to_owned() }
    };
    latin
        .split_inclusive(is_sign)
        .map(|part| {
            let sign = part.chars().next_back().filter(|c| is_sign(*c));
            let letters = sign.map_or(part, |sign| part.strip_suffix(sign).unwrap_or(part));
            word(letters) + &sign.map(String::from).unwrap_or_default()
        })
        .collect()
}

/// The words of a name in their order and by the alphabet, without its legal form, in Latin letters for those that look the same.
fn names(text: &str) -> BTreeSet<String> {
    let plain = folded(&latin(&plain(&folded(text)).to_uppercase()));
    let mut words: Vec<String> = Vec::new();
    let mut was_letter = false;
    for word in plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let is_letter = word.chars().count() == 1;
        match words.last_mut() {
            // G. m. b. H.
            Some(last) if was_letter && is_letter => last.push_str(word),
            _ => words.push(word.to_owned()),
        }
        was_letter = is_letter;
    }
    let mut named: Vec<&String> = words.iter().filter(|word| !FORMS.contains(&word.as_str())).collect();
    if named.is_empty() {
        named = words.iter().collect();
    }
    let in_order: String = named.iter().map(|word| word.as_str()).collect();
    named.sort();
    let sorted: String = named.iter().map(|word| word.as_str()).collect();
    [in_order, sorted].iter().map(|name| looked_at(name)).filter(|name| !name.is_empty()).collect()
}

/// One letter for each of those that are taken for each other, and for each way of writing an umlaut.
fn looked_at(name: &str) -> String {
    let umlauts = name.replace("AE", "A").replace("OE", "O").replace("UE", "U");
    umlauts
        .chars()
        .map(|c| match c {
            '0' => 'O',
            '1' | 'L' => 'I',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Invalid;
    use proptest::prelude::*;

    fn marks(country: &str, number: &str, name: &str) -> Result<BTreeSet<Mark>, Invalid> {
        Ok(Mark::of(CountryCode::parse(country)?, number, &Line::parse(name)?))
    }

    fn common(one: &BTreeSet<Mark>, other: &BTreeSet<Mark>) -> Vec<MarkKind> {
        let kinds: BTreeSet<MarkKind> = one.intersection(other).map(|mark| mark.kind).collect();
        kinds.into_iter().collect()
    }

    #[test]
    fn a_number_is_alike_however_it_is_written() -> Result<(), Invalid> {
        let one = marks("DE", "HRB 1", "A")?;
        for other in [
            "HRB ١",
            "HRB १",
            "НRB 1",
            "HRB 01",
            "HRB 1 (Berlin)",
            "HRB 1 (Berlin, 10115)",
            "Amtsgericht Berlin HRB 1",
            "AG Charlottenburg, HRB Nr. 1 B",
            "hrb-0001",
            "1 HRB",
            "HRB l",
            "HRB I",
            "ＨＲＢ １",
            "[Berlin] 1",
        ] {
            assert_eq!(common(&one, &marks("DE", other, "B")?), [MarkKind::Number], "{other}");
        }
        for other in ["HRB 10", "HRB 11", "HRB 2", "HRB", "HRB 2 (1)"] {
            assert_eq!(common(&one, &marks("DE", other, "B")?), [], "{other}");
        }
        assert_eq!(common(&one, &marks("AT", "HRB 1", "B")?), [], "another country's");
        assert_eq!(common(&marks("DE", "HRB 12 345", "A")?, &marks("DE", "HRB 12345 Berlin 10115", "B")?), [MarkKind::Number]);
        assert_eq!(common(&marks("DE", "HRB 1O5", "A")?, &marks("DE", "HRB 105", "B")?), [MarkKind::Number]);
        assert_eq!(common(&marks("DE", "Nordwind", "A")?, &marks("DE", "nord-wind", "B")?), [MarkKind::Number]);
        assert_eq!(common(&marks("DE", "-", "A")?, &marks("DE", "/", "B")?), []);
        assert_eq!(common(&marks("DE", "0", "A")?, &marks("DE", "00", "B")?), [MarkKind::Number]);
        Ok(())
    }

    #[test]
    fn a_name_is_alike_whatever_its_legal_form_country_and_order() -> Result<(), Invalid> {
        let one = marks("DE", "1", "Müller Retail GmbH")?;
        for other in [
            "MÜLLER RETAIL G.m.b.H.",
            "Mueller-Retail",
            "muller retail gmbh & co. kg",
            "Retail Müller AG",
            "Müller Retail Gesellschaft mit beschränkter Haftung",
            "Mü11er Retail GmbH",
            "Müller Rеtail GmbH",
            "MüIIer Retail Ltd.",
            "MüllerRetail",
        ] {
            assert_eq!(common(&one, &marks("AT", "2", other)?), [MarkKind::Name], "{other}");
        }
        for other in ["Müller GmbH", "Retail GmbH", "Meier Retail GmbH"] {
            assert_eq!(common(&one, &marks("DE", "2", other)?), [], "{other}");
        }
        assert_eq!(common(&marks("DE", "1", "GmbH")?, &marks("DE", "2", "GmbH")?), [MarkKind::Name], "of forms alone the forms are left");
        assert_eq!(common(&marks("DE", "1", "&")?, &marks("DE", "2", "&")?), []);
        Ok(())
    }

    proptest! {
        #[test]
        fn whatever_is_typed_has_marks_that_fit_into_an_index(number in "\\PC{1,200}", name in "\\PC{1,200}") {
            if let Ok(name) = Line::parse(&name) {
                let marks = Mark::of(CountryCode::parse("DE").unwrap(), &number, &name);
                prop_assert!(marks.iter().all(|mark| !mark.value.is_empty() && mark.value.chars().count() <= Mark::LONGEST));
            }
        }

        #[test]
        fn zeros_spaces_and_signs_do_not_matter(number in 1_u32..9_999_999, zeros in "0{0,4}", sign in "[ ./_–-]{0,3}") {
            let written = format!("HRB{sign}{zeros}{number}");
            prop_assert!(!numbers(&written).is_disjoint(&numbers(&number.to_string())), "{}", written);
        }
    }
}
