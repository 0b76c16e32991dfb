//! HEAD: whatever can be read answers with the same headers and no body.

use actix_web::{
    Error,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
    web::Bytes,
};
use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

/// Has HEAD answered as GET is, and drops the body.
pub(crate) async fn answer_head(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if request.method() != Method::HEAD {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    request.head_mut().method = Method::GET;
    Ok(next.call(request).await?.map_body(|_, body| BoxBody::new(Dropped(body.size()))))
}

/// A body of which only the size is told.
struct Dropped(BodySize);

impl MessageBody for Dropped {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        self.0
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Poll::Ready(None)
    }
}
