//! Reads across modules.

pub(super) mod fake;

pub mod desk_contracts;
pub mod first_cash_contracts;
