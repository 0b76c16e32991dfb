//! Money that came in: entered, and explained at once or later.

use super::{
    Financing, ReceivableError,
    match_book::MatchBook,
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
        coded::Coded,
        ids::UserId,
        minor::Minor,
        money::{Currency, Money},
        text::Note,
    },
    ledger::{entry::Event, manual::ManualEntry},
    parties::operator::Operator,
    payments::{
        receipt::{Allocation, AllocationId, Explained, Payer, Receipt, ReceiptId, Target},
        remembered::PayerMark,
        statement::{LineId, LineOutcome},
    },
};
use std::collections::{BTreeMap, BTreeSet};

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

/// That a receipt did not come, or is another one.
#[derive(Debug, Clone, PartialEq)]
pub struct TakeBackCommand {
    pub by: Member,
    /// The one that it is; none where it was entered by mistake.
    pub same_as: Option<ReceiptId>,
    pub request: Option<RequestKey>,
}

/// Where a receipt comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// A person entered it, and no statement told of it.
    pub is_by_hand: bool,
    /// Where nothing of it is explained: another one that may be the same money, as one of them was entered by hand.
    pub twin: Option<ReceiptId>,
}

/// A page of receipts, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceiptPage {
    pub receipts: Vec<Explained>,
    pub next: Option<ReceiptId>,
}

/// Their codes, in one line.
fn codes<T: Coded>(all: &BTreeSet<T>) -> String {
    all.iter().map(|one| one.code()).collect::<Vec<_>>().join(", ")
}

