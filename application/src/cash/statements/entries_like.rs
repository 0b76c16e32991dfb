//! What people booked by hand, and a receipt perhaps is: the bank's account has that money twice.

use crate::{
    cash::{
        Cash, CashError,
        payouts::release::{may_manage, may_read},
        receipts::receipt::Stays,
        statements::open_lines::{DAYS_APART, Sent, bank, came},
    },
    kernel::{
        idempotency::{RequestKey, once},
        unavailable::Unavailable,
    },
    parties::Member,
    payments::ports::{PayoutFilter, PayoutOrder},
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        calendar::{around, days_of},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::{Entry, EntryId, Event},
    parties::operator::Operator,
    payments::{
        charges::may_be_charges,
        payout::{PayoutId, PayoutStatus},
        receipt::{Explained, ReceiptId},
    },
};
use std::collections::BTreeSet;

/// That a receipt is what these entries booked by hand.
#[derive(Debug, Clone, PartialEq)]
pub struct IsBookedCommand {
    pub by: Member,
    pub entries: BTreeSet<EntryId>,
    pub request: Option<RequestKey>,
}

/// An entry, and what it moves on the house's account at the bank: below zero where money went out.
#[derive(Debug, Clone, PartialEq)]
pub struct Booked {
    pub entry: Entry,
    pub amount: Minor,
}

/// What people booked by hand that a receipt may be.
#[derive(Debug, Clone, PartialEq)]
pub struct BookedLike {
    pub entries: Vec<Booked>,
    /// What the bank perhaps kept of payouts that came back, where no such charge is booked: once it is, the entries make the receipt’s amount.
    /// Zero where they do.
    pub kept: Minor,
}

fn sum(booked: &[Booked]) -> Minor {
    booked.iter().map(|booked| booked.amount).sum()
}

impl Cash {
    /// As many payouts that came back are looked through, the newest first.
    const RETURNED: i64 = 2_000;

