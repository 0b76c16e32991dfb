//! Long work that lets others in.

use std::{future::poll_fn, task::Poll};

/// Lets everything else go on that the thread has to do, and comes back. Between the parts of work that takes a thread long.
pub async fn pause() {
    let mut has_paused = false;
    poll_fn(|context| {
        if has_paused {
            return Poll::Ready(());
        }
        has_paused = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
