//! Answers across modules, each for one screen.

pub(crate) mod company;
pub(crate) mod desk;
pub(crate) mod first_cash;
pub(crate) mod names;
pub(crate) mod user;
