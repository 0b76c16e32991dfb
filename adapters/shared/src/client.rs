//! Whether the client still waits for the answer to its request. Like the request's id this goes with the work, not through its arguments;
//! only what others wait for meanwhile asks for it. A write that is under way goes on to its end.

use crate::event::Event;
use std::{
    future::{Future, pending},
    sync::Arc,
};

tokio::task_local! {
    static LEFT: Arc<Event>;
}

/// Does work on behalf of a client that may leave.
pub async fn scope<T>(left: Arc<Event>, work: impl Future<Output = T>) -> T {
    LEFT.scope(left, work).await
}

/// Waits until the client has left; for ever where there is none.
pub async fn left() {
    match LEFT.try_with(Arc::clone) {
        Ok(left) => left.happened().await,
        Err(_) => pending().await,
    }
}
