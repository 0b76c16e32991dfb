//! Files of settings, as systemd reads an `EnvironmentFile=`: so one file serves the service and whoever types a command.
//!
//! Lines of `NAME=value`; blank lines, and those that begin with `#` or `;`, are skipped. A value in quotes is taken as it stands, also
//! over several lines; outside quotes white space at both ends goes, and a backslash takes the next character for itself. Nothing
//! is expanded. What systemd would leave out in silence is refused here.

use std::fmt;

/// Why a file cannot be read; its text is not shown, for it may be a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unreadable {
    line: usize,
    why: &'static str,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// Where in a line one is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    BeforeName,
    Name,
    BeforeValue,
    Value,
    ValueEscape,
    SingleQuotes,
    DoubleQuotes,
    DoubleQuotesEscape,
    Comment,
}

/// What a backslash takes its meaning from inside double quotes, as in a shell.
const ESCAPED_IN_QUOTES: [char; 4] = ['"', '\\', '`', '$'];

/// The variables of such a file, in its order. Of two with one name the later counts.
pub(super) fn parse(text: &str) -> Result<Vec<(String, String)>, Unreadable> {
    let mut found = Vec::new();
    let (mut place, mut line, mut begun) = (Place::BeforeName, 1, 1);
    let (mut name, mut value, mut blanks) = (String::new(), String::new(), String::new());
    let refuse = |line, why| Err(Unreadable { line, why });
    // A last line may lack its end.
    for letter in text.chars().chain(['\n']) {
        let (is_end, is_blank) = (matches!(letter, '\n' | '\r'), matches!(letter, ' ' | '\t'));
        if letter == '\0' {
            return refuse(line, "holds a null byte");
        }
        place = match place {
            Place::BeforeName if is_end || is_blank => Place::BeforeName,
            Place::BeforeName if matches!(letter, '#' | ';') => Place::Comment,
            Place::BeforeName | Place::Name if letter == '=' => {
                if !is_name(name.trim_end()) {
                    return refuse(line, "the name before the = may have letters, digits and underscores alone");
                }
                begun = line;
                Place::BeforeValue
            }
            Place::Name if is_end => return refuse(line, "is no NAME=value"),
            Place::BeforeName | Place::Name => {
                name.push(letter);
                Place::Name
            }
            Place::Comment if is_end && blanks == "\\" => {
                // Whether the next line belongs to the comment depends on the version of systemd.
                return refuse(line, "a comment may not end with a backslash");
            }
            Place::Comment => {
                blanks = if letter == '\\' { letter.to_string() } else { String::new() };
                if is_end { Place::BeforeName } else { Place::Comment }
            }
            Place::BeforeValue | Place::Value if is_end => {
                found.push((name.trim_end().to_owned(), std::mem::take(&mut value)));
                name.clear();
                blanks.clear();
                Place::BeforeName
            }
            Place::BeforeValue if is_blank => Place::BeforeValue,
            Place::BeforeValue if letter == '\'' => Place::SingleQuotes,
            Place::BeforeValue if letter == '"' => Place::DoubleQuotes,
            Place::BeforeValue | Place::Value if letter == '\\' => {
                value.push_str(&std::mem::take(&mut blanks));
                Place::ValueEscape
            }
            Place::Value if is_blank => {
                blanks.push(letter);
                Place::Value
            }
            Place::BeforeValue | Place::Value => {
                value.push_str(&std::mem::take(&mut blanks));
                value.push(letter);
                Place::Value
            }
            Place::ValueEscape => {
                if !is_end {
                    value.push(letter);
                }
                Place::Value
            }
            // More may follow the quotes.
            Place::SingleQuotes if letter == '\'' => Place::BeforeValue,
            Place::DoubleQuotes if letter == '"' => Place::BeforeValue,
            Place::DoubleQuotes if letter == '\\' => Place::DoubleQuotesEscape,
            Place::SingleQuotes | Place::DoubleQuotes => {
                value.push(letter);
                place
            }
            Place::DoubleQuotesEscape => {
                if !ESCAPED_IN_QUOTES.contains(&letter) && letter != '\n' {
                    value.push('\\');
                }
                if letter != '\n' {
                    value.push(letter);
                }
                Place::DoubleQuotes
            }
        };
        line += usize::from(letter == '\n');
    }
    match place {
        Place::BeforeName => Ok(found),
        // A backslash at the very end.
        Place::Value => {
            found.push((name.trim_end().to_owned(), value));
            Ok(found)
        }
        _ => refuse(begun, "its quotes are never closed"),
    }
}

