//! What is set for the house.

mod changes;
mod schema;
pub(crate) mod settings;

use crate::kernel::db::Db;

/// Keeps the contracts of the house.
#[derive(Clone)]
pub(crate) struct HouseStore {
    pub(crate) db: Db,
}
