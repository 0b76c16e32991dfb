//! Buyers: the companies a seller invoices.

pub mod buyer;
