//! Accounts: signing in and out, proving who one is.

pub(crate) mod auth;
pub(crate) mod second_factor;
