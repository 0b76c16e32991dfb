//! A person takes back what was decided of a line that waited: it waits again, and what was booked for it is reversed.

use crate::{
    cash::{
        Cash, CashError,
        movements::Movements,
        payouts::release::may_manage,
        statements::{
            counting::account_of,
            held_lines::{SeenHeldLine, is_of_entry},
        },
    },
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
    },
    parties::Member,
    payments::{
        changes::Change as PaymentChange,
        statements::{AccountDay, Decided, HeldLine, LineRecord},
    },
    receivables::ReceivableError,
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        coded::Coded,
        minor::Minor,
    },
    parties::operator::Operator,
    payments::{
        receipt::{Explained, ReceiptId},
        statement::{LineId, LineOutcome, StatementId},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// A decision on a line that a person takes back.
#[derive(Debug, Clone, PartialEq)]
pub struct ReopenHeldCommand {
    pub by: Member,
    /// The version they saw.
    pub version: i64,
    pub request: Option<RequestKey>,
}

/// What proves nothing of a day any more once a line of this statement waits: the statement, and those that were found to be known by what
/// was one stretch with it, in part or whole; of a statement that is in no stretch, by any. Another one whose own lines make its balances
/// proves them by itself.
fn unproven_without(statement: StatementId, day: &AccountDay) -> Vec<StatementId> {
    let stretch = day.pieces.iter().find(|piece| piece.statement == statement).map(|piece| piece.stretch.id);
    let own = |of: StatementId| day.lines.iter().filter(|line| line.statement == of).map(|line| line.line.amount).sum::<Minor>();
    let of_stretch = day.pieces.iter().filter(|piece| stretch.is_none_or(|stretch| piece.stretch.id == stretch));
    let unproven = of_stretch.filter(|piece| piece.statement == statement || own(piece.statement) != piece.to - piece.from);
    unproven.map(|piece| piece.statement).collect()
}

impl Cash {
    /// Takes back what a person decided of a line, with the other lines of its entry, as long as nothing followed.
    ///
    /// # Errors
    /// `NotFound`; `Stale` where something of the account was written since it was seen; `NothingSaid` where it waits; `ProvenByBalances`; `NotRead` where too many lines of its account would wait; where it counted
    /// since: `UsedFirst` names the receipt that was used, `LineExplained` where a person said what it is, `PayoutFollowed` also where its
    /// money went back to its payer, `LineKnown`;
    /// `Blocked`.
    pub async fn reopen_held(&self, id: LineId, command: ReopenHeldCommand) -> Result<SeenHeldLine, CashError> {
        let ReopenHeldCommand { by, version, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.held_line(LineId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let held = self.statements.held_line(id).await?.ok_or(ReceivableError::NotFound)?;
            let record = self.statements.by_id(held.statement).await?.ok_or(ReceivableError::NotFound)?;
            let account = account_of(&record);
            if self.statements.moves(account.clone()).await? != version {
                return Err(ReceivableError::Stale.into());
            }
            let decided = held.decided.clone().ok_or(CashError::NothingSaid)?;
            if decided.is_proven {
                return Err(CashError::ProvenByBalances);
            }
            let mut entry = self.statements.held_in(record.id).await?;
            entry.retain(|one| is_of_entry(one, &held));
            self.has_room(&record, entry.iter().filter(|one| one.decided.is_some()).count()).await?;
            let mut counted = Vec::new();
            for one in &entry {
                counted.extend(self.counted(one).await?);
            }
            let lines = entry.iter().filter_map(|one| one.line.as_ref()).chain(counted.iter().map(|record| &record.line));
            self.is_not_their_own_money(lines.map(|line| &line.other), &[], &operator).await?;
            let mut movements = self.movements((&[], &[]), (self.receivables.pen(Some(operator.user())), &operator)).await?;
            let mut days = BTreeSet::new();
            for one in &entry {
                let Some(seen) = one.decided.as_ref().map(|decided| decided.is) else { continue };
                movements.payments.push(PaymentChange::HeldReopened { id: one.id, seen });
                days.extend(one.line.as_ref().map(|line| line.booked_on));
            }
            for line in counted {
                self.uncount(line, &mut movements).await?;
            }
            for on in days {
                let untold = unproven_without(record.id, &self.known_of(&record, on).await?);
                movements.payments.extend(untold.into_iter().map(|statement| PaymentChange::DayUntold { statement, on }));
            }
            movements.payments.push(PaymentChange::AccountMoved { account, seen: version });
            self.write_reopened((id, &decided), (movements, &operator), request.as_ref()).await?;
            self.held_line(id).await
        })
        .await
    }

    async fn write_reopened(
        &self,
        (line, decided): (LineId, &Decided),
        (movements, by): (Movements<'_>, &Operator),
        request: Option<&RequestKey>,
    ) -> Result<(), CashError> {
        let at = movements.pen.at;
        let (changes, mails) = self.moved(movements).await?;
        let entry = AuditEntry::new(at, Actor::User(by.user()), AuditAction::StatementLineSettled, Subjects::house(line.0));
        let entry = entry.change("decision", Some(decided.is.code().to_owned()), None);
        let entry = match &decided.known_as {
            Some(known) => entry.change("known_as", Some(known.to_string()), None),
            None => entry,
        };
        let entry = match &decided.reason {
            Some(reason) => entry.change("reason", Some(reason.as_str().to_owned()), None),
            None => entry,
        };
        let made = request.map(|request| request.made(line.0, at));
        Ok(self.receivables.put(changes, WriteContext { mails, ..WriteContext::of(entry) }.under(made)).await?)
    }

    /// The line that one that waited counts as.
    pub(in crate::cash) async fn counted(&self, held: &HeldLine) -> Result<Option<LineRecord>, CashError> {
        let at_its_place = self.statements.lines_of(held.statement, Some(held.place - 1), 1).await?.pop();
        Ok(at_its_place.filter(|line| line.place == held.place))
    }

    /// Those of these of which a person decided, and that nothing keeps from being reopened but the use of a receipt, which is undone
    /// first; none where nothing does.
    pub(in crate::cash) async fn reopenable(&self, held: &[HeldLine]) -> Result<BTreeMap<LineId, Option<Explained>>, CashError> {
        let decided = || held.iter().filter(|held| held.is_decided_by_person());
        let ids: Vec<LineId> = decided().map(|held| held.id).collect();
        if ids.is_empty() {
            return Ok(BTreeMap::new());
        }
        let entries = self.statements.decided_with(ids).await?;
        let followed = self.followed(&entries.iter().filter_map(|(_, line)| line.as_ref()).collect::<Vec<_>>()).await?;
        let used = |held: &HeldLine| {
            let mut first = None;
            for line in entries.iter().filter(|(one, _)| is_of_entry(one, held)).filter_map(|(_, line)| line.as_ref()) {
                match followed.booked_with(line) {
                    Ok(_) => {}
                    Err(CashError::UsedFirst(used)) => first = first.or(Some(*used)),
                    Err(_) => return None,
                }
            }
            Some((held.id, first))
        };
        Ok(decided().filter_map(used).collect())
    }

    /// What followed from these lines, which count.
    async fn followed(&self, lines: &[&LineRecord]) -> Result<Followed, CashError> {
        let ids: Vec<LineId> = lines.iter().map(|line| line.id).collect();
        if ids.is_empty() {
            return Ok(Followed::default());
        }
        let receipts = lines.iter().filter(|line| line.outcome == LineOutcome::Receipt).map(|line| ReceiptId(line.id.0)).collect();
        Ok(Followed {
            liked: self.statements.liked(ids.clone()).await?,
            explained: self.statements.entries_of(ids).await?.into_keys().collect(),
            receipts: self.receipts.by_ids(receipts).await?,
        })
    }

    /// A line counts no more, and what it booked by itself is reversed.
    async fn uncount(&self, line: LineRecord, movements: &mut Movements<'_>) -> Result<(), CashError> {
        if let Some(explained) = self.followed(&[&line]).await?.booked_with(&line)? {
            movements.take_back(&explained, (explained.left(), explained.receipt.booked_on), Some(line.id.0));
        }
        if line.outcome == LineOutcome::Charge {
            self.reverse_charge(line.id, movements).await?;
        }
        movements.payments.push(PaymentChange::LineRemoved { id: line.id, seen: line.outcome });
        Ok(())
    }
}

/// What followed from lines that count.
#[derive(Debug, Default)]
struct Followed {
    /// Other lines are known as these, or perhaps are.
    liked: BTreeSet<LineId>,
    /// A person said which entries book them.
    explained: BTreeSet<LineId>,
    /// The receipts that came with them.
    receipts: Vec<Explained>,
}

impl Followed {
    /// The receipt that came with a line, as long as nothing followed from either.
    fn booked_with(&self, line: &LineRecord) -> Result<Option<Explained>, CashError> {
        if self.liked.contains(&line.id) {
            return Err(CashError::LineKnown);
        }
        match line.outcome {
            LineOutcome::Charge if !line.line.is_charge => Err(CashError::LineExplained),
            LineOutcome::Noted if self.explained.contains(&line.id) => Err(CashError::LineExplained),
            LineOutcome::Executed | LineOutcome::Returned => Err(CashError::PayoutFollowed),
            LineOutcome::Receipt => {
                let found = self.receipts.iter().find(|found| found.receipt.id == ReceiptId(line.id.0));
                let explained = found.cloned().ok_or(ReceivableError::NotFound)?;
                if explained.is_used() {
                    return Err(CashError::UsedFirst(Box::new(explained)));
                }
                if explained.sent_back.is_positive() {
                    return Err(CashError::PayoutFollowed);
                }
                if !explained.is_untouched() {
                    return Err(CashError::LineExplained);
                }
                Ok(Some(explained))
            }
            LineOutcome::Charge | LineOutcome::Noted | LineOutcome::Open => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_domain::payments::statement::told::{Piece, Stretch};
    use uuid::Uuid;

    #[test]
    fn without_a_line_of_a_statement_that_proved_nothing_the_days_pieces_are_proven_by_their_own_lines_alone() {
        let piece = |number: u128, to: i64| {
            let (from, to) = (Minor::ZERO, Minor::new(to));
            let stretch = Stretch { id: Uuid::from_u128(number), opening: from, closing: to };
            Piece { statement: StatementId(Uuid::from_u128(number)), name: String::new(), from, to, stretch, is_open: false }
        };
        let day = AccountDay { pieces: vec![piece(1, 100), piece(2, 0)], ..AccountDay::default() };
        let of = |number| unproven_without(StatementId(Uuid::from_u128(number)), &day);
        assert_eq!(of(3), [StatementId(Uuid::from_u128(1))]);
        assert_eq!(of(2), [StatementId(Uuid::from_u128(2))], "the others are another stretch");
    }
}
