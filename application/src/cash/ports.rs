//! What cash needs from a store beside the records of payments.

use crate::{cash::OddMoney, kernel::unavailable::Unavailable};
use async_trait::async_trait;
use sooner_domain::{
    kernel::{
        ids::{CompanyId, FactId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::Entry,
};
use std::collections::HashMap;

/// Looks for what a hand in the database did to what is kept of money. It may take long: on all of it.
#[async_trait]
pub trait MoneyChecks: Send + Sync {
    /// The first that does not fit of payouts and receipts, and of what no facts are told of: all as of one moment each.
    async fn odd(&self) -> Result<Option<OddMoney>, Unavailable>;

    /// The first that does not fit of what takes longer to compare: receipts and their parts, payees, parties, what is in use of nothing.
    async fn odd_in_whole(&self) -> Result<Option<OddMoney>, Unavailable>;

    /// What is booked for each fact of these receivables that stands, without what was reversed. Facts that an earlier release booked
    /// are left out.
    async fn booked_for(&self, receivables: Vec<ReceivableId>) -> Result<HashMap<FactId, Vec<Entry>>, Unavailable>;

    /// The advances that are due for these.
    async fn advances_due(&self, receivables: Vec<ReceivableId>) -> Result<HashMap<ReceivableId, Vec<AdvanceDue>>, Unavailable>;
}

/// An advance that is due to a company.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdvanceDue {
    pub company: CompanyId,
    pub currency: Currency,
    pub gross: Minor,
}
