//! Accounts, sessions, links, second factors.

mod changes;
mod known_addresses;
mod links;
mod phone_proofs;
pub(crate) mod schema;
mod second_factors;
pub(crate) mod sessions;
pub(crate) mod users;

use crate::kernel::db::Db;

/// Keeps the contracts of identity.
#[derive(Clone)]
pub(crate) struct IdentityStore {
    pub(crate) db: Db,
}
