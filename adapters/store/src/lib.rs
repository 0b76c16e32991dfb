//! The store: diesel on SQLite or PostgreSQL, one body of queries for both.

pub mod backup;
mod kernel;
pub mod moving;
pub mod restore;
mod snapshot;
mod standing;

mod business_time;
mod identity;
mod papers;
mod parties;

mod onboarding;

mod house;

mod ledger;

mod facilities;

mod receivables;

mod payments;

mod cash;

mod approvals;

mod end_of_day;
mod screens;

mod expiry;
mod migrations;

#[cfg(test)]
mod tests;

pub use kernel::address::{BadDatabaseUrl, DatabaseUrl};
pub use migrations::{Tables, WrongTables};
pub use snapshot::{Kept, kept_documents, snapshot};

use approvals::ApprovalStore;
use business_time::BusinessTimeStore;
use cash::CashStore;
use end_of_day::EndOfDayStore;
use facilities::FacilityStore;
use house::HouseStore;
use identity::IdentityStore;
use kernel::{KernelStore, db::Db};
use ledger::LedgerStore;
use onboarding::OnboardingStore;
use papers::PaperStore;
use parties::PartyStore;
use payments::PaymentStore;
use receivables::ReceivableStore;
use screens::ScreenStore;
use sooner_application::{StorePorts, kernel::unavailable::Unavailable};
use std::sync::Arc;

/// One database, with a store for each module on it.
#[derive(Clone)]
pub struct Store {
    db: Db,
}

impl Store {
    /// Connects, with so many threads for reads.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn open(url: &str, threads: usize) -> Result<Self, Unavailable> {
        Ok(Self { db: Db::open(url, threads)? })
    }

    /// Closes every connection and waits until they are closed, whoever else has a handle; each does what it has begun. Nothing can be
    /// asked for afterwards. Without it whoever lets go of the last handle waits in the same way.
    pub fn close(&self) {
        self.db.close();
    }

    /// What keeps the contract of every store port.
    pub fn ports(&self) -> StorePorts {
        let kernel = Arc::new(KernelStore { db: self.db.clone(), standing: standing::standing });
        let identity = Arc::new(IdentityStore { db: self.db.clone() });
        let parties = Arc::new(PartyStore { db: self.db.clone() });
        let receivables = Arc::new(ReceivableStore { db: self.db.clone() });
        let payments = Arc::new(PaymentStore { db: self.db.clone() });
        let ledger = Arc::new(LedgerStore { db: self.db.clone() });
        StorePorts {
            idempotency: kernel.clone(),
            rate_limits: kernel.clone(),
            outbox: kernel.clone(),
            trail: kernel.clone(),
            audit_chain: kernel.clone(),
            leases: kernel.clone(),
            test_clocks: Arc::new(BusinessTimeStore { db: self.db.clone() }),
            expiry: Arc::new(self.clone()),
            users: identity.clone(),
            sessions: identity.clone(),
            links: identity.clone(),
            second_factors: identity,
            identity: kernel.clone(),
            memberships: parties.clone(),
            teams: parties.clone(),
            buyers: parties.clone(),
            debtors: parties,
            parties: kernel.clone(),
            business_time: kernel.clone(),
            applications: Arc::new(OnboardingStore { db: self.db.clone(), accounts_changed: approvals::accounts_changed }),
            onboarding: kernel.clone(),
            exposures: Arc::new(FacilityStore { db: self.db.clone() }),
            suppliers: Arc::new(FacilityStore { db: self.db.clone() }),
            facilities: kernel.clone(),
            receivables: receivables.clone(),
            money_checks: Arc::new(CashStore { db: self.db.clone() }),
            confirmations: receivables.clone(),
            scenes: receivables.clone(),
            receivable_files: receivables,
            receivable_changes: kernel.clone(),
            payouts: payments.clone(),
            receipts: payments.clone(),
            bank_files: payments.clone(),
            bank_answers: payments.clone(),
            statements: payments.clone(),
            remembered_payers: payments.clone(),
            receipt_care: payments,
            payments: kernel.clone(),
            paper_files: Arc::new(PaperStore { db: self.db.clone() }),
            letters: Arc::new(PaperStore { db: self.db.clone() }),
            fee_invoices: Arc::new(PaperStore { db: self.db.clone() }),
            attachments: Arc::new(PaperStore { db: self.db.clone() }),
            papers: kernel.clone(),
            house_settings: Arc::new(HouseStore { db: self.db.clone() }),
            house: kernel.clone(),
            journal: ledger.clone(),
            ledger_checks: ledger.clone(),
            ledger_chain: ledger,
            ledger: kernel.clone(),
            facility_records: Arc::new(FacilityStore { db: self.db.clone() }),
            approval_records: Arc::new(ApprovalStore { db: self.db.clone() }),
            approvals: kernel.clone(),
            end_of_day_records: Arc::new(EndOfDayStore { db: self.db.clone() }),
            end_of_day: kernel,
            first_screens: Arc::new(ScreenStore { db: self.db.clone() }),
            desks: Arc::new(ScreenStore { db: self.db.clone() }),
        }
    }
}
