//! Looking for what does not fit of money.

mod checks;
mod line_checks;
mod links;

use crate::kernel::db::Db;

/// Keeps the contracts of cash.
#[derive(Clone)]
pub(crate) struct CashStore {
    pub(crate) db: Db,
}
