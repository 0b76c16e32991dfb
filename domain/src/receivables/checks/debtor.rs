//! Who owes it.

use super::{
    case::{Affiliation, Case},
    finding::{Cure, FigureName, Value, Verdict},
};
use crate::parties::{buyer::BuyerStatus, debtor::DebtorState};

/// The house approved the buyer, and so knows which legal entity owes.
pub(super) fn debtor_known(case: &Case) -> Option<Verdict> {
    Some(match case.buyer {
        Some(BuyerStatus::Declined) => Verdict::block(Some(Cure::ContactHouse)),
        Some(BuyerStatus::Pending) => Verdict::block(Some(Cure::AwaitBuyerApproval)),
        Some(BuyerStatus::Approved) | None if case.receivable.parts().debtor.is_some() => Verdict::pass(),
        Some(BuyerStatus::Approved) | None => Verdict::block(Some(Cure::AwaitBuyerApproval)),
    })
}

/// What a debtor owes whom the house watches is looked at each time.
pub(super) fn debtor_state(case: &Case) -> Option<Verdict> {
    Some(match case.debtor? {
        DebtorState::Open => Verdict::pass(),
        DebtorState::Watch => Verdict::verify(),
        DebtorState::Blocked => Verdict::block(Some(Cure::ContactHouse)),
    })
}

/// Affiliates have no need to pay each other's invoices, and every means to write them.
pub(super) fn not_own_debtor(case: &Case) -> Option<Verdict> {
    Some(match case.affiliation {
        Affiliation::None => Verdict::pass(),
        Affiliation::Same => Verdict::block(None),
        Affiliation::SharedPeople(people) => Verdict::block(Some(Cure::ContactHouse)).with(FigureName::SharedPeople, Value::Count(people)),
    })
}
