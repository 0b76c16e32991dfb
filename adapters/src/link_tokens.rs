//! The secrets of mailed links: an HMAC of the link's id under a key of the instance. 256 bits that nobody can work out
//! without the key, and that neither the outbox nor a copy of the database holds.

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use sooner_application::identity::ports::LinkTokens;
use sooner_domain::kernel::ids::LinkId;

/// Works out link secrets.
pub struct HmacLinkTokens {
    key: [u8; 32],
}

impl HmacLinkTokens {
    /// With a key derived from the instance's secret, apart from the one that signs access tokens.
    pub fn new(secret: &[u8]) -> Self {
        Self { key: Sha256::new().chain_update(b"sooner mailed links\0").chain_update(secret).finalize().into() }
    }
}

impl LinkTokens for HmacLinkTokens {
    fn token(&self, id: LinkId) -> String {
        // A key of any length will do for HMAC.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.key) else { return String::new() };
        mac.update(id.0.as_bytes());
        BASE64URL_NOPAD.encode(&mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_secret_depends_on_link_and_instance() {
        let (one, other) = (HmacLinkTokens::new(b"one"), HmacLinkTokens::new(b"other"));
        let (first, second) = (LinkId(Uuid::from_u128(1)), LinkId(Uuid::from_u128(2)));
        assert_eq!(one.token(first), one.token(first));
        assert_eq!(one.token(first).len(), 43);
        assert_ne!(one.token(first), one.token(second));
        assert_ne!(one.token(first), other.token(first));
    }
}
