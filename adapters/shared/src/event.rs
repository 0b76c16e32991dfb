//! Something that happens once and is waited for by anybody.

use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Notify;

#[derive(Debug, Default)]
pub struct Event {
    is_over: AtomicBool,
    waited_for: Notify,
}

impl Event {
    pub fn happen(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.waited_for.notify_waiters();
    }

    /// Waits until it has happened.
    pub async fn happened(&self) {
        loop {
            // From here on nothing is missed, so that it is asked afterwards.
            let waiting = self.waited_for.notified();
            if self.is_over.load(Ordering::SeqCst) {
                return;
            }
            waiting.await;
        }
    }
}
