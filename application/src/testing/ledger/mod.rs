//! The ledger.

pub(super) mod fake;

pub mod contracts;
pub mod journal_contracts;
