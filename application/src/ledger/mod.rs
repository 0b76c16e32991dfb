//! The ledger: what was booked, and what the accounts hold.
//!
//! Entries are booked by the commit of whatever they belong to, as a [`changes::Change`] that the modules above carry.

pub mod changes;
pub mod ports;

mod record;
mod reports;
mod verify;

use crate::kernel::{chain::Seals, clock::Clock};
use ports::{Journal, LedgerChecks};
use std::sync::Arc;

pub use record::Record;
pub use reports::{AccountPage, EntryView, LinePage, TrialBalance};
pub use verify::{Flaw, Proof};

/// The reads of the ledger and their ports.
#[derive(Clone)]
pub struct Ledger {
    pub journal: Arc<dyn Journal>,
    pub clock: Arc<dyn Clock>,
}

/// Checking the ledger.
#[derive(Clone)]
pub struct LedgerAudit {
    pub journal: Arc<dyn Journal>,
    pub checks: Arc<dyn LedgerChecks>,
    pub seals: Arc<dyn Seals>,
}
