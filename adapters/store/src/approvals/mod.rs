//! What waits for a second person.

mod changes;
mod rows;
mod schema;

pub(crate) use rows::accounts_changed;

use crate::kernel::db::Db;

/// Keeps the contracts of approvals.
#[derive(Clone)]
pub(crate) struct ApprovalStore {
    pub(crate) db: Db,
}
