//! Why the payout of what was accepted waits.

use super::receivable::Receivable;
use crate::{kernel::coded::coded_enum, onboarding::status::OnboardingStatus, parties::debtor::DebtorState};

coded_enum!(
    /// What stops a payout. It goes on by itself once nothing does.
    Stop {
        Held = "held",
        Disputed = "disputed",
        DebtorBlocked = "debtor_blocked",
        /// The seller wants to be paid to another account, which nobody has approved yet.
        AccountChanging = "account_changing",
        SellerNotApproved = "seller_not_approved",
        /// The name of the account it goes to is in letters that no order to a bank can carry.
        AccountUnwritable = "account_unwritable",
    }
);

/// Whether the account a seller is paid to stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayeeAccount {
    Verified,
    /// Another one is proposed.
    Changing,
}

/// What a payout depends on besides the receivable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surroundings {
    pub debtor: DebtorState,
    pub account: PayeeAccount,
    pub seller: OnboardingStatus,
}

/// What stops the payout of everything that a seller sells.
pub fn stops_of_seller(account: PayeeAccount, seller: OnboardingStatus) -> impl Iterator<Item = Stop> {
    let stops =
        [(Stop::AccountChanging, account == PayeeAccount::Changing), (Stop::SellerNotApproved, seller != OnboardingStatus::Approved)];
    stops.into_iter().filter(|(_, stops)| *stops).map(|(stop, _)| stop)
}

impl Receivable {
    /// Everything that stops its payout; nothing when it may be released.
    pub fn payout_stops(&self, around: &Surroundings) -> Vec<Stop> {
        let stops = [
            (Stop::Held, self.is_held()),
            (Stop::Disputed, self.dispute().is_some()),
            (Stop::DebtorBlocked, around.debtor == DebtorState::Blocked),
        ];
        let own = stops.into_iter().filter(|(_, stops)| *stops).map(|(stop, _)| stop);
        own.chain(stops_of_seller(around.account, around.seller)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            conditions::DisputeEnd,
            evidence::{Dispute, DisputeReason, Hold},
            examples::*,
            receivable::Blocked,
            status::ReceivableStatus,
        },
        *,
    };
    use crate::kernel::minor::Minor;

    const CLEAR: Surroundings =
        Surroundings { debtor: DebtorState::Open, account: PayeeAccount::Verified, seller: OnboardingStatus::Approved };

    fn dispute(end: Option<DisputeEnd>) -> Dispute {
        Dispute { amount: Minor::new(5), reason: DisputeReason::Defective, since: at(5), by: None, note: None, end }
    }

    #[test]
    fn each_of_five_things_stops_a_payout_by_itself() {
        let plain = factored(ReceivableStatus::Accepted);
        let mut held = plain.clone();
        held.parts.hold = Some(Hold { by: user(90), since: at(5), note: None });
        let mut disputed = plain.clone();
        disputed.parts.dispute = Some(dispute(None));
        for (mut receivable, around, stop) in [
            (held, CLEAR, Stop::Held),
            (disputed, CLEAR, Stop::Disputed),
            (plain.clone(), Surroundings { debtor: DebtorState::Blocked, ..CLEAR }, Stop::DebtorBlocked),
            (plain.clone(), Surroundings { account: PayeeAccount::Changing, ..CLEAR }, Stop::AccountChanging),
            (plain.clone(), Surroundings { seller: OnboardingStatus::DocumentsMissing, ..CLEAR }, Stop::SellerNotApproved),
        ] {
            assert_eq!(receivable.payout_stops(&around), [stop]);
            assert_eq!(receivable.fund(&around), Err(Blocked::Stopped(vec![stop])));
            assert_eq!(receivable.status(), ReceivableStatus::Accepted);
        }
    }

    #[test]
    fn a_watched_debtor_and_a_dispute_that_ended_stop_nothing() {
        let mut receivable = factored(ReceivableStatus::Accepted);
        receivable.parts.dispute = Some(dispute(Some(DisputeEnd::Won)));
        assert!(receivable.fund(&Surroundings { debtor: DebtorState::Watch, ..CLEAR }).is_ok());
        assert_eq!(receivable.status(), ReceivableStatus::Funded);
    }

    #[test]
    fn only_what_was_accepted_is_paid_out() {
        for status in [ReceivableStatus::Offered, ReceivableStatus::Funded, ReceivableStatus::Rejected] {
            assert_eq!(factored(status).fund(&CLEAR), Err(Blocked::NotNow(status)));
        }
    }
}
