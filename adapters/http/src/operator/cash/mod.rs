//! Money that leaves the house, and money that comes in.

pub(crate) mod bank_answers;
pub(crate) mod care;
pub(crate) mod confirmed;
pub(crate) mod credits;
pub(crate) mod held_lines;
pub(crate) mod payers;
pub(crate) mod payouts;
mod receipt_body;
pub(crate) mod receipts;
pub(crate) mod release;
pub(crate) mod sending_back;
pub(crate) mod statements;
pub(crate) mod undoing;
