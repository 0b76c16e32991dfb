//! What changes companies and the parties they deal with.

use super::{buyers, companies, debtors, memberships};
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{kernel::commit::CommitError, parties::changes::Change};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::Identity(change) => change.apply(conn),
            Self::CompanyFounded(company, founder) => {
                companies::insert(conn, &company)?;
                Ok(memberships::insert(conn, founder)?)
            }
            Self::CompanyNamed { id, legal_name, legal_entity } => companies::name(conn, id, legal_name, legal_entity),
            Self::DebtorAdded(debtor) => debtors::insert(conn, &debtor),
            Self::BuyerAdded { buyer, max } => buyers::append(conn, &buyer, max),
            Self::BuyerChanged(buyer) => buyers::change(conn, &buyer),
            Self::BuyerRemoved(seller, id) => buyers::remove(conn, seller, id),
            Self::BuyerDecided { buyer, seen } => buyers::decide(conn, &buyer, seen),
        }
    }
}
