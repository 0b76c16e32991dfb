//! Payouts and receipts.

mod bank_answers;
pub(crate) mod bank_files;
mod care;
mod changes;
pub(crate) mod held_lines;
mod payouts;
mod receipts;
mod remembered;
pub(crate) mod schema;
mod statement_days;
mod statement_lines;
mod statements;

use crate::kernel::db::Db;

/// Keeps the contracts of payments.
#[derive(Clone)]
pub(crate) struct PaymentStore {
    pub(crate) db: Db,
}