    /// Says that a receipt of which nothing is explained is what people booked by hand: the bank's account has the money twice, so the receipt
    /// is taken back, and its line tells of the entries. Reopening the line undoes that.
    ///
    /// # Errors
    /// `NotFound`; `Explained`; `NotBooked` where the entries are none of [`Self::by_people`], do not make its amount, or where the receipt
    /// is on no statement itself; `Blocked`.
    pub async fn receipt_is_booked(&self, id: ReceiptId, command: IsBookedCommand) -> Result<Explained, CashError> {
        let IsBookedCommand { by, entries, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.untouched(id, &operator).await?;
            // Without a line nothing would keep the entries from standing for another receipt too: one entered by mistake is taken back as that.
            self.told_by(id).await?.ok_or(CashError::NotBooked)?;
            let mut found = Vec::with_capacity(entries.len());
            for entry in &entries {
                found.push(self.journal.entry(*entry).await?.ok_or(CashError::NotBooked)?.entry);
            }
            let (booked, _) = self.by_people(found, explained.receipt.amount.currency()).await?;
            if booked.len() != entries.len() || sum(&booked) != came(&explained) {
                return Err(CashError::NotBooked);
            }
            let subjects = booked.iter().map(|booked| PayoutId(booked.entry.booking().subject)).collect();
            self.not_their_own(&self.payouts.by_ids(subjects).await?, &operator).await?;
            let said = entries.iter().map(|entry| ("entry", entry.to_string())).collect();
            let ids = |is_in: bool| {
                booked.iter().filter(move |booked| booked.amount.is_positive() == is_in).map(|booked| booked.entry.booking().id)
            };
            let about = ids(true).next().map(|entry| entry.0);
            let stay = Stays { about, entries: ids(true).skip(1).chain(ids(false)).collect(), receipts: BTreeSet::new() };
            self.taken_back_for(&explained, Some(stay), said, (&operator, request.as_ref())).await
        })
        .await
    }

    /// What people booked by hand, and a receipt in suspense may be, the nearest day first; none where something of it is explained. Each is
    /// of its amount: an entry, the payouts of one transfer that came back, or such with the charge that the bank kept of it. Behind them
    /// those that came back and lack that charge.
    ///
    /// # Errors
    /// `NotFound`; `Blocked` for those whose roles are others.
    pub async fn entries_like(&self, id: ReceiptId, by: &Operator) -> Result<Vec<BookedLike>, CashError> {
        may_read(by)?;
        let explained = self.receipt(id).await?;
        if !explained.is_untouched() || self.told_by(id).await?.is_none() {
            return Ok(Vec::new());
        }
        let (receipt, came) = (&explained.receipt, came(&explained));
        let days = around(receipt.booked_on, DAYS_APART);
        let by_hand = self.journal.by_hand(days_of(days).collect()).await?;
        let all = by_hand.into_iter().map(|record| record.entry).chain(self.said_back(days).await?).collect();
        let (booked, sent) = self.by_people(all, receipt.amount.currency()).await?;
        let apart = |of: &Booked| (of.entry.booking().on - receipt.booked_on).num_days().abs();
        let (came_in, went): (Vec<Booked>, Vec<Booked>) = booked.into_iter().partition(|booked| booked.amount.is_positive());
        let charges: Vec<_> = went.into_iter().filter(|booked| booked.entry.booking().event == Event::BankCharge).collect();
        let together = together(&came_in, &sent);
        let singles = came_in.into_iter().map(|one| vec![one]);
        let fits = |mut parts: Vec<Booked>| {
            let (all, kept) = (sum(&parts), sum(&parts) - came);
            if !may_be_charges(kept, all) {
                return kept.is_zero().then_some(BookedLike { entries: parts, kept });
            }
            if let Some(charge) = charges.iter().filter(|charge| charge.amount == -kept).min_by_key(|charge| apart(charge)) {
                parts.push(charge.clone());
                return Some(BookedLike { entries: parts, kept: Minor::ZERO });
            }
            let is_back = |part: &Booked| part.entry.booking().event == Event::PayoutReturned;
            parts.iter().all(is_back).then_some(BookedLike { entries: parts, kept })
        };
        let mut found: Vec<_> = singles.chain(together).filter_map(fits).collect();
        found.sort_by_key(|like| (!like.kept.is_zero(), like.entries.first().map(apart)));
        Ok(found)
    }

    /// The entries of payouts that went out and came back in these days.
    async fn said_back(&self, (from, to): (NaiveDate, NaiveDate)) -> Result<Vec<Entry>, Unavailable> {
        let filter = PayoutFilter { status: Some(PayoutStatus::Returned), order: PayoutOrder::NewestFirst, ..PayoutFilter::default() };
        let payouts = self.payouts.page(filter, None, Self::RETURNED).await?;
        let is_near = |on: NaiveDate| (from..=to).contains(&on);
        let near =
            payouts.iter().filter(|payout| payout.executed_on.is_some() && payout.returned.as_ref().is_some_and(|back| is_near(back.on)));
        let near: Vec<_> = near.map(|payout| payout.id.0).collect();
        let found = if near.is_empty() { Vec::new() } else { self.journal.of_event(Event::PayoutReturned, near).await? };
        Ok(found.into_iter().map(|record| record.entry).collect())
    }

    /// Those of these entries by which people booked what the bank did, which move its account, stand, and of which no line tells.
    async fn by_people(&self, entries: Vec<Entry>, currency: Currency) -> Result<(Vec<Booked>, Sent), Unavailable> {
        let Some(bank) = bank(currency) else { return Ok((Vec::new(), Sent::default())) };
        let is_by_people = |entry: &Entry| entry.booking().is_by_hand() || entry.booking().event == Event::PayoutReturned;
        let moved = entries.into_iter().filter(|entry| is_by_people(entry) && !entry.moves(bank).is_zero()).collect();
        let (untold, sent) = self.untold(moved, currency).await?;
        let reversed = self.journal.reversed(untold.iter().map(|entry| entry.booking().id).collect()).await?;
        let standing = untold.into_iter().filter(|entry| !reversed.contains(&entry.booking().id));
        Ok((standing.map(|entry| Booked { amount: entry.moves(bank), entry }).collect(), sent))
    }
}

/// Those that came back on one day of payouts which one transfer paid, where they are several.
fn together(came_in: &[Booked], sent: &Sent) -> Vec<Vec<Booked>> {
    let mut found: Vec<Vec<Booked>> = Vec::new();
    for booked in came_in {
        let Some(with) = sent.with(&booked.entry) else { continue };
        let is_mate = |other: &Booked| {
            let (one, other) = (booked.entry.booking(), other.entry.booking());
            one.on == other.on && with.contains(&PayoutId(other.subject))
        };
        match found.iter_mut().find(|parts| parts.iter().any(is_mate)) {
            Some(parts) => parts.push(booked.clone()),
            None => found.push(vec![booked.clone()]),
        }
    }
    found.retain(|parts| parts.len() > 1);
    found
}
