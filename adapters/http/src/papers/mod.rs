//! What the house puts in writing.

pub(crate) mod advice;
mod file;
pub(crate) mod invoices;
pub(crate) mod letters;
pub(crate) mod month;
pub(crate) mod own;
pub(crate) mod terms;
