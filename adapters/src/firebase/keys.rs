//! The provider's public keys: fetched when needed, kept as long as the host says, and somewhat longer when it is down.

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{DecodingKey, jwk::JwkSet};
use sooner_application::{identity::ports::ProofError, kernel::unavailable::Unavailable};
use std::{
    collections::HashMap,
    error::Error,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

const TIMEOUT: Duration = Duration::from_secs(3);
/// Google's set has about two kilobytes.
const MAX_BYTES: usize = 64 * 1024;
/// When the host names no age.
const DEFAULT_AGE: TimeDelta = TimeDelta::minutes(5);
const LONGEST_AGE: TimeDelta = TimeDelta::days(1);
/// How long keys serve on when the host cannot be reached.
const STALE: TimeDelta = TimeDelta::hours(6);
/// A made-up key id must not make us call the host each time.
const BETWEEN_FETCHES: TimeDelta = TimeDelta::minutes(1);

#[derive(Clone, Default)]
struct Kept {
    keys: HashMap<String, Arc<DecodingKey>>,
    refresh_at: DateTime<Utc>,
    stale_until: DateTime<Utc>,
    tried_at: Option<DateTime<Utc>>,
}

/// The error with what it comes from; by itself it says little.
fn in_words(error: &reqwest::Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        words = format!("{words}: {error}");
        source = error.source();
    }
    if words.contains("No CA certificates") {
        words =
            "there are no certificates of authorities on this machine, by which a host is known: install the package ca-certificates, or \
                 name a file of them in SSL_CERT_FILE"
                .to_owned();
    }
    words
}

/// A host that publishes keys as a JWK set.
#[derive(Clone)]
pub struct KeyHost {
    url: String,
    client: reqwest::Client,
    kept: Arc<Mutex<Kept>>,
    /// Held by whoever fetches: one at a time.
    fetching: Arc<tokio::sync::Mutex<()>>,
}

impl KeyHost {
    /// # Errors
    /// When no TLS client can be made.
    pub fn new(url: &str) -> Result<Self, String> {
        let client = reqwest::Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none()).build();
        let client = client.map_err(|error| in_words(&error))?;
        Ok(Self { url: url.to_owned(), client, kept: Arc::default(), fetching: Arc::default() })
    }

    /// Fetches the keys, to see whether they can be had, and answers how many there are.
    ///
    /// # Errors
    /// When they cannot, with why.
    pub async fn try_out(&self) -> Result<usize, String> {
        Ok(self.fetch().await?.0.len())
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The key of this id; none when the host does not know it.
    pub(super) async fn key(&self, kid: &str, now: DateTime<Utc>) -> Result<Option<Arc<DecodingKey>>, ProofError> {
        let (found, due, usable, may_fetch) = {
            let kept = self.kept();
            let may_fetch = kept.tried_at.is_none_or(|tried| now - tried >= BETWEEN_FETCHES);
            (kept.keys.get(kid).cloned(), now >= kept.refresh_at, now < kept.stale_until, may_fetch)
        };
        match found.filter(|_| usable) {
            Some(key) => {
                if due && may_fetch {
                    let host = self.clone();
                    tokio::spawn(async move { host.refresh(now).await });
                }
                Ok(Some(key))
            }
            None if usable && !may_fetch => Ok(None),
            None => {
                self.refresh(now).await;
                let kept = self.kept();
                if now < kept.stale_until {
                    return Ok(kept.keys.get(kid).cloned());
                }
                Err(Unavailable::Failed("the identity provider's keys cannot be had".into()).into())
            }
        }
    }

    /// Fetches, unless somebody did since `now`. A failure leaves what is kept as it is.
    async fn refresh(&self, now: DateTime<Utc>) {
        let _one_at_a_time = self.fetching.lock().await;
        if self.kept().tried_at.is_some_and(|tried| tried >= now) {
            return;
        }
        self.kept().tried_at = Some(now);
        match self.fetch().await {
            Ok((keys, age)) => {
                let mut kept = self.kept();
                kept.keys = keys;
                kept.refresh_at = now + age * 4 / 5;
                kept.stale_until = now + age + STALE;
            }
            Err(error) => tracing::warn!(%error, "the identity provider's keys could not be fetched"),
        }
    }

    async fn fetch(&self) -> Result<(HashMap<String, Arc<DecodingKey>>, TimeDelta), String> {
        let mut response = self.client.get(&self.url).send().await.map_err(|error| in_words(&error))?;
        if response.status() != reqwest::StatusCode::OK {
            return Err(format!("status {}", response.status()));
        }
        let age = response.headers().get("cache-control").and_then(|value| value.to_str().ok()).and_then(max_age);
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| in_words(&error))? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_BYTES {
                return Err("the key set is too large".to_owned());
            }
        }
        let set: JwkSet = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
        let keys = set.keys.iter().filter_map(|jwk| Some((jwk.common.key_id.clone()?, Arc::new(DecodingKey::from_jwk(jwk).ok()?))));
        let keys: HashMap<_, _> = keys.collect();
        if keys.is_empty() {
            return Err("the key set is empty".to_owned());
        }
        Ok((keys, age.unwrap_or(DEFAULT_AGE).min(LONGEST_AGE)))
    }
}

fn max_age(cache_control: &str) -> Option<TimeDelta> {
    let directive = cache_control.split(',').find_map(|directive| directive.trim().strip_prefix("max-age="));
    directive?.parse().ok().filter(|seconds: &i64| (0..=31_536_000).contains(seconds)).map(TimeDelta::seconds)
}
