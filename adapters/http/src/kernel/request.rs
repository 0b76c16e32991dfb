//! What goes with every request: an id, a log line, a measurement, a deadline, and headers on the answer.

use super::{
    api::Api,
    arrival::Arrival,
    client_address::ClientAddress,
    error::{ErrorCode, Problem},
    readers::Turn,
};
use actix_web::{
    Error, HttpMessage, ResponseError,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    error::InternalError,
    http::{
        Method,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web,
};
use sooner_application::kernel::unavailable::Unavailable;
use sooner_shared::request_id;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// Names the request in the log and in error bodies. It is made here and never taken from a client.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Ten megabytes over a phone in the country take minutes.
const UPLOAD_DEADLINE: Duration = Duration::from_secs(600);

pub(crate) async fn accompany(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(api) = request.app_data::<web::Data<Api>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let id = api.host.ids.next().to_string();
    let method = request.method().clone();
    // The pattern, not the address: addresses hold ids and e-mail addresses.
    let route = request.match_pattern().unwrap_or_else(|| "unmatched".to_owned());
    let client = api.host.settings.log_client_address.then(|| ClientAddress::of(request.request()).0.to_canonical());
    let span = tracing::info_span!("request", otel.kind = "server", %id, %method, route, status = tracing::field::Empty);
    let started = Instant::now();
    let _in_flight = InFlight::new();
    let deadline = if is_upload(&route) { UPLOAD_DEADLINE } else { api.host.settings.deadline };
    let arrival = Arrival::of(&mut request);
    let is_safe = method.is_safe();
    let answered = request_id::scope(id.clone(), async move {
        match tokio::time::timeout(deadline, next.call(request)).await {
            Ok(Ok(response)) => {
                // What is left of the answer waits for its reader.
                response.request().extensions_mut().remove::<Turn>();
                Ok(response.map_into_boxed_body())
            }
            // Handlers answer with problems; what else gets here is a mistake of ours.
            Ok(Err(error)) => {
                tracing::error!(%error, "unexpected");
                Err(Problem::new(ErrorCode::Internal, "Something went wrong on our side. Quote the request id to support.")
                    .error_response())
            }
            Err(_) => Err(too_late(arrival.is_whole(), is_safe).error_response()),
        }
    })
    .instrument(span.clone());
    let mut answer = answered.await;
    let elapsed = started.elapsed();
    let (status, headers) = match &mut answer {
        Ok(response) => (response.status().as_u16(), response.headers_mut()),
        Err(response) => (response.status().as_u16(), response.headers_mut()),
    };
    add_headers(headers, &id, api.host.settings.hsts);
    span.record("status", status);
    let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
    span.in_scope(|| tracing::info!(status, milliseconds, client = client.map(tracing::field::display), "answered"));
    let method = known(&method);
    metrics::counter!("http_requests_total", "method" => method, "route" => route.clone(), "status" => status.to_string()).increment(1);
    metrics::histogram!("http_request_seconds", "method" => method, "route" => route).record(elapsed.as_secs_f64());
    answer.map_err(|response| InternalError::from_response("answered already", response).into())
}

/// What is said at the deadline: of a request that came whole it is not known what was done by then.
fn too_late(is_whole: bool, is_safe: bool) -> Problem {
    const LATE: &str = "not done within the deadline of its request";
    match (is_whole, is_safe) {
        (false, _) => Problem::new(ErrorCode::RequestTimeout, "The request took too long to arrive."),
        (true, true) => Unavailable::Failed(LATE.to_owned()).into(),
        (true, false) => Unavailable::OutcomeUnknown(LATE.to_owned()).into(),
    }
}

/// Whether files go to this route, or come from it.
fn is_upload(route: &str) -> bool {
    const BELOW: [&str; 5] = [
        "/semi-private/documents",
        "/semi-private/receivables/{id}/documents",
        "/semi-private/e-invoices",
        "/operator/bank-statements",
        "/operator/bank-answers",
    ];
    BELOW.iter().any(|folder| route.starts_with(folder)) || route.ends_with("/import/read")
}

/// The method as a label, of which there must be few: a client may make one up for each request.
fn known(method: &Method) -> &'static str {
    const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}

/// Counts a request for as long as it is being answered, also one whose client goes away.
struct InFlight;

impl InFlight {
    fn new() -> Self {
        metrics::gauge!("http_requests_in_flight").increment(1.0);
        Self
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        metrics::gauge!("http_requests_in_flight").decrement(1.0);
    }
}

fn add_headers(headers: &mut HeaderMap, id: &str, hsts: bool) {
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    let defaults = [
        (header::CONTENT_SECURITY_POLICY, NOTHING_RUNS),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-site"),
    ];
    protect(headers, hsts, defaults);
}

/// The policy of whatever is no page of ours.
pub(crate) const NOTHING_RUNS: &str = "default-src 'none'; frame-ancestors 'none'";

/// Adds what protects an answer, with these besides; what it has already stays.
pub(crate) fn protect(headers: &mut HeaderMap, hsts: bool, besides: impl IntoIterator<Item = (HeaderName, &'static str)>) {
    let always = [(header::X_CONTENT_TYPE_OPTIONS, "nosniff"), (header::REFERRER_POLICY, "no-referrer")];
    let in_production = hsts.then_some((header::STRICT_TRANSPORT_SECURITY, "max-age=63072000; includeSubDomains"));
    for (name, value) in always.into_iter().chain(in_production).chain(besides) {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_made_up_share_one_label() {
        let labels: std::collections::BTreeSet<_> =
            (0..10_000).filter_map(|n| Method::from_bytes(format!("M{n}").as_bytes()).ok()).map(|m| known(&m)).collect();
        assert_eq!(labels, ["other"].into());
        assert_eq!((known(&Method::PATCH), known(&Method::TRACE)), ("PATCH", "other"));
    }
}
