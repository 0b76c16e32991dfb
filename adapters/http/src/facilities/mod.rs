//! Agreements with the company.

pub(crate) mod body;
pub(crate) mod members;
pub(crate) mod suppliers;
pub(crate) mod suppliers_table;
