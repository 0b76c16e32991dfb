//! The rules of Sooner: who a user is, what a company, a buyer and a debtor are, and how an application moves from a blank
//! form to a decision.
//!
//! Pure: no I/O, no clock, no randomness, no serialisation. Times and ids are arguments. Each value has one door in
//! (`parse`), so whoever holds an `EmailAddress` or an `Iban` need not check it again.
//!
//! Modules stand on those above them in this list, in every layer, and on no others. A test of the whole reads the order
//! here; the empty lines keep rustfmt from sorting it.

pub mod kernel;

pub mod identity;

pub mod parties;

pub mod onboarding;

pub mod house;

pub mod ledger;

pub mod facilities;

pub mod pricing;

pub mod payments;

pub mod receivables;

pub mod approvals;

pub mod end_of_day;
