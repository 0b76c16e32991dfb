//! Payouts and receipts.

pub(super) mod fake;

pub mod contracts;
