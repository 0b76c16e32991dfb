//! Money that leaves the house, and money that comes in.

pub mod payout;
pub mod receipt;
pub mod transfer;
