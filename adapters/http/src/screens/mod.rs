//! Answers across modules, each for one screen.

pub(crate) mod user;
