//! The queue of applications, and one case.

pub(crate) mod alike;
pub(crate) mod audit;
pub(crate) mod case;
pub(crate) mod decisions;
mod noticed;
pub(crate) mod queue;
