//! The end of a business date: what the house does then, how far it is with it, and what it writes down of the day.

pub mod ageing;
pub mod day;
pub mod position;
pub mod reminder;
pub mod result;
pub mod step;
pub mod task;
