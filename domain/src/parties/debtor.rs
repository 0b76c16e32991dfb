//! Who owes on invoices.

use super::legal_entity::LegalEntity;
use crate::kernel::{ids::DebtorId, text::Line};
use chrono::{DateTime, Utc};

/// A legal entity that sellers name as a buyer. There is one for the whole instance, however many sellers name it.
#[derive(Debug, Clone, PartialEq)]
pub struct Debtor {
    pub id: DebtorId,
    pub legal_entity: LegalEntity,
    /// As the first seller wrote it.
    pub legal_name: Line,
    pub created_at: DateTime<Utc>,
}