fn is_name(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn only(text: &str) -> Result<String, String> {
        let found = parse(text).map_err(|error| error.to_string())?;
        match found.as_slice() {
            [(name, value)] if name == "A" => Ok(value.clone()),
            other => Err(format!("{other:?}")),
        }
    }

    #[test]
    fn values_are_what_systemd_takes_them_for() {
        for (written, value) in [
            ("A=a", "a"),
            ("A=a\n", "a"),
            ("\n  A = a b \t\r\n", "a b"),
            ("A=", ""),
            ("A=\n", ""),
            ("A=a=b==", "a=b=="),
            ("# one\n; two\n   # three\nA=a # no comment", "a # no comment"),
            ("A=a#b;c", "a#b;c"),
            ("A=\"a b \"", "a b "),
            ("A=' a\"b '", " a\"b "),
            ("A=\"a\"'b'c", "abc"),
            ("A=\"a\" \"b\"", "ab"),
            ("A=a\"b\"'c'", "a\"b\"'c'"),
            ("A=\"a\\\"b\\\\c\\$d\\`e\\n\\x\"", "a\"b\\c$d`e\\n\\x"),
            ("A='a\\b\\'", "a\\b\\"),
            ("A=a\\\\b\\ \\\"c", "a\\b \"c"),
            ("A=a\\  ", "a "),
            ("A=a  \\ b", "a   b"),
            ("A=a\\\nb", "ab"),
            ("A=\"a\\\nb\"", "ab"),
            ("A=\"a\nb\"", "a\nb"),
            ("A='a\nb'", "a\nb"),
            ("A=a\\", "a"),
            ("A=$HOME ${HOME} $(id) `id`", "$HOME ${HOME} $(id) `id`"),
            ("A=Sooner <no-reply@sooner.example>", "Sooner <no-reply@sooner.example>"),
            ("A=  äöü €  ", "äöü €"),
        ] {
            assert_eq!(only(written), Ok(value.to_owned()), "{written:?}");
        }
        let both = parse("A=1\nB=2\nA=3").map_err(|error| error.to_string());
        assert_eq!(both, Ok(vec![("A".into(), "1".into()), ("B".into(), "2".into()), ("A".into(), "3".into())]));
        assert_eq!(parse(""), Ok(vec![]));
        assert_eq!(parse("# nothing"), Ok(vec![]));
    }

    #[test]
    fn what_systemd_leaves_out_in_silence_is_refused_by_its_line_and_not_shown() {
        for (written, line) in [
            ("A=1\nhunter2\nB=2", 2),
            ("export A=hunter2", 1),
            ("A=1\n1A=hunter2", 2),
            ("=hunter2", 1),
            ("A-B=hunter2", 1),
            ("A=1\n\nB=\"hunter2\nC=3\n", 3),
            ("A='hunter2", 1),
            ("A=\"hunter2\\", 1),
            ("A=hunter2\0", 1),
            ("# hunter2 \\\nA=1", 1),
        ] {
            let refused = parse(written).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(refused.starts_with(&format!("line {line}: ")) && !refused.contains("hunter2"), "{written:?}: {refused:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[A-C= \\\\'\"#;\n\r\t$€]{0,40}") {
            let _ = parse(&text);
        }

        #[test]
        fn any_value_comes_back_out_of_double_quotes(value in "[^\0]{0,40}", name in "[A-Z_][A-Z0-9_]{0,9}") {
            let escaped: String =
                value.chars().flat_map(|c| ESCAPED_IN_QUOTES.contains(&c).then_some('\\').into_iter().chain([c])).collect();
            prop_assert_eq!(parse(&format!("# before\n{name}=\"{escaped}\"\nLAST=1")), Ok(vec![(name, value), ("LAST".into(), "1".into())]));
        }

        #[test]
        fn any_value_without_one_comes_back_out_of_single_quotes(value in "[^\0']{0,40}") {
            prop_assert_eq!(parse(&format!("A='{value}'")), Ok(vec![("A".into(), value)]));
        }

        #[test]
        fn a_value_of_one_word_needs_no_quotes(value in "[a-zA-Z0-9:/@%+=._<>#?&$-]{1,40}") {
            prop_assert_eq!(parse(&format!("A={value}\n")), Ok(vec![("A".into(), value)]));
        }
    }
}
