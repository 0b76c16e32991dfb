//! What changes facilities.

use super::{advertised, exposures, rows, suppliers};
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{facilities::changes::Change, kernel::commit::CommitError};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::Onboarding(change) => change.apply(conn),
            Self::FacilityProposed(facility) => rows::insert(conn, &facility),
            Self::FacilityChanged(facility) => rows::update(conn, &facility),
            Self::FacilityStands { id, version } => rows::stands(conn, id, version),
            Self::DebtorReplaced { before, after } => exposures::replace_debtor(conn, before, after),
            Self::Exposed(all) => exposures::expose(conn, &all),
            Self::SupplierAdded { supplier, max } => suppliers::insert(conn, &supplier, max),
            Self::SupplierChanged(supplier) => suppliers::update(conn, &supplier),
            Self::SupplierStands { id, version } => suppliers::stands(conn, id, version),
            Self::TermsAdvertised { terms, before } => advertised::put(conn, &terms, before.as_deref()),
        }
    }
}
