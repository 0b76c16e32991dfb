//! What waits for a second person.

pub(crate) mod bank_account;
pub(crate) mod body;
pub(crate) mod merge_body;
pub(crate) mod release_body;
