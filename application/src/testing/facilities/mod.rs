//! Agreements with companies.

mod builders;
mod exposures;
pub(super) mod fake;

pub mod contracts;
pub mod exposure_contracts;

pub use builders::terms;
