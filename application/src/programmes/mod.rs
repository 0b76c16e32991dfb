//! Programmes: what a buyer enters and promises to pay, who it invites as its suppliers, and what those may be told and paid early.

mod disclosure;
mod early;
mod payables;
mod payables_table;
mod programme;
mod promises;
mod suppliers;

use crate::{
    facilities::{
        Facilities,
        ports::{Exposures, FacilityRecords, Suppliers},
    },
    house::House,
    identity::Identity,
    kernel::{clock::BusinessClock, commit::Commit, idempotency::Idempotency},
    parties::ports::{Debtors, Teams},
    receivables::{Receivables, changes::Change, ports::ReceivableRecords},
};
use std::sync::Arc;

pub use disclosure::{DisclosedPayable, Disclosure, DisclosureError, Disclosures};
pub use early::JoinProgrammeError;
pub use payables::{ApprovedRow, CreditPayableCommand, EnterPayableCommand, SeenPayable};
pub use payables_table::NewPayable;
pub use programme::{AutomaticPreview, DueWeek, PriceOnDay, Programme};
pub use suppliers::{ProgrammeSupplier, ProgrammeSupplierPage};

/// The use cases of programmes and their ports.
#[derive(Clone)]
pub struct Programmes {
    pub receivables: Arc<Receivables>,
    pub records: Arc<dyn ReceivableRecords>,
    pub facilities: Arc<dyn FacilityRecords>,
    pub exposures: Arc<dyn Exposures>,
    pub suppliers: Arc<dyn Suppliers>,
    pub invitations: Facilities,
    pub teams: Arc<dyn Teams>,
    pub debtors: Arc<dyn Debtors>,
    pub identity: Identity,
    pub commit: Arc<dyn Commit<Change>>,
    pub idempotency: Arc<dyn Idempotency>,
    pub business: Arc<dyn BusinessClock>,
    pub house: House,
}
