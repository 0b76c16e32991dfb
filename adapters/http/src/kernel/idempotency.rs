//! The `Idempotency-Key` header.

use super::error::Problem;
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::HeaderName};
use sooner_application::kernel::idempotency::{IdempotencyKey, RequestKey};
use sooner_domain::kernel::ids::UserId;
use std::future::{Ready, ready};

pub(crate) const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// The key the client gave, if any.
pub struct Key(Option<IdempotencyKey>);

impl Key {
    /// What this request may do once.
    pub(crate) fn once(self, user: UserId, operation: &'static str, content: [u8; 32]) -> Option<RequestKey> {
        self.0.map(|key| RequestKey { user, operation, key, content })
    }
}

impl FromRequest for Key {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let key = request.headers().get(HEADER).map(|value| IdempotencyKey::parse(value.to_str().unwrap_or_default()));
        ready(key.transpose().map(Self).map_err(|invalid| Problem::malformed(invalid.0)))
    }
}
