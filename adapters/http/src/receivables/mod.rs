//! Invoices, as their sellers see them.

pub(crate) mod accept;
pub(crate) mod availability;
pub(crate) mod body;
mod check_body;
pub(crate) mod documents;
pub(crate) mod einvoices;
pub(crate) mod invoices_table;
pub(crate) mod list_query;
pub(crate) mod members;
pub(crate) mod newest_body;
pub(crate) mod offer_body;
pub(crate) mod refused;
mod words;

pub(crate) use check_body::CheckBody;
