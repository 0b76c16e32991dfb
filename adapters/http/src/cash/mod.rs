//! What companies see of their money.

pub(crate) mod advice;
pub(crate) mod forecast;
pub(crate) mod payout_body;
pub(crate) mod payouts;
pub(crate) mod refused;