/// By what a payer is remembered, as the trail says it.
fn remembered(marks: &BTreeSet<PayerMark>) -> Vec<(&'static str, String)> {
    (!marks.is_empty()).then(|| ("remembered", codes(marks))).into_iter().collect()
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
    /// `Day` of the future or of long ago; `Split`; `OtherCurrency`; `NotFound` of a receivable; `Refused`; `Blocked`.
    pub async fn enter_receipt(&self, command: ReceiptCommand) -> Result<Explained, ReceivableError> {
        let ReceiptCommand { by, on, amount, payer, text, parts, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            self.house.open_days(self.today().await?).by_hand().check(on)?;
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
            let said = remembered(&movements.remember(&receipt, &parts));
            self.write_split(movements, (&receipt, AuditAction::ReceiptEntered, said), request.as_ref()).await
        })
        .await
    }

    /// Explains what of a receipt lies in suspense, or a part of that.
    ///
    /// # Errors
    /// Those of entering it; `Stale` when somebody else explained some of it meanwhile.
    pub async fn explain(&self, id: ReceiptId, command: ExplainCommand) -> Result<Explained, ReceivableError> {
        self.explain_as(id, command, None).await
    }

    /// The same; `book`: where it is to be one of what is suggested out of it, which the trail tells with what spoke for it.
    ///
    /// # Errors
    /// `Stale` where it is not suggested any more.
    pub(super) async fn explain_as(
        &self,
        id: ReceiptId,
        command: ExplainCommand,
        book: Option<&MatchBook>,
    ) -> Result<Explained, ReceivableError> {
        let ExplainCommand { by, parts, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.receipt(id).await?;
            explained.check(&parts)?;
            let signs = match book {
                Some(book) => self.signs_of(&explained, &parts, book).await?.ok_or(ReceivableError::Stale)?,
                None => BTreeSet::new(),
            };
            let today = self.today().await?;
            let pen = self.pen(Some(operator.user()));
            let mut source = Source::waited(&explained, today);
            let mut movements = self.movements((&[(&explained.receipt, &parts)], &[]), (pen, &operator)).await?;
            movements.split(&mut source, &parts)?;
            let said = remembered(&movements.remember(&explained.receipt, &parts));
            let said = said.into_iter().chain((!signs.is_empty()).then(|| ("signs", codes(&signs)))).collect();
            self.write_split(movements, (&explained.receipt, AuditAction::ReceiptExplained, said), request.as_ref()).await
        })
        .await
    }

    /// Takes back a receipt of which nothing is explained: it was entered by mistake, or twice.
    ///
    /// # Errors
    /// `NotFound`; `Explained`; `ToldByBank` where it came and no other one is named; `NotThatReceipt` when that cannot be the same money;
    /// `Blocked`.
    pub async fn take_back_receipt(&self, id: ReceiptId, command: TakeBackCommand) -> Result<Explained, ReceivableError> {
        let TakeBackCommand { by, same_as, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.receipt(ReceiptId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let explained = self.receipt(id).await?;
            if !explained.is_untouched() {
                return Err(ReceivableError::Explained);
            }
            let told: Vec<_> = self.statements.told([id].into_iter().chain(same_as).map(|id| id.0).collect()).await?;
            let is_told = |id: ReceiptId| told.iter().any(|(thing, _)| *thing == id.0);
            if let Some(twin) = same_as {
                let twin = self.receipts.by_id(twin).await?.ok_or(ReceivableError::NotThatReceipt)?;
                let is_both = is_told(id) && is_told(twin.receipt.id);
                if is_both || !self.stays(&twin).await? || !explained.receipt.may_be(&twin.receipt) {
                    return Err(ReceivableError::NotThatReceipt);
                }
            } else if is_told(id) {
                return Err(ReceivableError::ToldByBank);
            }
            let mut movements = self.movements((&[], &[]), (self.pen(Some(operator.user())), &operator)).await?;
            let entries = movements.take_back(&explained, (explained.left(), explained.receipt.booked_on), None);
            // The line tells of the one that stays.
            if let Some((line, twin)) = self.statements.line(LineId(id.0)).await?.zip(same_as) {
                let (seen, outcome, about) = (line.outcome, LineOutcome::Noted, Some(twin.0));
                movements.payments.push(PaymentChange::LineSettled { id: line.id, seen, outcome, about, entries });
            }
            self.write_split(movements, (&explained.receipt, AuditAction::ReceiptTakenBack, Vec::new()), request.as_ref()).await
        })
        .await
    }

    /// Whether it was not taken back itself.
    pub(super) async fn stays(&self, explained: &Explained) -> Result<bool, Unavailable> {
        for part in explained.standing() {
            let Target::Entry(entry) = part.target else { continue };
            let record = self.journal.entry(entry).await?;
            if record.is_some_and(|record| record.entry.booking().event == Event::ReceiptTakenBack) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Where each of these comes from.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn origins(&self, receipts: &[Explained]) -> Result<Vec<Origin>, Unavailable> {
        let mut others: BTreeMap<ReceiptId, Explained> = BTreeMap::new();
        let mut asked: BTreeMap<Currency, (BTreeSet<Minor>, NaiveDate, NaiveDate)> = BTreeMap::new();
        for Explained { receipt, .. } in receipts.iter().filter(|found| found.is_untouched()) {
            let ((from, to), amount) = (receipt.days_of_twins(), Minor::new(receipt.amount.amount_minor()));
            let (amounts, earliest, latest) = asked.entry(receipt.amount.currency()).or_insert((BTreeSet::new(), from, to));
            amounts.insert(amount);
            (*earliest, *latest) = ((*earliest).min(from), (*latest).max(to));
        }
        for (currency, (amounts, from, to)) in asked {
            let found = self.receipts.of_amounts(currency, amounts.into_iter().collect(), (from, to)).await?;
            others.extend(found.into_iter().map(|found| (found.receipt.id, found)));
        }
        let all: BTreeSet<_> = receipts.iter().chain(others.values()).map(|found| found.receipt.id.0).collect();
        let told = if all.is_empty() { Vec::new() } else { self.statements.told(all.into_iter().collect()).await? };
        let told: BTreeSet<_> = told.into_iter().map(|(thing, _)| thing).collect();
        let is_by_hand = |found: &Explained| !told.contains(&found.receipt.id.0);
        let mut origins = Vec::with_capacity(receipts.len());
        for found in receipts {
            let mut twin = None;
            let one_is_by_hand = |other: &&Explained| is_by_hand(found) || is_by_hand(other);
            let may_be = |other: &&Explained| found.is_untouched() && found.receipt.may_be(&other.receipt);
            for other in others.values().filter(may_be).filter(one_is_by_hand) {
                if self.stays(other).await? {
                    twin = Some(other.receipt.id);
                    break;
                }
            }
            origins.push(Origin { is_by_hand: is_by_hand(found), twin });
        }
        Ok(origins)
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
        let (amount, on) = (manual.amount(), manual.on());
        let waiting = self.receipts.of_amounts(amount.currency(), vec![Minor::new(amount.amount_minor())], (on, on)).await?;
        let told = waiting.into_iter().find(|waiting| waiting.is_booked_as(manual)).map(|told| {
            let (id, amount) = (AllocationId(self.identity.ids.next()), told.left());
            let target = Target::Entry(manual.id());
            let allocation = Allocation { id, receipt: told.receipt.id, target, amount, by, at, undone_at: None, recognised: None };
            PaymentChange::Allocated { allocation, left: amount }
        });
        Ok(told)
    }

    async fn write_split(
        &self,
        movements: Movements<'_>,
        (receipt, action, said): (&Receipt, AuditAction, Vec<(&'static str, String)>),
        request: Option<&RequestKey>,
    ) -> Result<Explained, ReceivableError> {
        let (at, by) = (movements.pen.at, movements.by);
        let (changes, mails) = self.moved(movements).await?;
        let entry = AuditEntry::new(at, Actor::User(by.user()), action, Subjects::house(receipt.id.0));
        let entry =
            entry.new_values([("amount", receipt.amount.to_string()), ("on", receipt.booked_on.to_string())].into_iter().chain(said));
        let context = WriteContext { mails, ..WriteContext::of(entry) }.under(request.map(|request| request.made(receipt.id.0, at)));
        self.put(changes, context).await?;
        self.receipt(receipt.id).await
    }
}
