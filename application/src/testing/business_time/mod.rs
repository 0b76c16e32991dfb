//! Business time without a database.

pub mod contracts;

pub(super) mod fake;
