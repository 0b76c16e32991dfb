//! Companies: joining, and who belongs to them.

pub(crate) mod invitations;
pub(crate) mod members;
pub(crate) mod sign_up;
