//! Where an account was signed in to before. Guesses at an account count against one limit that all strangers share; its
//! owner, at an address that has proved the password before, has another. So nobody can lock an owner out by guessing.

use crate::kernel::rate_limits::address_key;
use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use sooner_domain::kernel::ids::UserId;
use std::net::IpAddr;

/// An account at a client address. Only a hash of the two is kept: whoever sees the database has to try addresses to learn
/// who was where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KnownAddress(pub [u8; 32]);

impl KnownAddress {
    /// How long an address is remembered after the last time it was used.
    pub const REMEMBERED: TimeDelta = TimeDelta::days(90);

    pub fn of(account: UserId, address: IpAddr) -> Self {
        let hash = Sha256::new().chain_update(account.0.as_bytes()).chain_update(address_key(address)).finalize();
        Self(hash.into())
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
