//! Reads across modules, each for one screen. They never write.

pub mod ports;

mod case_trail;
mod company;
mod desk;
mod first_cash;
mod names;
mod receivable_acts;

use crate::{
    approvals::Approvals,
    end_of_day::ports::EndOfDayRecords,
    house::House,
    identity::ports::Users,
    kernel::{audit::AuditTrail, clock::BusinessClock, unavailable::Unavailable},
    onboarding::ports::Applications,
    parties::{
        Holder, Parties,
        ports::{Buyers, Debtors, Memberships, Teams},
    },
    payments::ports::{BankAnswers, Payouts, ReceiptRecords},
    receivables::ports::ReceivableRecords,
};
use ports::{Desks, FirstScreens, Overview};
use std::sync::Arc;

pub use case_trail::{TrailPage, proposer};
pub use company::CompanyFile;
pub use desk::{Aged, Committed, Desk, EndsOfDays, InSuspense, Overdue, ToRelease, Week};
pub use first_cash::{FirstCash, SettingUp};
pub use names::{Named, NamedKind};

/// The reads and their ports.
#[derive(Clone)]
pub struct Screens {
    pub first: Arc<dyn FirstScreens>,
    pub trail: Arc<dyn AuditTrail>,
    pub applications: Arc<dyn Applications>,
    pub memberships: Arc<dyn Memberships>,
    pub users: Arc<dyn Users>,
    pub teams: Arc<dyn Teams>,
    pub buyers: Arc<dyn Buyers>,
    pub debtors: Arc<dyn Debtors>,
    pub receivables: Arc<dyn ReceivableRecords>,
    pub payouts: Arc<dyn Payouts>,
    pub receipts: Arc<dyn ReceiptRecords>,
    pub bank_answers: Arc<dyn BankAnswers>,
    pub desks: Arc<dyn Desks>,
    pub days: Arc<dyn EndOfDayRecords>,
    pub approvals: Arc<Approvals>,
    pub house: House,
    pub business: Arc<dyn BusinessClock>,
}

impl Screens {
    /// Who holds this access token, as `Parties::holder` says, and what their first screen shows; nothing for nobody.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn first(&self, parties: &Parties, token: &str) -> Result<Option<(Holder, Overview)>, Unavailable> {
        let Some(session) = parties.identity.session_of(token) else { return Ok(None) };
        let Some((session, user, membership, overview)) = self.first.first_screen(session).await? else { return Ok(None) };
        Ok(Some((Holder::of(parties.identity.caller_with(session, user).await, membership), overview)))
    }
}
