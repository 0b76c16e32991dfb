//! Passwords, plain and hashed. Rules by NIST SP 800-63B-4, section 3.1.1.2: length and a list of common ones, no
//! composition rules.

use crate::kernel::Invalid;

/// A password as typed. It has no `Debug` and no `Clone`: it goes to the hashing threads and nowhere else.
pub struct PlainPassword(String);

/// A new password that keeps every rule that is told at once. Whether it is a common one takes long to tell: that is for
/// the threads that hash it, and they alone get a [`PlainPassword`] out of it.
pub struct NewPassword(String);

/// The words guesses at this place begin with: those of the product and its trade in both of its languages, and the names
/// of the company that runs it (ASVS 6.1.2; docs/security.md names them).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextWords(Vec<String>);

impl ContextWords {
    const OF_THE_TRADE: [&str; 14] = [
        "sooner",
        "factoring",
        "reverse",
        "invoice",
        "finance",
        "supplier",
        "seller",
        "buyer",
        "operator",
        "rechnung",
        "finanzierung",
        "lieferant",
        "abnehmer",
        "verkäufer",
    ];
    /// A shorter part of a name, such as `AG` or `com`, says nothing of whose it is.
    const MIN_CHARS: usize = 4;

    /// The words of a place that has these names: its company's, its host's.
    #[must_use]
    pub fn of(names: &[&str]) -> Self {
        let parts = names.iter().flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
        let own = parts.filter(|part| part.chars().count() >= Self::MIN_CHARS).map(str::to_lowercase);
        Self(Self::OF_THE_TRADE.map(str::to_owned).into_iter().chain(own).collect())
    }

    /// This text, in lower case, without any of them.
    fn taken_out_of(&self, lower: &str) -> String {
        self.0.iter().fold(lower.to_owned(), |rest, word| rest.replace(word, ""))
    }
}

impl PlainPassword {
    pub const MIN_CHARS: usize = 12;
    pub const MAX_CHARS: usize = 128;
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

impl NewPassword {
    /// Below a million guesses a password stands in, or is a plain variation of, the lists attackers begin with.
    const COMMON_BELOW_GUESSES: u64 = 1_000_000;
    /// The estimate's time grows with the third power of the length, and with each sign that may stand for a letter: a long
    /// password of such signs took most of a second. So many characters take no longer than a hash.
    const STRETCH_CHARS: usize = 24;

    /// A new password. `about` is what an attacker knows of the person: names, address.
    ///
    /// # Errors
    /// When it is too short, too long, or holds something of `about`.
    pub fn parse(text: &str, about: &[&str]) -> Result<Self, Invalid> {
        PlainPassword::parse_typed(text)?;
        if text.chars().count() < PlainPassword::MIN_CHARS {
            return Err(Invalid::TooShort { min: PlainPassword::MIN_CHARS as i64 });
        }
        let lower = text.to_lowercase();
        let parts = about.iter().flat_map(|known| known.split('@').take(1).chain([*known]));
        // What is longer than the password is not in it: nobody's long text is looked through.
        let mut parts = parts.map(str::trim).filter(|part| part.chars().count() <= lower.chars().count()).map(str::to_lowercase);
        if parts.any(|part| part.chars().count() >= 3 && lower.contains(&part)) {
            return Err(Invalid::PasswordPersonal);
        }
        Ok(Self(text.to_owned()))
    }

    /// The password, unless it is a common one, be it without the words of its place. A long one is as good as its best
    /// stretch. This may take as long as a hash (20 ms, twice that with such a word): clippy.toml keeps it to the hashing
    /// threads.
    ///
    /// # Errors
    /// When it is common.
    pub fn judge(self, place: &ContextWords) -> Result<PlainPassword, Invalid> {
        let lower = self.0.to_lowercase();
        let bare = place.taken_out_of(&lower);
        if is_common(&self.0) || (bare != lower && is_common(&bare)) {
            return Err(Invalid::PasswordCommon);
        }
        Ok(PlainPassword(self.0))
    }
}

fn is_common(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let mut stretches = chars.chunks(NewPassword::STRETCH_CHARS).map(|stretch| stretch.iter().collect::<String>());
    !stretches.any(|stretch| zxcvbn::zxcvbn(&stretch, &[]).guesses() >= NewPassword::COMMON_BELOW_GUESSES)
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

    #[expect(clippy::disallowed_methods, reason = "nobody waits for a test")]
    fn judged(text: &str, about: &[&str]) -> Result<PlainPassword, Invalid> {
        NewPassword::parse(text, about)?.judge(&ContextWords::of(&["Nordbank Mittelstand AG", "invoices.nordbank.example"]))
    }

    #[test]
    fn nothing_typed_is_told_apart_from_too_much() {
        let said = |text: &str| PlainPassword::parse_typed(text).err();
        assert_eq!(said(""), Some(Invalid::PasswordMissing));
        assert_eq!(said(&"x".repeat(129)), Some(Invalid::TooLong { max: 128 }));
        assert_eq!(said("x"), None);
    }

    #[test]
    fn length_alone_decides_what_characters_do_not() {
        assert!(judged("correct horse battery", ABOUT).is_ok());
        assert!(judged("zwölf Brücken im Nebel", ABOUT).is_ok());
        assert!(judged("kurz und gut", ABOUT).is_ok());
        assert!(judged("x7#kQ!p2Lm9", ABOUT).is_err());
        assert!(judged(&"v9 Kälte ".repeat(15), ABOUT).is_err());
    }

    #[test]
    fn asvs_6_2_4_common_passwords_are_refused() {
        for common in ["passwordpassword", "123456789012", "qwertyuiopasdf", "aaaaaaaaaaaaaa", "iloveyouiloveyou", "abcdefghijkl"] {
            assert!(judged(common, ABOUT).is_err(), "{common} was accepted");
        }
    }

    #[test]
    fn asvs_6_2_11_a_password_is_not_built_on_the_words_of_this_place() {
        let trade = ["Sooner2026!!!", "Factoring2026!", "reversefactoring1", "invoice-finance", "Rechnung1234", "operator12345"];
        let own = ["Nordbank2026!", "mittelstand-1234", "nordbankfactoring"];
        for built in trade.into_iter().chain(own) {
            assert!(judged(built, ABOUT).is_err(), "{built} was accepted");
        }
        for sentence in ["no sooner said than done twice", "an invoice under the old oak", "zum Nordbank-Gebäude links ab"] {
            assert!(judged(sentence, ABOUT).is_ok(), "{sentence} was refused");
        }
    }

    #[test]
    fn a_long_password_is_as_good_as_its_best_stretch() {
        assert!(judged(&"password".repeat(16), ABOUT).is_err());
        assert!(judged(&"1".repeat(128), ABOUT).is_err());
        assert!(judged(&format!("{}correct horse battery", "a".repeat(48)), ABOUT).is_ok());
    }

    #[test]
    fn a_password_does_not_hold_its_owner() {
        for telling in ["ada.brandt@example.com!", "my BRANDT mill 77", "xx ada.brandt xx 9"] {
            assert!(judged(telling, ABOUT).is_err(), "{telling} was accepted");
        }
    }

    #[test]
    fn a_hash_does_not_print() {
        assert_eq!(format!("{:?}", PasswordHash::restore("secret".into())), "PasswordHash(…)");
    }
}
