//! Business time, where it is moved.

mod changes;
mod rows;
mod schema;

use crate::kernel::db::Db;

/// Keeps the contracts of business time.
#[derive(Clone)]
pub(crate) struct BusinessTimeStore {
    pub(crate) db: Db,
}
