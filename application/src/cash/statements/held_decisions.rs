//! What a person says of lines of statements that wait: each is counted, named as a line that counts, or set aside for a reason.

use crate::{
    cash::{
        Cash, CashError,
        payouts::release::{may_manage, may_read},
        receipts::by_hand::Attested,
        statements::{
            counting::account_of,
            held_lines::{SeenHeldLine, Waiting, is_of_entry},
            open_lines::DAYS_APART,
            statement_page::PageDone,
        },
    },
    kernel::idempotency::{RequestKey, once},
    parties::Member,
    payments::{
        changes::Change as PaymentChange,
        statements::{Decided, HeldLine, LineRecord, OfEntry, StatementRecord, make_their_entry},
    },
    receivables::ReceivableError,
};
use chrono::NaiveDate;
use sooner_domain::{
    house::open_days::NotOpen,
    kernel::{calendar::around, canonical::Digest, minor::Minor, text::Note},
    parties::operator::Operator,
    payments::{
        receipt::EnteredPayer,
        statement::{HeldDecision, HeldReason, Legible, LineId, StatementLine},
    },
};

/// What a person says of a line that waits.
#[derive(Debug, Clone, PartialEq)]
pub struct DecideHeldCommand {
    pub by: Member,
    /// The version they saw.
    pub version: i64,
    pub decision: HeldIs,
    pub request: Option<RequestKey>,
}

/// What a line that waits is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeldIs {
    /// It counts from now on.
    New,
    /// It counts as it was entered by hand, for its entry cannot be read.
    Entered(Box<EnteredLine>),
    /// It is this line, which counts.
    Known(LineId),
    /// It is left out, for this reason.
    SetAside(Note),
}

/// A line that a person read where no program can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnteredLine {
    pub booked_on: NaiveDate,
    pub value_on: NaiveDate,
    /// Above zero where money came in.
    pub amount: Minor,
    pub other: EnteredPayer,
    pub text: Option<Note>,
}

impl EnteredLine {
    /// What of it contradicts what was read of the entry, or the days of its statement; by field.
    fn contradicts(&self, legible: &Legible, record: &StatementRecord) -> Vec<&'static str> {
        let on = match (legible.booked_on, record.opening, record.closing) {
            (Some(read), ..) => self.booked_on == read,
            (None, Some(opening), Some(closing)) => (opening.on..=closing.on).contains(&self.booked_on),
            (None, ..) => true,
        };
        let value_on = legible.value_on.is_none_or(|read| self.value_on == read);
        let amount = match (legible.magnitude, legible.is_debit()) {
            (Some(_), Some(_)) => Some(self.amount) == legible.signed(),
            (Some(read), None) => self.amount == read || self.amount == -read,
            (None, Some(is_debit)) => (self.amount < Minor::ZERO) == is_debit,
            (None, None) => true,
        };
        let fields = [("on", on), ("valueOn", value_on), ("amount", amount)];
        fields.into_iter().filter(|(_, fits)| !fits).map(|(field, _)| field).collect()
    }

    /// In place of the line that waits.
    fn of(self, held: &HeldLine, _: Attested) -> HeldLine {
        let Self { booked_on, value_on, amount, other, text } = self;
        let (key, names) = (Digest([0; 32]), Vec::new());
        let other = other.into();
        let line = StatementLine { key, booked_on, value_on, amount, other, text, names, returned: None, is_charge: false };
        let entry = OfEntry { amount, ..held.entry.clone() };
        HeldLine { line: Some(line), entry, ..held.clone() }
    }
}

