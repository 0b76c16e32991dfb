//! Receivables, and what happened to them.

mod changes;
mod details;
mod documents;
mod doubles;
mod facts;
mod lists;
mod port;
mod rows;
mod scene;
pub(crate) mod schema;
mod sold;

use crate::kernel::db::Db;

/// Keeps the contracts of receivables.
#[derive(Clone)]
pub(crate) struct ReceivableStore {
    pub(crate) db: Db,
}
