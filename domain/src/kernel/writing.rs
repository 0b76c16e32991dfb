//! One way of writing what people write in many.

mod digits;

use digits::digit;
use unicode_normalization::UnicodeNormalization;
use unicode_security::{MixedScript, confusable_detection::skeleton};

/// One way of writing each letter and digit: capitals, and the digits 0 to 9 for those of every script.
pub(crate) fn folded(text: &str) -> String {
    let capitals: String = text.nfkc().flat_map(char::to_uppercase).collect();
    with_plain_digits(&capitals)
}

/// The digits 0 to 9 for those of every script.
pub(crate) fn with_plain_digits(text: &str) -> String {
    text.nfkc().map(|c| digit(c).unwrap_or(c)).collect()
}

/// Whether its letters come from scripts that are not written together. Digits of every script are as good as 0 to 9.
pub(crate) fn mixes_scripts(text: &str) -> bool {
    !with_plain_digits(text).as_str().is_single_script()
}

/// The letters from A to Z, in either case, for those of other scripts that look the same.
pub(crate) fn latin(text: &str) -> String {
    let mut latin = String::new();
    for c in text.chars() {
        // Of those that are Latin already some would become two others, as m becomes rn.
        if c.is_ascii() { latin.push(c) } else { latin.extend(skeleton(c.encode_utf8(&mut [0; 4]))) }
    }
    latin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_are_not_written_together_are_noticed_and_digits_are_of_every_script() {
        for one in ["HRB 1", "HRB ١", "HRB १", "ＨＲＢ １", "ΓΕΜΗ 1", "法人番号 1", "カタカナ漢字ひらがな", "№ 1", "-"]
        {
            assert!(!mixes_scripts(one), "{one}");
        }
        for mixed in ["НRB 1", "HRВ 1", "ΗRB 1", "HRB 1 Берлин"] {
            assert!(mixes_scripts(mixed), "{mixed}");
        }
    }

    #[test]
    fn letters_that_look_latin_are_read_as_latin() {
        assert_eq!(latin("НRВ"), "HRB");
        assert_eq!(latin("mil 10"), "mil 10");
    }
}
