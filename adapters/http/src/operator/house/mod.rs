//! What is set for the house.

pub(crate) mod settings;
