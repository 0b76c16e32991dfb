//! What operators decide on together, and who they are.

pub(crate) mod inbox;
pub(crate) mod operators;
