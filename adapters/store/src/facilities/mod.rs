//! Facilities, and what is in use of their limits.

mod changes;
mod exposures;
mod schema;

use crate::kernel::db::Db;

/// Keeps the contracts of facilities.
#[derive(Clone)]
pub(crate) struct FacilityStore {
    pub(crate) db: Db,
}
