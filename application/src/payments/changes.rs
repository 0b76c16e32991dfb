//! What changes payments.

use sooner_domain::{
    kernel::minor::Minor,
    payments::{
        payout::{Payout, PayoutStatus},
        receipt::{Allocation, Receipt},
    },
};

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    PayoutAdded(Box<Payout>),
    /// Stale when it is at another status than was seen.
    PayoutChanged {
        payout: Box<Payout>,
        seen: PayoutStatus,
    },
    ReceiptAdded(Box<Receipt>),
    /// A part of a receipt is explained. Stale when other than so much was left to explain.
    Allocated {
        allocation: Allocation,
        left: Minor,
    },
    /// It is taken back, and left to explain again. Stale when it was before.
    AllocationUndone(Allocation),
}
