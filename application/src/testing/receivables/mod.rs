//! Receivables.

pub(super) mod fake;

mod examples;
mod market;
mod samples;
mod scene;

pub mod contracts;
pub mod list_contracts;
pub mod race_contracts;
pub mod sale_contracts;

pub use market::{Seller, invoice};
