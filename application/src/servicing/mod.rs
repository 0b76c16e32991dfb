//! After the sale: what the house decides, how a receivable ends, what debtors confirm, what sellers see of a month.

mod confirmations;
mod correcting;
pub(crate) mod debtor_credit;
mod endings;
mod month;
mod operator_decisions;
mod proof;

use crate::{
    facilities::ports::{Exposures, FacilityRecords, Suppliers},
    house::House,
    identity::Identity,
    kernel::{clock::BusinessClock, commit::Commit, idempotency::Idempotency},
    ledger::ports::Journal,
    onboarding::ports::Applications,
    parties::ports::Debtors,
    payments::ports::Payouts,
    receivables::{
        Receivables,
        changes::Change,
        ports::{Confirmations, ReceivableRecords},
    },
};
use std::sync::Arc;

pub use confirmations::{AskCommand, AskedInvoice, HearError};
pub use correcting::{CorrectDebtorError, DebtorCorrection};
pub use endings::Seen;
pub use month::{MonthOf, MonthRow, OwnLine, SellersMonth};
pub use operator_decisions::{HouseCommand, HouseDecision, Resolution};

/// The use cases after the sale and their ports.
#[derive(Clone)]
pub struct Servicing {
    pub receivables: Arc<Receivables>,
    pub records: Arc<dyn ReceivableRecords>,
    pub confirmations: Arc<dyn Confirmations>,
    pub facilities: Arc<dyn FacilityRecords>,
    pub exposures: Arc<dyn Exposures>,
    pub suppliers: Arc<dyn Suppliers>,
    pub payouts: Arc<dyn Payouts>,
    pub journal: Arc<dyn Journal>,
    pub debtors: Arc<dyn Debtors>,
    pub applications: Arc<dyn Applications>,
    pub identity: Identity,
    pub commit: Arc<dyn Commit<Change>>,
    pub idempotency: Arc<dyn Idempotency>,
    pub business: Arc<dyn BusinessClock>,
    pub house: House,
}
