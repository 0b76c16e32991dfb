//! What an address asks for behind its question mark.

use super::error::Problem;
use actix_web::{FromRequest, HttpRequest, dev::Payload, web};
use serde::de::DeserializeOwned;
use sooner_domain::kernel::Invalid;
use std::future::{Ready, ready};

/// The query of a request. Its values are optional texts: the handler parses each, so that what is refused is named.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> Query<T> {
    #[expect(clippy::disallowed_types, reason = "the one place that may: it answers with a problem")]
    fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let query = web::Query::<T>::from_query(request.query_string());
        query.map(|query| Self(query.into_inner())).map_err(|_| Problem::malformed("The query cannot be read."))
    }
}

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}

/// # Errors
/// When it says neither yes nor no.
pub(crate) fn parse_flag(text: &str) -> Result<bool, Invalid> {
    text.parse().map_err(|_| Invalid::FlagMalformed)
}
