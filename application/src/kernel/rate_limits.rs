//! Rate limits: how often something may be tried. What was used is kept in the store, so that neither a restart nor a
//! second node resets it.

use crate::kernel::too_many::TooMany;
use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use sooner_domain::kernel::allotment::Allotment;
use std::net::IpAddr;

/// So many in such a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    pub name: &'static str,
    pub limit: i32,
    pub window: TimeDelta,
}

impl RateLimit {
    /// One person behind one address mistypes a few times a minute; an office shares an address.
    pub const SIGN_IN_BY_ADDRESS: Self = Self { name: "sign-in/address", limit: 30, window: TimeDelta::minutes(1) };
    /// Guessing one account's password from many addresses. A minute, so that its owner gets in within the next one.
    pub const SIGN_IN_BY_ACCOUNT: Self = Self { name: "sign-in/account", limit: 10, window: TimeDelta::minutes(1) };
    /// The account's owner, where the password was proved before: guesses from elsewhere take nothing from it.
    pub const SIGN_IN_BY_KNOWN_ADDRESS: Self = Self { name: "sign-in/known", limit: 10, window: TimeDelta::minutes(1) };
    /// Each sign-up costs a hash and a mail.
    pub const SIGN_UP_BY_ADDRESS: Self = Self { name: "sign-up/address", limit: 20, window: TimeDelta::hours(1) };
    /// Judging a new password takes as long as a hash, and is done for whoever filled a form in wrongly too.
    pub const PASSWORD_BY_ADDRESS: Self = Self { name: "password/address", limit: 30, window: TimeDelta::minutes(1) };
    /// Guessing the password from within a session: to change it and take the account over for good, or to confirm who one is.
    pub const PASSWORD_BY_ACCOUNT: Self = Self { name: "password/account", limit: 10, window: TimeDelta::minutes(10) };
    /// Links are guessed at 256 bits; this only keeps the store quiet.
    pub const LINK_BY_ADDRESS: Self = Self { name: "link/address", limit: 60, window: TimeDelta::minutes(1) };
    /// What a debtor's link or the code on a letter is not: whoever tries them out is told to wait.
    pub const GUESS_BY_ADDRESS: Self = Self { name: "guess/address", limit: 20, window: TimeDelta::hours(1) };
    /// What a price would be, for somebody who moves an amount to and fro.
    pub const QUOTE_BY_ADDRESS: Self = Self { name: "quote/address", limit: 120, window: TimeDelta::minutes(1) };
    /// Asking for a password link, whoever it is for.
    pub const FORGOT_BY_ADDRESS: Self = Self { name: "forgot/address", limit: 30, window: TimeDelta::minutes(1) };
    /// A code has six digits and three of a million are right at a time: whoever knows the password and
    /// tries all the time gets in once in 230 days, and the owner gets a mail of the first one.
    pub const CODE_BY_ACCOUNT: Self = Self { name: "code/account", limit: 5, window: TimeDelta::minutes(5) };
    /// The account's owner, where a code was right before: codes from elsewhere take nothing from it.
    pub const CODE_BY_KNOWN_ADDRESS: Self = Self { name: "code/known", limit: 5, window: TimeDelta::minutes(5) };
    /// … and within a session that was opened with a code: to confirm, or to switch the second factor on or off.
    pub const CODE_IN_SESSIONS: Self = Self { name: "code/signed-in", limit: 5, window: TimeDelta::minutes(5) };
    /// After so many wrong codes the owner gets a mail of the next one, where a code was right before or within a session: people mistype.
    pub const OWN_WRONG_CODES: Self = Self { name: "wrong-code/own", limit: 4, window: TimeDelta::hours(24) };
    /// … at most one mail a day.
    pub const OWN_WRONG_CODES_MAIL: Self = Self { name: "wrong-code-mail/own", limit: 1, window: TimeDelta::hours(24) };
    /// Of a wrong code from anywhere else the owner gets a mail at once, one a day: its sender knows the password.
    pub const WRONG_CODES_MAIL_BY_ACCOUNT: Self = Self { name: "wrong-code-mail/account", limit: 1, window: TimeDelta::hours(24) };
    pub const PHONE_BY_ACCOUNT: Self = Self { name: "phone/account", limit: 20, window: TimeDelta::minutes(10) };
    /// One mail to an address a minute, of those that somebody signed in asks for: who asks is told to wait, so it must not be used up by
    /// what is mailed only where the address has an account.
    pub const MAIL_BY_RECIPIENT: Self = Self { name: "mail/recipient", limit: 1, window: TimeDelta::minutes(1) };
    /// … and as many that this account asks for.
    pub const MAIL_BY_ACCOUNT: Self = Self { name: "mail/account", limit: 20, window: TimeDelta::hours(1) };
    /// One link to the owner of an account a minute, whoever asks. Nobody is told of it: nothing is mailed, and the answer is the same.
    pub const LINK_MAIL_BY_RECIPIENT: Self = Self { name: "link-mail/recipient", limit: 1, window: TimeDelta::minutes(1) };
    /// … and as many for one account.
    pub const LINK_MAIL_BY_ACCOUNT: Self = Self { name: "link-mail/account", limit: 20, window: TimeDelta::hours(1) };
}

/// Whether there was something left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    Within,
    /// Nothing is left until so many seconds from now.
    Over {
        retry_after_seconds: i64,
    },
}

/// What was spent so far.
#[async_trait]
pub trait RateLimits: Send + Sync {
    /// Counts one try of `key`. Its window begins with the first try, and the count starts anew when it ends.
    async fn spend(&self, limit: RateLimit, key: &str, now: DateTime<Utc>) -> Result<Spent, Unavailable>;
    /// Takes one try of `key` back, which was none.
    async fn give_back(&self, limit: RateLimit, key: &str) -> Result<(), Unavailable>;
}

impl Spent {
    /// # Errors
    /// When over the limit.
    pub fn or_too_many(self) -> Result<(), TooMany> {
        match self {
            Self::Within => Ok(()),
            Self::Over { retry_after_seconds } => Err(TooMany { of: None, retry_after_seconds }),
        }
    }

    /// The same of mails.
    ///
    /// # Errors
    /// When over the limit.
    pub fn or_too_many_mails(self) -> Result<(), TooMany> {
        self.or_too_many().map_err(|too_many| TooMany { of: Some(Allotment::Mails), ..too_many })
    }
}

/// The key of a client address. A household or a server gets a whole /64 of IPv6, so that is one client.
pub fn address_key(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_ipv6_network_shares_a_key() {
        let key = |text: &str| text.parse().map(address_key);
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
    }
}
