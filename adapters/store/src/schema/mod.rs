//! The tables, once for both databases.

mod identity;
mod kernel;
mod onboarding;
mod parties;
pub(crate) mod types;

pub(crate) use identity::*;
pub(crate) use kernel::*;
pub(crate) use onboarding::*;
pub(crate) use parties::*;

diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(memberships -> users (user_id));
diesel::joinable!(applications -> users (applicant_id));
diesel::joinable!(documents -> applications (application_id));
diesel::joinable!(audit_values -> audit_records (record_id));
diesel::allow_tables_to_appear_in_same_query!(users, sessions, memberships, applications);
diesel::allow_tables_to_appear_in_same_query!(applications, documents);
diesel::allow_tables_to_appear_in_same_query!(applications, companies);
diesel::allow_tables_to_appear_in_same_query!(audit_records, audit_values);
