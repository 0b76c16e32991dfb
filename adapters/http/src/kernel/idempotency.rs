//! The `Idempotency-Key` header, and what tells one request from another.

use super::error::{ErrorCode, Problem};
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::HeaderName};
use sha2::{Digest as _, Sha256};
use sooner_application::kernel::idempotency::{IdempotencyKey, RequestKey};
use sooner_domain::kernel::{Invalid, canonical::Digest, ids::UserId};
use sooner_shared::sentences::sentence;
use std::{
    convert::Infallible,
    future::{Ready, ready},
};

pub(crate) const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// The content of a request that has no body.
pub(crate) const NO_BODY: [u8; 32] = [0; 32];

/// The key the client gave, if any, with method, route and path. A bad one is told only once the caller is known.
pub struct Key {
    key: Result<Option<IdempotencyKey>, Invalid>,
    /// SHA-256 of method, route and the values in the path.
    address: [u8; 32],
}

impl Key {
    /// The effect this request asks for, if it has a key; `content` is the hash of its body.
    pub(crate) fn request(self, user: UserId, content: [u8; 32]) -> Result<Option<RequestKey>, Problem> {
        let key = self.key.map_err(|invalid| Problem::malformed(sentence(invalid)))?;
        Ok(key.map(|key| RequestKey { user, key, fingerprint: self.address }.and(&content)))
    }

    /// What this request is with all that it names: method, route, path, key and body.
    pub(crate) fn act(&self, content: [u8; 32]) -> Digest {
        let key = self.key.as_ref().ok().and_then(Option::as_ref).map(IdempotencyKey::as_str).unwrap_or_default();
        Digest(Sha256::new().chain_update(self.address).chain_update(content).chain_update(key).finalize().into())
    }

    /// The same of a request that needs a key, because a decision falls.
    pub(crate) fn required(self, user: UserId, content: [u8; 32]) -> Result<Option<RequestKey>, Problem> {
        let request = self.request(user, content)?;
        let missing =
            || Problem::new(ErrorCode::IdempotencyKeyRequired, "Send an Idempotency-Key header, so that the decision is made only once.");
        request.map(Some).ok_or_else(missing)
    }
}

impl FromRequest for Key {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self { key: key(request), address: address(request) }))
    }
}

fn key(request: &HttpRequest) -> Result<Option<IdempotencyKey>, Invalid> {
    let mut values = request.headers().get_all(HEADER);
    let value = values.next();
    if values.next().is_some() {
        return Err(Invalid::NamedTwice);
    }
    value.map(|value| IdempotencyKey::parse(value.to_str().unwrap_or_default())).transpose()
}

fn address(request: &HttpRequest) -> [u8; 32] {
    let mut address = Sha256::new();
    address.update(format!("{} {} ", request.method(), request.match_pattern().unwrap_or_default()));
    for (name, value) in request.match_info().iter() {
        address.update(format!("{} {name} {} {value} ", name.len(), value.len()));
    }
    address.finalize().into()
}
