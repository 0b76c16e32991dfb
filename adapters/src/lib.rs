//! The outside world behind the application's ports: mail, papers, identity provider, files, hashing, tokens, clock. The store and
//! HTTP are crates of their own beside this one, and none of the three sees another.

pub mod argon2;
pub mod bank_answers;
pub mod bank_orders;
pub mod bank_statements;
pub mod document_files;
pub mod einvoices;
pub mod file_trial;
pub mod firebase;
pub mod jwt;
mod language;
pub mod link_tokens;
pub mod mail;
pub mod papers;
mod return_reason;
#[cfg(feature = "development")]
pub mod stand_ins;
pub mod system;
pub mod totp;
mod xml;
