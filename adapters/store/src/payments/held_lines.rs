//! Lines of statements that wait for a decision, or waited.

use super::{
    schema::{statement_held as held, statement_lines as lines, statements},
    statement_lines::LineRow,
};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt, unless_stale},
        first::First,
        sql_types::{Id, Time},
    },
    ledger::checks::at_length,
};
use chrono::NaiveDate;
use diesel::{
    dsl::{count_star, exists, not},
    prelude::*,
};
use serde_json::{Value, json};
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::{
        differences::{ClosingDay, OddEntry, Outstanding, Unread},
        ports::HeldLines,
        statements::{BankAccountOf, Decided, HeldLine, LineRecord, OfEntry, make_their_entry},
    },
};
use sooner_domain::{
    kernel::{
        canonical::Digest,
        coded::Coded,
        ids::UserId,
        minor::Minor,
        money::Currency,
        text::{Line, Note},
    },
    payments::{
        receipt::Payer,
        statement::{HeldDecision, HeldReason, Legible, LineId, StatementId, StatementLine},
    },
};
use std::collections::{BTreeSet, HashMap};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = held, treat_none_as_default_value = false)]
struct HeldRow {
    id: Id,
    statement_id: Id,
    place: i32,
    currency: String,
    entry: i32,
    entry_amount: i64,
    reference: Option<String>,
    at_line: i32,
    what: Option<String>,
    booked_on: Option<NaiveDate>,
    line: Option<String>,
    balance_from: Option<i64>,
    balance_to: Option<i64>,
    why: String,
    perhaps_id: Option<Id>,
    was: Option<i64>,
    decision: Option<String>,
    decided_by: Option<Id>,
    decided_at: Option<Time>,
    legible: Option<String>,
    known_as: Option<Id>,
    reason: Option<String>,
    proven: bool,
}

fn text_of(line: Option<&Line>) -> Option<&str> {
    line.map(Line::as_str)
}

/// A line without its key: it has none yet.
fn written(line: &StatementLine) -> String {
    let StatementLine { key: _, booked_on, value_on, amount, other, text, names, returned, is_charge } = line;
    json!({
        "bookedOn": booked_on,
        "valueOn": value_on,
        "amount": amount.get(),
        "name": text_of(other.name.as_ref()),
        "iban": text_of(other.iban.as_ref()),
        "text": text.as_ref().map(Note::as_str),
        "names": names,
        "returned": text_of(returned.as_ref()),
        "isCharge": is_charge,
    })
    .to_string()
}

fn line_of(told: &Value, name: &str) -> Option<Option<Line>> {
    told.get(name)?.as_str().map(Line::parse).transpose().ok()
}

fn payer_of(told: &Value) -> Option<Payer> {
    Some(Payer { name: line_of(told, "name")?, iban: line_of(told, "iban")? })
}

fn note_of(told: &Value, name: &str) -> Option<Option<Note>> {
    told.get(name)?.as_str().map(Note::parse).transpose().ok()
}

fn legible_written(legible: &Legible) -> String {
    let Legible { booked_on, value_on, amount, magnitude, direction, other, text, raw } = legible;
    json!({
        "bookedOn": booked_on,
        "valueOn": value_on,
        "amount": text_of(amount.as_ref()),
        "magnitude": magnitude.map(Minor::get),
        "direction": text_of(direction.as_ref()),
        "name": text_of(other.name.as_ref()),
        "iban": text_of(other.iban.as_ref()),
        "text": text.as_ref().map(Note::as_str),
        "raw": raw,
    })
    .to_string()
}

fn legible_read(text: &str) -> Option<Legible> {
    let told: Value = serde_json::from_str(text).ok()?;
    let day_of = |name: &str| told.get(name)?.as_str().map(|day| day.parse::<NaiveDate>()).transpose().ok();
    Some(Legible {
        booked_on: day_of("bookedOn")?,
        value_on: day_of("valueOn")?,
        amount: line_of(&told, "amount")?,
        magnitude: told.get("magnitude")?.as_i64().map(Minor::new),
        direction: line_of(&told, "direction")?,
        other: payer_of(&told)?,
        text: note_of(&told, "text")?,
        raw: told.get("raw")?.as_str()?.to_owned(),
    })
}

