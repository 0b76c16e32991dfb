//! Money that leaves the house, and money that comes in.

pub(crate) mod bank_answers;
pub(crate) mod held_lines;
pub(crate) mod payouts;
pub(crate) mod receipts;
pub(crate) mod sending_back;
pub(crate) mod statements;
