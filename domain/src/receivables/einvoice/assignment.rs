//! Whether the texts of an invoice say that the claim was assigned to somebody.

use super::InvoiceData;

impl InvoiceData {
    /// How many of its notes (BG-1) and of its payment terms (BT-20) say that it was assigned.
    pub fn assignment_notices(&self) -> usize {
        self.notes.iter().filter(|note| note.subject.as_deref() == Some(FACTOR_CLAUSE)).count()
    }
}

/// Factor assignment clause, by UNTDID 4451.
const FACTOR_CLAUSE: &str = "ACC";
