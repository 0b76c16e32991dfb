//! Answers that hold something until they have left.

use actix_web::{
    body::{BodySize, BoxBody, MessageBody},
    web::Bytes,
};
use std::{
    pin::Pin,
    task::{Context, Poll},
};

/// The same body, which keeps something until all of it has left, or nobody waits for it any more.
pub(super) fn held<T: Unpin + 'static>(body: BoxBody, until_it_left: T) -> BoxBody {
    BoxBody::new(Held { body, _until_it_left: until_it_left })
}

struct Held<T> {
    body: BoxBody,
    _until_it_left: T,
}

impl<T: Unpin> MessageBody for Held<T> {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}
