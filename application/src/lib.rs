//! What people do with Sooner, as use cases, and the ports those need.
//!
//! A use case is *load, tell the entity, commit*. The ports are kept by adapters, or in tests by the fakes of
//! [`testing`]: no use case needs a server, a file or a network to be tested.

pub mod kernel;

pub mod identity;

pub mod buyers;
pub mod onboarding;

#[cfg(any(test, feature = "test-support"))]
pub mod testing;
