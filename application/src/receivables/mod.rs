//! What debtors owe on invoices: entered, checked, offered, sold, and followed to their end.

pub mod changes;
pub mod ports;
