//! Companies, who belongs to them, and the parties they deal with.

pub(crate) mod buyers;
mod changes;
pub(crate) mod companies;
pub(crate) mod debtors;
mod invitations;
pub(crate) mod likenesses;
pub(crate) mod memberships;
pub(crate) mod schema;
mod teams;

use crate::kernel::db::Db;

/// Keeps the contracts of parties.
#[derive(Clone)]
pub(crate) struct PartyStore {
    pub(crate) db: Db,
}
