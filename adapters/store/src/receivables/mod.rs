//! Receivables, and what happened to them.

mod booked;
mod candidates;
mod changes;
mod confirmations;
mod details;
mod documents;
mod doubles;
mod facts;
mod histories;
mod lists;
mod merging;
mod owing;
mod port;
mod rows;
pub(crate) mod scene;
pub(crate) mod schema;
pub(crate) mod shared;
pub(crate) mod sold;
mod sums;

use crate::kernel::db::Db;

/// Keeps the contracts of receivables.
#[derive(Clone)]
pub(crate) struct ReceivableStore {
    pub(crate) db: Db,
}
