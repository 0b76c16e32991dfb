//! Companies: how they come to be.

pub(crate) mod sign_up;
