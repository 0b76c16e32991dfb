//! Applications.

pub(super) mod fake;

pub mod contracts;
pub mod queue_contracts;
