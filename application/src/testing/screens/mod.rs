//! Reads across modules.

pub(super) mod fake;

pub mod desk_contracts;
