//! What the bank answers to an order: what it will not carry out is due again, what it found out of a payee is kept.

use crate::{
    cash::{ByHand, Cash, CashError},
    kernel::{commit::WriteContext, unavailable::Unavailable},
    payments::changes::Change as PaymentChange,
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        minor::Minor,
        money::Currency,
        text::{Line, Note},
    },
    payments::{
        answer::{Answered, OrderAnswer, PayeeCheck, Standing, TransferAnswer},
        payout::{BatchId, Payout, PayoutId, PayoutStatus, Returned},
        statement::NotRead,
        transfer::{Transfer, transfers},
    },
};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What an answer came to, in transfers of the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerTaken {
    pub batch: BatchId,
    pub accepted: usize,
    pub pending: usize,
    /// Their payouts are due again.
    pub rejected: usize,
    /// Rejected, though they were carried out as far as we were told: nothing was changed.
    pub contradicted: usize,
    /// Of whose payee the bank says that the name is not, or not quite, that of the account.
    pub doubtful: usize,
    /// Named in the answer and not in the order.
    pub unknown: usize,
    pub currency: Currency,
    /// Those that somebody has to see to, in the order in which they were ordered: rejected, or of a payee that is doubtful.
    pub to_see_to: Vec<AnsweredTransfer>,
}

/// What an answer says of a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredTransfer {
    /// Whose account it goes to.
    pub payee: Option<Line>,
    pub amount: Minor,
    pub standing: Option<Standing>,
    pub check: Option<PayeeCheck>,
    pub reason: Option<Line>,
    /// It was carried out as far as we were told.
    pub was_executed: bool,
}

impl AnsweredTransfer {
    fn is_to_see_to(&self) -> bool {
        self.standing == Some(Standing::Rejected) || self.is_doubtful()
    }

    fn is_doubtful(&self) -> bool {
        matches!(self.check, Some(PayeeCheck::CloseMatch | PayeeCheck::NoMatch))
    }
}

/// The batch and the currency that a message of ours names.
fn order_named(message: &str) -> Option<(BatchId, Currency)> {
    let (id, currency) = message.trim().split_at_checked(32)?;
    Some((BatchId(Uuid::try_parse(id).ok()?), Currency::parse(&currency.to_ascii_uppercase()).ok()?))
}

impl Cash {
    /// Takes an answer. What was answered before may be answered again.
    ///
    /// # Errors
    /// `NotRead(OtherOrder)` when it answers to no order of ours; `Blocked` with `OwnCompany`.
    pub async fn take_answer(&self, answer: OrderAnswer, by: &ByHand) -> Result<AnswerTaken, CashError> {
        let operator = by.operator();
        let (batch, currency) = order_named(&answer.of).ok_or(NotRead::OtherOrder)?;
        let mut payouts = self.of_batch(batch).await?;
        payouts.retain(|payout| payout.currency == currency);
        let by_hand = self.left_out(batch, &payouts).await?;
        payouts.retain(|payout| !by_hand.contains(&payout.id));
        self.not_their_own(&payouts, operator).await?;
        let ordered = transfers(&payouts);
        if ordered.is_empty() {
            return Err(NotRead::OtherOrder.into());
        }
        let told = by_transfer(&answer, &ordered);
        let unknown = answer.transfers.iter().filter(|one| !ordered.iter().any(|transfer| is_id(transfer, &one.id))).count();
        let to_see_to = Vec::new();
        let mut taken =
            AnswerTaken { batch, accepted: 0, pending: 0, rejected: 0, contradicted: 0, doubtful: 0, unknown, currency, to_see_to };
        let before: BTreeMap<_, _> =
            self.bank_answers.of_payouts(payouts.iter().map(|payout| payout.id).collect()).await?.into_iter().collect();
        let (pen, today) = (self.receivables.pen(Some(operator.user())), self.receivables.today().await?);
        let mut movements = self.movements((&[], &payouts), (pen.clone(), operator)).await?;
        for (transfer, TransferAnswer { standing, check, reason, .. }) in told {
            let of_transfer = || payouts.iter().filter(|payout| transfer.payouts.contains(&payout.id));
            let was_executed = of_transfer().any(|payout| payout.status == PayoutStatus::Executed);
            let reason = reason.as_deref().and_then(|reason| Line::parse(reason).ok());
            let payee = transfer.to.holder.clone();
            taken.count(AnsweredTransfer { payee, amount: transfer.amount, standing, check, reason: reason.clone(), was_executed });
            for payout in of_transfer() {
                let answered = Answered { standing, check, reason: reason.clone(), at: pen.at }.after(before.get(&payout.id).cloned());
                let iban = transfer.to.iban.clone();
                if standing == Some(Standing::Rejected) && payout.status == PayoutStatus::Released {
                    let reason = answered.reason.as_ref().and_then(|reason| Note::parse(reason.as_str()).ok());
                    let back = Returned { on: today, reason };
                    let lies = self.lies_then(payout, pen.at).await?;
                    movements.come_back(payout, back, lies, by.attested())?;
                }
                movements.payments.push(PaymentChange::BankAnswered { payout: payout.id, iban, answered });
            }
        }
        let (changes, mails) = self.moved(movements).await?;
        let entry = AuditEntry::new(pen.at, Actor::User(operator.user()), AuditAction::BankAnswered, Subjects::house(batch.0));
        let counts = [("accepted", taken.accepted), ("pending", taken.pending), ("rejected", taken.rejected)];
        let entry = entry.new_values(counts.map(|(name, count)| (name, count.to_string())));
        self.receivables.put(changes, WriteContext { mails, ..WriteContext::of(entry) }).await?;
        Ok(taken)
    }

    /// What the bank answered to these, by payout.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn answers_to(&self, payouts: impl Iterator<Item = &Payout>) -> Result<BTreeMap<PayoutId, Answered>, Unavailable> {
        let released: Vec<_> = payouts.filter(|payout| payout.release.is_some()).map(|payout| payout.id).collect();
        let found = if released.is_empty() { Vec::new() } else { self.bank_answers.of_payouts(released).await? };
        Ok(found.into_iter().collect())
    }
}

impl AnswerTaken {
    fn count(&mut self, told: AnsweredTransfer) {
        match (told.standing, told.was_executed) {
            (Some(Standing::Accepted), _) => self.accepted += 1,
            (Some(Standing::Pending), _) => self.pending += 1,
            (Some(Standing::Rejected), false) => self.rejected += 1,
            (Some(Standing::Rejected), true) => self.contradicted += 1,
            (None, _) => {}
        }
        if told.is_doubtful() {
            self.doubtful += 1;
        }
        if told.is_to_see_to() {
            self.to_see_to.push(told);
        }
    }
}

fn is_id(transfer: &Transfer, id: &str) -> bool {
    transfer.id().is_some_and(|ours| ours.eq_ignore_ascii_case(id.trim()))
}

/// What is said of each transfer, or of all of them; those of which nothing is said are left out.
fn by_transfer<'a>(answer: &OrderAnswer, ordered: &'a [Transfer]) -> Vec<(&'a Transfer, TransferAnswer)> {
    let told = ordered.iter().filter_map(|transfer| {
        let own = answer.transfers.iter().find(|one| is_id(transfer, &one.id));
        let standing = own.and_then(|one| one.standing).or(answer.whole);
        let reason = own.and_then(|one| one.reason.clone()).or_else(|| answer.reason.clone());
        let check = own.and_then(|one| one.check);
        let is_told = standing.is_some() || check.is_some();
        is_told.then(|| (transfer, TransferAnswer { id: String::new(), standing, check, reason }))
    });
    told.collect()
}
