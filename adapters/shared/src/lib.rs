//! What several adapters share: the onboarding form as JSON, closed sets on the wire, what people are told, the audit
//! trail as CSV, request ids.

pub mod audit_csv;
pub mod coded_body;
pub mod edit_body;
pub mod fields;
pub mod form_body;
pub mod proposal_body;
pub mod request_id;
pub mod sentences;
pub mod terms_body;
