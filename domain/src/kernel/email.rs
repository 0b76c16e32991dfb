//! E-mail addresses.

use crate::kernel::Invalid;

/// The longest address SMTP can carry (RFC 5321, 4.5.3.1.3, less the angle brackets).
const MAX_BYTES: usize = 254;
const MAX_LOCAL_BYTES: usize = 64;

/// One plausible address in lower case, so that equal addresses are equal strings.
///
/// Plausible is narrower than RFC 5322 on purpose: the SMTP client writes the envelope unchecked, so nothing that could
/// end a command or a header (control characters, spaces, quotes, angle brackets) is let in.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// # Errors
    /// When the text is no single plausible address of at most 254 bytes.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.len() > MAX_BYTES {
            return Err(Invalid::EmailTooLong { max: MAX_BYTES as i64 });
        }
        let (local, domain) = text.rsplit_once('@').ok_or(Invalid::EmailImplausible)?;
        if plausible_local(local) && plausible_domain(domain) {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(Invalid::EmailImplausible)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands behind the `@`.
    pub fn domain(&self) -> &str {
        self.0.rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

impl std::fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fn plausible_local(local: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
    !local.is_empty()
        && local.len() <= MAX_LOCAL_BYTES
        && local.chars().all(allowed)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
}

fn plausible_domain(domain: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    domain.contains('.') && domain.split('.').all(label) && !domain.ends_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_address_has_at_most_254_characters() {
        let of = |length: usize| {
            format!("ada@{}.{}.{}.{}.com", "a".repeat(61), "b".repeat(61), "c".repeat(61), "d".repeat(length - 4 - 186 - 4))
        };
        assert_eq!(EmailAddress::parse(&of(253)).map(|email| email.to_string()), Ok(of(253)));
        assert!(EmailAddress::parse(&of(254)).is_ok());
        assert_eq!(EmailAddress::parse(&of(255)), Err(Invalid::EmailTooLong { max: 254 }));
    }

    #[test]
    fn case_and_surrounding_space_do_not_make_another_address() {
        assert_eq!(EmailAddress::parse(" Ada@Example.COM "), EmailAddress::parse("ada@example.com"));
    }

    #[test]
    fn what_could_break_an_envelope_or_a_header_is_refused() {
        for bad in [
            "",
            "ada",
            "@example.com",
            "ada@",
            "ada@example",
            "a b@example.com",
            "ada@example.com\r\nBcc: eve@example.com",
            "<ada@example.com>",
            "ada@example.com,eve@example.com",
            "\"ada\"@example.com",
            "ada@exa\u{0}mple.com",
            "ada@example..com",
            ".ada@example.com",
            "ada@-example.com",
            "ada@127.0.0.1",
            "ada@example.com>",
        ] {
            assert!(EmailAddress::parse(bad).is_err(), "{bad:?} was accepted");
        }
        assert!(EmailAddress::parse(&format!("{}@example.com", "a".repeat(65))).is_err());
    }

    proptest! {
        #[test]
        fn no_accepted_address_holds_a_separator(text in "\\PC{0,40}|[a-z.@<> ,;\r\n]{0,30}") {
            if let Ok(address) = EmailAddress::parse(&text) {
                prop_assert!(!address.as_str().contains(|c: char| c.is_control() || c.is_whitespace() || "<>,;\"()[]\\:".contains(c)));
                prop_assert_eq!(EmailAddress::parse(address.as_str()), Ok(address));
            }
        }
    }
}
