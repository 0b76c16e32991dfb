//! What changes companies and the parties they deal with.

use super::{buyers, companies, debtors, invitations, likenesses, memberships};
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
            Self::Invited { issued, max } => invitations::put(conn, &issued, max),
            Self::InvitationEnded(company, id) => invitations::delete(conn, company, id),
            Self::MembershipStands(place) => memberships::stands(conn, place),
            Self::MemberAdded(place) => Ok(memberships::insert(conn, place)?),
            Self::MemberPlaced(place) => memberships::place(conn, place),
            Self::CompanyAdded(company) => Ok(companies::insert(conn, &company)?),
            Self::TeamChanged { company, seen } => companies::change_team(conn, company, seen),
            Self::ApproverGone { company, alone_from } => companies::approver_gone(conn, company, alone_from),
            Self::TeamStands { company, seen } => companies::team_stands(conn, company, seen),
            Self::CompanyClosed(company, at) => companies::close(conn, company, at),
            Self::CompanyNamed { id, legal_name, legal_entity } => companies::name(conn, id, legal_name, legal_entity),
            Self::NoneAlike { marks, but } => likenesses::none(conn, &marks, &but),
            Self::DebtorMarked(debtor, marks) => Ok(likenesses::mark(conn, debtor, &marks)?),
            Self::DebtorAdded(debtor) => debtors::insert(conn, &debtor),
            Self::DebtorChanged(debtor) => debtors::change(conn, &debtor),
            Self::DebtorLimited { id, before, after } => debtors::limit(conn, id, &before, &after),
            Self::DebtorContacted { id, before, after } => debtors::tell(conn, id, before.as_ref(), &after),
            Self::DebtorMerged { merged, gone, seen } => debtors::merge(conn, &merged, gone, seen),
            Self::DebtorStands { id, version } => debtors::stands(conn, id, version),
            Self::BuyerAdded { buyer, max } => buyers::append(conn, &buyer, max),
            Self::BuyerChanged(buyer) => buyers::change(conn, &buyer),
            Self::BuyerRemoved(seller, id) => buyers::remove(conn, seller, id),
            Self::BuyerDecided { buyer, seen } => buyers::decide(conn, &buyer, seen),
            Self::BuyerCorrected { buyer, seen } => buyers::correct(conn, &buyer, seen),
        }
    }
}
