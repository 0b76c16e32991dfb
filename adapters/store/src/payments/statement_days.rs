//! What statements prove of an account's days.

use super::{
    held_lines,
    schema::{statement_accounts as accounts, statement_days as days, statement_held as held, statement_lines as lines, statements},
    statement_lines::{self, LineRow},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, unless_stale},
    sql_types::Id,
};
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::statements::{AccountDay, BankAccountOf, DayTold},
};
use sooner_domain::{
    kernel::minor::Minor,
    payments::statement::{
        StatementId,
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
    Ok(AccountDay { lines, held, set_aside, pieces: told.into_iter().map(piece).collect(), is_covered: is_covered(conn, of, on)? })
}

/// `StatementRecord::covers`
fn is_covered(conn: &mut Conn, of: &BankAccountOf, on: NaiveDate) -> QueryResult<bool> {
    let is_of = statements::account.eq(of.account.clone()).and(statements::currency.eq(of.currency.code()));
    let is_between = statements::opened_on.assume_not_null().lt(on).and(statements::closed_on.assume_not_null().gt(on));
    let is_proof = statements::differs.eq(0).and(statements::content.is_null()).and(statements::taken.ge(statements::lines));
    let covering = statements::table.filter(is_of.and(is_between).and(is_proof));
    on!(conn, |c| diesel::select(diesel::dsl::exists(covering)).get_result(c))
}

pub(super) fn places(conn: &mut Conn, of: StatementId) -> Result<(BTreeSet<i32>, BTreeSet<i32>), Failure<Unavailable>> {
    let counted = lines::table.filter(lines::statement_id.eq(Id(of.0))).select(lines::place);
    let counted: Vec<i32> = on!(&mut *conn, |c| counted.load(c))?;
    let waited = held::table.filter(held::statement_id.eq(Id(of.0))).select(held::place);
    let waited: Vec<i32> = on!(conn, |c| waited.load(c))?;
    Ok((counted.into_iter().collect(), waited.into_iter().collect()))
}
