//! Money that leaves the house, and money that comes in.

pub mod advice;
pub mod answer;
pub mod care;
pub mod charges;
pub mod payout;
pub mod receipt;
pub mod release;
pub mod remembered;
pub mod statement;
pub mod transfer;
