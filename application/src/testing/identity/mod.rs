//! Accounts, sessions, links, second factors.

pub(super) mod fake;

pub mod contracts;
pub mod second_factor_contracts;
