//! What is booked by hand in a course of the model, and reversed: each proposed by one person and approved by another.

use super::{
    Cents,
    book::{ByHand, Done, Model, refuse},
    course::{Both, Course, idle},
    ledger::{Kind, Place, Who},
    sold::transfer,
    town::{Made, day},
};
use crate::{
    approvals::{Approvals, BookError, DecideError, FourEyes, NewEntry, NewReversal, Performed, ProposeError, Ruling, hash_of},
    testing::{
        confirmed,
        receivables::course::{eur, note},
    },
};
use chrono::NaiveDate;
use sooner_domain::{
    approvals::{approval::Verdict, proposal::Proposal},
    kernel::{coded::Coded as _, money::Money},
    ledger::{entry::EntryId, manual::ManualEvent},
};
use std::iter;

impl Model {
    /// What the owners paid in or took out, and what the bank charged or gave back. It explains the receipt that is named. `charged`: what
    /// the bank charged before the course.
    ///
    /// # Errors
    /// When the bank would give back more than it charged.
    pub(super) fn book_by_hand(&mut self, event: ManualEvent, (amount, receipt): (Cents, Option<usize>), charged: Cents) -> Done {
        let (capital, charges) = (Place::house(Kind::Capital), Place::house(Kind::BankCharges));
        let (other, comes_in) = match event {
            ManualEvent::Capital => (capital, true),
            ManualEvent::CapitalOut => (capital, false),
            ManualEvent::BankCharge => (charges, false),
            ManualEvent::ChargeReturned if amount > charged + self.ledger.at(charges) => return refuse("never charged"),
            ManualEvent::ChargeReturned => (charges, true),
        };
        let lies = Place::house(if receipt.is_some() { Kind::Suspense } else { Kind::Bank });
        if let Some(came) = receipt.and_then(|place| self.receipts.get_mut(place)) {
            came.left = 0;
        }
        let (from, to) = if comes_in { (other, lies) } else { (lies, other) };
        self.by_hand.push(ByHand { from, to, amount, receipt, is_reversed: false });
        self.post(&transfer(to, from, amount))
    }

    /// The money is where it was; what it explained waits again. `charged`: what the bank charged before the course.
    ///
    /// # Errors
    /// When it is reversed already, or is a charge that the bank gave back since.
    pub(super) fn reverse_by_hand(&mut self, place: usize, charged: Cents) -> Done {
        let charges = Place::house(Kind::BankCharges);
        let left = charged + self.ledger.at(charges);
        if self.by_hand.get(place).is_some_and(|entry| !entry.is_reversed && entry.to == charges && entry.amount > left) {
            return refuse("given back");
        }
        let entry = self.by_hand.get_mut(place).ok_or("no such entry")?;
        if std::mem::replace(&mut entry.is_reversed, true) {
            return refuse("it is reversed");
        }
        let ByHand { from, to, amount, receipt, .. } = *entry;
        if let Some(came) = receipt.and_then(|place| self.receipts.get_mut(place)) {
            came.left = amount;
        }
        self.post(&transfer(from, to, amount))
    }
}

