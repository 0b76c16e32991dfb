//! What the use cases of the house need.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use sooner_domain::house::settings::HouseSettings;

/// What is set for the house.
#[async_trait]
pub trait Settings: Send + Sync {
    /// All of it as of one moment, in one read. Before the first change it is version 0 with nothing set.
    async fn settings(&self) -> Result<HouseSettings, Unavailable>;
}
