//! Long work that lets others in.

use async_trait::async_trait;

/// Where the thread that works also serves others.
#[async_trait]
pub trait Pause: Send + Sync {
    /// Lets everything else go on that the thread has to do, also what is new, and comes back. Between the parts of work
    /// that takes a thread long.
    async fn pause(&self);
}
