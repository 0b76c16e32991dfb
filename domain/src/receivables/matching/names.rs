//! Names as they are compared: banks write Mueller or Muller for Müller, leave accents, legal forms and signs out, change the order of
//! words, and cut what is longer than their field.

use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// Words that say of which legal form a company is, without dots, and what only joins words.
const LEFT_OUT: &str = "ab ad ag ans aps as asa bv bvba co company compagnie corp corporation cie da dd doo eg ek eood eurl \
    ev gbr gesmbh ges gmbh haftungsbeschrankt haftungsbeschraenkt inc incorporated kft kg kgaa ks lda \
    limited llc llp lp ltd mbh nv nyrt ohg ood oy oyj plc private pty pvt sa sarl sas sasu sca sci sro \
    se sl slu snc spa spj spk srl srls ug vof zoo zrt and und et";

/// Words that are left out only together, such as `A/S` and `sp. z o.o.`; the longest first.
const LEFT_OUT_TOGETHER: &[&[&str]] = &[
    &["sp", "z", "oo"],
    &["spolka", "z", "oo"],
    &["s", "p", "a"],
    &["s", "r", "l"],
    &["s", "r", "o"],
    &["a", "s"],
    &["s", "a"],
    &["b", "v"],
    &["n", "v"],
];

/// As much of a name that a bank cut tells it apart.
const ENOUGH: usize = 20;

/// Whether a letter with two dots is read as two letters, or without them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dots {
    AsE,
    LeftOut,
}

/// What a name comes to. Two are of one party when they have one of it in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedName {
    /// Without legal forms, in the order of the alphabet.
    whole: BTreeSet<String>,
    /// All that is written, in its order.
    written: BTreeSet<String>,
}

impl ComparedName {
    pub fn of(name: &str) -> Self {
        let ways = [Dots::AsE, Dots::LeftOut].map(|dots| words(name, dots));
        Self {
            whole: ways.iter().map(|words| whole(words)).filter(|whole| !whole.is_empty()).collect(),
            written: ways.iter().map(|words| words.concat()).collect(),
        }
    }

    /// By which it is found: in any of these ways.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.whole.iter().map(String::as_str)
    }

    /// The same as it is written, by which one that a bank cut is found.
    pub fn written(&self) -> impl Iterator<Item = &str> {
        self.written.iter().map(String::as_str)
    }

    /// The same of a name that a bank may have cut: none where so little is told that it could be another one's.
    pub fn begins(&self) -> impl Iterator<Item = &str> {
        self.written().filter(|written| written.chars().count() >= ENOUGH)
    }

    pub fn is(&self, other: &Self) -> bool {
        self.keys().any(|key| other.whole.contains(key))
    }
}

fn words(name: &str, dots: Dots) -> Vec<String> {
    let mut plain = String::new();
    for letter in name.nfc().flat_map(char::to_lowercase) {
        match letter {
            'ä' | 'æ' | 'œ' | 'ö' | 'ü' | 'ø' if dots == Dots::AsE || matches!(letter, 'æ' | 'œ') => plain.push_str(match letter {
                'ä' | 'æ' => "ae",
                'ü' => "ue",
                _ => "oe",
            }),
            'å' if dots == Dots::AsE => plain.push_str("aa"),
            'ß' => plain.push_str("ss"),
            'þ' => plain.push_str("th"),
            'ø' => plain.push('o'),
            'ł' => plain.push('l'),
            'đ' | 'ð' => plain.push('d'),
            'ħ' => plain.push('h'),
            'ı' => plain.push('i'),
            '.' | '\'' | '’' | '`' => {}
            // An accent is a sign of its own behind its letter then.
            letter => {
                plain.extend(letter.nfkd().filter(|sign| !is_accent(*sign)).map(|sign| if sign.is_alphanumeric() { sign } else { ' ' }))
            }
        }
    }
    plain.split_whitespace().map(str::to_owned).collect()
}

fn is_accent(sign: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&sign)
}

fn whole(words: &[String]) -> String {
    let mut left: Vec<&str> = words.iter().map(String::as_str).collect();
    for together in LEFT_OUT_TOGETHER {
        if let Some(at) = left.windows(together.len()).position(|window| window == *together) {
            left.drain(at..at + together.len());
        }
    }
    left.retain(|word| !LEFT_OUT.split(' ').any(|left_out| left_out == *word));
    // A company may be called as a legal form is.
    if left.is_empty() {
        left = words.iter().map(String::as_str).collect();
    }
    left.sort_unstable();
    left.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(one: &str, other: &str) -> bool {
        ComparedName::of(one).is(&ComparedName::of(other))
    }

    #[test]
    fn names_are_the_same_without_accents_legal_forms_and_order() {
        for (one, other) in [
            ("Marktkette Süd SE", "MARKTKETTE SUD SE"),
            ("Müller & Söhne GmbH", "MUELLER UND SOEHNE GMBH"),
            ("Müller & Söhne GmbH", "Mueller+Soehne G.m.b.H."),
            ("Müller & Söhne GmbH", "muller and sohne"),
            ("Müller & Söhne GmbH & Co. KG", "MULLER SOHNE GMBH CO KG"),
            ("Société Générale d'Électricité S.A.", "SOCIETE GENERALE DELECTRICITE SA"),
            ("Øresund Kjøl A/S", "ORESUND KJOL AS"),
            ("Øresund Kjøl A/S", "OERESUND KJOEL"),
            ("Łódź Stal Sp. z o.o.", "LODZ STAL SP Z OO"),
            ("Cañón Española S.L.", "CANON ESPANOLA SL"),
            ("Façade Française SARL", "FRANCAISE FACADE"),
            ("Weiß Straßenbau AG", "WEISS STRASSENBAU"),
            ("Færø Havn ApS", "FAERO HAVN APS"),
            ("Ångström Verk AB", "ANGSTROM VERK"),
            ("Žďár Ocel s.r.o.", "ZDAR OCEL SRO"),
            ("Čapek a syn", "CAPEK A SYN"),
            ("Huber, Anna", "Anna Huber"),
            ("Mu\u{308}ller AG", "Müller AG"),
            ("AG", "ag"),
        ] {
            assert!(is(one, other) && is(other, one), "{one} = {other}: {:?} {:?}", ComparedName::of(one), ComparedName::of(other));
        }
    }

    #[test]
    fn other_names_are_others() {
        for (one, other) in [
            ("Marktkette Süd SE", "Marktkette Nord SE"),
            ("Bauer GmbH", "Baur GmbH"),
            ("Müller Maschinenbau GmbH", "Müller GmbH"),
            ("Co", "KG"),
            ("", "GmbH"),
            ("", ""),
            ("...", "---"),
        ] {
            assert!(!is(one, other), "{one} = {other}");
        }
    }

    #[test]
    fn what_a_bank_cut_is_told_by_how_it_begins() {
        let whole = ComparedName::of("Spezialmaschinenbaugesellschaft Weiß & Co. KG");
        let cut = ComparedName::of("SPEZIALMASCHINENBAUGESELLSCHAFT WEISS UN");
        assert!(!whole.is(&cut));
        assert!(
            ComparedName::of("SPEZIALMASCHINENBAUGESELLSCHAFT WEI").begins().any(|begins| whole.written().any(|it| it.starts_with(begins)))
        );
        assert_eq!(ComparedName::of("Müller Maschinen").begins().count(), 0, "that may be several");
    }
}
