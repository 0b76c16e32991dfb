//! What the ledger says that a seller owes for what it sold.

use crate::{
    kernel::unavailable::Unavailable,
    receivables::{Receivables, look::Look},
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        ids::{CompanyId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::Entry,
    },
    receivables::{debt::Debt, receivable::Receivable},
};

impl Receivables {
    /// More than is ever booked about one receivable.
    pub(crate) const ENTRIES_OF_ONE: i64 = 10_000;

    /// What day it is for the house.
    pub(crate) async fn today(&self) -> Result<NaiveDate, Unavailable> {
        Ok(self.house.business_days().await?.date_of(self.business.now().await?))
    }

    /// What a company owes, by what it owes it for, the oldest first.
    pub(crate) async fn owed_for(&self, company: CompanyId, currency: Currency) -> Result<Vec<(ReceivableId, Minor)>, Unavailable> {
        match Account::of(AccountKind::SellersOwe, currency, Owner::Company(company)) {
            Some(account) => self.journal.by_receivable(account).await,
            None => Ok(Vec::new()),
        }
    }

    /// What the seller of a receivable owes the house in its currency: it is kept back of payouts.
    pub(crate) async fn owed_by_seller(&self, look: &Look) -> Result<Minor, Unavailable> {
        let owed = self.owed_for(look.receivable().parts().seller, look.receivable().currency()).await?;
        Ok(owed.into_iter().map(|(_, owed)| owed).sum())
    }

    /// What a seller owes for a receivable, and by what that became less.
    pub(crate) async fn debt_of(&self, receivable: &Receivable) -> Result<Debt, Unavailable> {
        let (id, seller) = (receivable.id(), receivable.parts().seller);
        Ok(Debt::of(seller, id, &self.booked_about(id).await?))
    }

    /// All that is booked about a receivable, the oldest first.
    pub(crate) async fn booked_about(&self, id: ReceivableId) -> Result<Vec<Entry>, Unavailable> {
        let about = self.journal.about(id.0, None, Self::ENTRIES_OF_ONE).await?;
        Ok(about.into_iter().rev().map(|record| record.entry).collect())
    }
}
