//! Releasing payouts in a test.

use crate::{
    approvals::{Approvals, ReleaseCommand},
    parties::Member,
};
use sooner_domain::{kernel::text::Note, payments::payout::PayoutId};

/// Releases these by whoever this is, as they see it now, with a reason: the house of a test has no money at its bank.
pub async fn releasing(approvals: &Approvals, by: &Member, payouts: Vec<PayoutId>) -> ReleaseCommand {
    let reason = Note::parse("Agreed with the bank.").ok();
    // Of what cannot be released there is nothing to see.
    let seen = Box::pin(approvals.preview_release(by, payouts.clone())).await.map(|view| view.hash()).unwrap_or_default();
    ReleaseCommand { by: by.clone(), payouts, reason, seen, request: None }
}
