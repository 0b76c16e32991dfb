//! The RS256 path, with keys of our own and a key host on this machine.

use super::*;
use actix_web::{App, HttpResponse, HttpServer, dev::ServerHandle, web};
use jsonwebtoken::{EncodingKey, Header as JwtHeader, encode};
use serde_json::{Value, json};
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

const PROJECT: &str = "sooner-test";
/// Two keys made for these tests and used nowhere else.
const KEY: &str = include_str!("test_keys/one.pem");
const OTHER_KEY: &str = include_str!("test_keys/two.pem");
const MODULUS: &str = include_str!("test_keys/one.n");
const OTHER_MODULUS: &str = include_str!("test_keys/two.n");

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000, 0).unwrap()
}

fn jwk(kid: &str, modulus: &str) -> Value {
    json!({ "kty": "RSA", "alg": "RS256", "use": "sig", "kid": kid, "n": modulus.trim(), "e": "AQAB" })
}

/// A key host whose answers can be changed and are counted.
struct Host {
    url: String,
    answer: Arc<Mutex<(u16, String)>>,
    asked: Arc<AtomicUsize>,
    server: ServerHandle,
}

impl Host {
    async fn start() -> Self {
        let answer = Arc::new(Mutex::new((200, json!({ "keys": [jwk("one", MODULUS)] }).to_string())));
        let asked = Arc::new(AtomicUsize::new(0));
        let (answers, count) = (answer.clone(), asked.clone());
        let server = HttpServer::new(move || {
            let (answers, count) = (answers.clone(), count.clone());
            let genuine = || async { HttpResponse::Ok().json(json!({ "keys": [jwk("one", MODULUS)] })) };
            let keys = move || {
                count.fetch_add(1, Ordering::SeqCst);
                let (status, body) = answers.lock().unwrap().clone();
                let mut response = HttpResponse::build(status.try_into().unwrap());
                let response = response.insert_header(("cache-control", "public, max-age=3600, must-revalidate"));
                let response = response.insert_header(("location", "/elsewhere")).body(body);
                async move { response }
            };
            App::new().route("/keys", web::get().to(keys)).route("/elsewhere", web::get().to(genuine))
        })
        .workers(1)
        .bind("127.0.0.1:0")
        .unwrap();
        let url = format!("http://{}/keys", server.addrs()[0]);
        let server = server.disable_signals().run();
        let handle = server.handle();
        actix_web::rt::spawn(server);
        Self { url, answer, asked, server: handle }
    }

