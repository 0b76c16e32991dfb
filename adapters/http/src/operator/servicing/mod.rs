//! What the house does with an invoice.

pub(crate) mod acts;
pub(crate) mod asking;
pub(crate) mod closing;
pub(crate) mod correcting;
mod deciding;
pub(crate) mod decisions;
pub(crate) mod endings;
