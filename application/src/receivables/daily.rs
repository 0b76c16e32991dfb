//! What the end of a day asks of receivables.

use crate::{
    kernel::unavailable::Unavailable,
    receivables::{
        KnownTerms, Receivables,
        changes::Change,
        look::Look,
        ports::{Kept, ReceivableFilter},
        trail,
    },
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry},
        ids::ReceivableId,
        minor::Minor,
    },
    ledger::account::{Account, AccountKind, Owner},
    receivables::{
        conditions::{lapses, recourse_from},
        status::ReceivableStatus,
    },
};
use std::collections::HashMap;

impl Receivables {
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

    /// Those of these that would be paid out too near to the day they are due, were they sold now, as they stand now. Where no
    /// terms rule nothing says how near that is.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn lapsing(&self, all: &[Kept], known: &mut KnownTerms) -> Result<HashMap<ReceivableId, Look>, Unavailable> {
        let payout_on = self.house.business_days().await?.payout_day(self.business.now().await?);
        let mut lapsing = Vec::new();
        for kept in all {
            let terms = self.terms_of(kept, known).await?;
            if terms.is_some_and(|terms| lapses(&terms, payout_on, kept.receivable.due_on())) {
                lapsing.push(kept.clone());
            }
        }
        Ok(self.each_now(lapsing).await?.into_iter().map(|look| (look.receivable().id(), look)).collect())
    }

    /// Those of these, which were sold, that may be charged back or count as a default from this day on, or did before it.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn in_recourse(&self, all: Vec<Kept>, on: NaiveDate, known: &mut KnownTerms) -> Result<Vec<Kept>, Unavailable> {
        let mut reached = Vec::new();
        for kept in all {
            let terms = self.terms_of(&kept, known).await?;
            if terms.is_some_and(|terms| recourse_from(&terms, kept.receivable.due_on()) <= on) {
                reached.push(kept);
            }
        }
        Ok(reached)
    }

    /// What is written of what became of it, with what the trail tells.
    pub fn became(&self, look: Look, action: AuditAction, by: Actor) -> (Change, Entry) {
        let entry = trail::entry(&look, action, by, self.identity.clock.now());
        (Change::ReceivableChanged(Box::new(look.kept)), entry)
    }

    /// What the sellers of these are to get of what is paid out, as it is booked.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn reserves_of(&self, all: &[Kept]) -> Result<HashMap<ReceivableId, Minor>, Unavailable> {
        let account = |Kept { receivable, .. }: &Kept| {
            let owner = Owner::Receivable(receivable.id());
            Some((receivable.id(), Account::of(AccountKind::Reserves, receivable.currency(), owner)?))
        };
        let (ids, accounts): (Vec<_>, Vec<_>) = all.iter().filter_map(account).unzip();
        let balances = self.journal.balances(accounts).await?;
        Ok(ids.into_iter().zip(balances).map(|(id, balance)| (id, -balance)).collect())
    }
}
