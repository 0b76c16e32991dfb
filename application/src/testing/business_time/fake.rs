//! Business time in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    business_time::changes::Change,
    kernel::{clock::TestClocks, commit::CommitError, unavailable::Unavailable},
};
use async_trait::async_trait;
use sooner_domain::kernel::test_clock::TestClock;
use std::sync::Arc;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    clock: TestClock,
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        match self {
            Self::Identity(change) => change.apply(state),
            Self::Moved { seen, moved } => {
                let clock = &mut state.business_time.clock;
                if *clock != seen || moved <= seen {
                    return Err(CommitError::Stale);
                }
                *clock = moved;
                Ok(())
            }
        }
    }
}

/// Keeps the contracts of business time.
pub(crate) struct InMemoryTestClock(pub(crate) Arc<Memory>);

#[async_trait]
impl TestClocks for InMemoryTestClock {
    async fn test_clock(&self) -> Result<TestClock, Unavailable> {
        Ok(self.0.call().await.business_time.clock)
    }
}
