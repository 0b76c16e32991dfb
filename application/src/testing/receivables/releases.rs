//! Releasing payouts in a test.

use crate::{approvals::ReleaseCommand, parties::Member};
use sooner_domain::{kernel::text::Note, payments::payout::PayoutId};

/// Releases these by whoever this is, with a reason: the house of a test has no money at its bank.
pub fn releasing(by: &Member, payouts: Vec<PayoutId>) -> ReleaseCommand {
    let reason = Note::parse("Agreed with the bank.").ok();
    ReleaseCommand { by: by.clone(), payouts, reason, seen: None, request: None }
}
