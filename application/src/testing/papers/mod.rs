//! Papers.

pub mod contracts;
pub(super) mod fake;
