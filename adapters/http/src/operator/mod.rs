//! The back office.

pub(crate) mod approvals;
pub(crate) mod cash;
pub(crate) mod clock;
pub(crate) mod end_of_day;
pub(crate) mod facilities;
pub(crate) mod house;
pub(crate) mod ledger;
pub(crate) mod onboarding;
pub(crate) mod quote;
pub(crate) mod receivables;
pub(crate) mod servicing;
