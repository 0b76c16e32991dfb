//! Short texts people type.

use crate::kernel::Invalid;

/// A person's given or family name: 1 to 100 characters of any script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName(String);

impl PersonName {
    pub const MAX_CHARS: usize = 100;

    /// # Errors
    /// When empty, too long or holding control characters.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        one_line(text, Self::MAX_CHARS).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// One line of free text: 1 to 200 characters, such as a legal name or a street.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(String);

impl Line {
    pub const MAX_CHARS: usize = 200;

    /// # Errors
    /// When empty, too long or holding control characters.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        one_line(text, Self::MAX_CHARS).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A public web address of a company, `http` or `https`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Website(String);

impl Website {
    /// # Errors
    /// When the text is no plausible web address. A missing scheme is taken for `https`.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = one_line(text, Line::MAX_CHARS)?;
        let full = if text.contains("://") { text } else { format!("https://{text}") };
        let rest = full.strip_prefix("https://").or_else(|| full.strip_prefix("http://")).ok_or(Invalid::WebAddressImplausible)?;
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let plausible = host.contains('.')
            && host.split('.').all(|label| !label.is_empty())
            && host.chars().all(|c| c.is_alphanumeric() || ".-:".contains(c))
            && !full.chars().any(|c| c.is_whitespace() || "\"<>\\^`{|}".contains(c));
        if plausible { Ok(Self(full)) } else { Err(Invalid::WebAddressImplausible) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of the machine, as it was typed, without a port.
    pub fn host(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        rest.split(['/', '?', '#', ':']).next().unwrap_or_default()
    }
}

/// An operator's note or reason: up to 2,000 characters, line breaks allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note(String);

impl Note {
    pub const MAX_CHARS: usize = 2_000;

    /// # Errors
    /// When empty, too long or holding control characters other than line breaks.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Invalid::Required);
        }
        if text.chars().count() > Self::MAX_CHARS {
            return Err(Invalid::TooLong { max: Self::MAX_CHARS as i64 });
        }
        if text.chars().any(|c| forbidden(c) && c != '\n') {
            return Err(Invalid::ControlCharacters);
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Controls, and the marks that reverse reading order: with those a name can show as another one.
fn forbidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

/// What nobody sees: with it a name shows as somebody else's. Joiners stand between the letters of scripts that need them.
fn hides(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.iter().enumerate().any(|(place, c)| match c {
        '\u{AD}' | '\u{115F}' | '\u{1160}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2060}'..='\u{2064}' => true,
        '\u{206A}'..='\u{206F}' | '\u{3164}' | '\u{FFA0}' | '\u{E0000}'..='\u{E007F}' => true,
        '\u{200C}' | '\u{200D}' => {
            let joins = |place: Option<usize>| place.and_then(|place| chars.get(place)).is_some_and(|c| !c.is_ascii());
            !joins(place.checked_sub(1)) || !joins(Some(place + 1))
        }
        _ => false,
    })
}

fn one_line(text: &str, max_chars: usize) -> Result<String, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Invalid::Required);
    }
    if text.chars().count() > max_chars {
        return Err(Invalid::TooLong { max: max_chars as i64 });
    }
    if text.chars().any(forbidden) || hides(text) {
        return Err(Invalid::ControlCharacters);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_at_most_2000_characters_and_says_so() {
        assert!(Note::parse(&"é".repeat(2_000)).is_ok());
        assert_eq!(Note::parse(&"é".repeat(2_001)), Err(Invalid::TooLong { max: 2_000 }));
        assert_eq!(Note::parse(&"é".repeat(2_002)), Err(Invalid::TooLong { max: 2_000 }));
    }

    #[test]
    fn too_long_a_line_is_told_its_own_limit() {
        assert_eq!(PersonName::parse(&"x".repeat(101)), Err(Invalid::TooLong { max: 100 }));
        assert_eq!(Line::parse(&"x".repeat(201)), Err(Invalid::TooLong { max: 200 }));
    }

    #[test]
    fn names_of_any_script_are_names() {
        for good in ["Zoë", "Nguyễn", "محمد", "李", "O'Brien-Smith", "X Æ A-12"] {
            assert_eq!(PersonName::parse(good).as_ref().map(PersonName::as_str), Ok(good));
        }
        assert!(PersonName::parse(&"é".repeat(100)).is_ok());
        assert!(PersonName::parse(&"é".repeat(101)).is_err());
    }

    #[test]
    fn control_and_direction_characters_are_refused() {
        for bad in ["", "  ", "a\nb", "a\u{0}b", "a\r", "evil\u{202E}eman"] {
            let text = format!("x{bad}y");
            assert_eq!(PersonName::parse(&text).is_ok(), bad.trim().is_empty(), "{bad:?}");
        }
        assert!(Note::parse("two\nlines").is_ok());
        assert!(Note::parse("a\u{7}b").is_err());
    }

    #[test]
    fn what_nobody_sees_is_refused_in_a_line_and_joiners_of_a_script_are_kept() {
        for bad in ["\u{200B}Ada", "Ada\u{2060}", "A\u{AD}da", "Ada\u{E0041}", "A\u{200D}da", "\u{200C}Ada", "\u{3164}", "A\u{200E}da"] {
            assert_eq!(PersonName::parse(bad), Err(Invalid::ControlCharacters), "{bad:?}");
            assert_eq!(Line::parse(bad), Err(Invalid::ControlCharacters), "{bad:?}");
        }
        for good in ["\u{645}\u{6CC}\u{200C}\u{62E}\u{648}\u{627}\u{647}", "\u{915}\u{94D}\u{200D}\u{937}"] {
            assert_eq!(PersonName::parse(good).as_ref().map(PersonName::as_str), Ok(good));
        }
    }

    #[test]
    fn a_website_is_a_web_address() {
        assert_eq!(Website::parse("example.com").as_ref().map(Website::as_str), Ok("https://example.com"));
        for bad in [
            "javascript:alert(1)",
            "ftp://example.com",
            "example",
            "https://",
            "https://exa mple.com",
            "https://example.com/a b",
            "https://example.com/<b>",
            "https://a..b",
        ] {
            assert!(Website::parse(bad).is_err(), "{bad:?} was accepted");
        }
    }
}
