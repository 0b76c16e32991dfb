//! What debtors owe on invoices that were sold.

pub mod book;
pub mod quote;
