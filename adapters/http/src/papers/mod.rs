//! What the house puts in writing.

pub(crate) mod advice;
