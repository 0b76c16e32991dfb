//! Lines of statements that nobody could explain: money that went out, and is not in the books.

use super::{
    Financing, ReceivableError,
    movements::Movements,
    payouts::{may_manage, may_read},
};
use crate::{
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
        paging::cut,
    },
    parties::Member,
    payments::{changes::Change as PaymentChange, statements::LineRecord},
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        coded::Coded,
    },
    ledger::entry::{Draft, Event, Place},
    parties::operator::Operator,
    payments::statement::{LineId, LineOutcome},
};

/// A page of open lines, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePage {
    pub lines: Vec<LineRecord>,
    pub next: Option<LineId>,
}

/// What an open line is.
#[derive(Debug, Clone, PartialEq)]
pub struct SettleLineCommand {
    pub by: Member,
    pub what: LineIs,
    pub request: Option<RequestKey>,
}

/// What a person can say of a line that nobody could explain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineIs {
    /// The bank took it for itself: it is booked as that.
    Charge,
    /// It is in the books: entered by hand, or corrected by the line that follows.
    Noted,
}

impl LineIs {
    pub fn outcome(self) -> LineOutcome {
        match self {
            Self::Charge => LineOutcome::Charge,
            Self::Noted => LineOutcome::Noted,
        }
    }
}

impl Financing {
    const OPEN_LINES: i64 = 100;

    /// Lines that nobody has explained, and that are not in the books.
    ///
    /// # Errors
    /// `Blocked` for whoever's roles are others.
    pub async fn open_lines(&self, by: &Operator, before: Option<LineId>) -> Result<LinePage, ReceivableError> {
        may_read(by)?;
        let mut lines = self.statements.open(before, Self::OPEN_LINES + 1).await?;
        let next = cut(&mut lines, Self::OPEN_LINES, |record| record.id);
        Ok(LinePage { lines, next })
    }

    async fn line(&self, id: LineId) -> Result<LineRecord, ReceivableError> {
        self.statements.line(id).await?.ok_or(ReceivableError::NotFound)
    }

    /// Says what an open line is. What a bank took for itself is money that went out.
    ///
    /// # Errors
    /// `NotFound`; `LineSettled` when somebody has said so before, or it cannot be that; `Blocked`.
    pub async fn settle_line(&self, id: LineId, command: SettleLineCommand) -> Result<LineRecord, ReceivableError> {
        let SettleLineCommand { by, what, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.line(LineId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let record = self.line(id).await?;
            let can_be = what == LineIs::Noted || record.line.amount.is_negative();
            if record.outcome != LineOutcome::Open || !can_be {
                return Err(ReceivableError::LineSettled);
            }
            let (mut movements, outcome) =
                (self.movements((&[], &[]), (self.pen(Some(operator.user())), &operator)).await?, what.outcome());
            if what == LineIs::Charge {
                movements.charge(&record);
            }
            movements.payments.push(PaymentChange::LineSettled { id, outcome });
            let at = movements.pen.at;
            let (changes, _) = self.moved(movements);
            let entry = AuditEntry::new(at, Actor::User(operator.user()), AuditAction::StatementLineSettled, Subjects::house(id.0));
            let entry = entry.new_values([("outcome", outcome.code().to_owned()), ("amount", record.line.amount.get().to_string())]);
            let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(id.0, at)));
            self.put(changes, context).await?;
            Ok(LineRecord { outcome, ..record })
        })
        .await
    }
}

impl Movements<'_> {
    /// The bank took it for itself.
    pub(super) fn charge(&mut self, record: &LineRecord) {
        let draft = Draft::new(record.currency).transfer(Place::bank_charges(), Place::bank(), -record.line.amount);
        self.entries.extend(self.pen.entry((Event::BankCharge, record.line.booked_on), record.id.0, None, &draft));
    }
}
