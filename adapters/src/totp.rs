//! The codes of second factors: TOTP (RFC 6238, SHA-1, six digits, thirty seconds: what every authenticator app speaks) and
//! recovery codes. All secrets are an HMAC of the factor's id under a key of the instance, as with mailed links: a copy of
//! the database holds none.

use chrono::{DateTime, Utc};
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use sooner_application::identity::ports::{AppSecret, SecondFactorCodes};
use sooner_domain::{
    identity::second_factor::{FactorId, SecondFactor},
    kernel::email::EmailAddress,
};
use totp_rs::{Algorithm, TOTP};

const STEP_SECONDS: i64 = 30;
const DIGITS: usize = 6;
/// RFC 4226 recommends 160 bits.
const SECRET_BYTES: usize = 20;
/// 80 bits, in two groups of eight letters and digits.
const RECOVERY_BYTES: usize = 10;
/// How the instance is called in an authenticator app.
const ISSUER: &str = "Sooner";

/// Works out codes.
pub struct HmacCodes {
    key: Key,
    /// Of the secret from before, while what it made is still taken.
    before: Option<Key>,
}

struct Key([u8; 32]);

impl HmacCodes {
    /// With a key derived from the instance's secret, apart from those for other uses.
    pub fn new(secret: &[u8]) -> Self {
        Self { key: Key::of(secret), before: None }
    }

    /// Takes codes too of factors that were made under the secret from before. None is made under it any more.
    #[must_use]
    pub fn and_before(self, secret: &[u8]) -> Self {
        Self { before: Some(Key::of(secret)), ..self }
    }

    fn keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.key).chain(&self.before)
    }
}

impl Key {
    fn of(secret: &[u8]) -> Self {
        Self(Sha256::new().chain_update(b"sooner second factors\0").chain_update(secret).finalize().into())
    }

    fn derive(&self, id: FactorId, what: &str) -> [u8; 32] {
        // A key of any length will do for HMAC.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else { return [0; 32] };
        mac.update(id.0.as_bytes());
        mac.update(what.as_bytes());
        mac.finalize().into_bytes().into()
    }

    fn app(&self, id: FactorId, account: &str) -> Option<TOTP> {
        let secret = self.derive(id, "totp")[..SECRET_BYTES].to_vec();
        TOTP::new(Algorithm::SHA1, DIGITS, 0, STEP_SECONDS.unsigned_abs(), secret, Some(ISSUER.to_owned()), account.to_owned()).ok()
    }

    fn recovery_codes(&self, id: FactorId) -> Vec<String> {
        let code = |number: u8| {
            let text = BASE32_NOPAD.encode(&self.derive(id, &format!("recovery {number}"))[..RECOVERY_BYTES]);
            let (first, second) = text.split_at(text.len() / 2);
            format!("{first}-{second}")
        };
        (0..SecondFactor::RECOVERY_CODES).map(code).collect()
    }
}

impl SecondFactorCodes for HmacCodes {
    fn secret(&self, id: FactorId, account: &EmailAddress) -> AppSecret {
        let app = self.key.app(id, account.as_str());
        app.map_or(AppSecret { base32: String::new(), uri: String::new() }, |app| AppSecret {
            base32: app.get_secret_base32(),
            uri: app.get_url(),
        })
    }

    fn step_of(&self, id: FactorId, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let apps: Vec<_> = self.keys().filter_map(|key| key.app(id, "any")).collect();
        let typed: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let step = now.timestamp() / STEP_SECONDS;
        // The clock of a phone may be half a minute off.
        let is_of = |step: &i64| apps.iter().any(|app| app.check(&typed, (step * STEP_SECONDS).unsigned_abs()));
        [step, step - 1, step + 1].into_iter().find(is_of)
    }

    fn recovery_codes(&self, id: FactorId) -> Vec<String> {
        self.key.recovery_codes(id)
    }

    fn former_recovery_codes(&self, id: FactorId) -> Vec<String> {
        self.before.as_ref().map_or_else(Vec::new, |before| before.recovery_codes(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn id(number: u128) -> FactorId {
        FactorId(Uuid::from_u128(number))
    }

    /// What an authenticator app makes of the secret people typed into it.
    fn app_code(codes: &HmacCodes, id: FactorId, seconds: u64) -> String {
        let secret = codes.secret(id, &EmailAddress::parse("olga@example.com").unwrap()).base32;
        let secret = BASE32_NOPAD.decode(secret.as_bytes()).unwrap();
        TOTP::new(Algorithm::SHA1, 6, 1, 30, secret, None, String::new()).unwrap().generate(seconds)
    }

    #[test]
    fn a_code_is_right_for_its_step_and_the_ones_beside_it() {
        let codes = HmacCodes::new(b"secret");
        let code = app_code(&codes, id(1), 1_000_000_000);
        assert_eq!(codes.step_of(id(1), &code, at(1_000_000_000)), Some(33_333_333));
        assert_eq!(codes.step_of(id(1), &format!(" {} {}", &code[..3], &code[3..]), at(1_000_000_025)), Some(33_333_333));
        assert_eq!(codes.step_of(id(1), &code, at(999_999_970)), Some(33_333_333));
        assert_eq!(codes.step_of(id(1), &code, at(1_000_000_060)), None);
        for wrong in ["", "12345", "1234567", "abcdef"] {
            assert_eq!(codes.step_of(id(1), wrong, at(1_000_000_000)), None);
        }
    }

    #[test]
    fn secrets_depend_on_factor_and_instance() {
        let (one, other) = (HmacCodes::new(b"one"), HmacCodes::new(b"other"));
        assert_ne!(app_code(&one, id(1), 0), app_code(&one, id(2), 0));
        assert_ne!(one.recovery_codes(id(1)), other.recovery_codes(id(1)));
        let recovery = one.recovery_codes(id(1));
        assert_eq!(recovery.len(), 10);
        assert!(recovery.iter().all(|code| code.len() == 17 && code.as_bytes()[8] == b'-'));
        let uri = one.secret(id(1), &EmailAddress::parse("olga@example.com").unwrap()).uri;
        assert!(uri.starts_with("otpauth://totp/Sooner:olga%40example.com?secret="), "{uri}");
    }

    #[test]
    fn codes_of_the_secret_before_are_taken_while_that_is_named_and_none_is_made_under_it() {
        let (before, new) = (HmacCodes::new(b"before"), HmacCodes::new(b"secret"));
        let rotated = HmacCodes::new(b"secret").and_before(b"before");
        for made in [&before, &new] {
            let code = app_code(made, id(1), 1_000_000_000);
            assert_eq!(rotated.step_of(id(1), &code, at(1_000_000_000)), Some(33_333_333));
        }
        let other = app_code(&HmacCodes::new(b"other"), id(1), 1_000_000_000);
        assert_eq!(rotated.step_of(id(1), &other, at(1_000_000_000)), None);
        assert_eq!(app_code(&rotated, id(2), 0), app_code(&new, id(2), 0));
        assert_eq!(rotated.recovery_codes(id(1)), new.recovery_codes(id(1)));
        assert_eq!(rotated.former_recovery_codes(id(1)), before.recovery_codes(id(1)));
        assert_eq!(new.former_recovery_codes(id(1)), [""; 0]);
    }
}
