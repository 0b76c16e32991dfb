//! What is owed on one invoice, from its entry to its end: what may be done with it, what it is checked for, and what can be
//! sold now.

pub mod actions;
pub mod availability;
pub mod book;
pub mod cash_discount;
mod changes;
pub mod checks;
pub mod choose;
pub mod conditions;
pub mod confirmation;
pub mod debt;
mod deciding;
pub mod disclosure;
pub mod einvoice;
mod entering;
pub mod evidence;
#[cfg(test)]
pub(crate) mod examples;
pub mod facts;
pub mod fee_invoice;
pub mod fingerprint;
pub mod first_cash;
pub mod matching;
pub mod month;
pub mod notice;
pub mod own_books;
pub mod position;
pub mod quote;
pub mod quoting;
pub mod receivable;
pub mod reference;
pub mod sale;
pub mod similarity;
pub mod status;
pub mod stops;
#[cfg(test)]
mod tests;
