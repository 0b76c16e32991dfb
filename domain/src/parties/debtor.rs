//! Who owes on invoices.

use super::legal_entity::LegalEntity;
use crate::kernel::{coded::coded_enum, ids::DebtorId, text::Line};
use chrono::{DateTime, Utc};

coded_enum!(
    /// Whether what a debtor owes is bought.
    DebtorState {
        Open = "open",
        /// It is, and somebody looks at each invoice first.
        Watch = "watch",
        /// It is not, and what was accepted is not paid out.
        Blocked = "blocked",
    }
);

/// A legal entity that sellers name as a buyer. There is one for the whole instance, however many sellers name it.
#[derive(Debug, Clone, PartialEq)]
pub struct Debtor {
    pub id: DebtorId,
    pub legal_entity: LegalEntity,
    /// As the first seller wrote it.
    pub legal_name: Line,
    pub created_at: DateTime<Utc>,
}
