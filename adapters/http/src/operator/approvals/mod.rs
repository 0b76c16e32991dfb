//! What operators decide on together, and who they are.

mod ground;
pub(crate) mod inbox;
pub(crate) mod operators;
