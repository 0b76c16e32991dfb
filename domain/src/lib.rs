//! The rules of Sooner: who a user is, what a buyer is, and how an application moves from a blank form to a decision.
//!
//! Pure: no I/O, no clock, no randomness, no serialisation. Times and ids are arguments. Each value has one door in
//! (`parse`), so whoever holds an `EmailAddress` or an `Iban` need not check it again.

pub mod audit;
pub mod buyers;
pub mod coded;
pub mod country;
pub mod email;
pub mod identity;
pub mod ids;
pub mod money;
pub mod onboarding;
pub mod phone;
pub mod search;
pub mod text;

/// Why a value was refused, as a sentence for the person who typed it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(pub &'static str);
