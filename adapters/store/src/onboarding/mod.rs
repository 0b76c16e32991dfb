//! Applications and the queue of them.

pub(crate) mod applications;
pub(crate) mod documents;
pub(crate) mod queue;
