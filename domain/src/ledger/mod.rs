//! The double-entry ledger: accounts, and entries whose postings add up to nothing. It knows accounts and amounts, never an
//! invoice.

pub mod account;
pub mod entry;
pub mod manual;
