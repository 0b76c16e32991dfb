//! What facilities need from a store.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use sooner_domain::{
    facilities::exposure::{InUse, Scope},
    kernel::{
        ids::{DebtorId, FacilityId},
        minor::Minor,
    },
};

/// What is in use of each limit.
#[async_trait]
pub trait Exposures: Send + Sync {
    /// In use of the three limits that something of this scope falls under.
    async fn in_use(&self, scope: Scope) -> Result<InUse, Unavailable>;

    /// In use of a facility in all, and on each of its debtors that has something in use.
    async fn of_facility(&self, facility: FacilityId) -> Result<(Minor, Vec<(DebtorId, Minor)>), Unavailable>;
}
