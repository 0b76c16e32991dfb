//! Reading variables one by one, remembering every mistake.

use super::{Environment, Mistake};
use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap},
    fmt,
    net::SocketAddr,
    str::FromStr,
};
use url::Url;

/// Reads variables and remembers what is wrong.
pub(super) struct Reader<'a> {
    pub(super) variables: &'a HashMap<String, String>,
    pub(super) mistakes: Vec<Mistake>,
    pub(super) warnings: Vec<String>,
    /// Every name that was asked for: there are no others.
    known: RefCell<BTreeSet<String>>,
}

/// What begins all of our names but one.
const OURS: &str = "SOONER_";
/// Which variables hold what may look like anything.
const RANDOM: [&str; 2] = ["SOONER_JWT_SECRET", "SOONER_FIREBASE_API_KEY"];

/// Whether something is left to be filled in. The sender of mails has an address in such brackets.
fn has_placeholder(name: &str, value: &str) -> bool {
    let all = value.starts_with('<') && value.ends_with('>');
    let some = value.split_once('<').is_some_and(|(_, rest)| rest.contains('>'));
    value.contains('…') || all || (some && name != "SOONER_MAIL_FROM" && !RANDOM.contains(&name))
}

/// Whether Kubernetes sets it, in every container beside a service whose name begins like ours.
fn is_of_kubernetes(name: &str) -> bool {
    name.ends_with("_PORT") || ["_SERVICE_HOST", "_SERVICE_PORT", "_PORT_"].iter().any(|part| name.contains(part))
}

/// Whether somebody is named in the address, with a password or without.
pub(super) fn names_user(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

/// A value as a mistake may show it: without what may be a password in an address.
pub(super) fn shown(text: &str) -> String {
    match (text.split_once("//"), text.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}//…@{host}"),
        (None, Some((_, host))) => format!("…@{host}"),
        _ => text.to_owned(),
    }
}

impl<'a> Reader<'a> {
    pub(super) fn of(variables: &'a HashMap<String, String>) -> Self {
        let mut reader = Self { variables, mistakes: Vec::new(), warnings: Vec::new(), known: RefCell::default() };
        let mut names: Vec<_> = variables.keys().filter(|name| name.starts_with(OURS)).collect();
        names.sort();
        for name in names.into_iter().filter(|name| variables.get(*name).is_some_and(|value| has_placeholder(name, value.trim()))) {
            reader.mistakes.push(Mistake::of(name.clone(), "still has a placeholder, … or <…>, in it"));
        }
        reader
    }

    pub(super) fn get(&self, variable: &str) -> Option<&'a str> {
        self.known.borrow_mut().insert(variable.to_owned());
        self.variables.get(variable).map(|value| value.trim())
    }

    /// Takes every name of ours that nothing asked for as a mistake: a slip in it would go unnoticed.
    pub(super) fn refuse_unknown(&mut self) {
        let known = self.known.borrow();
        let mut unknown: Vec<_> = self.variables.keys().filter(|name| name.starts_with(OURS) && !known.contains(*name)).collect();
        unknown.retain(|name| !is_of_kubernetes(name));
        unknown.sort();
        self.mistakes.extend(unknown.into_iter().map(|name| Mistake::of(name.clone(), "is no setting; docs/configuration.md lists them")));
    }

    #[cfg(test)]
    pub(super) fn known(&self) -> BTreeSet<String> {
        self.known.borrow().clone()
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, variable: &'static str) -> Option<bool> {
        match self.given(variable)? {
            "true" => Some(true),
            "false" => Some(false),
            other => {
                self.mistake(variable, format!("'{other}' is neither true nor false"));
                None
            }
        }
    }

    /// The value, unless it is absent or empty.
    pub(super) fn given(&self, variable: &str) -> Option<&'a str> {
        self.get(variable).filter(|value| !value.is_empty())
    }

    pub(super) fn text(&self, variable: &str, default: &str) -> String {
        self.given(variable).unwrap_or(default).to_owned()
    }

    pub(super) fn mistake(&mut self, variable: &'static str, message: impl Into<String>) {
        self.mistakes.push(Mistake::of(variable, message));
    }

    /// Which of two names a variable is set under: an instance set up before it was renamed goes on as it is.
    pub(super) fn renamed(&mut self, old: &'static str, new: &'static str) -> &'static str {
        match (self.given(old), self.given(new)) {
            (Some(_), Some(_)) => {
                self.mistake(new, format!("is set, and so is its old name {old}: keep one"));
                new
            }
            (Some(_), None) => {
                self.warnings.push(format!("{old} is the old name of {new}: rename it."));
                old
            }
            (None, _) => new,
        }
    }

    pub(super) fn address(&mut self, variable: &'static str, default: &str) -> Option<SocketAddr> {
        let text = self.get(variable).unwrap_or(default);
        if text.is_empty() {
            return None;
        }
        let address = text.parse().ok();
        if address.is_none() {
            self.mistake(variable, format!("'{text}' is no address to listen on, such as 127.0.0.1:8080"));
        }
        address
    }

    pub(super) fn origin(&mut self, variable: &'static str, default: &str, environment: Environment) -> String {
        let text = self.text(variable, default);
        let origin =
            Url::parse(&text).ok().filter(|url| matches!(url.scheme(), "http" | "https")).map(|url| url.origin().ascii_serialization());
        if origin.as_deref() != Some(text.as_str()) {
            self.mistake(
                variable,
                format!("'{}' is no origin, such as https://sooner.example (no path, no slash at the end)", shown(&text)),
            );
        } else if environment == Environment::Production && !text.starts_with("https://") {
            self.mistake(variable, "must begin with https:// in production");
        }
        text
    }

    /// The address of a page that the client leads to, as it is given. Everybody is told it, and it is followed as it stands: it
    /// holds no password, and is no script.
    pub(super) fn page(&mut self, variable: &'static str, stand_in: &str, environment: Environment) -> String {
        let text = self.required(variable, stand_in, environment);
        // Browsers drop white space and take a backslash for a slash: what begins as a path could lead to another host.
        let is_plain = !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\');
        let is_path = text.starts_with('/') && !text.starts_with("//");
        let is_address = text.starts_with("https://") && Url::parse(&text).is_ok_and(|url| !names_user(&url));
        if is_plain && (is_path || is_address) {
            return text;
        }
        self.mistake(variable, format!("'{}' is neither an address that begins with https:// nor a path such as /terms", shown(&text)));
        stand_in.to_owned()
    }

    pub(super) fn number<T: FromStr + PartialOrd + fmt::Display>(&mut self, variable: &'static str, default: T, least: T, most: T) -> T {
        let Some(text) = self.given(variable) else { return default };
        match text.parse() {
            Ok(number) if number >= least && number <= most => number,
            _ => {
                self.mistake(variable, format!("'{text}' is no number between {least} and {most}"));
                default
            }
        }
    }

    /// A value that only production insists on.
    pub(super) fn required(&mut self, variable: &'static str, default: &str, environment: Environment) -> String {
        if environment == Environment::Production && self.given(variable).is_none() {
            self.mistake(variable, "must be set in production");
        }
        self.text(variable, default)
    }
}
