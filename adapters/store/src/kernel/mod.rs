//! What every module of the store stands on: connections, types, and what is written with each change.

pub(crate) mod address;
pub(crate) mod budgets;
pub(crate) mod commit;
pub(crate) mod conn;
pub(crate) mod db;
pub(crate) mod failure;
pub(crate) mod first;
pub(crate) mod ids;
pub(crate) mod moving;
pub(crate) mod order;
pub(crate) mod schema;
pub(crate) mod sealing;
pub(crate) mod sql_types;
pub(crate) mod written;

mod audit;
mod idempotency;
mod leases;
mod mail_details;
mod outbox;
mod rate_limits;

use budgets::StandingOf;
use db::Db;

/// Keeps the contracts of the kernel.
#[derive(Clone)]
pub(crate) struct KernelStore {
    pub(crate) db: Db,
    /// Whose budgets an account has.
    pub(crate) standing: StandingOf,
}
