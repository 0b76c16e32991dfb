//! Who is calling, and how they prove it.

pub(crate) mod auth;
pub(crate) mod second_factor;
pub(crate) mod session;