    fn answers(&self, status: u16, body: impl ToString) {
        *self.answer.lock().unwrap() = (status, body.to_string());
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    fn verifier(&self) -> FirebaseVerifier {
        FirebaseVerifier::new(PROJECT, KeyHost::new(&self.url).unwrap())
    }
}

fn claims() -> Value {
    let seconds = now().timestamp();
    json!({
        "iss": format!("https://securetoken.google.com/{PROJECT}"), "aud": PROJECT, "sub": "person", "user_id": "person",
        "iat": seconds - 1, "exp": seconds + 3600, "auth_time": seconds - 10, "phone_number": "+4915112345678",
        "firebase": { "identities": { "phone": ["+4915112345678"] }, "sign_in_provider": "phone" },
    })
}

fn signed(kid: Option<&str>, key: &str, claims: &Value) -> String {
    let header = JwtHeader { kid: kid.map(str::to_owned), ..JwtHeader::new(Algorithm::RS256) };
    encode(&header, claims, &EncodingKey::from_rsa_pem(key.as_bytes()).unwrap()).unwrap()
}

#[actix_web::test]
async fn a_genuine_token_proves_its_phone() {
    let host = Host::start().await;
    let proof = host.verifier().check(&signed(Some("one"), KEY, &claims()), now()).await.unwrap();
    assert_eq!((proof.phone.as_str(), proof.subject.as_str()), ("+4915112345678", "person"));
    assert_eq!(proof.authenticated_at, now() - TimeDelta::seconds(10));
}

#[actix_web::test]
async fn each_claim_is_checked_before_the_key_host_is_asked() {
    let host = Host::start().await;
    let verifier = host.verifier();
    let seconds = now().timestamp();
    let wrong: Vec<(&str, Value)> = vec![
        ("/aud", json!("another")),
        ("/aud", json!([PROJECT])),
        ("/iss", json!("https://securetoken.google.com/another")),
        ("/sub", json!("")),
        ("/sub", json!("x".repeat(129))),
        ("/exp", json!(seconds)),
        ("/exp", json!((seconds + 3600).to_string())),
        ("/iat", json!(seconds + 301)),
        ("/auth_time", json!(seconds - 301)),
        ("/auth_time", json!(seconds + 301)),
        ("/firebase/sign_in_provider", json!("password")),
        ("/firebase/identities/phone", json!([])),
        ("/firebase/identities/phone", json!(["+4915112345679"])),
        ("/phone_number", json!("+4915112345679")),
        ("/phone_number", Value::Null),
        ("/exp", Value::Null),
    ];
    for (place, value) in wrong {
        let mut claims = claims();
        *claims.pointer_mut(place).unwrap() = value.clone();
        let answer = verifier.check(&signed(Some("one"), KEY, &claims), now()).await;
        assert!(matches!(answer, Err(ProofError::Refused(_))), "{place} = {value} was taken");
    }
    assert_eq!(host.asked(), 0);
}

#[actix_web::test]
async fn only_rs256_with_a_known_key_counts() {
    let host = Host::start().await;
    let verifier = host.verifier();
    let genuine = signed(Some("one"), KEY, &claims());
    let parts: Vec<&str> = genuine.split('.').collect();
    let header = |value: Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let hs256 =
        encode(&JwtHeader { kid: Some("one".into()), ..JwtHeader::default() }, &claims(), &EncodingKey::from_secret(MODULUS.as_bytes()))
            .unwrap();
    for token in [
        signed(Some("one"), OTHER_KEY, &claims()),
        signed(None, KEY, &claims()),
        signed(Some("unknown"), KEY, &claims()),
        hs256,
        format!("{}.{}.", header(json!({ "alg": "none", "kid": "one" })), parts[1]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{}.{}.{}", header(json!({ "alg": "RS256", "kid": "one", "jku": host.url })), parts[1], parts[2]),
        format!("{}.{}", parts[0], parts[1]),
        format!("{genuine}.x"),
        "x".repeat(9_000),
        String::new(),
    ] {
        assert!(matches!(verifier.check(&token, now()).await, Err(ProofError::Refused(_))), "{token} was taken");
    }
    assert!(verifier.check(&genuine, now()).await.is_ok());
}

#[actix_web::test]
async fn an_unknown_key_asks_the_host_once_a_minute_and_a_rotated_one_is_found() {
    let host = Host::start().await;
    let verifier = host.verifier();
    verifier.check(&signed(Some("one"), KEY, &claims()), now()).await.unwrap();
    for seconds in 0..20 {
        let at = now() + TimeDelta::seconds(seconds);
        assert!(verifier.check(&signed(Some("made-up"), KEY, &claims()), at).await.is_err());
    }
    assert_eq!(host.asked(), 1);
    host.answers(200, json!({ "keys": [jwk("one", MODULUS), jwk("two", OTHER_MODULUS)] }));
    let later = now() + TimeDelta::seconds(60);
    assert!(verifier.check(&signed(Some("two"), OTHER_KEY, &claims()), later).await.is_ok());
    assert_eq!(host.asked(), 2);
}

#[actix_web::test]
async fn asvs_15_3_2_a_key_host_that_sends_elsewhere_is_not_followed() {
    let host = Host::start().await;
    host.answers(302, "");
    let refused = host.verifier().check(&signed(Some("one"), KEY, &claims()), now()).await;
    assert!(matches!(refused, Err(ProofError::Unavailable(_))), "{refused:?}");
}

#[actix_web::test]
async fn keys_serve_on_for_six_hours_when_the_host_is_down_or_talks_nonsense() {
    let host = Host::start().await;
    let verifier = host.verifier();
    let fresh = |at: DateTime<Utc>| {
        let mut claims = claims();
        for (claim, seconds) in [("iat", -1), ("auth_time", -10), ("exp", 3600)] {
            claims[claim] = json!(at.timestamp() + seconds);
        }
        signed(Some("one"), KEY, &claims)
    };
    verifier.check(&fresh(now()), now()).await.unwrap();
    for (minutes, status, body) in
        [(70, 500, "no".to_owned()), (80, 200, "<html>".into()), (90, 200, "{\"keys\":[]}".into()), (100, 200, " ".repeat(70_000))]
    {
        host.answers(status, body);
        let at = now() + TimeDelta::minutes(minutes);
        assert!(verifier.check(&fresh(at), at).await.is_ok(), "{minutes} minutes later");
    }
    host.server.stop(false).await;
    let at = now() + TimeDelta::hours(7) - TimeDelta::seconds(1);
    assert!(verifier.check(&fresh(at), at).await.is_ok());
    let at = now() + TimeDelta::hours(7) + TimeDelta::minutes(2);
    assert!(matches!(verifier.check(&fresh(at), at).await, Err(ProofError::Unavailable(_))));
}

#[cfg(feature = "development")]
#[actix_web::test]
async fn the_emulators_tokens_count_in_its_mode_alone_and_are_checked_like_others() {
    let unsigned = |claims: &Value| {
        let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        format!("{}.{}.", part(&json!({ "alg": "none", "typ": "JWT" })), part(claims))
    };
    let emulator = FirebaseVerifier::emulator(PROJECT);
    assert!(emulator.check(&unsigned(&claims()), now()).await.is_ok());
    let mut old = claims();
    old["auth_time"] = json!(now().timestamp() - 301);
    assert!(emulator.check(&unsigned(&old), now()).await.is_err());
    let host = Host::start().await;
    assert!(host.verifier().check(&unsigned(&claims()), now()).await.is_err());
}
