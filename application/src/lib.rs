//! What people do with Sooner, as use cases, and the ports those need.
//!
//! A use case is *load, tell the entity, save, notify*. The ports are kept by adapters, or in tests by the fakes of
//! [`testing`]: no use case needs a server, a file or a network to be tested.

pub mod audit;
pub mod budgets;
pub mod buyers;
pub mod identity;
pub mod mail;
pub mod onboarding;
pub mod once;
pub mod ports;

#[cfg(any(test, feature = "test-support"))]
pub mod testing;
