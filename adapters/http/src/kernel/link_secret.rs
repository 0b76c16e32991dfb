//! The secret of a mailed link, which a request brings in a header of its own: whatever passes requests on may log addresses.

use super::single::single;
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::HeaderName};
use std::{
    convert::Infallible,
    future::{Ready, ready},
};

pub(crate) const HEADER: HeaderName = HeaderName::from_static("link-secret");

/// What opens one link. It comes out of the header alone: it can be read from no address and no body, and is not printed.
pub struct LinkSecret(String);

impl LinkSecret {
    /// Empty where the request brings none, which is a wrong link like any other.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromRequest for LinkSecret {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let value = single(request.headers(), &HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
        ready(Ok(Self(value.to_owned())))
    }
}
