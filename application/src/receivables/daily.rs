//! What the end of a day asks of receivables.

use super::{
    Financing,
    changes::Change,
    look::Look,
    ports::{Kept, ReceivableFilter},
    trail,
};
use crate::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry},
        ids::ReceivableId,
        minor::Minor,
    },
    ledger::account::{Account, AccountKind, Owner},
    receivables::status::ReceivableStatus,
};

impl Financing {
    /// Up to so many of those at these statuses before one, newest first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn standing_at(
        &self,
        statuses: &[ReceivableStatus],
        before: Option<ReceivableId>,
        most: i64,
    ) -> Result<Vec<Kept>, Unavailable> {
        let filter = ReceivableFilter { statuses: statuses.to_vec(), ..ReceivableFilter::default() };
        self.records.page(filter, before, most).await
    }

    /// Each of these as it stands now.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn each_now(&self, all: Vec<Kept>) -> Result<Vec<Look>, Unavailable> {
        if all.is_empty() { Ok(Vec::new()) } else { self.looks(all).await }
    }

    /// What is written of what became of it, with what the trail tells.
    pub fn became(&self, look: Look, action: AuditAction, by: Actor) -> (Change, Entry) {
        let entry = trail::entry(&look, action, by, self.identity.clock.now());
        (Change::ReceivableChanged(Box::new(look.kept)), entry)
    }

    /// What its seller is to get of what is paid out, as it is booked.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn reserve_of(&self, kept: &Kept) -> Result<Minor, Unavailable> {
        let receivable = &kept.receivable;
        match Account::of(AccountKind::Reserves, receivable.currency(), Owner::Receivable(receivable.id())) {
            Some(account) => Ok(-self.journal.balance(account).await?),
            None => Ok(Minor::ZERO),
        }
    }
}
