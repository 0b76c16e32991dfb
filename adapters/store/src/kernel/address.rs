//! The address of a database. It may hold a password, which nothing that is printed shows.

use std::{fmt, ops::Deref, str::FromStr};

/// The address of a database, as `sqlite://file` or `postgres://user:password@host/database`. It shows itself without the password.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

/// Why a text is no such address. The text is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadDatabaseUrl {
    #[error("must begin with sqlite:// or postgres://")]
    Scheme,
    /// Parts of a password would be taken for a host or an option, and shown.
    #[error(
        "is no address: write what is odd in user or password with percent signs, %40 for @, %3A for :, %2F for /, %3F for ?, %23 for #, %25 for %"
    )]
    Ambiguous,
}

impl DatabaseUrl {
    /// # Errors
    /// When it is no address, or one that is not read by everybody alike.
    pub fn parse(url: &str) -> Result<Self, BadDatabaseUrl> {
        match url {
            file if file.starts_with("sqlite://") => Ok(Self(file.to_owned())),
            server if super::conn::is_postgres(server) && is_understood_alike(server) => Ok(Self(server.to_owned())),
            server if super::conn::is_postgres(server) => Err(BadDatabaseUrl::Ambiguous),
            _ => Err(BadDatabaseUrl::Scheme),
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = BadDatabaseUrl;

    fn from_str(url: &str) -> Result<Self, BadDatabaseUrl> {
        Self::parse(url)
    }
}

impl Deref for DatabaseUrl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (address, _) =
            if super::conn::is_postgres(&self.0) { self.0.split_once('?').unwrap_or((&self.0, "")) } else { (self.0.as_str(), "") };
        f.write_str(&without_secrets(&self.0, address))
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

/// Whether there is one way to read the address of a server. Where a password ends is otherwise read differently, and its rest
/// is taken, and shown, for a host or an option.
fn is_understood_alike(url: &str) -> bool {
    let is_escape = |rest: &str| rest.get(..2).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let (address, options) = url.split_once('?').unwrap_or((url, ""));
    let (_, place) = address.split_once("://").unwrap_or_default();
    let (authority, path) = place.split_once('/').unwrap_or((place, ""));
    let (user, hosts) = authority.split_once('@').unwrap_or(("", authority));
    let is_host = |host: &str| {
        let port = host.rsplit_once(']').map_or(host, |(_, port)| port).split_once(':').map_or("", |(_, port)| port);
        port.bytes().all(|byte| byte.is_ascii_digit())
    };
    url.split('%').skip(1).all(is_escape)
        && ![user, hosts, path, options].concat().contains(['@', '#'])
        && hosts.split(',').all(is_host)
        && options.split('&').all(|option| option.is_empty() || option.matches('=').count() == 1)
}

/// This text about the address, without the password in it, however the text has it: libpq tells what it was given.
pub(crate) fn without_secrets(url: &str, text: &str) -> String {
    let (_, place) = url.split_once("://").unwrap_or_default();
    let (address, options) = place.split_once('?').unwrap_or((place, ""));
    let of_user = address.rsplit_once('@').and_then(|(user, _)| user.split_once(':')).map(|(_, password)| password);
    let of_options = options.split('&').filter_map(|option| option.split_once('=')).filter(|(name, _)| name.contains("password"));
    let mut secrets: Vec<_> = of_user.into_iter().chain(of_options.map(|(_, secret)| secret)).filter(|secret| !secret.is_empty()).collect();
    // A long one first: a shorter one may be a part of it.
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.into_iter().fold(text.to_owned(), |text, secret| text.replace(secret, "…").replace(&unescaped(secret), "…"))
}

/// What the percent signs stand for.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend(before.bytes());
        match after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(b'%');
                rest = after;
            }
        }
    }
    bytes.extend(rest.bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_shows_itself_without_its_password() {
        for (url, shown) in [
            ("sqlite:///var/lib/sooner/a@b?c.db", "sqlite:///var/lib/sooner/a@b?c.db"),
            ("postgres://sooner@db/sooner", "postgres://sooner@db/sooner"),
            ("postgres://sooner:s%40cret@db:5432/sooner?sslmode=require", "postgres://sooner:…@db:5432/sooner"),
            ("postgres://one,two/sooner?user=sooner&password=hunter2", "postgres://one,two/sooner"),
        ] {
            let url = DatabaseUrl::parse(url).unwrap();
            assert_eq!((url.to_string(), format!("{url:?}")), (shown.to_owned(), format!("DatabaseUrl({shown})")));
        }
        assert_eq!(DatabaseUrl::parse("mysql://x:hunter2@y"), Err(BadDatabaseUrl::Scheme));
        assert_eq!(DatabaseUrl::parse("postgres://x:hunter2/3@y"), Err(BadDatabaseUrl::Ambiguous));
    }

    #[test]
    fn a_text_about_an_address_tells_no_password_as_it_is_written_or_as_it_is() {
        let url = "postgres://sooner:a%2Fb%C3%A4c@db/sooner?sslpassword=hunter2";
        let said = without_secrets(url, "cannot read \"a%2Fb%C3%A4c\" or \"a/bäc\" or hunter2 of db");
        assert_eq!(said, "cannot read \"…\" or \"…\" or … of db");
        assert_eq!(without_secrets("postgres://sooner:@db", "of db"), "of db");
        assert_eq!(unescaped("%4%41%"), "%4A%");
    }
}
