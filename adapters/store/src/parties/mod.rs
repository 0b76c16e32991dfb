//! Buyers.

pub(crate) mod buyers;
