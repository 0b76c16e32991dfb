//! What several adapters share: the onboarding form and the house's settings as JSON, closed sets on the wire, who
//! runs the instance, what people are told, the audit trail as CSV, the ledger as a file, request ids.

pub mod audit_csv;
pub mod client;
pub mod coded_body;
pub mod edit_body;
pub mod event;
pub mod fields;
pub mod file_gate;
mod file_queue;
pub mod form_body;
pub mod house_account_body;
pub mod house_body;
pub mod imprint;
pub mod ledger_export;
pub mod proposal_body;
pub mod request_id;
pub mod sentences;
pub mod terms_body;
