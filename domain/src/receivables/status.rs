//! The life cycle of a receivable, on one screen.

use crate::kernel::coded::coded_enum;

coded_enum!(
    /// Where a receivable stands.
    ReceivableStatus {
        /// Entered, and nobody's but theirs who entered it.
        Draft = "draft",
        /// Handed in; in a programme, promised by the buyer. Something is left to be checked or cured.
        Submitted = "submitted",
        /// It can be sold.
        Offered = "offered",
        /// It was sold, and is to be paid out.
        Accepted = "accepted",
        /// It was paid out, or set off against what the seller owed.
        Funded = "funded",
        /// Nothing is open any more.
        Settled = "settled",
        /// It went back to the seller, unpaid.
        ChargedBack = "charged_back",
        /// The house gave up on it.
        WrittenOff = "written_off",
        /// The house does not buy it.
        Rejected = "rejected",
        /// Whoever entered it took it back, or a credit note ended it.
        Withdrawn = "withdrawn",
        /// Its due date came too near before it was sold.
        Lapsed = "lapsed",
    }
);

coded_enum!(
    /// What moves a receivable from one status to another.
    Action {
        /// In a programme: the buyer approves what it is to pay.
        Submit = "submit",
        Offer = "offer",
        Reject = "reject",
        Withdraw = "withdraw",
        /// A credit note of a part, or a debtor who confirms less or later: it is offered anew, with those figures.
        Correct = "correct",
        Accept = "accept",
        /// A check no longer passes.
        TakeBack = "take_back",
        Lapse = "lapse",
        Fund = "fund",
        Settle = "settle",
        CloseShort = "close_short",
        ChargeBack = "charge_back",
        WriteOff = "write_off",
        /// What ended it is taken back.
        Undo = "undo",
    }
);

impl ReceivableStatus {
    /// Sold and not given back: of all with one fingerprint, one may be at any of these.
    pub const SOLD: &'static [Self] = &[Self::Accepted, Self::Funded, Self::Settled, Self::WrittenOff];

    /// What may still be paid: a dispute lasts no longer.
    pub const DISPUTABLE: &'static [Self] = &[Self::Submitted, Self::Offered, Self::Accepted, Self::Funded];

    /// What was sold and is at its end: it takes no more money.
    pub const ENDED: &'static [Self] = &[Self::Settled, Self::ChargedBack, Self::WrittenOff];

    /// Where the action leads from here; none when it is not possible.
    pub fn after(self, action: Action) -> Option<Self> {
        use {Action as A, ReceivableStatus as S};
        match (self, action) {
            (S::Draft, A::Submit) => Some(S::Submitted),
            (S::Submitted, A::Offer) => Some(S::Offered),
            (S::Submitted | S::Accepted, A::Reject) => Some(S::Rejected),
            (S::Draft | S::Submitted | S::Offered, A::Withdraw) => Some(S::Withdrawn),
            (S::Submitted | S::Offered, A::Correct) => Some(S::Submitted),
            (S::Offered, A::Accept) => Some(S::Accepted),
            (S::Offered, A::TakeBack) => Some(S::Submitted),
            (S::Submitted | S::Offered, A::Lapse) => Some(S::Lapsed),
            (S::Accepted, A::Fund) => Some(S::Funded),
            (S::Funded, A::Settle | A::CloseShort) => Some(S::Settled),
            (S::Funded, A::ChargeBack) => Some(S::ChargedBack),
            (S::Funded, A::WriteOff) => Some(S::WrittenOff),
            (S::Settled | S::ChargedBack | S::WrittenOff, A::Undo) => Some(S::Funded),
            _ => None,
        }
    }

    /// Whether it is checked: it may still be sold.
    pub fn is_checked(self) -> bool {
        matches!(self, Self::Draft | Self::Submitted | Self::Offered)
    }

    /// Whether its number is free for another payable of its supplier: it came to nothing, or was given back.
    pub fn frees_its_number(self) -> bool {
        matches!(self, Self::Withdrawn | Self::Rejected | Self::ChargedBack)
    }

    /// Whether another one like it is a reason to look at both: it was sold, or may be.
    pub fn counts_as_double(self) -> bool {
        matches!(self, Self::Submitted | Self::Offered) || Self::SOLD.contains(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::coded::Coded;
    use std::fmt::Write;

    #[test]
    fn every_action_from_every_status() {
        let mut table = String::new();
        for from in ReceivableStatus::ALL {
            for action in Action::ALL {
                let to = from.after(*action).map_or("-", ReceivableStatus::code);
                writeln!(table, "{:12} | {:11} | {to}", from.code(), action.code()).ok();
            }
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn what_was_given_back_may_be_entered_anew() {
        for status in ReceivableStatus::ALL {
            let is_free = matches!(status.code(), "draft" | "rejected" | "withdrawn" | "lapsed" | "charged_back");
            assert_eq!(!status.counts_as_double(), is_free, "{status:?}");
        }
    }
}
