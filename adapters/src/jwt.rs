//! Access tokens: JWTs with HS256, one algorithm and one key. They name a session and nothing else; rights are looked
//! up at each call.

use chrono::{DateTime, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, decode_header, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sooner_application::{identity::ports::AccessTokens, kernel::unavailable::Unavailable};
use sooner_domain::{identity::session::Session, kernel::ids::SessionId};
use uuid::Uuid;

const ISSUER: &str = "sooner";
const AUDIENCE: &str = "sooner-api";
/// RFC 9068: a token of another kind must not pass for an access token.
const KIND: &str = "at+jwt";

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: Uuid,
    sid: Uuid,
    iat: i64,
    exp: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
}

/// Signs and reads access tokens.
pub struct JwtAccessTokens {
    signing: EncodingKey,
    /// The one that signs first; then the one that did before, while that is still taken.
    reading: Vec<DecodingKey>,
    validation: Validation,
}

impl JwtAccessTokens {
    /// With a key derived from the instance's secret.
    pub fn new(secret: &[u8]) -> Self {
        let key = key(secret);
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Compared with the injected clock below.
        validation.validate_exp = false;
        Self { signing: EncodingKey::from_secret(&key), reading: vec![DecodingKey::from_secret(&key)], validation }
    }

    /// Takes tokens too that were signed under the secret from before. None is signed under it any more.
    #[must_use]
    pub fn and_before(mut self, secret: &[u8]) -> Self {
        self.reading.push(DecodingKey::from_secret(&key(secret)));
        self
    }
}

fn key(secret: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(b"sooner access tokens\0").chain_update(secret).finalize().into()
}

impl AccessTokens for JwtAccessTokens {
    fn sign(&self, session: &Session) -> Result<String, Unavailable> {
        let header = Header { typ: Some(KIND.to_owned()), ..Header::new(Algorithm::HS256) };
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: session.user.0,
            sid: session.id.0,
            iat: session.created_at.timestamp(),
            exp: session.expires_at.timestamp(),
            nbf: None,
        };
        encode(&header, &claims, &self.signing).map_err(|error| Unavailable::Failed(format!("signing: {error}")))
    }

    fn read(&self, token: &str, now: DateTime<Utc>) -> Option<SessionId> {
        let header = decode_header(token).ok()?;
        // What must be understood and is not (RFC 7515, 4.1.11): this product knows of nothing such.
        if header.typ.as_deref() != Some(KIND) || header.crit.is_some() {
            return None;
        }
        let claims = self.reading.iter().find_map(|key| decode::<Claims>(token, key, &self.validation).ok())?.claims;
        let now = now.timestamp();
        (now < claims.exp && claims.nbf.is_none_or(|begins| begins <= now)).then_some(SessionId(claims.sid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use data_encoding::BASE64URL_NOPAD;
    use serde_json::{Value, json};
    use sooner_domain::kernel::ids::UserId;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    fn session() -> Session {
        Session::open(SessionId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)), TimeDelta::seconds(100), at(100))
    }

    fn key(secret: &[u8]) -> EncodingKey {
        EncodingKey::from_secret(&super::key(secret))
    }

    fn claims() -> Value {
        json!({ "iss": ISSUER, "aud": AUDIENCE, "sub": Uuid::from_u128(2), "sid": Uuid::from_u128(1), "iat": 100, "exp": 200 })
    }

    fn forged(typ: &str, algorithm: Algorithm, change: impl FnOnce(&mut Value)) -> String {
        let mut claims = claims();
        change(&mut claims);
        let header = Header { typ: Some(typ.to_owned()), ..Header::new(algorithm) };
        encode(&header, &claims, &key(b"secret")).unwrap()
    }

    #[test]
    fn a_token_that_is_not_good_yet_or_asks_for_more_is_refused() {
        let tokens = JwtAccessTokens::new(b"secret");
        let not_before = |begins: i64| forged(KIND, Algorithm::HS256, |claims| claims["nbf"] = json!(begins));
        assert_eq!(tokens.read(&not_before(150), at(150)), Some(session().id));
        assert_eq!(tokens.read(&not_before(151), at(150)), None);
        let crit = Some(vec!["b64".to_owned()]);
        let header = Header { typ: Some(KIND.to_owned()), crit, ..Header::new(Algorithm::HS256) };
        assert_eq!(tokens.read(&encode(&header, &claims(), &key(b"secret")).unwrap(), at(150)), None);
    }

    #[test]
    fn a_token_names_its_session_until_it_expires() {
        let tokens = JwtAccessTokens::new(b"secret");
        let token = tokens.sign(&session()).unwrap();
        assert_eq!(tokens.read(&token, at(199)), Some(session().id));
        assert_eq!(tokens.read(&token, at(200)), None);
        assert_eq!(tokens.sign(&session()).unwrap(), token);
        assert_eq!(JwtAccessTokens::new(b"another").read(&token, at(150)), None);
    }

    #[test]
    fn a_token_of_the_secret_before_is_read_while_that_is_named_and_no_other_is() {
        let (before, other) = (JwtAccessTokens::new(b"before"), JwtAccessTokens::new(b"other"));
        let rotated = JwtAccessTokens::new(b"secret").and_before(b"before");
        assert_eq!(rotated.read(&before.sign(&session()).unwrap(), at(150)), Some(session().id));
        assert_eq!(rotated.read(&other.sign(&session()).unwrap(), at(150)), None);
        let signed = rotated.sign(&session()).unwrap();
        assert_eq!(signed, JwtAccessTokens::new(b"secret").sign(&session()).unwrap());
        assert_eq!(rotated.read(&signed, at(150)), Some(session().id));
    }

    #[test]
    fn asvs_9_1_2_nothing_but_our_own_kind_of_token_is_read() {
        let tokens = JwtAccessTokens::new(b"secret");
        assert!(tokens.read(&forged(KIND, Algorithm::HS256, |_| {}), at(150)).is_some(), "the forger can forge");
        let wrong = [
            forged("JWT", Algorithm::HS256, |_| {}),
            forged(KIND, Algorithm::HS384, |_| {}),
            forged(KIND, Algorithm::HS256, |claims| claims["iss"] = json!("https://securetoken.google.com/demo-sooner")),
            forged(KIND, Algorithm::HS256, |claims| claims["aud"] = json!("another")),
            forged(KIND, Algorithm::HS256, |claims| claims["exp"] = json!("200")),
            forged(KIND, Algorithm::HS256, |claims| drop(claims.as_object_mut().unwrap().remove("exp"))),
            forged(KIND, Algorithm::HS256, |claims| drop(claims.as_object_mut().unwrap().remove("sid"))),
            String::new(),
            "a.b".to_owned(),
        ];
        for token in wrong {
            assert_eq!(tokens.read(&token, at(150)), None, "{token}");
        }
    }

    #[test]
    fn an_unsigned_token_is_not_read() {
        let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        for algorithm in ["none", "None", "HS256", "RS256"] {
            let token = format!("{}.{}.", part(&json!({ "alg": algorithm, "typ": KIND })), part(&claims()));
            assert_eq!(JwtAccessTokens::new(b"secret").read(&token, at(150)), None, "{algorithm}");
        }
    }
}
