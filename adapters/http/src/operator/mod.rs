//! The back office.

pub(crate) mod approvals;
pub(crate) mod onboarding;
