//! Outbox, jobs, rate limits, idempotency keys, the audit trail.

pub(super) mod fake;

pub mod audit_contracts;
pub mod budget_contracts;
pub mod chain_contracts;
pub mod contracts;
pub mod job_contracts;
pub mod outbox_contracts;
