//! Facilities, and what is in use of their limits.

pub(super) mod fake;

pub mod exposure_contracts;
