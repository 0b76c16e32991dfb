//! Whether a request came whole: of one that did not, nothing was done.

use actix_web::{
    HttpMessage as _,
    dev::{Payload, ServiceRequest},
    error::PayloadError,
    http::header,
};
use bytes::Bytes;
use futures_util::Stream;
use std::{
    cell::Cell,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
};

/// Whether a request came whole.
#[derive(Clone)]
pub(super) struct Arrival(Rc<Cell<bool>>);

impl Arrival {
    /// That of this request: it watches its body from now on.
    pub(super) fn of(request: &mut ServiceRequest) -> Self {
        let arrival = Self(Rc::new(Cell::new(!has_body(request))));
        let payload = request.take_payload();
        request.set_payload(Payload::Stream { payload: Box::pin(Watched { payload, arrival: arrival.clone() }) });
        arrival
    }

    pub(super) fn is_whole(&self) -> bool {
        self.0.get()
    }
}

/// Whether it brings something, as it says itself.
fn has_body(request: &ServiceRequest) -> bool {
    let declared = request.headers().get(header::CONTENT_LENGTH);
    request.headers().contains_key(header::TRANSFER_ENCODING) || declared.is_some_and(|length| length.as_bytes() != b"0")
}

struct Watched {
    payload: Payload,
    arrival: Arrival,
}

impl Stream for Watched {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = ready!(Pin::new(&mut self.payload).poll_next(context));
        if next.is_none() {
            self.arrival.0.set(true);
        }
        Poll::Ready(next)
    }
}
