//! Companies, who belongs to them, and the parties they deal with.

pub mod buyer;
pub mod company;
pub mod debtor;
pub mod legal_entity;
pub mod membership;
