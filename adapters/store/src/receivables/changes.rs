//! What changes receivables.

use super::{confirmations, documents, doubles, facts, merging, rows};
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{kernel::commit::CommitError, receivables::changes::Change};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::Ledger(change) => change.apply(conn),
            Self::Facilities(change) => change.apply(conn),
            Self::Payments(change) => change.apply(conn),
            Self::InvoiceIsNew { seller, invoice } => doubles::check_new(conn, seller, &invoice),
            Self::PayableIsNew { buyer, payable } => doubles::check_new_payable(conn, buyer, &payable),
            Self::ReceivableAdded(kept) => {
                rows::insert(conn, &kept)?;
                Ok(documents::insert(conn, kept.receivable.id(), &kept.receivable.parts().documents)?)
            }
            Self::ReceivableChanged(kept) => {
                rows::change(conn, &kept)?;
                Ok(documents::bring_up_to_date(conn, kept.receivable.id(), &kept.receivable.parts().documents)?)
            }
            Self::SellerReplaced { before, after } => Ok(rows::replace_seller(conn, before, after)?),
            Self::PayablesHandedOver { buyer, before, after } => Ok(rows::hand_over(conn, buyer, (before, after))?),
            Self::DebtorReplaced { before, after } => merging::replace_debtor(conn, before, after),
            Self::BuyersDebtorReplaced { buyer, before, after } => merging::replace_buyers_debtor(conn, buyer, (before, after)),
            Self::DebtorAsked(issued) => Ok(confirmations::insert(conn, &issued)?),
            Self::DebtorSaid(statement) => Ok(confirmations::say(conn, &statement)?),
            Self::FactRecorded(fact) => facts::insert(conn, &fact),
            Self::FactTakenBack(fact) => facts::take_back(conn, &fact),
        }
    }
}
