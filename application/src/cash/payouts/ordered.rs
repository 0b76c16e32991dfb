//! What was ordered from the bank, found by the ids that a statement names.

use crate::{cash::Cash, kernel::unavailable::Unavailable};
use sooner_domain::{
    kernel::{minor::Minor, money::Currency},
    ledger::entry::Event,
    payments::{
        payout::{BatchId, Payout, PayoutId, PayoutStatus},
        statement::{LineOutcome, StatementLine},
        transfer::transfers,
    },
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use uuid::Uuid;

/// A transfer, or all of a batch in one sum.
#[derive(Debug, Clone)]
pub(in crate::cash) struct Ordered {
    /// Of a transfer its first payout, of a batch the batch.
    pub(in crate::cash) id: Uuid,
    payouts: Vec<PayoutId>,
    pub(in crate::cash) amount: Minor,
}

/// All that a page names of it.
#[derive(Debug, Default)]
pub(in crate::cash) struct OrderedFound {
    /// As they are by now.
    pub(in crate::cash) payouts: BTreeMap<PayoutId, Payout>,
    /// By what banks call it.
    named: HashMap<String, Ordered>,
    /// What stood on a statement as money that went out,
    seen: HashSet<Uuid>,
    /// and as money that came back.
    seen_back: HashSet<Uuid>,
}

/// No page names more batches.
const MOST_BATCHES: usize = 200;

impl OrderedFound {
    /// What a line names: a transfer before a batch.
    pub(in crate::cash) fn of(&self, line: &StatementLine) -> Option<&Ordered> {
        let plain = |name: &str| name.trim().to_lowercase();
        let found = || line.names.iter().filter_map(|name| self.named.get(&plain(name)));
        found().find(|ordered| ordered.amount.get().abs() == line.amount.get().abs()).or_else(|| found().next())
    }

    pub(in crate::cash) fn all<'a>(&'a self, ordered: &'a Ordered) -> impl Iterator<Item = &'a Payout> {
        ordered.payouts.iter().filter_map(|id| self.payouts.get(id))
    }

    /// Somebody has marked all of it as carried out by hand.
    pub(in crate::cash) fn is_executed(&self, ordered: &Ordered) -> bool {
        self.all(ordered).all(|payout| payout.status == PayoutStatus::Executed)
    }

    /// It, or a part of it, went out by another line.
    pub(in crate::cash) fn is_seen(&self, ordered: &Ordered) -> bool {
        self.seen.contains(&ordered.id) || ordered.payouts.iter().any(|id| self.seen.contains(&id.0))
    }

    pub(in crate::cash) fn see(&mut self, ordered: &Ordered) {
        self.seen.extend(ordered.payouts.iter().map(|id| id.0).chain([ordered.id]));
    }

    /// All of it went out and came back, as a person said, and no line tells of that.
    pub(in crate::cash) fn is_back(&self, ordered: &Ordered) -> bool {
        let is_seen = || self.seen_back.contains(&ordered.id) || ordered.payouts.iter().any(|id| self.seen_back.contains(&id.0));
        let is_back = |payout: &Payout| payout.status == PayoutStatus::Returned && payout.executed_on.is_some();
        self.all(ordered).all(is_back) && !is_seen()
    }

    pub(in crate::cash) fn see_back(&mut self, ordered: &Ordered) {
        self.seen_back.extend(ordered.payouts.iter().map(|id| id.0).chain([ordered.id]));
    }

    fn add(&mut self, name: &str, ordered: Ordered) {
        self.named.insert(name.to_lowercase(), ordered);
    }
}

/// An id of ours is 32 letters and digits, that of a message the same with a currency behind.
fn id_in(name: &str) -> Option<Uuid> {
    Uuid::try_parse(name.trim().get(..32)?).ok()
}

impl Cash {
    pub(in crate::cash) async fn ordered_by(&self, names: Vec<&str>, currency: Currency) -> Result<OrderedFound, Unavailable> {
        let named: BTreeSet<Uuid> = names.into_iter().filter_map(id_in).collect();
        let mut found = OrderedFound::default();
        if named.is_empty() {
            return Ok(found);
        }
        let payouts = self.payouts.by_ids(named.iter().copied().map(PayoutId).collect()).await?;
        let of_payouts = payouts.iter().filter_map(|payout| payout.release.as_ref()?.batch);
        let batches: BTreeSet<_> = of_payouts.chain(named.iter().copied().map(BatchId)).take(MOST_BATCHES).collect();
        for batch in batches {
            let all = self.of_batch(batch).await?;
            let all: Vec<_> = all.into_iter().filter(|payout| payout.currency == currency).collect();
            let by_hand = self.left_out(batch, &all).await?;
            found.add_batch(batch, all, &by_hand);
        }
        let things: BTreeSet<_> =
            found.named.values().flat_map(|ordered| ordered.payouts.iter().map(|id| id.0).chain([ordered.id])).collect();
        let lines = if things.is_empty() { Vec::new() } else { self.statements.about(things.into_iter().collect()).await? };
        for line in lines.iter().filter(|line| line.outcome != LineOutcome::Open) {
            let Some(about) = line.about else { continue };
            let of_batch = found.named.values().find(|ordered| ordered.id == about).map(|ordered| ordered.payouts.clone());
            let seen = if line.line.amount.is_negative() { &mut found.seen } else { &mut found.seen_back };
            seen.extend(of_batch.into_iter().flatten().map(|id| id.0).chain([about]));
        }
        let back = found.payouts.values().filter(|payout| payout.status == PayoutStatus::Returned && payout.executed_on.is_some());
        let known = self.entries_on_statements(back.map(|payout| payout.id.0).collect()).await?;
        found.seen_back.extend(known);
        Ok(found)
    }

    /// Those of these payouts of which a line of a statement is the entry that brought them back, as a person said.
    async fn entries_on_statements(&self, payouts: Vec<Uuid>) -> Result<Vec<Uuid>, Unavailable> {
        let entries = if payouts.is_empty() { Vec::new() } else { self.journal.of_event(Event::PayoutReturned, payouts).await? };
        let bookings = || entries.iter().map(|record| record.entry.booking());
        let known = self.on_statements(bookings().map(|booking| booking.id.0)).await?;
        Ok(bookings().filter(|booking| known.contains(&booking.id.0)).map(|booking| booking.subject).collect())
    }
}

impl OrderedFound {
    /// `by_hand`: what of them the file of the batch leaves out, and so its sum.
    fn add_batch(&mut self, batch: BatchId, payouts: Vec<Payout>, by_hand: &BTreeSet<PayoutId>) {
        let ordered = transfers(&payouts);
        let Some(currency) = payouts.first().map(|payout| payout.currency) else { return };
        for transfer in &ordered {
            let (Some(name), Some(first)) = (transfer.id(), transfer.payouts.first()) else { continue };
            self.add(&name, Ordered { id: first.0, payouts: transfer.payouts.clone(), amount: transfer.amount });
        }
        let in_file = || ordered.iter().filter(|transfer| transfer.payouts.iter().all(|payout| !by_hand.contains(payout)));
        let all = in_file().flat_map(|transfer| transfer.payouts.iter().copied()).collect();
        let amount = in_file().map(|transfer| transfer.amount).sum();
        self.add(&format!("{}{}", batch.0.simple(), currency.code()), Ordered { id: batch.0, payouts: all, amount });
        self.payouts.extend(payouts.into_iter().map(|payout| (payout.id, payout)));
    }
}
