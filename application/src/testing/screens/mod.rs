//! Reads across modules.

pub(super) mod fake;
