//! Payables, as their buyers and suppliers see them.

pub(crate) mod disclosure;
pub(crate) mod early;
pub(crate) mod payables;
pub(crate) mod payables_table;
