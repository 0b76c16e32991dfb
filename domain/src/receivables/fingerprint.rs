//! What tells one invoice from another, however its number is written: no receivable is sold twice.

use crate::kernel::{
    Invalid,
    canonical::{Canonical, Digest},
    ids::DebtorId,
    text::Line,
    writing::{folded, latin, with_plain_digits},
};
use crate::parties::legal_entity::LegalEntity;

/// The number of an invoice, as its seller wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceNumber(Line);

impl InvoiceNumber {
    /// Longer than any numbering needs, and short enough to quote.
    pub const MAX_CHARS: usize = 100;

    /// # Errors
    /// When empty, too long or holding control characters.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let line = Line::parse(text)?;
        let is_long = line.as_str().chars().count() > Self::MAX_CHARS;
        if is_long { Err(Invalid::TooLong { max: Self::MAX_CHARS as i64 }) } else { Ok(Self(line)) }
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub fn normalised(&self) -> NormalisedNumber {
        NormalisedNumber::of(self.as_str())
    }

    pub fn visible(&self) -> VisibleNumber {
        VisibleNumber::of(self.as_str())
    }
}

/// What a number looks like to a reader: with Latin letters for those of other scripts that look the same, and digits for letters that
/// look like them. It tells no invoices apart: two that look the same are for a person to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisibleNumber {
    /// As normalised: however many zeros begin a group of digits.
    grouped: NormalisedNumber,
    /// Letters and digits alone: wherever blanks and other signs stand.
    joined: String,
}

impl VisibleNumber {
    fn of(text: &str) -> Self {
        let digit = |c: char| match c {
            'O' => '0',
            'I' | 'L' | '|' => '1',
            c => c,
        };
        let seen: String = folded(&latin(&with_plain_digits(text))).chars().map(digit).collect();
        Self { grouped: NormalisedNumber::of(&seen), joined: settled(&seen, |text| text.chars().filter(|c| c.is_alphanumeric()).collect()) }
    }

    /// Whether the two differ by nothing but zeros that begin groups of digits, or by nothing but where blanks and other signs stand.
    pub fn is_like(&self, other: &Self) -> bool {
        self.grouped == other.grouped || !self.joined.is_empty() && self.joined == other.joined
    }

    /// By which those are found that are like it: all of them have this one, and some others too.
    pub fn key(&self) -> String {
        let key: String = self.grouped.as_str().chars().filter(|c| c.is_alphanumeric() && *c != '0').collect();
        if key.is_empty() { "0".to_owned() } else { key }
    }
}

/// As it is folded and made of that, again until nothing changes: letters that come to stand side by side may be written as one.
fn settled(text: &str, of: impl Fn(&str) -> String) -> String {
    let mut now = text.to_owned();
    loop {
        let next = of(&folded(&now));
        if next == now {
            return now;
        }
        now = next;
    }
}

/// A number without what people add and leave out: capitals and digits alone, each group of digits without leading zeros. Two
/// groups of digits in a row are kept apart by a hyphen, so that 1-23 is not 12-3.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NormalisedNumber(String);

