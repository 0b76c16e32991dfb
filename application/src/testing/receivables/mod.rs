//! Receivables.

pub(super) mod fake;

mod examples;
mod samples;

pub mod contracts;
pub mod list_contracts;
pub mod sale_contracts;
