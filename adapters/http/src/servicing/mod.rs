//! What a debtor says by its link.

pub(crate) mod confirmations;
