//! Papers, as they were made.

mod changes;
mod files;
mod invoices;
mod letters;
mod schema;

use crate::kernel::db::Db;

/// Keeps the contracts of papers.
#[derive(Clone)]
pub(crate) struct PaperStore {
    pub(crate) db: Db,
}
