//! Lines of statements that wait for a decision, or waited.

use super::schema::{statement_held as held, statements};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    first::First,
    sql_types::{Id, Time},
};
use chrono::NaiveDate;
use diesel::{dsl::count_star, prelude::*};
use serde_json::{Value, json};
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::statements::{BankAccountOf, Decided, HeldLine, OfEntry},
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
        statement::{HeldDecision, HeldReason, LineId, StatementId, StatementLine},
    },
};

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
}

/// A line without its key: it has none yet.
fn written(line: &StatementLine) -> String {
    let StatementLine { key: _, booked_on, value_on, amount, other, text, names, returned, is_charge } = line;
    let text_of = |line: &Option<Line>| line.as_ref().map(|line| line.as_str().to_owned());
    json!({
        "bookedOn": booked_on,
        "valueOn": value_on,
        "amount": amount.get(),
        "name": text_of(&other.name),
        "iban": text_of(&other.iban),
        "text": text.as_ref().map(Note::as_str),
        "names": names,
        "returned": text_of(returned),
        "isCharge": is_charge,
    })
    .to_string()
}

fn read(text: &str) -> Option<StatementLine> {
    let told: Value = serde_json::from_str(text).ok()?;
    let line_of = |name: &str| told.get(name)?.as_str().map(Line::parse).transpose().ok();
    let day_of = |name: &str| told.get(name)?.as_str()?.parse::<NaiveDate>().ok();
    Some(StatementLine {
        key: Digest([0; 32]),
        booked_on: day_of("bookedOn")?,
        value_on: day_of("valueOn")?,
        amount: Minor::new(told.get("amount")?.as_i64()?),
        other: Payer { name: line_of("name")?, iban: line_of("iban")? },
        text: told.get("text")?.as_str().map(Note::parse).transpose().ok()?,
        names: serde_json::from_value(told.get("names")?.clone()).ok()?,
        returned: line_of("returned")?,
        is_charge: told.get("isCharge")?.as_bool()?,
    })
}

impl HeldRow {
    fn of(held: HeldLine) -> Self {
        let HeldLine { id, statement, place, currency, entry, at_line, what, line, balances, why, perhaps, was, decided } = held;
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
            decision: decided.map(|decided| decided.is.code().to_owned()),
            decided_by: decided.map(|decided| Id(decided.by.0)),
            decided_at: decided.map(|decided| Time(decided.at)),
        }
    }

    fn into_held(self) -> Result<HeldLine, Failure<Unavailable>> {
        let read = || {
            let decision = self.decision.as_deref().map(HeldDecision::from_code);
            let decided = match (decision, self.decided_by, self.decided_at) {
                (None, None, None) => None,
                (Some(is), Some(by), Some(at)) => Some(Decided { is: is?, by: UserId(by.0), at: at.0 }),
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
    let decision = (held::decision.eq(decided.is.code()), held::decided_by.eq(Id(decided.by.0)), held::decided_at.eq(Time(decided.at)));
    let update = diesel::update(waits).set(decision);
    unless_stale(on!(conn, |c| update.execute(c))?)
}

pub(super) fn one(conn: &mut Conn, id: LineId) -> Result<Option<HeldLine>, Failure<Unavailable>> {
    let query = held::table.find(Id(id.0));
    let row: Option<HeldRow> = on!(conn, |c| query.select(HeldRow::as_select()).get_result(c)).optional()?;
    row.map(HeldRow::into_held).transpose()
}

pub(super) fn page(conn: &mut Conn, before: Option<LineId>, most: i64) -> Result<Vec<HeldLine>, Failure<Unavailable>> {
    let rows: Vec<HeldRow> = on!(conn, |c| {
        let waits = held::table.filter(held::decision.is_null());
        let mut wanted = waits.select(HeldRow::as_select()).order(held::id.desc()).into_boxed();
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
