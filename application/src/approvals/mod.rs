//! Two pairs of eyes: one mechanism for everything that one person proposes and another one approves.
//!
//! What is proposed is checked as if it took effect at once, and is kept; nothing else changes. Approving works it out anew
//! by the same function, [`effect`], and commits it together with the end of the approval. What it was based on, who
//! proposed it and who approves it are looked at again inside that transaction.

pub mod changes;
pub mod ports;

mod asked;
mod bank_account;
mod debtors;
mod decide;
mod effect;
mod facilities;
mod ground;
mod house_accounts;
mod inbox;
mod ledger_entries;
mod merging;
mod operators;
mod parts;
mod payouts;
mod propose;
mod reading;
mod receivables;
mod sending_back;
mod suppliers;

#[cfg(test)]
mod tests;

use crate::facilities::ports::Suppliers;
use crate::ledger::ports::Journal;
use crate::payments::ports::{Payouts, ReceiptRecords, Statements};
use crate::receivables::Receivables;
use crate::servicing::Servicing;
use crate::{
    cash::{Cash, CashError},
    facilities::ports::FacilityRecords,
    house::House,
    identity::{Identity, StepUpRequired},
    kernel::{
        clock::BusinessClock,
        commit::Commit,
        idempotency::{Idempotency, IdempotencyError},
        unavailable::Unavailable,
    },
    onboarding::ports::Applications,
    parties::ports::{Debtors, Teams},
    receivables::ports::SoldOnBoth,
};
use changes::Change;
use ports::ApprovalRecords;
use sha2::{Digest, Sha256};
use sooner_domain::{
    approvals::approval::Approval,
    facilities::{facility::FacilityRefusal, supplier::SupplierRefusal},
    identity::user::User,
    kernel::{change::Changed, coded::Coded},
    ledger::manual::NotReversible,
    onboarding::application::Blocked,
    parties::debtor::{DebtorRefusal, MergeRefusal},
};
use std::sync::Arc;

pub use bank_account::{AccountCommand, BankAccountView};
pub use debtors::DebtorCommand;
pub use decide::{DecideError, PROPOSED_BY, Ruling};
pub use facilities::{OfferCommand, OfferTo};
pub use ground::{Exposure, Ground, OrderedPayout, ProposedRelease};
pub use house_accounts::{HouseAccountsError, HouseView};
pub use inbox::{ApprovalView, Inbox, InboxQuery};
pub use ledger_entries::{BookError, EntrySaid, NewEntry, NewReversal};
pub use merging::{MergeCommand, MergeOutlook, MergeSide, MergedUse};
pub use operators::{OperatorView, OperatorsError};
pub use parts::UndoPartCommand;
pub use payouts::{HeldUp, ProposedPayout, ReleaseCommand, ReleaseView};
pub use receivables::{ApprovedEndings, EndingCommand};
pub use sending_back::SendBackCommand;
pub use suppliers::SupplierRateCommand;

/// The use cases of two pairs of eyes and their ports.
#[derive(Clone)]
pub struct Approvals {
    pub records: Arc<dyn ApprovalRecords>,
    pub teams: Arc<dyn Teams>,
    pub applications: Arc<dyn Applications>,
    pub house: House,
    pub business: Arc<dyn BusinessClock>,
    pub debtors: Arc<dyn Debtors>,
    pub facilities: Arc<dyn FacilityRecords>,
    pub receivables: Arc<Receivables>,
    pub servicing: Arc<Servicing>,
    pub cash: Arc<Cash>,
    pub payouts: Arc<dyn Payouts>,
    pub receipts: Arc<dyn ReceiptRecords>,
    pub statements: Arc<dyn Statements>,
    pub journal: Arc<dyn Journal>,
    pub suppliers: Arc<dyn Suppliers>,
    pub identity: Identity,
    pub commit: Arc<dyn Commit<Change>>,
    pub idempotency: Arc<dyn Idempotency>,
    pub four_eyes: FourEyes,
}

/// Whether what needs a second person waits for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FourEyes {
    On,
    /// It takes effect at once.
    Off,
}

/// What became of something that needs a second person.
#[derive(Debug, Clone, PartialEq)]
pub enum Performed<T> {
    /// It took effect.
    Done(T),
    /// It waits.
    Awaits(Box<Approval>),
}

impl<T> Performed<T> {
    pub(super) fn map<U>(self, of: impl FnOnce(T) -> U) -> Performed<U> {
        match self {
            Self::Done(done) => Performed::Done(of(done)),
            Self::Awaits(approval) => Performed::Awaits(approval),
        }
    }
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProposeError {
    #[error("there is no such thing")]
    NotFound,
    /// It is not as it was seen.
    #[error("changed meanwhile")]
    Stale,
    #[error("an operator who says who the others are has to remain")]
    LastAdmin,
    /// Somebody else proposed another change of the same thing.
    #[error("something else is proposed already")]
    AlreadyProposed,
    /// The release of these payouts is proposed already.
    #[error("payouts are proposed already")]
    PayoutsProposed(Vec<ProposedPayout>),
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error(transparent)]
    Facility(#[from] FacilityRefusal),
    #[error(transparent)]
    Debtor(#[from] DebtorRefusal),
    #[error(transparent)]
    Merge(#[from] MergeRefusal),
    /// These invoices are sold on both of the debtors that are to be one.
    #[error("sold on both")]
    SoldOnBoth(Vec<SoldOnBoth>),
    #[error(transparent)]
    Supplier(#[from] SupplierRefusal),
    #[error(transparent)]
    Cash(CashError),
    /// An entry is not reversed by hand.
    #[error(transparent)]
    NotReversible(#[from] NotReversible),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// People by name, for another person to turn to.
pub type Who = Vec<User>;

/// What exactly was proposed, as 64 hexadecimal digits: SHA-256 of id, action, subject, proposer, time and every change.
pub fn hash_of(approval: &Approval) -> String {
    let Approval { id, proposal, proposed_by, proposed_at, .. } = approval;
    let content = vec![
        id.to_string(),
        proposal.action().code().to_owned(),
        proposal.subject().to_string(),
        proposed_by.to_string(),
        proposed_at.timestamp_micros().to_string(),
    ];
    hash_of_changes(content, proposal.changes())
}

/// SHA-256 of these parts and changes, as 64 hexadecimal digits.
fn hash_of_changes(mut content: Vec<String>, changes: Vec<Changed>) -> String {
    for change in changes {
        content.extend([change.field, change.before.unwrap_or_default(), change.after.unwrap_or_default()]);
    }
    let mut hash = Sha256::new();
    for part in content {
        // Each with its length: no two lists of parts look alike.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