fn read(text: &str) -> Option<StatementLine> {
    let told: Value = serde_json::from_str(text).ok()?;
    let day_of = |name: &str| told.get(name)?.as_str()?.parse::<NaiveDate>().ok();
    Some(StatementLine {
        key: Digest([0; 32]),
        booked_on: day_of("bookedOn")?,
        value_on: day_of("valueOn")?,
        amount: Minor::new(told.get("amount")?.as_i64()?),
        other: payer_of(&told)?,
        text: note_of(&told, "text")?,
        names: serde_json::from_value(told.get("names")?.clone()).ok()?,
        returned: line_of(&told, "returned")?,
        is_charge: told.get("isCharge")?.as_bool()?,
    })
}

/// The line that it is known as, and why it was set aside.
fn said(decided: &Decided) -> (Option<Id>, Option<String>) {
    (decided.known_as.map(|line| Id(line.0)), decided.reason.as_ref().map(|reason| reason.as_str().to_owned()))
}

impl HeldRow {
    fn of(held: HeldLine) -> Self {
        let HeldLine { id, statement, place, currency, entry, at_line, what, line, legible, balances, why, perhaps, was, decided } = held;
        let (known_as, reason) = decided.as_ref().map(said).unwrap_or_default();
        let proven = decided.as_ref().is_some_and(|decided| decided.is_proven);
        Self {
            id: Id(id.0),
            statement_id: Id(statement.0),
            place,
            currency: currency.code().to_owned(),
            entry: entry.number,
            entry_amount: entry.amount.get(),
            reference: entry.reference,
            at_line,
            what,
            booked_on: line.as_ref().map(|line| line.booked_on),
            line: line.as_ref().map(written),
            balance_from: balances.map(|(from, _)| from.get()),
            balance_to: balances.map(|(_, to)| to.get()),
            why: why.code().to_owned(),
            perhaps_id: perhaps.map(|line| Id(line.0)),
            was: was.map(Minor::get),
            decision: decided.as_ref().map(|decided| decided.is.code().to_owned()),
            decided_by: decided.as_ref().map(|decided| Id(decided.by.0)),
            decided_at: decided.map(|decided| Time(decided.at)),
            legible: legible.as_ref().map(legible_written),
            known_as,
            reason,
            proven,
        }
    }

    fn into_held(self) -> Result<HeldLine, Failure<Unavailable>> {
        let read = || {
            let decision = self.decision.as_deref().map(HeldDecision::from_code);
            let decided = match (decision, self.decided_by, self.decided_at) {
                (None, None, None) => None,
                (Some(is), Some(by), Some(at)) => {
                    let (known_as, reason) = (self.known_as.map(|id| LineId(id.0)), self.reason.as_deref().map(Note::parse));
                    let (by, at, is_proven) = (UserId(by.0), at.0, self.proven);
                    Some(Decided { is: is?, by, at, is_proven, known_as, reason: reason.transpose().ok()? })
                }
                _ => return None,
            };
            Some(HeldLine {
                id: LineId(self.id.0),
                statement: StatementId(self.statement_id.0),
                place: self.place,
                currency: Currency::parse(&self.currency).ok()?,
                entry: OfEntry { number: self.entry, amount: Minor::new(self.entry_amount), reference: self.reference },
                at_line: self.at_line,
                what: self.what,
                line: match self.line {
                    Some(text) => Some(read(&text)?),
                    None => None,
                },
                legible: match self.legible {
                    Some(text) => Some(legible_read(&text)?),
                    None => None,
                },
                balances: self.balance_from.zip(self.balance_to).map(|(from, to)| (Minor::new(from), Minor::new(to))),
                why: HeldReason::from_code(&self.why)?,
                perhaps: self.perhaps_id.map(|id| LineId(id.0)),
                was: self.was.map(Minor::new),
                decided,
            })
        };
        read().ok_or_else(|| corrupt("held line"))
    }
}

