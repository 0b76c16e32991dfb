//! Payouts and receipts.

pub(super) mod fake;

pub mod care_contracts;
pub mod contracts;
pub mod statement_contracts;
pub mod statements;
