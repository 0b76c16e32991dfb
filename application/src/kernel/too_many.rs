//! More than an account, an address or a recipient may do for now.

use sooner_domain::kernel::{allotment::Allotment, coded::Coded};

/// The limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many {}; try again in {retry_after_seconds} s", .of.map_or("attempts", Coded::code))]
pub struct TooMany {
    /// What is used up; none of attempts, of which nobody learns how many are left.
    pub of: Option<Allotment>,
    pub retry_after_seconds: i64,
}
