//! Lines of statements.

use super::{
    schema::{statement_line_entries as told, statement_line_receipts as together, statement_lines},
    statements,
};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt, unless_stale},
        sql_types::Id,
    },
    ledger::{
        schema::ledger_entries,
        standing::{hold, stand},
    },
};
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::statements::{LineRecord, OfEntry},
};
use sooner_domain::{
    kernel::{
        canonical::Digest,
        coded::Coded,
        minor::Minor,
        money::Currency,
        text::{Line, Note},
    },
    ledger::entry::EntryId,
    payments::{
        receipt::{Payer, ReceiptId},
        statement::{LineId, LineOutcome, StatementId, StatementLine},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = statement_lines, treat_none_as_default_value = false)]
pub(super) struct LineRow {
    id: Id,
    statement_id: Id,
    place: i32,
    key: Vec<u8>,
    booked_on: NaiveDate,
    value_on: NaiveDate,
    amount: i64,
    currency: String,
    other_name: Option<String>,
    other_iban: Option<String>,
    text: Option<String>,
    names: String,
    returned: Option<String>,
    is_charge: bool,
    outcome: String,
    about_id: Option<Id>,
    entry: Option<i32>,
    entry_amount: Option<i64>,
    reference: Option<String>,
}

fn line_of(text: Option<&String>) -> Result<Option<Line>, sooner_domain::kernel::Invalid> {
    text.map(|text| Line::parse(text)).transpose()
}

impl LineRow {
    fn of(record: LineRecord) -> Self {
        let LineRecord { id, statement, place, currency, entry, line, outcome, about } = record;
        let StatementLine { key, booked_on, value_on, amount, other, text, names, returned, is_charge } = line;
        let written = |line: Option<Line>| line.map(|line| line.as_str().to_owned());
        Self {
            id: Id(id.0),
            statement_id: Id(statement.0),
            place,
            key: key.0.to_vec(),
            booked_on,
            value_on,
            amount: amount.get(),
            currency: currency.code().to_owned(),
            other_name: written(other.name),
            other_iban: written(other.iban),
            text: text.map(|text| text.as_str().to_owned()),
            names: serde_json::Value::from(names).to_string(),
            returned: written(returned),
            is_charge,
            outcome: outcome.code().to_owned(),
            about_id: about.map(Id),
            entry: entry.as_ref().map(|entry| entry.number),
            entry_amount: entry.as_ref().map(|entry| entry.amount.get()),
            reference: entry.and_then(|entry| entry.reference),
        }
    }

    pub(super) fn into_record(self) -> Result<LineRecord, Failure<Unavailable>> {
        let entry = self.entry.zip(self.entry_amount);
        let entry = entry.map(|(number, amount)| OfEntry { number, amount: Minor::new(amount), reference: self.reference.clone() });
        let read = || {
            let line = StatementLine {
                key: Digest(self.key.try_into().ok()?),
                booked_on: self.booked_on,
                value_on: self.value_on,
                amount: Minor::new(self.amount),
                other: Payer { name: line_of(self.other_name.as_ref()).ok()?, iban: line_of(self.other_iban.as_ref()).ok()? },
                text: self.text.as_deref().map(Note::parse).transpose().ok()?,
                names: serde_json::from_str(&self.names).ok()?,
                returned: line_of(self.returned.as_ref()).ok()?,
                is_charge: self.is_charge,
            };
            Some(LineRecord {
                id: LineId(self.id.0),
                statement: StatementId(self.statement_id.0),
                place: self.place,
                currency: Currency::parse(&self.currency).ok()?,
                entry,
                line,
                outcome: LineOutcome::from_code(&self.outcome)?,
                about: self.about_id.map(|id| id.0),
            })
        };
        read().ok_or_else(|| corrupt("statement line"))
    }
}

/// No other line tells of these entries, and none will before the end of this transaction. What is no entry is passed over.
///
/// Stale when one does.
fn are_of_no_other(conn: &mut Conn, line: LineId, entries: &BTreeSet<EntryId>) -> Result<(), Failure<CommitError>> {
    for entry in entries {
        hold(conn, *entry)?;
    }
    let ids: Vec<Id> = entries.iter().map(|entry| Id(entry.0)).collect();
    let booked = ledger_entries::table.filter(ledger_entries::id.eq_any(ids)).select(ledger_entries::id);
    let ids: Vec<Id> = on!(&mut *conn, |c| booked.load(c))?;
    if ids.is_empty() {
        return Ok(());
    }
    let is_other = statement_lines::id.ne(Id(line.0)).and(statement_lines::outcome.ne(LineOutcome::Open.code()));
    let about = statement_lines::about_id.eq_any(ids.iter().copied().map(Some).collect::<Vec<_>>());
    let others = statement_lines::table.filter(is_other.and(about)).select(statement_lines::id);
    let others: Vec<Id> = on!(&mut *conn, |c| others.load(c))?;
    let linked = told::table.filter(told::entry_id.eq_any(ids).and(told::line_id.ne(Id(line.0)))).select(told::line_id);
    let linked: Vec<Id> = on!(conn, |c| linked.load(c))?;
    if others.is_empty() && linked.is_empty() { Ok(()) } else { Err(Failure::Refused(CommitError::Stale)) }
}

