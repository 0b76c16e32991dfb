//! Companies, who belongs to them, and the parties they deal with.

pub mod approvers;
pub mod buyer;
pub mod company;
pub mod debtor;
pub mod invitation;
pub mod legal_entity;
pub mod likeness;
pub mod membership;
pub mod operator;
pub mod own;
pub mod team;
