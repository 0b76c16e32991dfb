//! What a company is paid.

pub(crate) mod body;
