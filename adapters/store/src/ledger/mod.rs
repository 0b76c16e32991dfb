//! The ledger.

mod chain;
mod changes;
pub(crate) mod checks;
mod horizons;
pub(crate) mod journal;
mod rows;
pub(crate) mod schema;
pub(crate) mod standing;

use crate::kernel::db::Db;

/// Keeps the contracts of the ledger.
#[derive(Clone)]
pub(crate) struct LedgerStore {
    pub(crate) db: Db,
}
