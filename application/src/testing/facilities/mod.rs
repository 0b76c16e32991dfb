//! Agreements with companies.

mod builders;
pub(super) mod fake;

pub mod contracts;

pub use builders::terms;
