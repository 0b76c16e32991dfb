//! One way of writing a value, so that its hash is the same wherever it is worked out: JSON by RFC 8785.

use sha2::{Digest as _, Sha256};
use std::{collections::BTreeMap, fmt};

/// What can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Canonical {
    /// At most [`Self::MAX_INTEGER`] either side of zero: what every reader of JSON reads exactly.
    Integer(i64),
    Text(String),
    List(Vec<Canonical>),
    Object(BTreeMap<Key, Canonical>),
    Null,
}

/// The name of a member. RFC 8785 orders them by their UTF-16 code units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key(String);

impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.encode_utf16().cmp(other.0.encode_utf16())
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Canonical {
    /// 2^53 − 1.
    pub const MAX_INTEGER: i64 = 9_007_199_254_740_991;

    pub fn text(text: impl ToString) -> Self {
        Self::Text(text.to_string())
    }

    pub fn object<K: Into<String>>(members: impl IntoIterator<Item = (K, Canonical)>) -> Self {
        Self::Object(members.into_iter().map(|(key, value)| (Key(key.into()), value)).collect())
    }

    /// The members of an object, in their order; of anything else none.
    pub fn members(&self) -> impl Iterator<Item = (&str, &Canonical)> {
        let members = if let Self::Object(members) = self { Some(members) } else { None };
        members.into_iter().flatten().map(|(Key(key), value)| (key.as_str(), value))
    }

    /// The SHA-256 of its bytes.
    pub fn digest(&self) -> Digest {
        Digest(Sha256::digest(self.to_string().as_bytes()).into())
    }
}

impl From<i64> for Canonical {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl fmt::Display for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => write!(f, "{number}"),
            Self::Text(text) => quoted(text, f),
            Self::Null => f.write_str("null"),
            Self::List(values) => {
                f.write_str("[")?;
                for (place, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", comma(place))?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (place, (Key(key), value)) in members.iter().enumerate() {
                    f.write_str(comma(place))?;
                    quoted(key, f)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn comma(place: usize) -> &'static str {
    if place == 0 { "" } else { "," }
}

fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\u{8}' => f.write_str("\\b")?,
            '\t' => f.write_str("\\t")?,
            '\n' => f.write_str("\\n")?,
            '\u{c}' => f.write_str("\\f")?,
            '\r' => f.write_str("\\r")?,
            '\0'..='\u{1f}' => write!(f, "\\u{:04x}", u32::from(letter))?,
            _ => write!(f, "{letter}")?,
        }
    }
    f.write_str("\"")
}

/// A SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// From 64 hexadecimal digits, in lower case, as [`fmt::Display`] writes it.
    pub fn from_hex(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        let is_hex = text.len() == 64 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        for (place, byte) in bytes.iter_mut().enumerate().filter(|_| is_hex) {
            *byte = u8::from_str_radix(text.get(2 * place..2 * place + 2)?, 16).ok()?;
        }
        is_hex.then_some(Self(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_stand_in_the_order_of_their_utf_16_code_units() {
        // The example of RFC 8785, 3.2.3: by code points the last two would change places.
        let keys = ["\u{20ac}", "\r", "\u{fb33}", "1", "\u{1f600}", "\u{80}", "\u{f6}"];
        let object = Canonical::object(keys.map(|key| (key, Canonical::Null)));
        let expected = "{\"\\r\":null,\"1\":null,\"\u{80}\":null,\"\u{f6}\":null,\"\u{20ac}\":null,\"\u{1f600}\":null,\"\u{fb33}\":null}";
        assert_eq!(object.to_string(), expected);
    }

    #[test]
    fn strings_are_escaped_where_they_must_be_and_nowhere_else() {
        // The example of RFC 8785, 3.2.2, but for its numbers.
        let text = Canonical::text("\u{20ac}$\u{f}\nA'B\"\\\\\"/");
        assert_eq!(text.to_string(), "\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"");
        assert_eq!(Canonical::text("\u{8}\u{c}\t\u{7f}").to_string(), "\"\\b\\f\\t\u{7f}\"");
    }

    #[test]
    fn a_digest_is_that_of_the_bytes() {
        let value = Canonical::object([("b", Canonical::List(vec![1.into(), Canonical::text("x")])), ("a", (-5).into())]);
        assert_eq!(value.to_string(), r#"{"a":-5,"b":[1,"x"]}"#);
        // printf '{"a":-5,"b":[1,"x"]}' | sha256sum
        assert_eq!(value.digest().to_string(), "c35786dc04c737e9cb0b42ac5a838abb2b92c5354bb211f4fe0b9b25d7b84ce0");
        assert_eq!(Digest::from_hex(&value.digest().to_string()), Some(value.digest()));
        assert_eq!(Digest::from_hex("12"), None);
        assert_eq!(Digest::from_hex(&"G".repeat(64)), None);
        assert_eq!(Digest::from_hex(&"+f".repeat(32)), None);
    }
}
