//! What changes receivables.

use crate::{
    facilities, identity,
    kernel::commit::Unique,
    ledger, onboarding, parties, payments,
    receivables::ports::{InvoiceKey, IssuedConfirmation, Kept, PayableKey},
};
use sooner_domain::{
    kernel::ids::{CompanyId, DebtorId},
    parties::buyer::BuyerId,
    receivables::{confirmation::Statement, position::Recorded},
};

/// Of one fingerprint and series one receivable is sold.
pub const SOLD_ONCE: Unique = Unique("fingerprint");

/// What was entered once is not entered again on its own: an invoice that comes as data.
pub const ENTERED_ONCE: Unique = Unique("invoice");

/// Nothing that was entered for a buyer was sold.
pub const NEVER_SOLD: Unique = Unique("never_sold");

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Ledger(ledger::changes::Change),
    Facilities(facilities::changes::Change),
    Payments(payments::changes::Change),
    /// Nothing changes, unless the seller entered this invoice before, and it was neither withdrawn nor ended without a sale: then it
    /// is refused as [`ENTERED_ONCE`]. Of many at once each counts those before it.
    InvoiceIsNew {
        seller: CompanyId,
        invoice: InvoiceKey,
    },
    /// The same of a payable that this buyer entered.
    PayableIsNew {
        buyer: CompanyId,
        payable: PayableKey,
    },
    /// Stale when its buyer is not on the list any more.
    ReceivableAdded(Box<Kept>),
    /// The receivable as it is now, with the version that was read. Stale when it changed since; the stored version is one
    /// higher. Refused as [`SOLD_ONCE`] when another one of its fingerprint and series is sold.
    ReceivableChanged(Box<Kept>),
    /// All that one company sells is another one's: it joined with the company it has. Nothing of it was sold yet.
    SellerReplaced {
        before: CompanyId,
        after: CompanyId,
    },
    /// What this buyer entered for one company as its supplier, and nobody sold, is another one's: that has the place now.
    PayablesHandedOver {
        buyer: CompanyId,
        before: CompanyId,
        after: CompanyId,
    },
    /// One debtor owes all that another one did. What was sold stays booked on the accounts it was. Refused as [`SOLD_ONCE`] when an
    /// invoice is sold on both and neither is at its end; where one is, each keeps a fingerprint of its own.
    DebtorReplaced {
        before: DebtorId,
        after: DebtorId,
    },
    /// What was entered for a buyer is owed by one debtor instead of another one. Refused as [`NEVER_SOLD`] when something of it was sold.
    BuyersDebtorReplaced {
        buyer: BuyerId,
        before: DebtorId,
        after: DebtorId,
    },
    /// Links by which debtors confirm or dispute.
    DebtorAsked(Vec<IssuedConfirmation>),
    /// A debtor said something by its link.
    DebtorSaid(Box<Statement>),
    /// It happened after all that happened before.
    FactRecorded(Recorded),
    /// Stale when it was taken back before.
    FactTakenBack(Recorded),
}

impl From<ledger::changes::Change> for Change {
    fn from(change: ledger::changes::Change) -> Self {
        Self::Ledger(change)
    }
}

impl From<payments::changes::Change> for Change {
    fn from(change: payments::changes::Change) -> Self {
        Self::Payments(change)
    }
}

impl From<facilities::changes::Change> for Change {
    fn from(change: facilities::changes::Change) -> Self {
        Self::Facilities(change)
    }
}

impl From<onboarding::changes::Change> for Change {
    fn from(change: onboarding::changes::Change) -> Self {
        Self::Facilities(change.into())
    }
}

impl From<parties::changes::Change> for Change {
    fn from(change: parties::changes::Change) -> Self {
        Self::Facilities(change.into())
    }
}

impl From<identity::changes::Change> for Change {
    fn from(change: identity::changes::Change) -> Self {
        Self::Facilities(change.into())
    }
}
