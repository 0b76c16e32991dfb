//! What changes the ledger.

use crate::kernel::commit::Unique;
use sooner_domain::ledger::entry::Entry;

/// An entry is taken back once.
pub const REVERSED: Unique = Unique("reverses");

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    /// Entries that are booked together, with the balances of their accounts. A commit has one of these at most: it locks the
    /// accounts of all its entries in one order.
    ///
    /// Refused as [`REVERSED`] when an entry takes back what was taken back before; nothing is written either when an entry
    /// takes back something else than it says, or when an account of a receivable would change its sign. Stale when more than there is would
    /// be taken of what a seller owes or gets, of a debtor's credit, or of the bank's charges: others took it meanwhile.
    Booked(Vec<Entry>),
}

impl From<Entry> for Change {
    fn from(entry: Entry) -> Self {
        Self::Booked(vec![entry])
    }
}