// How many numbers were normalised on this thread: it takes longer than anything else that is done with them.
#[cfg(test)]
thread_local! {
    pub(super) static NORMALISED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl NormalisedNumber {
    fn of(text: &str) -> Self {
        #[cfg(test)]
        NORMALISED.with(|count| count.set(count.get() + 1));
        let now = settled(text, compact);
        // Signs alone tell invoices apart too, if nothing else does.
        Self(if now.is_empty() { folded(text).split_whitespace().collect() } else { now })
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the two are the same but for one letter or digit that is wrong, missing or added, or two neighbours in each
    /// other's place: a distance of Damerau and Levenshtein of at most one.
    pub fn is_near(&self, other: &Self) -> bool {
        let (one, other): (Vec<char>, Vec<char>) = (self.0.chars().collect(), other.0.chars().collect());
        let (long, short) = if one.len() < other.len() { (&other, &one) } else { (&one, &other) };
        let same = long.iter().zip(short).take_while(|(one, other)| one == other).count();
        let (long, short) = (&long[same..], &short[same..]);
        match (long, short) {
            ([], []) => true,
            ([a, b, long @ ..], [c, d, short @ ..]) if a == d && b == c && long == short => true,
            ([_, long @ ..], [_, rest @ ..]) if long == rest => true,
            ([_, long @ ..], short) => long == short,
            ([], _) => false,
        }
    }
}

fn compact(text: &str) -> String {
    let mut compact = String::new();
    let mut letters = text.chars().peekable();
    // Where the last group of digits ended, if nothing but signs came since.
    let mut after_digits = false;
    while let Some(letter) = letters.next() {
        if letter.is_ascii_digit() {
            let mut group = String::from(letter);
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                group.push(digit);
            }
            if after_digits {
                compact.push('-');
            }
            let value = group.trim_start_matches('0');
            compact.push_str(if value.is_empty() { "0" } else { value });
            after_digits = true;
        } else if letter.is_alphanumeric() {
            compact.push(letter);
            after_digits = false;
        }
    }
    compact
}

/// What makes two receivables one: the debtor, who the seller is in law, and the number. No two with one fingerprint are sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub Digest);

impl Fingerprint {
    pub fn of(debtor: DebtorId, seller: &LegalEntity, number: &InvoiceNumber) -> Self {
        let parts = Canonical::object([
            ("debtor", Canonical::text(debtor)),
            ("seller", Canonical::text(seller.key())),
            ("number", Canonical::text(number.normalised().as_str())),
        ]);
        Self(parts.digest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::country::CountryCode;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn normalised(text: &str) -> NormalisedNumber {
        NormalisedNumber::of(text)
    }

    #[test]
    fn a_number_is_one_however_it_is_written() {
        for same in [
            ["RE-2024/001", "re 2024 1"],
            ["RE-2024/001", "ＲＥ２０２４．００１"],
            ["٢٠٢٤-١٢", "2024/012"],
            ["१२३", "123"],
            ["№ 7", "no 7"],
            ["Straße 1", "STRASSE-01"],
            ["A-B", "ab"],
            ["000", "0"],
            ["INV²", "INV2"],
        ] {
            assert_eq!(normalised(same[0]), normalised(same[1]), "{same:?}");
        }
        for other in [["1-23", "12-3"], ["2024-001", "2024001"], ["A1", "A10"], ["A1", "B1"], ["-", "/"], ["INV-0", "INV"], ["1-0", "10"]] {
            assert_ne!(normalised(other[0]), normalised(other[1]), "{other:?}");
        }
        assert_eq!(normalised("Re: 0007 – 00x010").as_str(), "RE7-0X10");
    }

    #[test]
    fn of_forty_spellings_that_look_the_same_each_is_seen_to_be_one() {
        let visible = VisibleNumber::of;
        let spellings = [
            "RE-2010-101",
            "RE-2O1O-1O1",
            "RE-2o1o-1o1",
            "RE-20l0-l0l",
            "RE-20I0-I0I",
            "RE-20|0-|0|",
            "RE-2Ol0-lOI",
            "re-2010-101",
            "RE 2010 101",
            "RE/2010/0101",
            "RЕ-2010-101",
            "RᎬ-2010-101",
            "RΕ-2010-101",
            "RE-2О10-101",
            "RE-2о10-101",
            "RE-2Ο10-101",
            "RE-2ο10-101",
            "RE-20І0-101",
            "RE-20Ӏ0-101",
            "RE-20Ι0-101",
            "RE-2010-1О1",
            "RE-2010-1о1",
            "RE-2010-10І",
            "RE-2010-10Ӏ",
            "RE-2010-Ι0Ι",
            "ＲＥ-2010-101",
            "RE-２０１０-101",
            "RE-٢٠١٠-١٠١",
            "RE-२०१०-१०१",
            "RE-2010–101",
            "RE.2010.101",
            "RЕ-2О1О-1О1",
            "RЕ-2о10-l0l",
            "RE-2०10-101",
            "RE-2010-1٠1",
            "𝐑𝐄-2010-101",
            "𝖱𝖤-𝟤𝟢𝟣𝟢-𝟣𝟢𝟣",
            "RE-2०१०-१०1",
            "RE-2010-101 ",
            "R E-2010-101",
        ];
        assert_eq!(spellings.len(), 40);
        for spelling in spellings {
            assert!(visible(spelling).is_like(&visible("RE-2010-101")), "{spelling}");
            assert_eq!(visible(spelling).key(), visible("RE-2010-101").key(), "{spelling}");
        }
        for other in ["RE-2010-102", "RE-2010-11", "RE-2010-1011", "RF-2010-101", "2010-101", "RE-2010"] {
            assert!(!visible(other).is_like(&visible("RE-2010-101")), "{other}");
        }
        assert_ne!(normalised("RE-2O1O-1O1"), normalised("RE-2010-101"), "what tells them apart does not change");
    }

    #[test]
    fn numbers_are_like_each_other_wherever_blanks_and_other_signs_stand() {
        let visible = VisibleNumber::of;
        for other in [
            "WF-7 8",
            "WF 78",
            "WF_78",
            "Wf-78",
            "W F 7 8",
            "WF78",
            "WF-7-8",
            "wf/7.8",
            "WF-078",
            "ＷＦ７ ８",
            "W-F78",
            "\u{a0}WF7\u{2009}8",
        ] {
            assert!(visible(other).is_like(&visible("WF-78")), "{other}");
            assert!(visible("WF-78").is_like(&visible(other)), "{other}");
            assert_eq!(visible(other).key(), visible("WF-78").key(), "{other}");
        }
        for other in ["WF-708", "WF-780", "WF-87", "WF-7", "F-78", "WF-7 9"] {
            assert!(!visible(other).is_like(&visible("WF-78")), "{other}");
        }
        assert!(!visible("-").is_like(&visible("/")) && !visible("-").is_like(&visible("0")));
        assert!(visible("000").is_like(&visible("0")) && visible("0-0").is_like(&visible("00")));
    }

    #[test]
    fn a_number_can_be_quoted() {
        assert!(InvoiceNumber::parse(&"9".repeat(100)).is_ok());
        assert_eq!(InvoiceNumber::parse(&"9".repeat(101)), Err(Invalid::TooLong { max: 100 }));
        assert_eq!(InvoiceNumber::parse(" "), Err(Invalid::Required));
    }

    #[test]
    fn debtor_seller_and_number_each_make_another_fingerprint() -> Result<(), Invalid> {
        let seller = |number: &str| Ok(LegalEntity::registered(CountryCode::parse("DE")?, &Line::parse(number)?));
        let of = |debtor, entity: &str, number: &str| {
            Ok(Fingerprint::of(DebtorId(Uuid::from_u128(debtor)), &seller(entity)?, &InvoiceNumber::parse(number)?))
        };
        let one = of(1, "HRB 1", "RE 001")?;
        assert_eq!(one, of(1, "hrb1", "re-1")?);
        for other in [of(2, "HRB 1", "RE 1")?, of(1, "HRB 2", "RE 1")?, of(1, "HRB 1", "RE 2")?] {
            assert_ne!(one, other);
        }
        Ok(())
    }

    /// The distance as its inventors work it out, for neighbours in each other's place at most once.
    fn distance(one: &[char], other: &[char]) -> usize {
        let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
        for i in 0..=one.len() {
            for j in 0..=other.len() {
                table[i][j] = match (i, j) {
                    (0, _) | (_, 0) => i + j,
                    _ => {
                        let change = table[i - 1][j - 1] + usize::from(one[i - 1] != other[j - 1]);
                        let swap = i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
                        let swapped = if swap { table[i - 2][j - 2] + 1 } else { usize::MAX };
                        change.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(swapped)
                    }
                };
            }
        }
        table[one.len()][other.len()]
    }

    proptest! {
        #[test]
        fn what_is_normalised_stays_as_it_is(text in any::<String>(), signs in "[A-Za-z0-9٠-٩ß./ -]{0,20}") {
            for text in [text, signs] {
                let once = normalised(&text);
                prop_assert_eq!(&normalised(once.as_str()), &once);
            }
        }

        #[test]
        fn case_spaces_and_signs_do_not_matter(
            letters in "[A-Z]{1,4}", year in 0_u32..9_999, number in 0_u32..9_999, sign in "[ ./_–-]{1,3}", zeros in "0{0,4}",
        ) {
            let plain = normalised(&format!("{letters}{year}-{number}"));
            let other = format!("{sign}{}{sign}{zeros}{year}{sign}{zeros}{number}{sign}", letters.to_lowercase());
            prop_assert_eq!(normalised(&other), plain);
        }

        #[test]
        fn groups_of_digits_are_kept_apart(digits in "[1-9]{2,12}", one in 1_usize..12, other in 1_usize..12) {
            let apart = |place: usize| { let (a, b) = digits.split_at(place.min(digits.len() - 1)); format!("{a}-{b}") };
            prop_assert_eq!(normalised(&apart(one)) == normalised(&apart(other)), apart(one) == apart(other));
            prop_assert_ne!(normalised(&apart(one)), normalised(&digits));
        }

        #[test]
        fn those_that_are_like_each_other_have_one_key(
            text in any::<String>(), signs in "[A-Za-z0-9٠-٩ß./ -]{0,12}", more in "[ ./_–-]{1,2}", at in 0_usize..12,
        ) {
            for text in [text, signs] {
                let number = VisibleNumber::of(&text);
                let mut letters: Vec<char> = text.chars().collect();
                for sign in more.chars() {
                    letters.insert(at.min(letters.len()), sign);
                }
                let apart = VisibleNumber::of(&letters.into_iter().collect::<String>());
                prop_assert!(number.is_like(&number));
                prop_assert_eq!(number.is_like(&apart), apart.is_like(&number));
                if number.is_like(&apart) {
                    prop_assert_eq!(number.key(), apart.key());
                }
            }
        }

        #[test]
        fn signs_between_letters_and_digits_make_no_other_number(number in "[A-Z0-9]{1,12}", more in "[ ./_–-]{1,2}", at in 0_usize..12) {
            let apart = number.split_at(at.min(number.len()));
            let apart = VisibleNumber::of(&format!("{}{more}{}", apart.0, apart.1));
            prop_assert!(apart.is_like(&VisibleNumber::of(&number)));
        }

        #[test]
        fn near_is_one_edit(one in "[12]{0,6}", other in "[12]{0,6}") {
            let (one, other) = (NormalisedNumber(one), NormalisedNumber(other));
            let chars = |number: &NormalisedNumber| number.0.chars().collect::<Vec<_>>();
            prop_assert_eq!(one.is_near(&other), distance(&chars(&one), &chars(&other)) <= 1);
            prop_assert_eq!(one.is_near(&other), other.is_near(&one));
        }
    }
}
