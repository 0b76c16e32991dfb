//! The house: the finance company that runs this instance. Who it is, when it works, and to which accounts it is paid.

pub mod accounts;
pub mod business_days;
pub mod details;
pub mod local_time;
pub mod open_days;
pub mod profile;
pub mod reference_code;
pub mod reminders;
pub mod settings;

#[cfg(test)]
pub(crate) mod examples;
