//! Reads across modules, each for one screen.

pub(crate) mod first_screen;
