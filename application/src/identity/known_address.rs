//! Where an account was signed in to before. Guesses at a password or a code count against one limit that all strangers share; the
//! owner, at an address that has proved the same before, has another. So guesses lock no owner out.

use crate::kernel::rate_limits::address_key;
use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use sooner_domain::{identity::second_factor::FactorId, kernel::ids::UserId};
use std::net::IpAddr;
use uuid::Uuid;

/// An account, or its second factor, at a client address. Only a hash of the two is kept: a reader of the database has to try addresses to learn
/// who was where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KnownAddress(pub [u8; 32]);

impl KnownAddress {
    /// How long an address is remembered after the last time it was used.
    pub const REMEMBERED: TimeDelta = TimeDelta::days(90);

    /// Where the password of this account was proved or chosen. Of an account with a second factor the password alone makes none.
    pub fn of(account: UserId, address: IpAddr) -> Self {
        Self::hash(account.0, address)
    }

    /// Where a code of this second factor was right: what was known of an earlier one is not known of this.
    pub fn of_factor(factor: FactorId, address: IpAddr) -> Self {
        Self::hash(factor.0, address)
    }

    fn hash(of: Uuid, address: IpAddr) -> Self {
        Self(Sha256::new().chain_update(of.as_bytes()).chain_update(address_key(address)).finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn another_account_or_another_address_is_another_thing() {
        let known = |account, address: &str| KnownAddress::of(UserId(Uuid::from_u128(account)), address.parse().unwrap());
        assert_eq!(known(1, "2001:db8::1"), known(1, "2001:db8::2"), "a household is one");
        assert_ne!(known(1, "192.0.2.1"), known(2, "192.0.2.1"));
        assert_ne!(known(1, "192.0.2.1"), known(1, "192.0.2.2"));
    }
}
