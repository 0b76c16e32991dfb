//! What an address asks for behind its question mark.

use super::{admission::Admission, error::Problem};
use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload};
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;
use sooner_domain::kernel::Invalid;

/// The query of a request. Its values are optional texts: the handler parses each, so that what is refused is named. So is a parameter
/// that the operation does not have: a list would answer as if nothing had been asked for.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> Query<T> {
    fn parse(query: &str) -> Result<Self, Problem> {
        let mut unknown = Vec::new();
        let pairs = serde_urlencoded::Deserializer::new(url::form_urlencoded::parse(query.as_bytes()));
        let found = serde_ignored::deserialize(pairs, |name| unknown.push(name.to_string()));
        if !unknown.is_empty() {
            return Err(Problem::unknown_parameters(unknown));
        }
        found.map(Self).map_err(|_| Problem::malformed("The query cannot be read."))
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Query<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let query = Self::parse(request.query_string());
        let admission = request.extensions().get::<Admission>().cloned();
        Box::pin(async move {
            Admission::awaited(admission).await;
            query
        })
    }
}

/// # Errors
/// When it says neither yes nor no.
pub(crate) fn parse_flag(text: &str) -> Result<bool, Invalid> {
    text.parse().map_err(|_| Invalid::FlagMalformed)
}
