//! What the identity provider vouches for.

use crate::kernel::phone::PhoneNumber;
use chrono::{DateTime, Utc};

/// A person held this phone in hand at this moment, by the word of the identity provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneProof {
    pub phone: PhoneNumber,
    /// The provider's name for the person. With both times it tells one proof from every other: a hash of the token
    /// would not, for a token can be re-encoded.
    pub subject: String,
    pub authenticated_at: DateTime<Utc>,
    pub issued_at: DateTime<Utc>,
}