fn all(rows: Vec<HeldRow>) -> Result<Vec<HeldLine>, Failure<Unavailable>> {
    rows.into_iter().map(HeldRow::into_held).collect()
}

/// Stale when there is one of its statement and place.
pub(super) fn insert(conn: &mut Conn, line: HeldLine) -> Result<(), Failure<CommitError>> {
    let insert = diesel::insert_into(held::table).values(HeldRow::of(line)).on_conflict_do_nothing();
    unless_stale(on!(conn, |c| insert.execute(c))?)
}

/// Stale when it was decided before.
pub(super) fn decide(conn: &mut Conn, id: LineId, decided: Decided) -> Result<(), Failure<CommitError>> {
    let waits = held::table.find(Id(id.0)).filter(held::decision.is_null());
    let (known_as, reason) = said(&decided);
    let decision = (held::decision.eq(decided.is.code()), held::decided_by.eq(Id(decided.by.0)), held::decided_at.eq(Time(decided.at)));
    let why = (held::known_as.eq(known_as), held::reason.eq(reason), held::proven.eq(decided.is_proven));
    let update = diesel::update(waits).set((decision, why));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// Stale when it was decided before.
pub(super) fn liken(
    conn: &mut Conn,
    id: LineId,
    (why, perhaps, was): (HeldReason, LineId, Option<Minor>),
) -> Result<(), Failure<CommitError>> {
    let waits = held::table.find(Id(id.0)).filter(held::decision.is_null());
    let like = (held::why.eq(why.code()), held::perhaps_id.eq(Some(Id(perhaps.0))), held::was.eq(was.map(Minor::get)));
    unless_stale(on!(conn, |c| diesel::update(waits).set(like).execute(c))?)
}

/// Stale when it was not decided as was seen.
pub(super) fn reopen(conn: &mut Conn, id: LineId, seen: HeldDecision) -> Result<(), Failure<CommitError>> {
    let as_seen = held::table.find(Id(id.0)).filter(held::decision.eq(seen.code()));
    let nothing = (held::decision.eq(None::<String>), held::decided_by.eq(None::<Id>), held::decided_at.eq(None::<Time>));
    let why = (held::known_as.eq(None::<Id>), held::reason.eq(None::<String>), held::proven.eq(false));
    unless_stale(on!(conn, |c| diesel::update(as_seen).set((nothing, why)).execute(c))?)
}

pub(super) fn one(conn: &mut Conn, id: LineId) -> Result<Option<HeldLine>, Failure<Unavailable>> {
    let query = held::table.find(Id(id.0));
    let row: Option<HeldRow> = on!(conn, |c| query.select(HeldRow::as_select()).get_result(c)).optional()?;
    row.map(HeldRow::into_held).transpose()
}

pub(super) fn page(conn: &mut Conn, which: HeldLines, before: Option<LineId>, most: i64) -> Result<Vec<HeldLine>, Failure<Unavailable>> {
    let rows: Vec<HeldRow> = on!(conn, |c| {
        let all = held::table.select(HeldRow::as_select()).order(held::id.desc()).into_boxed();
        let mut wanted = match which {
            HeldLines::Waiting => all.filter(held::decision.is_null()),
            HeldLines::Decided => all.filter(held::decision.is_not_null().and(not(held::proven))),
        };
        if let Some(before) = before {
            wanted = wanted.filter(held::id.lt(Id(before.0)));
        }
        First(most, wanted).load(c)
    })?;
    all(rows)
}

pub(super) fn of_account(conn: &mut Conn, of: &BankAccountOf) -> Result<Vec<HeldLine>, Failure<Unavailable>> {
    let is_of = statements::account.eq(of.account.clone()).and(statements::currency.eq(of.currency.code()));
    let wanted = held::table.inner_join(statements::table).filter(held::decision.is_null().and(is_of));
    all(on!(conn, |c| wanted.order(held::id).select(HeldRow::as_select()).load(c))?)
}

/// Those that cannot be read, whether they wait or not.
pub(super) fn unread_of(conn: &mut Conn, of: &BankAccountOf) -> Result<Vec<HeldLine>, Failure<Unavailable>> {
    let is_of = statements::account.eq(of.account.clone()).and(statements::currency.eq(of.currency.code()));
    let wanted = held::table.inner_join(statements::table).filter(held::why.eq(HeldReason::Unreadable.code()).and(is_of));
    all(on!(conn, |c| wanted.order(held::id).select(HeldRow::as_select()).load(c))?)
}

pub(super) fn of_statement(conn: &mut Conn, of: StatementId) -> Result<Vec<HeldLine>, Failure<Unavailable>> {
    let wanted = held::table.filter(held::statement_id.eq(Id(of.0))).order(held::place);
    all(on!(conn, |c| wanted.select(HeldRow::as_select()).load(c))?)
}

/// Those of these lines that others are known as, or wait and perhaps are.
pub(super) fn liked(conn: &mut Conn, lines: Vec<Id>) -> Result<BTreeSet<LineId>, Failure<Unavailable>> {
    let of = lines.into_iter().map(Some).collect::<Vec<_>>();
    let known = held::table.filter(held::known_as.eq_any(of.clone())).select(held::known_as.assume_not_null());
    let mut found: Vec<Id> = on!(&mut *conn, |c| known.load(c))?;
    let perhaps = held::table.filter(held::perhaps_id.eq_any(of).and(held::decision.is_null())).select(held::perhaps_id.assume_not_null());
    found.extend(on!(conn, |c| perhaps.load::<Id>(c))?);
    Ok(found.into_iter().map(|id| LineId(id.0)).collect())
}

/// The decided lines of the entries of these, each with the line that it counts as.
pub(super) fn decided_with(conn: &mut Conn, lines: Vec<Id>) -> Result<Vec<(HeldLine, Option<LineRecord>)>, Failure<Unavailable>> {
    let same = diesel::alias!(held as same);
    let is_it = same.field(held::statement_id).eq(held::statement_id).and(same.field(held::entry).eq(held::entry));
    let of_entries = exists(same.filter(same.field(held::id).eq_any(lines)).filter(is_it));
    let is_at = lines::statement_id.eq(held::statement_id).and(lines::place.eq(held::place));
    let wanted = held::table.left_join(lines::table.on(is_at)).filter(held::decision.is_not_null()).filter(of_entries);
    let wanted = wanted.order((held::statement_id, held::place));
    let rows: Vec<(HeldRow, Option<LineRow>)> =
        on!(conn, |c| wanted.select((HeldRow::as_select(), Option::<LineRow>::as_select())).load(c))?;
    rows.into_iter().map(|(row, line)| Ok((row.into_held()?, line.map(LineRow::into_record).transpose()?))).collect()
}

/// The statements of which a person set a line of a day aside.
pub(super) fn set_aside(conn: &mut Conn, of: &BankAccountOf, on: NaiveDate) -> Result<BTreeSet<StatementId>, Failure<Unavailable>> {
    let is_of = statements::account.eq(of.account.clone()).and(statements::currency.eq(of.currency.code()));
    let is_aside = held::decision.eq(HeldDecision::SetAside.code()).and(held::booked_on.eq(on));
    let wanted = held::table.inner_join(statements::table).filter(is_aside).filter(is_of).select(held::statement_id);
    let found: Vec<Id> = on!(conn, |c| wanted.load(c))?;
    Ok(found.into_iter().map(|id| StatementId(id.0)).collect())
}

pub(super) fn of_day(conn: &mut Conn, of: &BankAccountOf, on: NaiveDate) -> Result<Vec<HeldLine>, Failure<Unavailable>> {
    let is_of = statements::account.eq(of.account.clone()).and(statements::currency.eq(of.currency.code()));
    let of_day = held::decision.is_null().and(held::booked_on.eq(on)).and(is_of);
    let wanted = held::table.inner_join(statements::table).filter(of_day);
    all(on!(conn, |c| wanted.order((held::statement_id, held::place)).select(HeldRow::as_select()).load(c))?)
}

/// How many lines of each of these statements wait.
pub(super) fn counts(conn: &mut Conn, of: Vec<Id>) -> Result<Vec<(Id, i64)>, Failure<Unavailable>> {
    let waits = held::table.filter(held::decision.is_null().and(held::statement_id.eq_any(of)));
    let counts = waits.group_by(held::statement_id).select((held::statement_id, count_star()));
    Ok(on!(conn, |c| counts.load(c))?)
}

/// The statements of lines that wait for their day, where that has come.
pub(super) fn due(conn: &mut Conn, on: NaiveDate) -> QueryResult<Vec<Id>> {
    let waits = held::decision.is_null().and(held::why.eq(HeldReason::Ahead.code())).and(held::booked_on.le(on));
    let due = held::table.filter(waits).select(held::statement_id).distinct();
    on!(conn, |c| due.load(c))
}

/// The lines that lines of a statement are known as.
pub(super) fn known_in(conn: &mut Conn, of: StatementId) -> Result<BTreeSet<LineId>, Failure<Unavailable>> {
    let known = held::table.filter(held::statement_id.eq(Id(of.0)).and(held::known_as.is_not_null()));
    let known: Vec<Option<Id>> = on!(conn, |c| known.select(held::known_as).load(c))?;
    Ok(known.into_iter().flatten().map(|id| LineId(id.0)).collect())
}

/// A statement, by how much its closing balance differs, and the day of that.
pub(super) type Differing = (Id, i64, Option<ClosingDay>);

/// What of the differences of these statements no person entered or named.
pub(super) fn unread(conn: &mut Conn, differing: Vec<Differing>) -> Result<HashMap<StatementId, Unread>, Failure<Unavailable>> {
    let of: Vec<Id> = differing.iter().map(|(id, ..)| *id).collect();
    let closing: HashMap<StatementId, ClosingDay> =
        differing.iter().filter_map(|(id, _, closing)| Some((StatementId(id.0), (*closing)?))).collect();
    let mut settled = settled(conn, of.clone())?;
    let is_odd = held::why.eq(HeldReason::Unreadable.code()).and(held::statement_id.eq_any(of));
    let mut odd: HashMap<StatementId, Vec<OddEntry>> = HashMap::new();
    let entries = all(on!(&mut *conn, |c| held::table.filter(is_odd).select(HeldRow::as_select()).load(c))?)?;
    let perhaps: Vec<Id> = entries.iter().filter_map(|line| line.perhaps).map(|line| Id(line.0)).collect();
    let elsewhere: Vec<Id> = on!(conn, |c| held::table.filter(held::id.eq_any(perhaps)).select(held::id).load(c))?;
    for line in entries {
        let closing_on = closing.get(&line.statement).copied();
        let is_elsewhere = line.perhaps.is_some_and(|perhaps| elsewhere.iter().any(|id| id.0 == perhaps.0));
        if let Some(amount) = OddEntry::told_elsewhere(&line, closing_on).filter(|_| is_elsewhere) {
            *settled.entry(line.statement).or_default() += amount;
        }
        odd.entry(line.statement).or_default().extend(OddEntry::of_held(&line, closing_on));
    }
    let unread = |(id, differs, _): Differing| {
        let id = StatementId(id.0);
        let rest = Minor::new(differs) - settled.get(&id).copied().unwrap_or_default();
        (id, Unread::of(rest, odd.get(&id).map_or(&[], Vec::as_slice)))
    };
    Ok(differing.into_iter().map(unread).collect())
}

/// What was entered by hand, is known or is perhaps known of entries of these statements that cannot be read, as far as their closing balances hold it.
fn settled(conn: &mut Conn, of: Vec<Id>) -> Result<HashMap<StatementId, Minor>, Failure<Unavailable>> {
    let odd = || held::table.filter(held::why.eq(HeldReason::Unreadable.code()).and(held::statement_id.eq_any(of.clone())));
    let is_it = lines::statement_id.eq(held::statement_id).and(lines::place.eq(held::place));
    let is_held = || statements::excludes_later.eq(false).or(statements::closed_on.assume_not_null().ge(lines::booked_on));
    let entered = odd().inner_join(lines::table.on(is_it)).inner_join(statements::table.on(statements::id.eq(held::statement_id)));
    let entered = entered.filter(is_held()).select((held::statement_id, lines::amount));
    let mut found: Vec<(Id, i64)> = on!(&mut *conn, |c| entered.load(c))?;
    let known = odd().inner_join(lines::table.on(held::known_as.eq(lines::id.nullable())));
    let known = known.inner_join(statements::table.on(statements::id.eq(held::statement_id)));
    let known = known.filter(is_held()).select((held::statement_id, lines::amount));
    found.extend(on!(&mut *conn, |c| known.load::<(Id, i64)>(c))?);
    let perhaps = odd().filter(held::decision.is_null()).inner_join(lines::table.on(held::perhaps_id.eq(lines::id.nullable())));
    let perhaps = perhaps.inner_join(statements::table.on(statements::id.eq(held::statement_id)));
    let perhaps = perhaps.filter(is_held()).select((held::statement_id, lines::amount));
    found.extend(on!(conn, |c| perhaps.load::<(Id, i64)>(c))?);
    let mut settled: HashMap<StatementId, Minor> = HashMap::new();
    for (statement, amount) in found {
        *settled.entry(StatementId(statement.0)).or_default() += Minor::new(amount);
    }
    Ok(settled)
}

/// What the ledger lacks of lines that waited, of statements with a closing balance.
pub(super) fn outstanding(conn: &mut Conn, currency: Currency) -> Result<Vec<Outstanding>, Failure<Unavailable>> {
    let is_held_before = held::decision.eq(HeldDecision::Known.code()).and(held::booked_on.gt(statements::closed_on));
    let is_out = held::decision.is_null().or(held::decision.eq(HeldDecision::SetAside.code())).or(is_held_before);
    let of_currency = held::currency.eq(currency.code()).and(held::line.is_not_null()).and(statements::closed_on.is_not_null());
    let wanted = held::table.inner_join(statements::table).filter(of_currency).filter(is_out).order(held::id);
    let rows: Vec<(HeldRow, NaiveDate, bool)> = on!(conn, |c| {
        let closing = (statements::closed_on.assume_not_null(), statements::excludes_later);
        wanted.select((HeldRow::as_select(), closing.0, closing.1)).load(c)
    })?;
    let held = rows.into_iter().map(|(row, on, excludes_later)| Ok((row.into_held()?, ClosingDay { on, excludes_later })));
    Ok(Outstanding::of_held(&held.collect::<Result<Vec<_>, Failure<Unavailable>>>()?))
}

/// The first line that waits, or waited, and is not of the amount and day that were read of its entry, or cannot be read any more.
pub(crate) fn first_changed(conn: &mut Conn) -> Result<Option<LineId>, Failure<Unavailable>> {
    let wanted = held::table.filter(held::line.is_not_null()).order((held::statement_id, held::entry, held::place));
    let rows: Vec<HeldRow> = at_length(conn, |conn| on!(conn, |c| wanted.select(HeldRow::as_select()).load(c)))?;
    let mut lines = Vec::with_capacity(rows.len());
    for row in rows {
        let (id, booked_on) = (LineId(row.id.0), row.booked_on);
        match row.into_held().ok().filter(|held| held.line.as_ref().map(|line| line.booked_on) == booked_on) {
            Some(held) => lines.push(held),
            None => return Ok(Some(id)),
        }
    }
    let is_same = |one: &HeldLine, other: &HeldLine| (one.statement, one.entry.number) == (other.statement, other.entry.number);
    let changed = lines.chunk_by(is_same).find(|entry| !make_their_entry(*entry));
    Ok(changed.and_then(|entry| entry.first()).map(|held| held.id))
}