impl Course<'_> {
    fn approvals(&self) -> Approvals {
        Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&self.world.approvals()) }
    }

    /// The second person approves what the first one proposed, who may not.
    async fn approved(&self, asked: Result<Performed<EntryId>, BookError>) -> Made<Result<EntryId, String>> {
        let approval = match asked {
            Ok(Performed::Awaits(approval)) => approval,
            Ok(Performed::Done(_)) => return Err("one person booked it".into()),
            Err(error @ (BookError::Charge(_) | BookError::Propose(ProposeError::NotReversible(_)))) => {
                return Ok(Err(format!("{error:?}")));
            }
            Err(error) => return Err(format!("not expected: {error:?}").into()),
        };
        let ruling = |by| Ruling { by: confirmed(by), verdict: Verdict::Approve, hash: hash_of(&approval), note: None, request: None };
        let alone = self.approvals().decide(approval.id, ruling(self.olga)).await;
        if !matches!(alone, Err(DecideError::FourEyes(_))) {
            return Err(format!("one person decided: {alone:?}").into());
        }
        let approved = self.approvals().decide(approval.id, ruling(self.paul)).await;
        let approved = approved.map_err(|error| format!("not approved: {error:?}"))?;
        match &approved.proposal {
            Proposal::LedgerEntry(manual) => Ok(Ok(manual.id())),
            other => Err(format!("not expected: {other:?}").into()),
        }
    }

    pub(super) async fn book(&mut self) -> Made<Option<Both>> {
        let event = self.dice.one_of(ManualEvent::ALL).ok_or("no event")?;
        // Half of what comes in is what waits.
        let whole = self.model.receipts.iter().enumerate().filter(|(_, came)| came.left == came.amount && came.sent_back == 0);
        let whole: Vec<_> = whole.map(|(place, came)| (place, came.amount, came.value_on)).collect();
        let some = (self.up_to(40_000)?, self.some_days_ago(15).await?);
        let waits = if self.dice.once_in(2) { self.dice.one_of(&whole) } else { None };
        let today = self.today().await?;
        let mut dates = iter::successors(Some(today), NaiveDate::pred_opt).take(60);
        let waits = waits.and_then(|(place, amount, on)| Some((place, (amount, dates.find(|date| day(*date) == on)?))));
        let (amount, on) = waits.map_or(some, |(_, of)| of);
        // What waits may be of that day and amount by chance: it is explained where it is named.
        let receipt = waits.map(|(place, _)| place).filter(|_| event.comes_in() && !self.dice.once_in(4));
        let explains = receipt.and_then(|place| self.names.receipts.get(place).copied());
        self.told.push(format!("  {event:?} of {amount} on {on}, receipt {receipt:?}"));
        let new = NewEntry {
            event,
            on,
            amount: Money::parse(i64::try_from(amount)?, eur()?)?,
            note: note()?,
            explains,
            overdraw: true,
            is_another: true,
        };
        let asked = self.approvals().book_entry(self.olga, new, None).await;
        let booked = self.approved(asked).await?;
        self.names.entries.extend(booked.as_ref().ok().map(|entry| (*entry, None)));
        let charged = self.charged();
        let done = self.model.whole(|model| model.book_by_hand(event, (amount, receipt), charged));
        Ok(Some((booked.map(drop), done)))
    }

    /// Some that are reversed are tried too, and now and then the reversal of one: neither can be.
    pub(super) async fn reverse(&mut self) -> Made<Option<Both>> {
        let all: Vec<usize> = (0..self.names.entries.len()).collect();
        let standing: Vec<usize> = all.iter().copied().filter(|place| self.stands(*place)).collect();
        let of = if standing.is_empty() || self.dice.once_in(6) { &all } else { &standing };
        let Some(place) = self.dice.one_of(of) else { return idle() };
        let (entry, reversal) = *self.names.entries.get(place).ok_or("no entry")?;
        let back = reversal.filter(|_| self.dice.once_in(2));
        self.told.push(format!("  entry {place}{}", if back.is_some() { ", by reversing its reversal" } else { "" }));
        let asked = self
            .approvals()
            .reverse_entry(self.olga, NewReversal { of: back.unwrap_or(entry), reason: note()?, overdraw: true }, None)
            .await;
        let reversed = self.approved(asked).await?;
        if let (Ok(reversal), Some((_, of))) = (&reversed, self.names.entries.get_mut(place)) {
            *of = Some(*reversal);
        }
        let done = match back {
            Some(_) => refuse("a reversal is not reversed"),
            None => {
                let charged = self.charged();
                self.model.whole(|model| model.reverse_by_hand(place, charged))
            }
        };
        Ok(Some((reversed.map(drop), done)))
    }

    /// What the bank charged before the course.
    fn charged(&self) -> Cents {
        self.before.get(&(Kind::BankCharges, Who::House)).copied().unwrap_or_default()
    }

    fn stands(&self, place: usize) -> bool {
        self.model.by_hand.get(place).is_some_and(|entry| !entry.is_reversed)
    }

    /// Reverses all that stands: then the owners and the bank moved nothing.
    ///
    /// # Errors
    /// Where they did.
    pub(super) async fn reverse_all(&mut self) -> Made<()> {
        let charged = self.charged();
        let mut standing: Vec<_> = (0..self.names.entries.len()).filter(|place| self.stands(*place)).collect();
        // What the bank gave back goes before what it charged.
        let charges = Place::house(Kind::BankCharges);
        standing.sort_by_key(|place| self.model.by_hand.get(*place).is_some_and(|entry| entry.to == charges));
        for place in standing {
            let (entry, _) = *self.names.entries.get(place).ok_or("no entry")?;
            let asked = self.approvals().reverse_entry(self.olga, NewReversal { of: entry, reason: note()?, overdraw: true }, None).await;
            self.approved(asked).await??;
            self.model.reverse_by_hand(place, charged)?;
        }
        let holds = self.house_holds().await?;
        for kind in [Kind::Capital, Kind::BankCharges] {
            let of = (kind, Who::House);
            if holds.get(&of) != self.before.get(&of) || self.model.ledger.at(Place::house(kind)) != 0 {
                return Err(format!("{kind:?} holds {:?}, before {:?}", holds.get(&of), self.before.get(&of)).into());
            }
        }
        Ok(())
    }
}
