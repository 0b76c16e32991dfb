//! Money that came in: entered, and explained at once or later.

use super::{
    Financing, ReceivableError,
    movements::Movements,
    paying::Source,
    payouts::{may_manage, may_read},
};
use crate::{
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
        paging::cut,
        unavailable::Unavailable,
    },
    parties::Member,
    payments::{changes::Change as PaymentChange, ports::Receipts},
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        ids::UserId,
        minor::Minor,
        money::Money,
        text::Note,
    },
    ledger::manual::ManualEntry,
    parties::operator::Operator,
    payments::receipt::{Allocation, AllocationId, Explained, Payer, Receipt, ReceiptId, Target},
};

/// Money that an operator found on an account of the house.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiptCommand {
    pub by: Member,
    /// The bank's booking day, and its value day.
    pub on: NaiveDate,
    pub amount: Money,
    pub payer: Payer,
    pub text: Option<Note>,
    /// What it is for. The rest lies in suspense until somebody explains it.
    pub parts: Vec<(Target, Minor)>,
    pub request: Option<RequestKey>,
}

/// What a receipt is for, found out later.
#[derive(Debug, Clone, PartialEq)]
pub struct ExplainCommand {
    pub by: Member,
    pub parts: Vec<(Target, Minor)>,
    pub request: Option<RequestKey>,
}

/// A page of receipts, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiptPage {
    pub receipts: Vec<Explained>,
    pub next: Option<ReceiptId>,
}

impl Financing {
    const RECEIPTS: i64 = 100;

    /// Receipts, or those of which something lies in suspense.
    ///
    /// # Errors
    /// `Blocked` for whoever's roles are others.
    pub async fn receipts(&self, by: &Operator, which: Receipts, before: Option<ReceiptId>) -> Result<ReceiptPage, ReceivableError> {
        may_read(by)?;
        let mut receipts = self.receipts.page(which, before, Self::RECEIPTS + 1).await?;
        let next = cut(&mut receipts, Self::RECEIPTS, |found| found.receipt.id);
        Ok(ReceiptPage { receipts, next })
    }

    async fn receipt(&self, id: ReceiptId) -> Result<Explained, ReceivableError> {
        self.receipts.by_id(id).await?.ok_or(ReceivableError::NotFound)
    }

    /// Enters money that came, with what it is for.
    ///
    /// # Errors
    /// `Day` of the future; `Split`; `OtherCurrency`; `NotFound` of a receivable; `Refused`; `Blocked`.
    pub async fn enter_receipt(&self, command: ReceiptCommand) -> Result<Explained, ReceivableError> {
        let ReceiptCommand { by, on, amount, payer, text, parts, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            if on > self.today().await? {
                return Err(ReceivableError::Day);
            }
            let pen = self.pen(Some(operator.user()));
            let (id, entered_by, entered_at) = (ReceiptId(pen.next()), operator.user(), pen.at);
            let receipt =
                Receipt { id, booked_on: on, value_on: on, amount, payer: payer.clone(), text: text.clone(), entered_by, entered_at };
            let explained = Explained { receipt: receipt.clone(), allocations: Vec::new(), sent_back: Minor::ZERO };
            explained.check(&parts)?;
            let mut movements = self.movements((&[(&receipt, &parts)], &[]), (pen, &operator)).await?;
            movements.payments.push(PaymentChange::ReceiptAdded(Box::new(receipt.clone())));
            let mut source = Source::came(&receipt);
            movements.split(&mut source, &parts)?;
            movements.rest_waits(&source);
            self.write_split(movements, (&receipt, AuditAction::ReceiptEntered), request.as_ref()).await
        })
        .await
    }

    /// Explains what of a receipt lies in suspense, or a part of that.
    ///
    /// # Errors
    /// Those of entering it; `Stale` when somebody else explained some of it meanwhile.
    pub async fn explain(&self, id: ReceiptId, command: ExplainCommand) -> Result<Explained, ReceivableError> {
        let ExplainCommand { by, parts, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.receipt(id).await?;
            explained.check(&parts)?;
            let today = self.today().await?;
            let pen = self.pen(Some(operator.user()));
            let mut source = Source::waited(&explained, today);
            let mut movements = self.movements((&[(&explained.receipt, &parts)], &[]), (pen, &operator)).await?;
            movements.split(&mut source, &parts)?;
            self.write_split(movements, (&explained.receipt, AuditAction::ReceiptExplained), request.as_ref()).await
        })
        .await
    }

    /// What was booked by hand and waits in suspense, since a statement told it: then this explains it.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn told_before(
        &self,
        manual: &ManualEntry,
        by: UserId,
        at: DateTime<Utc>,
    ) -> Result<Option<PaymentChange>, Unavailable> {
        let waiting = self.receipts.untouched(manual.amount(), manual.on()).await?;
        let told = waiting.into_iter().find(|waiting| waiting.is_booked_as(manual)).map(|told| {
            let (id, amount) = (AllocationId(self.identity.ids.next()), told.left());
            let target = Target::Capital(manual.id());
            let allocation = Allocation { id, receipt: told.receipt.id, target, amount, by, at, undone_at: None };
            PaymentChange::Allocated { allocation, left: amount }
        });
        Ok(told)
    }

    async fn write_split(
        &self,
        movements: Movements<'_>,
        (receipt, action): (&Receipt, AuditAction),
        request: Option<&RequestKey>,
    ) -> Result<Explained, ReceivableError> {
        let (at, by) = (movements.pen.at, movements.by);
        let (changes, mails) = self.moved(movements);
        let entry = AuditEntry::new(at, Actor::User(by.user()), action, Subjects::house(receipt.id.0));
        let entry = entry.new_values([("amount", receipt.amount.to_string()), ("on", receipt.booked_on.to_string())]);
        let context = WriteContext { mails, ..WriteContext::of(entry) }.under(request.map(|request| request.made(receipt.id.0, at)));
        self.put(changes, context).await?;
        self.receipt(receipt.id).await
    }
}
