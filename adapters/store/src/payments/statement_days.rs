//! What statements prove of an account's days.

use super::{
    held_lines,
    schema::{statement_accounts as accounts, statement_days as days, statement_held as held, statement_lines as lines, statements},
    statement_lines::{self, LineRow},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    sql_types::Id,
};
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::statements::{AccountDay, BankAccountOf, DayTold, Proof},
};
use sooner_domain::{
    kernel::{minor::Minor, money::Currency},
    payments::statement::{
        LineId, StatementId,
        told::{Piece, Stretch},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = days, treat_none_as_default_value = false)]
struct DayRow {
    statement_id: Id,
    told_on: NaiveDate,
    balance_from: i64,
    balance_to: i64,
    stretch_id: Id,
    opening: i64,
    closing: i64,
}

pub(super) fn moves(conn: &mut Conn, of: &BankAccountOf) -> Result<i64, Failure<Unavailable>> {
    let account = accounts::table.find((of.account.clone(), of.currency.code())).select(accounts::moves);
    let moves: Option<i64> = on!(conn, |c| account.get_result(c)).optional()?;
    Ok(moves.unwrap_or_default())
}

/// Stale when something was written since.
pub(super) fn moved(conn: &mut Conn, of: BankAccountOf, seen: i64) -> Result<(), Failure<CommitError>> {
    if seen == 0 {
        let row = (accounts::account.eq(of.account), accounts::currency.eq(of.currency.code()), accounts::moves.eq(1));
        let insert = diesel::insert_into(accounts::table).values(row).on_conflict_do_nothing();
        return unless_stale(on!(conn, |c| insert.execute(c))?);
    }
    let as_seen = accounts::table.find((of.account, of.currency.code())).filter(accounts::moves.eq(seen));
    let update = diesel::update(as_seen).set(accounts::moves.eq(seen + 1));
    unless_stale(on!(conn, |c| update.execute(c))?)
}

pub(super) fn tell(conn: &mut Conn, told: DayTold, joined: Vec<Uuid>) -> Result<(), Failure<CommitError>> {
    let DayTold { statement, on, from, to, stretch } = told;
    let (stretch_id, opening, closing) = (Id(stretch.id), stretch.opening.get(), stretch.closing.get());
    let joined: Vec<_> = joined.into_iter().map(Id).collect();
    let others = days::table.filter(days::told_on.eq(on).and(days::stretch_id.eq_any(joined)));
    let update = diesel::update(others).set((days::stretch_id.eq(stretch_id), days::opening.eq(opening), days::closing.eq(closing)));
    on!(&mut *conn, |c| update.execute(c))?;
    let row =
        DayRow { statement_id: Id(statement.0), told_on: on, balance_from: from.get(), balance_to: to.get(), stretch_id, opening, closing };
    let insert = diesel::insert_into(days::table).values(row).on_conflict_do_nothing();
    on!(conn, |c| insert.execute(c))?;
    Ok(())
}

/// What was one stretch with it is known statement by statement again.
pub(super) fn untell(conn: &mut Conn, of: StatementId, on: NaiveDate) -> Result<(), Failure<CommitError>> {
    let told = || days::table.find((Id(of.0), on));
    let stretch: Option<Id> = on!(&mut *conn, |c| told().select(days::stretch_id).get_result(c)).optional()?;
    let Some(stretch) = stretch else { return Ok(()) };
    on!(&mut *conn, |c| diesel::delete(told()).execute(c))?;
    let others = days::table.filter(days::told_on.eq(on).and(days::stretch_id.eq(stretch)));
    let alone = (days::stretch_id.eq(days::statement_id), days::opening.eq(days::balance_from), days::closing.eq(days::balance_to));
    on!(conn, |c| diesel::update(others).set(alone).execute(c))?;
    Ok(())
}

pub(super) fn day(conn: &mut Conn, of: &BankAccountOf, on: NaiveDate) -> Result<AccountDay, Failure<Unavailable>> {
    let code = of.currency.code();
    let is_of = || statements::account.eq(of.account.clone()).and(statements::currency.eq(code));
    let of_day = lines::table.inner_join(statements::table).filter(lines::booked_on.eq(on).and(lines::currency.eq(code)).and(is_of()));
    let of_day = of_day.order((lines::statement_id, lines::place));
    let lines = statement_lines::lines(on!(&mut *conn, |c| of_day.select(LineRow::as_select()).load(c))?)?;
    let beyond = beyond(conn, of, on)?;
    let told = days::table.inner_join(statements::table).filter(days::told_on.eq(on).and(is_of()));
    let told = told.order(days::statement_id);
    let told: Vec<(DayRow, String)> = on!(&mut *conn, |c| told.select((DayRow::as_select(), statements::name)).load(c))?;
    let (held, set_aside) = (held_lines::of_day(conn, of, on)?, held_lines::set_aside(conn, of, on)?);
    let piece = |(row, name): (DayRow, String)| Piece {
        statement: StatementId(row.statement_id.0),
        name,
        from: Minor::new(row.balance_from),
        to: Minor::new(row.balance_to),
        stretch: Stretch { id: row.stretch_id.0, opening: Minor::new(row.opening), closing: Minor::new(row.closing) },
        is_open: false,
    };
    let (pieces, is_covered) = (told.into_iter().map(piece).collect(), is_covered(conn, of, on)?);
    Ok(AccountDay { lines, held, set_aside, beyond, pieces, is_covered })
}

