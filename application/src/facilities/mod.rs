//! Agreements under which receivables are bought, and what is in use of their limits.

pub mod changes;
pub mod ports;
