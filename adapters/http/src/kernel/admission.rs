//! Bodies wait until their sender is let in. A handler's arguments are looked for side by side: without this the one that
//! needs no database would be first to complain, to somebody who may not call at all.

use actix_web::{HttpMessage, HttpRequest};
use std::{cell::Cell, future::poll_fn, rc::Rc, task::Poll};

/// Whether the caller of a request was let in.
#[derive(Clone)]
pub(crate) struct Admission(Rc<Cell<bool>>);

impl Admission {
    /// That of a request whose caller is being looked up.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let admission = Self(Rc::default());
        request.extensions_mut().insert(admission.clone());
        admission
    }

    pub(crate) fn admit(&self) {
        self.0.set(true);
    }

    /// Waits until the caller of this request is let in, if somebody looks that up. Whoever waits is asked again with the
    /// caller's look-up: they are arguments of one handler.
    pub(crate) async fn awaited(admission: Option<Self>) {
        if let Some(Self(admitted)) = admission {
            poll_fn(|_| if admitted.get() { Poll::Ready(()) } else { Poll::Pending }).await;
        }
    }
}
