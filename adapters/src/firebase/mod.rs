//! The identity provider: Firebase Authentication. Its ID tokens prove that somebody holds a phone in hand, now.
//!
//! Cheap checks come first, the signature last. The rules are Firebase's own ("Verify ID tokens using a third-party JWT
//! library") and stricter where a phone step needs it: the sign-in must be by phone, and minutes old.

mod keys;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::{Deserialize, de::DeserializeOwned};
use sooner_application::identity::ports::{IdentityProvider, ProofError};
use sooner_domain::{identity::phone_proof::PhoneProof, kernel::phone::PhoneNumber};

pub use keys::KeyHost;

/// Google's keys for these tokens, as a JWK set.
pub const GOOGLE_KEYS: &str = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";
/// A person types a code within minutes; an older sign-in is a kept token.
const MAX_AGE: TimeDelta = TimeDelta::minutes(5);
/// How far ahead the provider's clock may run.
const MAX_SKEW: TimeDelta = TimeDelta::seconds(300);
/// Longer ones are none: a real token has about a kilobyte.
const MAX_TOKEN_BYTES: usize = 8 * 1024;

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
}

#[derive(Deserialize)]
struct Claims {
    aud: String,
    iss: String,
    sub: String,
    exp: i64,
    iat: i64,
    auth_time: i64,
    phone_number: String,
    firebase: FirebaseClaims,
}

#[derive(Deserialize)]
struct FirebaseClaims {
    sign_in_provider: String,
    identities: Identities,
}

#[derive(Deserialize)]
struct Identities {
    phone: Vec<String>,
}

enum Signatures {
    Google(KeyHost),
    /// The emulator signs nothing, so anybody can type its tokens. Not part of a distributed binary.
    #[cfg(feature = "development")]
    Emulator,
}

/// Verifies Firebase ID tokens.
pub struct FirebaseVerifier {
    project_id: String,
    issuer: String,
    signatures: Signatures,
}

impl FirebaseVerifier {
    pub fn new(project_id: &str, keys: KeyHost) -> Self {
        Self::with(project_id, Signatures::Google(keys))
    }

    /// Takes the emulator's unsigned tokens. Who calls this must have made sure that nobody but a developer can reach
    /// the API.
    #[cfg(feature = "development")]
    pub fn emulator(project_id: &str) -> Self {
        Self::with(project_id, Signatures::Emulator)
    }

    fn with(project_id: &str, signatures: Signatures) -> Self {
        Self { project_id: project_id.to_owned(), issuer: format!("https://securetoken.google.com/{project_id}"), signatures }
    }

    fn check_claims(&self, claims: Claims, now: DateTime<Utc>) -> Result<PhoneProof, &'static str> {
        let Claims { aud, iss, sub, exp, iat, auth_time, phone_number, firebase } = claims;
        let time = |seconds: i64| DateTime::from_timestamp(seconds, 0).ok_or("a time out of range");
        if aud != self.project_id {
            return Err("another project's token");
        }
        if iss != self.issuer {
            return Err("another issuer's token");
        }
        if !(1..=128).contains(&sub.len()) {
            return Err("no subject");
        }
        if time(exp)? <= now {
            return Err("expired");
        }
        let issued_at = time(iat)?;
        if issued_at > now + MAX_SKEW {
            return Err("issued in the future");
        }
        if firebase.sign_in_provider != "phone" {
            return Err("not a sign-in by phone");
        }
        // The claim alone can be set by other means; the identity is what the sign-in proved.
        if firebase.identities.phone.first() != Some(&phone_number) {
            return Err("the phone is not the one signed in with");
        }
        let authenticated_at = time(auth_time)?;
        if authenticated_at < now - MAX_AGE {
            return Err("signed in too long ago");
        }
        if authenticated_at > now + MAX_SKEW {
            return Err("signed in in the future");
        }
        Ok(PhoneProof { phone: PhoneNumber::restore(phone_number), subject: sub, authenticated_at, issued_at })
    }
}

fn part<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()
}

fn verify_signature(token: &str, key: &DecodingKey) -> bool {
    let mut validation = Validation::new(Algorithm::RS256);
    // The claims were checked above, against the injected clock.
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_aud = false;
    jsonwebtoken::decode::<serde::de::IgnoredAny>(token, key, &validation).is_ok()
}

#[async_trait]
impl IdentityProvider for FirebaseVerifier {
    async fn check(&self, token: &str, now: DateTime<Utc>) -> Result<PhoneProof, ProofError> {
        let refused = ProofError::Refused;
        if token.len() > MAX_TOKEN_BYTES {
            return Err(refused("too long"));
        }
        let parts: Vec<&str> = token.split('.').collect();
        let &[header, claims, signature] = parts.as_slice() else { return Err(refused("not three segments")) };
        let header: Header = part(header).ok_or(refused("unreadable header"))?;
        let claims: Claims = part(claims).ok_or(refused("unreadable claims"))?;
        match &self.signatures {
            Signatures::Google(keys) => {
                if header.alg != "RS256" {
                    return Err(refused("another algorithm than RS256"));
                }
                let kid = header.kid.ok_or(refused("no key id"))?;
                let proof = self.check_claims(claims, now).map_err(refused)?;
                let key = keys.key(&kid, now).await?.ok_or(refused("unknown key"))?;
                if signature.is_empty() || !verify_signature(token, &key) {
                    return Err(refused("wrong signature"));
                }
                Ok(proof)
            }
            #[cfg(feature = "development")]
            Signatures::Emulator => {
                if header.alg != "none" || !signature.is_empty() {
                    return Err(refused("not a token of the emulator"));
                }
                self.check_claims(claims, now).map_err(refused)
            }
        }
    }
}

#[cfg(test)]
mod tests;
