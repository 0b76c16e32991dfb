//! Invoices, as the house sees them.

pub(crate) mod body;
pub(crate) mod search;
