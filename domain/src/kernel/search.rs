//! Words to find things by: lower case, without accents, so that "muhle" finds "Mühle".

use std::collections::BTreeSet;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The most words a search looks for; more narrow nothing down.
pub const MAX_QUERY_WORDS: usize = 6;
/// The most words one thing is found by: the longest application stays far below.
const MAX_WORDS: usize = 500;
/// Longer words are cut: nobody types more.
const LONGEST: usize = 64;

/// The longest a folded text gets: an index holds it.
const LONGEST_FOLDED: usize = 200;

/// A text by which equal ones are found and all of them put in order: its words as a search sees them, in their order.
pub fn folded(text: &str) -> String {
    let plain = plain(text);
    let words: Vec<_> = plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(LONGEST_FOLDED).collect()
}

/// Lower case, without accents.
pub(crate) fn plain(text: &str) -> String {
    let plain: String = text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect();
    plain.replace('ß', "ss")
}

/// The words of these texts, each once.
pub fn words<'a>(texts: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let all = texts.into_iter().flat_map(|text| {
        plain(text)
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(|word| word.chars().take(LONGEST).collect())
            .collect::<Vec<String>>()
    });
    all.take(MAX_WORDS).collect()
}

/// What somebody typed into a search, the longest word first: it narrows the most.
pub fn query(text: &str) -> Vec<String> {
    let mut words: Vec<_> = words([text]).into_iter().collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words.truncate(MAX_QUERY_WORDS);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn accents_case_and_punctuation_do_not_matter() {
        let found = words(["Mühle Brandt GmbH & Co. KG", "ADA@Example.com", "HRB 12345", "Große Straße", "株式会社 サニー"]);
        for word in ["muhle", "brandt", "gmbh", "co", "kg", "ada", "example", "com", "hrb", "12345", "grosse", "strasse", "株式会社"] {
            assert!(found.contains(word), "{word} is not among {found:?}");
        }
        assert_eq!(query("  "), Vec::<String>::new());
        assert_eq!(query("co MÜHLE"), ["muhle", "co"]);
    }

    #[test]
    fn one_name_is_folded_alike_however_it_is_written() {
        assert_eq!(folded("  Mühle, Brandt & Söhne GmbH "), "muhle brandt sohne gmbh");
        assert_eq!(folded("MÜHLE BRANDT SÖHNE-GMBH"), folded("Mu\u{308}hle Brandt & Söhne GmbH"));
        assert_ne!(folded("Brandt Mühle"), folded("Mühle Brandt"));
        assert_eq!(folded("&"), "");
        assert_eq!(folded(&"ﷺ".repeat(200)).chars().count(), LONGEST_FOLDED);
    }

    proptest! {
        #[test]
        fn whatever_is_typed_is_found_by_itself(text in any::<String>()) {
            let found = words([text.as_str()]);
            prop_assert!(query(&text).iter().all(|word| found.contains(word)));
            prop_assert!(found.iter().all(|word| !word.is_empty() && word.chars().count() <= LONGEST));
        }
    }
}
