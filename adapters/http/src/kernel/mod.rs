//! What every route stands on: bodies, problems, deadlines, headers.

pub(crate) mod admission;
pub(crate) mod api;
mod arrival;
pub(crate) mod body;
pub(crate) mod client_address;
pub(crate) mod endless;
pub(crate) mod error;
pub(crate) mod head;
pub(crate) mod health;
mod held;
pub(crate) mod idempotency;
pub(crate) mod invalid_fields;
pub(crate) mod link_secret;
pub(crate) mod query;
pub(crate) mod readers;
pub(crate) mod request;
pub(crate) mod server;
pub(crate) mod single;
pub(crate) mod table;
pub(crate) mod template;
pub(crate) mod upload;