/// `StatementRecord::may_leave_out`, of those that have lines of the day.
fn beyond(conn: &mut Conn, of: &BankAccountOf, on: NaiveDate) -> QueryResult<BTreeSet<StatementId>> {
    let is_of = statements::account.eq(of.account.clone()).and(statements::currency.eq(of.currency.code()));
    let is_later = statements::closed_on.is_not_null().and(statements::closed_on.assume_not_null().lt(on));
    let may_leave_out = is_later.and(statements::excludes_later.eq(true).or(statements::content.is_not_null()));
    let of_day = lines::table.inner_join(statements::table).filter(lines::booked_on.eq(on).and(is_of).and(may_leave_out));
    let found: Vec<Id> = on!(conn, |c| of_day.select(lines::statement_id).distinct().load(c))?;
    Ok(found.into_iter().map(|id| StatementId(id.0)).collect())
}

/// `StatementRecord::covers`
fn is_covered(conn: &mut Conn, of: &BankAccountOf, on: NaiveDate) -> QueryResult<bool> {
    let is_of = statements::account.eq(of.account.clone()).and(statements::currency.eq(of.currency.code()));
    let is_between = statements::opened_on.assume_not_null().lt(on).and(statements::closed_on.assume_not_null().gt(on));
    let is_proof = statements::differs.eq(0).and(statements::content.is_null()).and(statements::taken.ge(statements::lines));
    let covering = statements::table.filter(is_of.and(is_between).and(is_proof));
    on!(conn, |c| diesel::select(diesel::dsl::exists(covering)).get_result(c))
}

/// What says that each of these lines counts.
pub(super) fn proofs(conn: &mut Conn, of: Vec<Id>) -> Result<Vec<Proof>, Failure<Unavailable>> {
    let wanted = lines::table.inner_join(statements::table).filter(lines::id.eq_any(of.clone())).order(lines::id);
    let wanted = wanted.select((lines::id, lines::statement_id, lines::booked_on, statements::account, statements::currency));
    let found: Vec<(Id, Id, NaiveDate, String, String)> = on!(&mut *conn, |c| wanted.load(c))?;
    let told = days::table.filter(days::statement_id.eq_any(found.iter().map(|row| row.1).collect::<Vec<_>>()));
    let told: Vec<(Id, NaiveDate)> = on!(&mut *conn, |c| told.select((days::statement_id, days::told_on)).load(c))?;
    let about = lines::table.filter(lines::about_id.eq_any(of.into_iter().map(Some).collect::<Vec<_>>()));
    let about: Vec<(Id, Option<Id>)> = on!(conn, |c| about.select((lines::id, lines::about_id)).load(c))?;
    let proof = |(line, statement, on, account, currency): (Id, Id, NaiveDate, String, String)| {
        let account = BankAccountOf { account, currency: Currency::parse(&currency).ok()? };
        let is_proven = told.iter().any(|(of, told_on)| (of.0, *told_on) == (statement.0, on));
        let is_shared = about.iter().any(|(other, about)| other.0 != line.0 && about.is_some_and(|about| about.0 == line.0));
        Some(Proof { line: LineId(line.0), statement: StatementId(statement.0), account, is_proven, is_shared })
    };
    found.into_iter().map(proof).collect::<Option<_>>().ok_or_else(|| corrupt("statement line"))
}

pub(super) fn places(conn: &mut Conn, of: StatementId) -> Result<(BTreeSet<i32>, BTreeSet<i32>), Failure<Unavailable>> {
    let counted = lines::table.filter(lines::statement_id.eq(Id(of.0))).select(lines::place);
    let counted: Vec<i32> = on!(&mut *conn, |c| counted.load(c))?;
    let waited = held::table.filter(held::statement_id.eq(Id(of.0))).select(held::place);
    let waited: Vec<i32> = on!(conn, |c| waited.load(c))?;
    Ok((counted.into_iter().collect(), waited.into_iter().collect()))
}
