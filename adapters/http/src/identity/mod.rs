//! Accounts: signing in and out, proving who one is.

pub(crate) mod account;
pub(crate) mod auth;
pub(crate) mod second_factor;
pub(crate) mod sessions;
pub(crate) mod step_up;
