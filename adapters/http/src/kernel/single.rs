//! Headers that a request brings once.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

/// The value of a header that stands there once. Of two, one would be taken and the other ignored: neither counts.
pub(crate) fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a HeaderValue> {
    let mut values = headers.get_all(name);
    let value = values.next()?;
    values.next().is_none().then_some(value)
}
