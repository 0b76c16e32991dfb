//! The outside world behind the application's ports: HTTP, database, mail, identity provider, files, hashing, clock.

pub mod argon2;
pub mod audit_csv;
pub mod backup;
mod coded_body;
pub mod document_files;
mod fields;
pub mod firebase;
pub mod form_body;
pub mod http;
pub mod jwt;
pub mod link_tokens;
pub mod mail;
pub mod request_id;
pub mod store;
pub mod system;
pub mod totp;
