//! Agreements with companies.

mod advertised;
mod changes;
pub(crate) mod exposures;
pub(crate) mod rows;
mod schema;
pub(crate) mod suppliers;
mod versions;

use crate::kernel::db::Db;

/// Keeps the contracts of facilities.
#[derive(Clone)]
pub(crate) struct FacilityStore {
    pub(crate) db: Db,
}
