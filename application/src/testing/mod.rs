//! Everything a test needs instead of a server, a database, a disk or a clock.

pub mod contracts;

mod builders;
mod fakes;
mod files;

pub mod identity;
pub mod kernel;
pub mod onboarding;
pub mod parties;
mod screens;

mod memory;
mod world;

pub use builders::{ADA_PHONE, HOME, NewUser, PASSWORD, PDF, a_user, buyer_details, complete_form};
pub use fakes::{FakePasswords, FakeProvider, FixedClock, MockPasswords, PlainTokens, RecordingMailer, SequentialIds};
pub use files::InMemoryFiles;
pub use memory::{Memory, store_ports};
pub use world::World;
