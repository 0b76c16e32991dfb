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

impl Receivable {
    /// Everything that stops its payout; nothing when it may be released.
    pub fn payout_stops(&self, around: &Surroundings) -> Vec<Stop> {
        let stops = [
            (Stop::Held, self.is_held()),
            (Stop::Disputed, self.dispute().is_some()),
            (Stop::DebtorBlocked, around.debtor == DebtorState::Blocked),
            (Stop::AccountChanging, around.account == PayeeAccount::Changing),
            (Stop::SellerNotApproved, around.seller != OnboardingStatus::Approved),
        ];
        stops.into_iter().filter(|(_, stops)| *stops).map(|(stop, _)| stop).collect()
    }
}
