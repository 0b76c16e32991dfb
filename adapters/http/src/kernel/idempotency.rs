//! The `Idempotency-Key` header, and what tells one request from another.

use super::error::{ErrorCode, Problem};
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::HeaderName};
use sha2::{Digest, Sha256};
use sooner_application::kernel::idempotency::{IdempotencyKey, RequestKey};
use sooner_domain::kernel::{Invalid, ids::UserId};
use sooner_shared::sentences::sentence;
use std::{
    convert::Infallible,
    future::{Ready, ready},
};

pub(crate) const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// The key the client gave, if any, with method, route and path. A bad one is told only once the caller is known.
pub struct Key(Result<Option<Keyed>, Invalid>);

struct Keyed {
    key: IdempotencyKey,
    /// SHA-256 of method, route and the values in the path.
    address: [u8; 32],
}

impl Key {
    /// The effect this request asks for, if it has a key; `content` is the hash of its body.
    pub(crate) fn request(self, user: UserId, content: [u8; 32]) -> Result<Option<RequestKey>, Problem> {
        let keyed = self.0.map_err(|invalid| Problem::malformed(sentence(invalid)))?;
        Ok(keyed.map(|Keyed { key, address }| RequestKey { user, key, fingerprint: address }.and(&content)))
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
        ready(Ok(Self(keyed(request))))
    }
}

fn keyed(request: &HttpRequest) -> Result<Option<Keyed>, Invalid> {
    let Some(value) = request.headers().get(HEADER) else { return Ok(None) };
    let key = IdempotencyKey::parse(value.to_str().unwrap_or_default())?;
    let mut address = Sha256::new();
    address.update(format!("{} {} ", request.method(), request.match_pattern().unwrap_or_default()));
    for (name, value) in request.match_info().iter() {
        address.update(format!("{} {name} {} {value} ", name.len(), value.len()));
    }
    Ok(Some(Keyed { key, address: address.finalize().into() }))
}
