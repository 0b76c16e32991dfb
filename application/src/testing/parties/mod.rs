//! Companies, members, buyers, debtors.

pub(super) mod fake;

pub mod contracts;
pub mod debtor_contracts;
pub mod team_contracts;
