//! Companies and the parties they deal with.

pub mod buyer;