/// Stale when a line has its key, the entry that it tells of was reversed, or another line tells of that.
pub(super) fn insert(conn: &mut Conn, record: LineRecord) -> Result<(), Failure<CommitError>> {
    if let Some(about) = record.about.filter(|_| record.outcome == LineOutcome::Noted) {
        are_of_no_other(conn, record.id, &BTreeSet::from([EntryId(about)]))?;
        stand(conn, [EntryId(about)])?;
    }
    let insert = diesel::insert_into(statement_lines::table).values(LineRow::of(record)).on_conflict_do_nothing();
    unless_stale(on!(conn, |c| insert.execute(c))?)
}

/// Stale when it is something else than was seen.
pub(super) fn remove(conn: &mut Conn, id: LineId, seen: LineOutcome) -> Result<(), Failure<CommitError>> {
    let line = statement_lines::table.find(Id(id.0)).filter(statement_lines::outcome.eq(seen.code()));
    unless_stale(on!(conn, |c| diesel::delete(line).execute(c))?)
}

/// What a line is found to be.
pub(super) struct Settled {
    pub(super) seen: LineOutcome,
    pub(super) outcome: LineOutcome,
    pub(super) about: Option<Uuid>,
    pub(super) entries: BTreeSet<EntryId>,
    pub(super) receipts: BTreeSet<ReceiptId>,
}

/// Stale when a line stands for this entry. A write by which a line stands for it waits for the end of this transaction.
pub(super) fn is_untold(conn: &mut Conn, entry: EntryId) -> Result<(), Failure<CommitError>> {
    hold(conn, entry)?;
    let told = statements::told(conn, vec![entry.0])?;
    if told.is_empty() { Ok(()) } else { Err(Failure::Refused(CommitError::Stale)) }
}

/// Stale when it is something else than was seen, another line tells of one of the entries or receipts, one of the entries was reversed, or
/// an open line names entries or receipts already: then it is none.
pub(super) fn settle(conn: &mut Conn, id: LineId, settled: Settled) -> Result<(), Failure<CommitError>> {
    let Settled { seen, outcome, about, entries, receipts } = settled;
    let about_entry = about.filter(|_| outcome == LineOutcome::Noted).map(EntryId);
    are_of_no_other(conn, id, &entries.iter().copied().chain(about_entry).collect())?;
    stand(conn, entries.iter().copied().chain(about_entry))?;
    let is_free = statement_lines::outcome.ne(LineOutcome::Open.code()).or(statement_lines::about_id.is_null());
    let line = statement_lines::table.find(Id(id.0)).filter(statement_lines::outcome.eq(seen.code()).and(is_free));
    let update = diesel::update(line).set((statement_lines::outcome.eq(outcome.code()), statement_lines::about_id.eq(about.map(Id))));
    unless_stale(on!(&mut *conn, |c| update.execute(c))?)?;
    let before = told::table.filter(told::line_id.eq(Id(id.0)));
    let mut named = on!(&mut *conn, |c| diesel::delete(before).execute(c))?;
    for entry in entries {
        let row = (told::entry_id.eq(Id(entry.0)), told::line_id.eq(Id(id.0)));
        let insert = diesel::insert_into(told::table).values(row).on_conflict_do_nothing();
        unless_stale(on!(&mut *conn, |c| insert.execute(c))?)?;
    }
    let before = together::table.filter(together::line_id.eq(Id(id.0)));
    named += on!(&mut *conn, |c| diesel::delete(before).execute(c))?;
    if seen == LineOutcome::Open && named > 0 {
        return Err(Failure::Refused(CommitError::Stale));
    }
    for receipt in receipts {
        let row = (together::receipt_id.eq(Id(receipt.0)), together::line_id.eq(Id(id.0)));
        let insert = diesel::insert_into(together::table).values(row).on_conflict_do_nothing();
        unless_stale(on!(&mut *conn, |c| insert.execute(c))?)?;
    }
    Ok(())
}

/// The same as they were kept.
pub(super) fn lines(rows: Vec<LineRow>) -> Result<Vec<LineRecord>, Failure<Unavailable>> {
    rows.into_iter().map(LineRow::into_record).collect()
}
