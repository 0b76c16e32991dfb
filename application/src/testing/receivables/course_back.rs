//! The steps of a made-up course by which money goes back to whoever paid it.

use super::course::{Course, Made, Tried, eur, none, note, proposed};
use crate::{
    approvals::{SendBackCommand, UndoPartCommand},
    cash::Back,
};
use sooner_domain::kernel::minor::Minor;

impl Course<'_> {
    /// A part of what waits goes back to its payer; a little more than there is, now and then.
    pub(super) async fn send_back(&mut self) -> Made<Tried> {
        let Some(explained) = self.a_receipt_that_waits().await? else { return none("receipt waits") };
        let (most, more) = (explained.left().get(), i64::from(self.dice.once_in(8)));
        let amount = if self.dice.once_in(2) { most + more } else { self.dice.up_to(most) };
        self.sent(Back { receipt: explained.receipt.id, credit_of: None, amount: Minor::new(amount), currency: None, to: None }).await
    }

    /// A part of a debtor's credit goes to the payer of a receipt that was for it, or perhaps for another debtor.
    pub(super) async fn refund(&mut self) -> Made<Tried> {
        let seller = self.dice.one_of(&self.sellers).ok_or("no seller")?;
        let Some(receipt) = self.dice.one_of(&self.receipts) else { return none("receipt") };
        let credit = self.credit_of(seller.debtor).await?;
        let (credit_of, amount) = (Some(seller.debtor), Minor::new(self.dice.up_to(credit.max(1))));
        self.sent(Back { receipt, credit_of, amount, currency: Some(eur()?), to: None }).await
    }

    /// A part of a receipt was for something else.
    pub(super) async fn undo_part(&mut self) -> Made<Tried> {
        let Some(id) = self.dice.one_of(&self.receipts) else { return none("receipt") };
        let explained = self.world.store().receipts.by_id(id).await?.ok_or("no receipt")?;
        let parts: Vec<_> = explained.standing().cloned().collect();
        let Some(part) = self.dice.one_of(&parts) else { return none("part stands") };
        self.told.push(format!("  {:?} of {id}: {}", part.target, part.amount.get()));
        let (_, amount) = explained.all_for(part.id).ok_or("no part stands")?;
        let (part, seen) = (part.id, Minor::new(amount.amount_minor()));
        let command = UndoPartCommand { by: self.olga.clone(), part, seen, note: note()?, request: None };
        proposed(self.world.approvals().undo_part(id, command).await)
    }

    async fn sent(&mut self, back: Back) -> Made<Tried> {
        self.told.push(format!("  {back:?}"));
        let command = SendBackCommand { by: self.olga.clone(), back, note: note()?, request: None };
        proposed(self.world.approvals().send_back(command).await)
    }
}
