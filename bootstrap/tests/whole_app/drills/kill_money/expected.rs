//! What must have come of all that was done, each once.

use super::{
    deeds::{Attempt, Deed, Offer, Outcome, Parts},
    standing::{Receivable, Standing},
};
use crate::financing::house::Made;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What was done with a receivable.
#[derive(Debug, Default)]
struct Sold {
    /// The hash of the offer.
    accepted: Option<String>,
    received: i64,
    credited: i64,
    is_charged_back: bool,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Received {
    text: String,
    amount: i64,
    parts: Parts,
}

/// All that was done so far.
#[derive(Default)]
pub struct Expected {
    receivables: BTreeMap<String, Sold>,
    receipts: BTreeMap<String, Received>,
    /// Payouts that were released, by batch.
    batches: BTreeMap<String, Vec<String>>,
    executed: BTreeSet<String>,
    /// Payouts that came back, with the one in the place of each.
    returned: BTreeMap<String, String>,
    /// What left the bank's account for each payout that was seen.
    sent: BTreeMap<String, i64>,
    /// What was on it to begin with.
    capital: i64,
}

impl Expected {
    /// Nothing was done yet, with so much on the bank's account.
    pub fn with(capital: i64) -> Self {
        Self { capital, ..Self::default() }
    }

    /// All that something was done with.
    pub fn receivables(&self) -> BTreeSet<String> {
        self.receivables.keys().cloned().collect()
    }

    /// Notes what was done. What was refused must not have been.
    ///
    /// # Errors
    /// When an answer names nothing.
    pub fn note(&mut self, attempts: &[Attempt]) -> Made<()> {
        for Attempt { deed, outcome, .. } in attempts {
            match outcome {
                Outcome::Done(data) | Outcome::Part(data) => self.done(deed, data)?,
                Outcome::Refused => {}
                Outcome::Open => return Err(format!("nobody knows what came of {deed:?}").into()),
            }
        }
        Ok(())
    }

    fn done(&mut self, deed: &Deed, data: &Value) -> Made<()> {
        let made = deed.made(data)?;
        let first = made.first().cloned().unwrap_or_default();
        match deed {
            Deed::Accept(offers) => {
                for Offer { receivable, hash, .. } in offers.iter().filter(|offer| made.contains(&offer.receivable)) {
                    self.of(receivable).accepted = Some(hash.clone());
                }
            }
            Deed::Release(payouts, _) => {
                self.batches.insert(first, payouts.iter().map(|payout| payout.id.clone()).collect());
            }
            Deed::Execute { batch, .. } => {
                self.executed.insert(batch.clone());
            }
            Deed::Return { payout, .. } => {
                self.returned.insert(payout.id.clone(), first);
            }
            Deed::Receive { text, amount, parts, .. } => {
                self.receipts.insert(first.clone(), Received { text: text.clone(), amount: *amount, parts: Parts::new() });
                self.allocate(&first, parts);
            }
            Deed::Explain { receipt, parts } => self.allocate(receipt, parts),
            Deed::CreditNote { receivable, amount, .. } => self.of(receivable).credited += amount,
            Deed::ChargeBack { receivable, .. } => self.of(receivable).is_charged_back = true,
        }
        Ok(())
    }

    fn of(&mut self, receivable: &str) -> &mut Sold {
        self.receivables.entry(receivable.to_owned()).or_default()
    }

    fn allocate(&mut self, receipt: &str, parts: &Parts) {
        for (receivable, amount) in parts {
            self.of(receivable).received += amount;
        }
        self.receipts.entry(receipt.to_owned()).or_default().parts.extend(parts.clone());
    }

    /// All of it stands, each once, and nothing else. `when` names the moment.
    pub fn is_met_by(&mut self, standing: &Standing, when: &str) {
        for (id, found) in &standing.receivables {
            self.is_as_sold(id, found, when);
        }
        for (id, found) in &standing.payouts {
            let batch = found.batch.as_ref().map(|batch| self.batches.get(batch));
            let is_ordered = batch.is_none_or(|ordered| ordered.is_some_and(|ordered| ordered.contains(id)));
            assert!(is_ordered, "{when}: payout {id} is in a batch that nobody released: {found:?}");
            let back = standing.payouts.iter().filter(|(_, other)| other.replaces.as_ref() == Some(id)).map(|(again, _)| again);
            let again: Vec<_> = self.returned.get(id).into_iter().collect();
            assert_eq!(back.collect::<Vec<_>>(), again, "{when}: in place of {id}: {found:?}");
            assert_eq!(found.status == "returned", !again.is_empty(), "{when}: payout {id}: {found:?}");
            let is_executed = found.batch.as_ref().is_some_and(|batch| self.executed.contains(batch));
            match found.status.as_str() {
                "due" | "cancelled" => assert_eq!(found.batch, None, "{when}: payout {id}: {found:?}"),
                "released" => assert!(!is_executed, "{when}: payout {id} of an executed batch: {found:?}"),
                "executed" => assert!(is_executed || found.amount == 0, "{when}: nobody executed {id}: {found:?}"),
                _ => {}
            }
            self.sent.insert(id.clone(), if found.status == "executed" { found.amount } else { 0 });
        }
        for payout in self.batches.values().flatten() {
            let is_due = standing.payouts.get(payout).is_some_and(|found| matches!(found.status.as_str(), "due" | "cancelled"));
            assert!(!is_due, "{when}: payout {payout} was released");
        }
        for id in &standing.about {
            let advances = standing.payouts.values().filter(|payout| payout.receivable == *id && payout.is_first_advance()).count();
            let is_sold = self.receivables.get(id).is_some_and(|sold| sold.accepted.is_some());
            assert_eq!(advances, usize::from(is_sold), "{when}: advances on {id}");
        }
        self.is_received(standing, when);
    }

    fn is_as_sold(&self, id: &str, found: &Receivable, when: &str) {
        let nothing = Sold::default();
        let sold = self.receivables.get(id).unwrap_or(&nothing);
        let of = format!("{when}: receivable {id}: {found:?}, expected {sold:?}");
        assert_eq!(found.accepted, sold.accepted, "{of}");
        assert_eq!(found.status == "charged_back", sold.is_charged_back, "{of}");
        if sold.accepted.is_some() {
            let left = (found.face - sold.credited - sold.received).max(0);
            assert_eq!([found.open, found.diluted], [if sold.is_charged_back { 0 } else { left }, sold.credited], "{of}");
        }
    }

    fn is_received(&self, standing: &Standing, when: &str) {
        for (id, found) in &standing.receipts {
            let sorted = |mut parts: Parts| {
                parts.sort();
                parts
            };
            let as_found = Received { text: found.text.clone(), amount: found.amount, parts: sorted(found.parts.clone()) };
            let entered = self.receipts.get(id).map(|entered| Received { parts: sorted(entered.parts.clone()), ..entered.clone() });
            assert_eq!(Some(as_found), entered, "{when}: receipt {id}");
        }
        let received: i64 = self.receipts.values().map(|receipt| receipt.amount).sum();
        let sent: i64 = self.sent.values().sum();
        let bank = standing.totals.get("bank").copied().unwrap_or_default();
        assert_eq!(bank, self.capital + received - sent, "{when}: the bank's account, after {received} came and {sent} went");
    }
}
