//! The lines that a statement brought, with what became of each by now.

use crate::{
    cash::{Cash, CashError, payouts::release::may_read, statements::open_lines::is_reopenable},
    kernel::{paging::cut, unavailable::Unavailable},
    payments::statements::LineRecord,
};
use sooner_domain::{
    ledger::entry::{EntryId, Event},
    parties::operator::Operator,
    payments::statement::{LineOutcome, StatementId},
};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

/// A line of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedLine {
    pub record: LineRecord,
    /// It is a charge, a person said what it is, or the books told of it before: that can be taken back.
    pub is_reopenable: bool,
    /// Of money that came in: it was taken back since, by the bank or a person. Of a debit: it took back what had come in.
    pub is_taken_back: bool,
}

/// A page of a statement's lines, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementLinePage {
    pub lines: Vec<ListedLine>,
    /// Behind which place the next page begins.
    pub next: Option<i32>,
}

impl Cash {
    const LISTED_LINES: i64 = 100;

    /// All lines that a statement brought first, whatever became of them.
    ///
    /// # Errors
    /// `Blocked` for an operator whose roles are others.
    pub async fn lines_of_statement(
        &self,
        by: &Operator,
        statement: StatementId,
        after: Option<i32>,
    ) -> Result<StatementLinePage, CashError> {
        may_read(by)?;
        let mut lines = self.statements.lines_of(statement, after, Self::LISTED_LINES + 1).await?;
        let next = cut(&mut lines, Self::LISTED_LINES, |record| record.place);
        let noted: Vec<_> = lines.iter().filter(|record| record.outcome == LineOutcome::Noted).map(|record| record.id).collect();
        let told = if noted.is_empty() { HashMap::new() } else { self.statements.entries_of(noted).await? };
        let taken_back = self.taken_back(&lines).await?;
        let listed = |record: LineRecord| {
            let told = told.get(&record.id);
            let is_told = |entry: &EntryId| told.is_some_and(|told| told.contains(entry));
            let back = record.about.and_then(|about| taken_back.get(&about));
            // What a person said is another receipt was taken back as that one.
            let counts = |entry: &EntryId| is_told(entry) == record.line.amount.is_negative();
            let is_taken_back = back.is_some_and(|entries| entries.iter().any(counts));
            ListedLine { is_reopenable: is_reopenable(record.outcome), is_taken_back, record }
        };
        Ok(StatementLinePage { lines: lines.into_iter().map(listed).collect(), next })
    }

    /// The entries that took back what these lines are about, as far as they stand.
    async fn taken_back(&self, lines: &[LineRecord]) -> Result<HashMap<Uuid, BTreeSet<EntryId>>, Unavailable> {
        let is_money = |record: &&LineRecord| matches!(record.outcome, LineOutcome::Receipt | LineOutcome::Noted);
        let about: Vec<Uuid> = lines.iter().filter(is_money).filter_map(|record| record.about).collect();
        let found = if about.is_empty() { Vec::new() } else { self.journal.of_event(Event::ReceiptTakenBack, about).await? };
        let reversed: BTreeSet<_> = found.iter().filter_map(|record| record.entry.reverses()).collect();
        let mut taken_back: HashMap<Uuid, BTreeSet<EntryId>> = HashMap::new();
        for entry in found.iter().map(|record| &record.entry).filter(|entry| entry.reverses().is_none()) {
            let booking = entry.booking();
            if !reversed.contains(&booking.id) {
                taken_back.entry(booking.subject).or_default().insert(booking.id);
            }
        }
        Ok(taken_back)
    }
}
