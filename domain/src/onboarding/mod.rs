//! Onboarding: the form, the documents, the rules for both, and the life cycle of an application.

pub mod account_holder;
pub mod actions;
pub mod application;
pub mod bank_account;
pub mod company;
pub mod comparison;
pub mod decision;
pub mod document;
mod document_kind;
pub mod inspection;
pub mod merge;
pub mod noticed;
pub mod people;
mod requirement;
pub mod requirements;
mod review;
pub mod status;
mod vat;

#[cfg(test)]
pub(crate) mod examples;
