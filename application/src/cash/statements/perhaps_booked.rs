//! What people booked or entered by hand on a day near that of a line, and which the line perhaps tells of: no more is booked of such a line
//! by itself, for the same money would be in the books twice.

use crate::{
    cash::{Cash, statements::open_lines::bank},
    kernel::unavailable::Unavailable,
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        calendar::{around, days_of},
        ids::ReceivableId,
        minor::Minor,
        money::Currency,
    },
    ledger::entry::{Entry, EntryId},
    payments::receipt::{APART, Explained, Receipt, Target},
};
use std::collections::{BTreeMap, BTreeSet};

/// Money that went out, as it is looked for: of what, on which day, and how much, below zero.
pub(in crate::cash) type WentOut<T> = (T, NaiveDate, Minor);

/// Receipts that people entered to pay something, and that stand on no statement.
#[derive(Debug, Default)]
pub(in crate::cash) struct EnteredFor(Vec<Explained>);

impl EnteredFor {
    /// Without those of which this is said.
    pub(in crate::cash) fn without(mut self, is_told: impl Fn(&Receipt) -> bool) -> Self {
        self.0.retain(|found| !is_told(&found.receipt));
        self
    }

    /// Whether one of them pays this, of a day near that of a receipt.
    pub(in crate::cash) fn pays(&self, of: ReceivableId, receipt: &Receipt) -> bool {
        let (from, to) = receipt.days_of_twins();
        let is_near = |found: &&Explained| (from..=to).contains(&found.receipt.booked_on) && found.receipt.id != receipt.id;
        self.0.iter().filter(is_near).any(|found| found.standing().any(|part| part.target == Target::Receivable(of)))
    }
}

impl Cash {
    /// Of each of these that is perhaps in the books: the entry that took as much, stands, and of which no line tells, of the nearest day that
    /// is not too far. `taken`: what other lines are, which are not written yet.
    pub(in crate::cash) async fn perhaps_booked<T: Copy + Ord>(
        &self,
        currency: Currency,
        all: &[WentOut<T>],
        taken: &BTreeSet<EntryId>,
    ) -> Result<BTreeMap<T, Entry>, Unavailable> {
        let days = || all.iter().map(|(_, on, _)| *on);
        let (Some(bank), Some(first), Some(last)) = (bank(currency), days().min(), days().max()) else { return Ok(BTreeMap::new()) };
        let amounts: BTreeSet<Minor> = all.iter().map(|(_, _, amount)| *amount).collect();
        let between = (around(first, APART).0, around(last, APART).1);
        let went = self.journal.taken_from(bank, between, amounts.into_iter().collect(), i64::MAX).await?;
        let (untold, _) = self.untold(went.into_iter().map(|record| record.entry).collect(), currency).await?;
        let nearest = |on: NaiveDate, amount: Minor| {
            let (from, to) = around(on, APART);
            let is_it = |entry: &&Entry| {
                let booking = entry.booking();
                entry.moves(bank) == amount && (from..=to).contains(&booking.on) && !taken.contains(&booking.id)
            };
            untold.iter().filter(is_it).min_by_key(|entry| ((entry.booking().on - on).num_days().abs(), entry.booking().id))
        };
        Ok(all.iter().filter_map(|(of, on, amount)| Some((*of, nearest(*on, *amount)?.clone()))).collect())
    }

    /// What was entered by hand to pay one of these, stands on no statement, and is of a day near one of these.
    pub(in crate::cash) async fn entered_for(
        &self,
        receivables: BTreeSet<ReceivableId>,
        days: impl Iterator<Item = NaiveDate> + Clone,
    ) -> Result<EnteredFor, Unavailable> {
        let (Some(first), Some(last), false) = (days.clone().min(), days.max(), receivables.is_empty()) else {
            return Ok(EnteredFor::default());
        };
        let between = (around(first, APART).0, around(last, APART).1);
        Ok(EnteredFor(self.receipts.entered_for(receivables.into_iter().collect(), between).await?))
    }

    /// Receipts that were entered by hand, stand on no statement, and that these perhaps are: of as much, and no more than a few days apart.
    pub(in crate::cash) async fn perhaps_entered(&self, receipts: &[&Receipt], currency: Currency) -> Result<Vec<Explained>, Unavailable> {
        if receipts.is_empty() {
            return Ok(Vec::new());
        }
        let days: BTreeSet<NaiveDate> = receipts.iter().flat_map(|receipt| days_of(receipt.days_of_twins())).collect();
        let amounts: BTreeSet<Minor> = receipts.iter().map(|receipt| Minor::new(receipt.amount.amount_minor())).collect();
        let found = self.receipts.by_hand(currency, days.into_iter().collect(), amounts.into_iter().collect()).await?;
        // What was taken back did not come.
        self.staying(found).await
    }
}
