//! No made-up token opens a session or proves a phone.
#![no_main]
use chrono::DateTime;
use libfuzzer_sys::fuzz_target;
use sooner_adapters::{
    firebase::{FirebaseVerifier, KeyHost},
    jwt::JwtAccessTokens,
};
use sooner_application::identity::ports::{AccessTokens, IdentityProvider};
use std::sync::LazyLock;

static OURS: LazyLock<JwtAccessTokens> = LazyLock::new(|| JwtAccessTokens::new(b"a secret nobody guesses, of thirty-two bytes or more"));
// Nobody listens there: what gets past the cheap checks ends at the missing key.
static THEIRS: LazyLock<FirebaseVerifier> =
    LazyLock::new(|| FirebaseVerifier::new("sooner", KeyHost::new("http://127.0.0.1:1/keys").expect("a client")));

thread_local! {
    static RUNTIME: actix_rt::Runtime = actix_rt::Runtime::new().expect("a runtime");
}

fuzz_target!(|text: &str| {
    let now = DateTime::UNIX_EPOCH;
    assert!(OURS.read(text, now).is_none(), "a token of ours was made up");
    assert!(RUNTIME.with(|runtime| runtime.block_on(THEIRS.check(text, now))).is_err());
});
