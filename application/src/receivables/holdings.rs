//! What an operator may need to know of a receivable beside it: what lies on the accounts about it, and what waits.

use sooner_domain::{kernel::minor::Minor, receivables::actions::OperatorAction};

/// What the ledger holds around a receivable that was sold, and actions depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holdings {
    /// What its seller owes for it.
    pub owed: Minor,
    /// What its seller was let off last for it, as far as that stands.
    pub given_up: Minor,
    /// What its debtor has paid too much elsewhere.
    pub credit: Minor,
    /// What ends it, or takes that back, is proposed and waits for a second person.
    pub ending: Option<OperatorAction>,
}