impl Cash {
    /// Decides what the entry of a line that waits is: all lines of the entry.
    ///
    /// # Errors
    /// `NotFound`; `LineSettled` when it was decided before; `Stale` where something of the account was written since it was seen;
    /// `NotCountable` for one that cannot be read and was not entered, is ahead of today, or is not of the amount that was read; `Day` for one that is entered for a day to
    /// come; `NotThatLine` where it is known as a line that it cannot be; `NotAsRead`; `EntryInOtherCurrency`; `StepUpRequired` for one
    /// that is entered; `Blocked`.
    pub async fn decide_held(&self, id: LineId, command: DecideHeldCommand) -> Result<SeenHeldLine, CashError> {
        let DecideHeldCommand { by, version, decision, request } = command;
        let operator = &by.operator();
        may_manage(operator)?;
        let repeat = async |made| self.held_line(LineId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let held = self.statements.held_line(id).await?.ok_or(ReceivableError::NotFound)?;
            if held.decided.is_some() {
                return Err(CashError::LineSettled);
            }
            let record = self.statements.by_id(held.statement).await?.ok_or(ReceivableError::NotFound)?;
            let account = account_of(&record);
            let lines = self.decided_lines((&held, &record), &decision, &by).await?;
            let others = lines.iter().filter_map(|held| held.line.as_ref()).map(|line| &line.other);
            self.is_not_their_own_money(others, &[], operator).await?;
            if let HeldIs::Known(known) = decision
                && !self.may_be(&held, &record).await?.iter().any(|line| line.id == known)
            {
                return Err(CashError::NotThatLine);
            }
            let on = lines.iter().find_map(|held| held.line.as_ref()).map(|line| line.booked_on);
            let waiting = self.waiting((record, on.unwrap_or_default()), vec![lines]).await?;
            if waiting.moves != version {
                return Err(ReceivableError::Stale.into());
            }
            let decided = self.decided(&decision, operator);
            let mut page = waiting.page(&[Some(decided.is)], &decided);
            // What was set aside proves nothing of its day.
            if let (HeldDecision::New | HeldDecision::Known, Some(told)) = (decided.is, waiting.proven_without(&held)) {
                page.changes.push(told);
            }
            page.changes.extend(self.later_left_out(&waiting, (&held, &decided)).await?);
            page.said = Some((id, decided, request.clone()));
            let book = self.match_book(waiting.record.currency).await?;
            self.take_page(&waiting.record, page, (operator, &book)).await?;
            let mut done = PageDone::default();
            self.settle_held(account, operator, &mut done).await?;
            self.held_line(id).await
        })
        .await
    }

    /// The lines of an entry that waits, as they are decided.
    async fn decided_lines(
        &self,
        (held, record): (&HeldLine, &StatementRecord),
        decision: &HeldIs,
        by: &Member,
    ) -> Result<Vec<HeldLine>, CashError> {
        let today = self.receivables.today().await?;
        let lines = match decision {
            HeldIs::Entered(_) if !held.may_be_entered() => {
                let is_other = held.is_of_other_currency();
                return Err(if is_other { CashError::EntryInOtherCurrency } else { CashError::NotCountable });
            }
            HeldIs::Entered(entered) if entered.booked_on > today => return Err(NotOpen::Future.into()),
            HeldIs::Entered(entered) if entered.amount.is_zero() => return Err(CashError::NotCountable),
            HeldIs::Entered(entered) => {
                let contradicting = held.legible.as_ref().map(|legible| entered.contradicts(legible, record)).unwrap_or_default();
                if !contradicting.is_empty() {
                    return Err(CashError::NotAsRead(contradicting));
                }
                vec![entered.as_ref().clone().of(held, self.by_hand(by)?.attested())]
            }
            HeldIs::New | HeldIs::Known(_) | HeldIs::SetAside(_) => {
                let all = self.statements.held_of(account_of(record)).await?;
                all.into_iter().filter(|other| is_of_entry(other, held)).collect()
            }
        };
        if *decision == HeldIs::New && !(make_their_entry(&lines) && lines.iter().all(|held| held.may_count(today))) {
            Err(CashError::NotCountable)
        } else {
            Ok(lines)
        }
    }

    /// That the closing balance leaves out lines of later days, where this was the last entry that could not be read.
    async fn later_left_out(&self, waiting: &Waiting, (held, decided): (&HeldLine, &Decided)) -> Result<Option<PaymentChange>, CashError> {
        let record = &waiting.record;
        if held.why != HeldReason::Unreadable || record.later.is_zero() {
            return Ok(None);
        }
        let mut odd = Vec::new();
        let held_in = self.statements.held_in(record.id).await?;
        // What is in another currency is nothing of the account’s money.
        let unreadable = held_in.iter().filter(|one| one.why == HeldReason::Unreadable && !one.is_of_other_currency());
        for one in unreadable {
            let (is, known_as) = match (&one.decided, one.id == held.id) {
                (_, true) => (decided.is, decided.known_as),
                (Some(before), false) => (before.is, before.known_as),
                (None, false) => return Ok(None),
            };
            let line = match (is, known_as) {
                (HeldDecision::SetAside, _) => None,
                (_, Some(known)) => self.statements.line(known).await?.map(|record| record.line),
                (_, None) if one.id == held.id => waiting.lines().next().cloned(),
                (_, None) => self.counted(one).await?.map(|record| record.line),
            };
            let Some(line) = line else { return Ok(None) };
            odd.push((line.booked_on, line.amount));
        }
        Ok(record.leaves_out_later(&odd).then_some(PaymentChange::LaterLeftOut(record.id)))
    }

    fn decided(&self, decision: &HeldIs, by: &Operator) -> Decided {
        let (is, known_as, reason) = match decision {
            HeldIs::New | HeldIs::Entered(_) => (HeldDecision::New, None, None),
            HeldIs::Known(line) => (HeldDecision::Known, Some(*line), None),
            HeldIs::SetAside(reason) => (HeldDecision::SetAside, None, Some(reason.clone())),
        };
        Decided { is, by: by.user(), at: self.identity.clock.now(), is_proven: false, known_as, reason }
    }

    const SHOWN_LINES: i64 = 50;

    /// The lines that count and that one that waits may be: of other statements, near its day and of its amount, as far as those were
    /// read, and none that another line of its statement is known as.
    ///
    /// # Errors
    /// `NotFound`; `LineSettled` when it was decided; `Blocked` for those whose roles are others.
    pub async fn held_candidates(&self, id: LineId, by: &Operator) -> Result<Vec<LineRecord>, CashError> {
        may_read(by)?;
        let held = self.statements.held_line(id).await?.ok_or(ReceivableError::NotFound)?;
        if held.decided.is_some() {
            return Err(CashError::LineSettled);
        }
        let record = self.statements.by_id(held.statement).await?.ok_or(ReceivableError::NotFound)?;
        self.may_be(&held, &record).await
    }

    async fn may_be(&self, held: &HeldLine, record: &StatementRecord) -> Result<Vec<LineRecord>, CashError> {
        let legible = held.legible.as_ref();
        let told = held.line.as_ref().map(|line| line.booked_on).or_else(|| legible.and_then(|legible| legible.booked_on));
        let balances = [record.opening, record.closing].into_iter().flatten().map(|balance| balance.on);
        let days = told.into_iter().chain(balances.filter(|_| told.is_none())).collect::<Vec<_>>();
        let (Some(first), Some(last)) = (days.iter().min(), days.iter().max()) else { return Ok(Vec::new()) };
        let (first, last) = (around(*first, DAYS_APART).0, around(*last, DAYS_APART).1);
        let amounts: Vec<Minor> = match (&held.line, legible.and_then(|legible| legible.magnitude)) {
            (Some(line), _) => vec![line.amount, held.entry.amount],
            (None, Some(amount)) => vec![amount, -amount],
            (None, None) => Vec::new(),
        };
        let mut found = self.statements.near(account_of(record), (first, last), amounts, Self::SHOWN_LINES).await?;
        if let Some(perhaps) = held.perhaps
            && !found.iter().any(|line| line.id == perhaps)
        {
            found.extend(self.statements.line(perhaps).await?);
        }
        let known = self.statements.known_in(record.id).await?;
        found.retain(|line| line.statement != record.id && (Some(line.id) == held.perhaps || !known.contains(&line.id)));
        found.sort_by_key(|line| Some(line.id) != held.perhaps);
        Ok(found)
    }
}
