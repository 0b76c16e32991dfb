//! What moves business time.

use crate::identity;
use sooner_domain::kernel::test_clock::TestClock;

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Identity(identity::changes::Change),
    /// The clock was moved ahead. Stale when it is not as it was seen, or would go back.
    Moved {
        seen: TestClock,
        moved: TestClock,
    },
}

impl From<identity::changes::Change> for Change {
    fn from(change: identity::changes::Change) -> Self {
        Self::Identity(change)
    }
}
