//! The back office.

pub(crate) mod onboarding;
