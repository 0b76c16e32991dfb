//! Invoices, as their sellers see them.

pub(crate) mod accept;
pub(crate) mod advice;
pub(crate) mod availability;
pub(crate) mod body;
mod check_body;
pub(crate) mod coming;
pub(crate) mod confirmations;
pub(crate) mod disclosure;
pub(crate) mod documents;
pub(crate) mod early;
pub(crate) mod einvoices;
pub(crate) mod invoices_table;
pub(crate) mod list_query;
pub(crate) mod members;
pub(crate) mod newest_body;
pub(crate) mod offer_body;
pub(crate) mod payables;
pub(crate) mod payables_table;
pub(crate) mod payout_body;
pub(crate) mod payouts;
pub(crate) mod refused;
mod words;

pub(crate) use check_body::CheckBody;
