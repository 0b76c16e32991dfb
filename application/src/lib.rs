//! What people do with Sooner, as use cases, and the ports those need.
//!
//! A use case is *load, tell the entity, commit*. The ports are kept by adapters, or in tests by the fakes of
//! [`testing`]: no use case needs a server, a file or a network to be tested.
//!
//! Modules stand on those above them in this list, and on no others.

pub mod kernel;

pub mod identity;
pub mod parties;

pub mod onboarding;
pub mod screens;

mod wiring;

#[cfg(any(test, feature = "test-support"))]
pub mod testing;

pub use wiring::{Ports, StorePorts, UseCases};
