//! Prices, as they are shown: of an offer, and of what came of it.

pub(crate) mod body;
pub(crate) mod quote;
pub(crate) mod settlement;
