//! The rules of Sooner: who a user is, what a company, a buyer and a debtor are, and how an application moves from a blank
//! form to a decision.
//!
//! Pure: no I/O, no clock, no randomness, no serialisation. Times and ids are arguments. Each value has one door in
//! (`parse`), so whoever holds an `EmailAddress` or an `Iban` need not check it again.
//!
//! Modules stand on those above them in this list, and on no others.

pub mod kernel;

pub mod identity;
pub mod parties;

pub mod onboarding;

pub mod approvals;
