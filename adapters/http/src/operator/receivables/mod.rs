//! Invoices, as the house sees them.

pub(crate) mod acts;
pub(crate) mod asking;
mod body;
pub(crate) mod closing;
pub(crate) mod correcting;
mod deciding;
pub(crate) mod decisions;
pub(crate) mod endings;
pub(crate) mod search;
