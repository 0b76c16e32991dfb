//! Payouts and receipts.

pub(super) mod fake;

pub mod contracts;
pub mod statement_contracts;
pub mod statements;
