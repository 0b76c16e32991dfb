//! Money that comes in a course of the model, and goes back.

use super::{
    Cents,
    book::{Beside, Came, For},
    course::{Both, Course, idle},
    sold::Status,
    town::{Made, day, minor},
};
use crate::{
    approvals::{Performed, SendBackCommand, UndoPartCommand},
    cash::{Back, ExplainCommand, ReceiptCommand},
    testing::receivables::course::{eur, note, proposed, tried},
};
use sooner_domain::{
    kernel::{minor::Minor, money::Money, text::Line},
    onboarding::bank_account::Iban,
    payments::receipt::{EnteredPayer, Target},
};

/// The account all sellers are paid to, and one of their debtors.
const SELLERS: &str = "DE89370400440532013000";
const DEBTORS: &str = "NL91ABNA0417164300";

impl Course<'_> {
    /// Parts of so much, if that is given, for receivables, each once, or for the debtor, or the seller.
    fn parts(&mut self, most: Option<Cents>) -> Made<Vec<(For, Cents)>> {
        let (mut parts, mut left) = (Vec::new(), most.unwrap_or(Cents::MAX));
        let mut others = self.model.places(|held| held.state.status != Status::Rejected);
        for _ in 0..self.dice.up_to(3) {
            // The newer ones more often.
            let Some(place) = self.dice.one_of(&others).max(self.dice.one_of(&others)) else { break };
            others.retain(|other| *other != place);
            let held = self.model.of(place)?;
            let (open, debtor) = (held.state.open, held.sale.debtor);
            let owes = self.model.ledger.at(held.sale.owing());
            let due = if held.state.is_live() { open } else { owes };
            let amount = match self.dice.below(6) {
                0..3 if due > 0 => due,
                3..5 if due > 0 => self.up_to(due)?,
                _ => due + self.up_to(50_000)?,
            };
            let target = match self.dice.below(14) {
                0 => For::Credit(debtor),
                1 => For::PassOn(place),
                _ => For::Receivable(place),
            };
            let amount = amount.min(left);
            if amount > 0 {
                parts.push((target, amount));
                left -= amount;
            }
        }
        Ok(parts)
    }

    fn targets(&self, parts: &[(For, Cents)]) -> Made<Vec<(Target, Minor)>> {
        let target = |target: For| -> Made<Target> {
            Ok(match target {
                For::Receivable(place) => Target::Receivable(self.id(place)?),
                For::Credit(debtor) => Target::Credit(*self.names.debtors.get(debtor).ok_or("no debtor")?),
                For::PassOn(place) => {
                    let seller = self.model.of(place)?.sale.seller;
                    Target::PassOn(*self.names.companies.get(seller).ok_or("no company")?, self.id(place)?)
                }
            })
        };
        parts.iter().map(|(of, amount)| Ok((target(*of)?, minor(*amount)?))).collect()
    }

    pub(super) async fn receive(&mut self) -> Made<Option<Both>> {
        let parts = self.parts(None)?;
        let rest = if parts.is_empty() || self.dice.once_in(4) { self.up_to(900_000)? } else { 0 };
        let amount = parts.iter().map(|(_, part)| part).sum::<Cents>() + rest;
        let is_sellers = self.dice.once_in(3);
        let (value_on, iban) = (self.some_days_ago(15).await?, Some(Iban::parse(if is_sellers { SELLERS } else { DEBTORS })?));
        self.told.push(format!("  {amount} in {parts:?} on {value_on}, {}", if is_sellers { "the seller's" } else { "a debtor's" }));
        let command = ReceiptCommand {
            by: self.olga.clone(),
            on: value_on,
            amount: Money::parse(i64::try_from(amount)?, eur()?)?,
            payer: EnteredPayer { name: Some(Line::parse("Nordwind AG")?), iban },
            text: None,
            parts: self.targets(&parts)?,
            is_another: true,
            request: None,
        };
        let answer = self.world.cash().enter_receipt(command).await;
        self.names.receipts.extend(answer.as_ref().ok().map(|explained| explained.receipt.id));
        let came = Came { amount, value_on: day(value_on), is_sellers, left: amount, sent_back: 0 };
        Ok(Some((tried(answer)?, self.model.whole(|model| model.receive(came, &parts)))))
    }

    fn a_receipt_that_waits(&mut self) -> Option<(usize, Cents)> {
        let all = self.model.receipts.iter().enumerate();
        let waiting: Vec<_> = all.filter(|(_, came)| came.left > 0).map(|(place, came)| (place, came.left)).collect();
        self.dice.one_of(&waiting)
    }

    pub(super) async fn explain(&mut self) -> Made<Option<Both>> {
        let Some((receipt, left)) = self.a_receipt_that_waits() else { return idle() };
        // A little more than there is, now and then.
        let more = Cents::from(self.dice.once_in(8));
        let parts = self.parts(Some(left + more))?;
        if parts.is_empty() {
            return idle();
        }
        self.told.push(format!("  {parts:?} of receipt {receipt}, where {left} waits"));
        let command = ExplainCommand { by: self.olga.clone(), parts: self.targets(&parts)?, request: None };
        let id = *self.names.receipts.get(receipt).ok_or("no receipt")?;
        let tried = tried(self.world.cash().explain(id, command).await)?;
        Ok(Some((tried, self.model.whole(|model| model.explain(receipt, &parts)))))
    }

    /// What a receipt paid beside the book of a receivable was for something else.
    pub(super) async fn undo_part(&mut self) -> Made<Option<Both>> {
        // Of what is to go back much was paid out by then.
        let goes_back =
            |beside: &Beside| self.model.goes_back.iter().any(|part| part.payment == beside.mark && self.model.is_due(part.due));
        let back: Vec<Beside> = self.model.beside.iter().copied().filter(goes_back).collect();
        let of = if back.is_empty() { &self.model.beside } else { &back };
        let Some(Beside { receipt, place, .. }) = self.dice.one_of(of) else { return idle() };
        self.told.push(format!("  what receipt {receipt} paid beside the book of {place}"));
        let (id, target) = (*self.names.receipts.get(receipt).ok_or("no receipt")?, Target::Receivable(self.id(place)?));
        let explained = self.world.store().receipts.by_id(id).await?.ok_or("no receipt")?;
        let part = explained.standing().find(|part| part.target == target).ok_or("no such part")?.id;
        let (_, amount) = explained.all_for(part).ok_or("no such part")?;
        let seen = Minor::new(amount.amount_minor());
        let command = UndoPartCommand { by: self.olga.clone(), part, seen, note: note()?, request: None };
        let tried = proposed(self.world.approvals().undo_part(id, command).await)?;
        Ok(Some((tried, self.model.whole(|model| model.undo_beside(receipt, place)))))
    }

    pub(super) async fn send_back(&mut self) -> Made<Option<Both>> {
        let Some((receipt, left)) = self.a_receipt_that_waits() else { return idle() };
        let amount = if self.dice.once_in(2) { left + Cents::from(self.dice.once_in(8)) } else { self.up_to(left)? };
        self.sent(receipt, None, amount).await
    }

    pub(super) async fn refund(&mut self) -> Made<Option<Both>> {
        let places: Vec<usize> = (0..self.names.debtors.len()).filter(|debtor| self.model.credit(*debtor) > 0).collect();
        let receipts: Vec<usize> = (0..self.names.receipts.len()).collect();
        let Some((debtor, receipt)) = self.dice.one_of(&places).zip(self.dice.one_of(&receipts)) else { return idle() };
        let credit = self.model.credit(debtor);
        let amount = if self.dice.once_in(2) { credit } else { self.up_to(credit)? };
        self.sent(receipt, Some(debtor), amount).await
    }

    async fn sent(&mut self, receipt: usize, credit_of: Option<usize>, amount: Cents) -> Made<Option<Both>> {
        self.told.push(format!("  {amount} to the payer of {receipt}, of the credit of {credit_of:?}"));
        let id = *self.names.receipts.get(receipt).ok_or("no receipt")?;
        let debtor = credit_of.and_then(|debtor| self.names.debtors.get(debtor)).copied();
        let back =
            Back { receipt: id, credit_of: debtor, to: None, amount: minor(amount)?, currency: credit_of.map(|_| eur()).transpose()? };
        let command = SendBackCommand { by: self.olga.clone(), back, note: note()?, request: None };
        let answer = self.world.approvals().send_back(command).await;
        if let Ok(Performed::Done(payout)) = &answer {
            self.names.batches.push(payout.release.as_ref().and_then(|release| release.batch).ok_or("no batch")?);
        }
        let tried = proposed(answer)?;
        Ok(Some((tried, self.model.whole(|model| model.send_back(receipt, credit_of, amount)))))
    }
}
