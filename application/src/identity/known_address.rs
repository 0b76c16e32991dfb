//! Where an account was signed in to before. Guessing at an account spends a budget that all strangers share; its owner,
//! at an address that has proved the password before, has one apart. So nobody can lock an owner out by guessing.

use crate::kernel::{rate_limits::address_key, unavailable::Unavailable};
use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
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

/// The addresses accounts were signed in to from. They are remembered with the write that proves it: see
/// [`WriteContext::at`](crate::kernel::commit::WriteContext::at).
#[async_trait]
pub trait KnownAddresses: Send + Sync {
    /// Whether this one was used since then.
    async fn knows(&self, address: KnownAddress, since: DateTime<Utc>) -> Result<bool, Unavailable>;
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
