//! What came of what was done: the matters that section 16 is about, each of which a run has to meet.

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Seen {
    /// A debt was kept back from a payout.
    DebtSetOff,
    /// What debtors paid a company was kept back from a payout.
    ForwardedBySetOff,
    /// A seller paid more than was open and owed.
    SellersExcess,
    /// More than the face came, of which the seller had sent a part of its own.
    SellersOwnReturned,
    /// A debtor paid more than was open.
    DebtorsExcess,
    /// What a company had paid of a debt that is no more went back to it.
    DebtReturned,
    /// What was to go back of a payment that is undone is due no more.
    ReturnedNoMore,
    /// What the house had given up of a debt that is no more is no loss.
    GivenUpReturned,
    /// What was paid out of what was taken back is owed.
    PaidOutOwed,
    /// What was paid with a credit that is no more is open again.
    CreditReopened,
    /// What was refunded of a credit that is no more is owed by the debtor.
    RefundClaimed,
    /// A debtor's new credit paid what it owes.
    ClaimPaid,
    /// What the bank did since what was taken back books something else without it.
    BankBooksAnew,
}

impl Seen {
    #[cfg(test)]
    pub(super) const ALL: &[Self] = &[
        Self::DebtSetOff,
        Self::ForwardedBySetOff,
        Self::SellersExcess,
        Self::SellersOwnReturned,
        Self::DebtorsExcess,
        Self::DebtReturned,
        Self::ReturnedNoMore,
        Self::GivenUpReturned,
        Self::PaidOutOwed,
        Self::CreditReopened,
        Self::RefundClaimed,
        Self::ClaimPaid,
        Self::BankBooksAnew,
    ];
}
