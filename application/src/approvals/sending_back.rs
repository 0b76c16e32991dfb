//! Money that two people send back to whoever paid it.

use super::{Approvals, DecideError, Performed, ProposeError, effect::Effect, payouts::theirs};
use crate::{
    approvals::asked::Asked,
    cash::Back,
    kernel::idempotency::{RequestKey, once},
    parties::Member,
};
use sooner_domain::{
    approvals::proposal::{Proposal, SentBack},
    kernel::{ids::ApprovalId, minor::Minor, text::Note},
    onboarding::bank_account::BankAccount,
    parties::operator::Operator,
    payments::payout::{Payout, PayoutId},
};
use uuid::Uuid;

/// What somebody wants to send back.
#[derive(Debug, Clone, PartialEq)]
pub struct SendBackCommand {
    pub by: Member,
    pub back: Back,
    /// Why.
    pub note: Note,
    pub request: Option<RequestKey>,
}

fn asked_for(SentBack { receipt, credit_of, amount, name, iban, .. }: &SentBack) -> Back {
    let currency = Some(amount.currency());
    let to = BankAccount { holder: Some(name.clone()), iban: Some(iban.clone()), ..BankAccount::default() };
    Back { receipt: *receipt, credit_of: *credit_of, amount: Minor::new(amount.amount_minor()), currency, to: Some(to) }
}

impl Approvals {
    /// Sends it back at once, or proposes it where a second person approves. Answers the payout, released in a batch of its own.
    ///
    /// # Errors
    /// `StepUpRequired`; `NotFound`; `AlreadyProposed` while something else of the same receipt waits; `Receivable` with why it
    /// cannot be.
    pub async fn send_back(&self, command: SendBackCommand) -> Result<Performed<Payout>, ProposeError> {
        let SendBackCommand { by, back, note, request } = command;
        let repeat = async |made| match self.records.by_id(ApprovalId(made)).await? {
            Some(approval) => Ok(Performed::Awaits(Box::new(approval))),
            None => Ok(Performed::Done(self.payout(made).await?)),
        };
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let found = self.cash.returnable(back.clone(), &by.operator()).await?;
            let (name, iban) = found.account.holder.zip(found.account.iban).ok_or(ProposeError::NotFound)?;
            let (receipt, credit_of, amount, owner, note) = (back.receipt, found.credit_of, found.amount, found.owner, note.clone());
            let proposal = Proposal::SentBack(Box::new(SentBack { receipt, credit_of, amount, name, iban, owner, note }));
            match self.propose(Asked { request: request.clone(), ..Asked::of(proposal) }, &by).await? {
                Performed::Done(made) => Ok(Performed::Done(self.payout(made).await?)),
                Performed::Awaits(approval) => Ok(Performed::Awaits(approval)),
            }
        })
        .await
    }

    async fn payout(&self, id: Uuid) -> Result<Payout, ProposeError> {
        self.payouts.by_id(PayoutId(id)).await?.ok_or(ProposeError::NotFound)
    }

    /// What sending it back changes.
    pub(super) async fn sent_back(&self, sent: &SentBack, by: &Operator) -> Result<Effect, ProposeError> {
        let found = self.cash.returnable(asked_for(sent), by).await?;
        let account = &found.account;
        if (account.holder.as_ref(), account.iban.as_ref(), found.owner) != (Some(&sent.name), Some(&sent.iban), sent.owner) {
            return Err(ProposeError::Stale);
        }
        let prepared = self.cash.send_back(found, by).await?;
        let changes = prepared.changes.into_iter().map(Into::into).collect();
        Ok(Effect { first: Vec::new(), changes, entry: prepared.entry, mails: Vec::new() })
    }

    /// Nobody sends back what concerns the company they belong to. Whether it still can be is for its effect to say.
    pub(super) async fn not_back_to_their_own(&self, sent: &SentBack, by: &Operator) -> Result<(), DecideError> {
        match self.cash.returnable(asked_for(sent), by).await {
            Ok(_) => Ok(()),
            Err(refused) => theirs(refused).map_or(Ok(()), Err),
        }
    }
}
