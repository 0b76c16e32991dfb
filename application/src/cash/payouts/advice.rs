//! The advice of a batch: what each transfer to a company consists of, payout by payout and part by part.

use crate::{
    cash::{Cash, CashError, ToldPayout},
    kernel::unavailable::Unavailable,
    payments::ports::PayoutFilter,
    receivables::{Party, ReceivableError},
};
use sooner_domain::{
    house::profile::HouseProfile,
    kernel::{
        country::CountryCode,
        ids::{CompanyId, ReceivableId},
        money::Currency,
    },
    ledger::entry::Entry,
    parties::membership::Membership,
    payments::{
        advice::Advice,
        payout::{BatchId, Payout, PayoutId, PayoutStatus},
        transfer::{Transfer, transfers},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// A payout, and what it consists of: its parts add up to its gross, and that less its set-offs is its net.
#[derive(Debug, Clone, PartialEq)]
pub struct AdvisedPayout {
    pub told: ToldPayout,
    pub advice: Advice,
}

/// What is on the bank's statement as one amount: the nets of its payouts add up to it.
#[derive(Debug, Clone, PartialEq)]
pub struct AdvisedTransfer {
    pub transfer: Transfer,
    pub currency: Currency,
    /// The oldest first.
    pub payouts: Vec<AdvisedPayout>,
}

/// All that a company gets of a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchAdvice {
    pub batch: BatchId,
    /// One for each currency and account.
    pub transfers: Vec<AdvisedTransfer>,
    /// What was set off whole, and is in no transfer.
    pub set_off_whole: Vec<AdvisedPayout>,
}

/// From whom an advice is, and to whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letterhead {
    /// None while the house has not said who it is.
    pub from: Option<HouseProfile>,
    /// Name and address, as on the envelope.
    pub to: Vec<String>,
}

impl BatchAdvice {
    /// What of it the bank sent back.
    pub fn came_back(&self) -> impl Iterator<Item = PayoutId> {
        let paid = self.transfers.iter().flat_map(|transfer| &transfer.payouts).map(|advised| &advised.told.payout);
        paid.filter(|payout| payout.status == PayoutStatus::Returned).map(|payout| payout.id)
    }

    /// The bank has said of all of it what it did: it tells the same until something comes back.
    pub fn is_over(&self) -> bool {
        let paid = self.transfers.iter().flat_map(|transfer| &transfer.payouts);
        let mut statuses = paid.chain(&self.set_off_whole).map(|advised| advised.told.payout.status);
        statuses.all(|status| matches!(status, PayoutStatus::Executed | PayoutStatus::Returned))
    }
}

impl Cash {
    /// What a member's company gets of a batch, and what each transfer consists of.
    ///
    /// # Errors
    /// `NotFound` when the company gets nothing of it.
    pub async fn own_advice(&self, batch: BatchId, by: &Membership) -> Result<BatchAdvice, CashError> {
        let filter = PayoutFilter { batch: Some(batch), company: Some(by.company), ..PayoutFilter::default() };
        let payouts = self.payouts.page(filter, None, i64::MAX).await?;
        if payouts.is_empty() {
            return Err(ReceivableError::NotFound.into());
        }
        let ordered = ordered(&payouts);
        let mut advised = self.advised(payouts).await?;
        let transfers = ordered.into_iter().map(|(currency, transfer)| {
            let payouts = transfer.payouts.iter().filter_map(|id| advised.remove(id)).collect();
            AdvisedTransfer { transfer, currency, payouts }
        });
        Ok(BatchAdvice { batch, transfers: transfers.collect(), set_off_whole: advised.into_values().collect() })
    }

    /// Who tells a member's company what it gets.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn own_letterhead(&self, by: &Membership) -> Result<Letterhead, Unavailable> {
        let from = self.house.settings().await?.details().profile.clone();
        let to = self.party(by.company, from.as_ref().map(|house| house.address.country)).await?.lines();
        Ok(Letterhead { from, to })
    }

    /// A company as papers name it that are posted in a country.
    pub(crate) async fn party(&self, company: CompanyId, posted_in: Option<CountryCode>) -> Result<Party, Unavailable> {
        let application = self.applications.filed(company).await?.application;
        Ok(application.as_ref().map(|application| Party::of(&application.form().company, posted_in)).unwrap_or_default())
    }

    async fn advised(&self, payouts: Vec<Payout>) -> Result<BTreeMap<PayoutId, AdvisedPayout>, Unavailable> {
        let entries = self.telling(payouts.iter().filter_map(Payout::about).collect()).await?;
        let entries: Vec<_> = entries.iter().collect();
        let told = self.as_told(payouts).await?.into_iter();
        Ok(told.map(|told| (told.payout.id, AdvisedPayout { advice: Advice::of(&told.payout, &entries), told })).collect())
    }

    /// The entries that tell what was given for these receivables.
    async fn telling(&self, about: BTreeSet<ReceivableId>) -> Result<Vec<Entry>, Unavailable> {
        let about: Vec<_> = about.into_iter().map(|id| id.0).collect();
        let mut entries = Vec::new();
        for event in Advice::TOLD_BY {
            entries.extend(self.journal.of_event(event, about.clone()).await?.into_iter().map(|record| record.entry));
        }
        Ok(entries)
    }
}

/// What is ordered for these, one currency after the other.
fn ordered(payouts: &[Payout]) -> Vec<(Currency, Transfer)> {
    let mut by_currency = BTreeMap::<Currency, Vec<Payout>>::new();
    for payout in payouts {
        by_currency.entry(payout.currency).or_default().push(payout.clone());
    }
    let of = |(currency, payouts): (Currency, Vec<Payout>)| transfers(&payouts).into_iter().map(move |transfer| (currency, transfer));
    by_currency.into_iter().flat_map(of).collect()
}
