//! What waits for a second person.

pub(super) mod fake;

pub mod contracts;
