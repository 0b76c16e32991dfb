//! The end of day without a database.

mod busy_day;
pub mod contracts;
pub mod run_contracts;

pub(super) mod fake;

pub use busy_day::BusyDay;
