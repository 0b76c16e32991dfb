//! What people note of money that nobody has explained, and which of them looks after it.

use super::receipt::ReceiptId;
use crate::kernel::{
    ids::{UserId, id},
    text::Note,
};
use chrono::{DateTime, Utc};

id!(
    /// A note on a receipt.
    ReceiptNoteId
);

/// What a person noted of a receipt. It stays as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptNote {
    pub id: ReceiptNoteId,
    pub receipt: ReceiptId,
    pub text: Note,
    pub by: UserId,
    pub at: DateTime<Utc>,
}

/// Who looks after a receipt, and what was noted of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Care {
    /// None while nobody does.
    pub owner: Option<UserId>,
    /// The oldest first.
    pub notes: Vec<ReceiptNote>,
}

impl Care {
    /// As many notes are kept of one receipt.
    pub const MOST_NOTES: usize = 20;

    /// Whether another note has room.
    pub fn has_room(&self) -> bool {
        self.notes.len() < Self::MOST_NOTES
    }
}
