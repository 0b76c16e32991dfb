//! What changes accounts, and what goes with them.

use super::{known_addresses, links, phone_proofs, second_factors, sessions, users};
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{identity::changes::Change, kernel::commit::CommitError};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::ProofUsed(proof) => phone_proofs::insert(conn, proof),
            Self::LinkUsed(id) => links::delete(conn, id),
            Self::LinkIssued(issued) => Ok(links::replace(conn, &issued)?),
            Self::LinksEnded { of, purposes } => Ok(links::delete_all_of(conn, of, purposes)?),
            Self::AccountStands { id, password, second_factor } => users::stands(conn, id, password.as_ref(), second_factor),
            Self::OperatorStands { id, roles } => users::works(conn, id, roles),
            Self::AdminsHeld { without } => users::hold_admins(conn, without),
            Self::UserAdded(user) => users::insert(conn, &user),
            Self::UserChanged(user) => users::update(conn, &user),
            Self::FactorBegun { factor, instead_of } => second_factors::begin(conn, factor, instead_of),
            Self::FactorUsed { before, after } => second_factors::update(conn, before, after),
            Self::FactorRemoved(user) => Ok(second_factors::delete(conn, user)?),
            Self::SessionEnded { id, of } => sessions::delete(conn, id, of),
            Self::SessionsEnded { of, but } => sessions::delete_all_of(conn, of, but),
            Self::SessionOpened(session) => Ok(sessions::insert(conn, session)?),
            Self::SessionSteppedUp { id, of, confirmed } => sessions::step_up(conn, id, of, confirmed),
            Self::AddressSeen { address, at } => Ok(known_addresses::remember(conn, address, at)?),
        }
    }
}
