//! Accounts, sessions, links, second factors.

pub(crate) mod known_addresses;
pub(crate) mod links;
pub(crate) mod second_factors;
pub(crate) mod sessions;
pub(crate) mod users;
