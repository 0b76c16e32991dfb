//! Whether the product can do its work.

use super::unavailable::Unavailable;
use async_trait::async_trait;

/// Says whether everything the product needs answers.
#[async_trait]
pub trait Readiness: Send + Sync {
    async fn ready(&self) -> Result<(), Unavailable>;
}
