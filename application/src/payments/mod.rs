//! Money that leaves the house, and money that comes in.

pub mod bank;
pub mod changes;
pub mod differences;
pub mod gaps;
pub mod ports;
pub mod statements;
