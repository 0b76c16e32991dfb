//! The back office.

pub(crate) mod approvals;
pub(crate) mod facilities;
pub(crate) mod onboarding;
