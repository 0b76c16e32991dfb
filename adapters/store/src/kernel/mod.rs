//! What every module of the store stands on: connections, types, and what is written with each change.

pub(crate) mod audit;
pub(crate) mod commit;
pub(crate) mod db;
pub(crate) mod failure;
pub(crate) mod first;
pub(crate) mod idempotency;
pub(crate) mod outbox;
pub(crate) mod rate_limits;
pub(crate) mod types;
