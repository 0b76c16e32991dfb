//! Statements and their lines.

use super::{
    PaymentStore, held_lines,
    schema::{statement_held, statement_line_entries as told, statement_line_receipts as together, statement_lines, statements},
    statement_days as days,
    statement_lines::{LineRow, lines},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    first::First,
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::{
    dsl::{count_star, exists, max, min, not},
    prelude::*,
};
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::{
        differences::{ClosingDay, Outstanding},
        ports::{HeldLines, Statements},
        statements::{AccountDay, BankAccountOf, FoundStatement, HeldLine, LineRecord, Proof, StatementRecord},
    },
};
use sooner_domain::{
    kernel::{canonical::Digest, coded::Coded, ids::UserId, minor::Minor, money::Currency},
    ledger::entry::EntryId,
    payments::statement::{Balance, LineId, LineOutcome, StatementId},
};
use std::collections::{BTreeSet, HashMap};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = statements, treat_none_as_default_value = false)]
struct StatementRow {
    id: Id,
    sha256: Vec<u8>,
    place: i32,
    account: String,
    currency: String,
    name: String,
    opened_on: Option<NaiveDate>,
    opening: Option<i64>,
    closed_on: Option<NaiveDate>,
    closing: Option<i64>,
    lines: i32,
    taken: i32,
    differs: i64,
    imported_by: Id,
    imported_at: Time,
    sequence: Option<i64>,
    content: Option<Vec<u8>>,
    excludes_later: bool,
    later: i64,
}

impl StatementRow {
    fn into_record(self) -> Result<StatementRecord, Failure<Unavailable>> {
        let balance = |on: Option<NaiveDate>, amount: Option<i64>| Some(Balance { on: on?, amount: Minor::new(amount?) });
        let read = || {
            Some(StatementRecord {
                id: StatementId(self.id.0),
                sha256: Digest(self.sha256.try_into().ok()?),
                place: self.place,
                account: self.account,
                currency: Currency::parse(&self.currency).ok()?,
                name: self.name,
                sequence: self.sequence,
                opening: balance(self.opened_on, self.opening),
                closing: balance(self.closed_on, self.closing),
                content: match self.content {
                    Some(content) => Some(Digest(content.try_into().ok()?)),
                    None => None,
                },
                lines: self.lines,
                taken: self.taken,
                differs: Minor::new(self.differs),
                later: Minor::new(self.later),
                excludes_later: self.excludes_later,
                imported_by: UserId(self.imported_by.0),
                imported_at: self.imported_at.0,
            })
        };
        read().ok_or_else(|| corrupt("statement"))
    }
}

/// Stale when there is one of this file and place.
pub(super) fn insert(conn: &mut Conn, record: StatementRecord) -> Result<(), Failure<CommitError>> {
    let StatementRecord { id, sha256, place, account, currency, name, sequence, opening, closing, content, .. } = record;
    let StatementRecord { lines, taken, differs, later, excludes_later, imported_by, imported_at, .. } = record;
    let row = StatementRow {
        id: Id(id.0),
        sha256: sha256.0.to_vec(),
        place,
        account,
        currency: currency.code().to_owned(),
        name,
        opened_on: opening.map(|balance| balance.on),
        opening: opening.map(|balance| balance.amount.get()),
        closed_on: closing.map(|balance| balance.on),
        closing: closing.map(|balance| balance.amount.get()),
        lines,
        taken,
        differs: differs.get(),
        imported_by: Id(imported_by.0),
        imported_at: Time(imported_at),
        sequence,
        content: content.map(|content| content.0.to_vec()),
        excludes_later,
        later: later.get(),
    };
    let insert = diesel::insert_into(statements::table).values(row).on_conflict_do_nothing();
    unless_stale(on!(conn, |c| insert.execute(c))?)
}

/// Somebody else who imports the same file may be further.
pub(super) fn take(conn: &mut Conn, id: StatementId, taken: i32) -> Result<(), Failure<CommitError>> {
    let behind = statements::table.find(Id(id.0)).filter(statements::taken.lt(taken));
    let update = diesel::update(behind).set(statements::taken.eq(taken));
    on!(conn, |c| update.execute(c))?;
    Ok(())
}

pub(super) fn leave_out_later(conn: &mut Conn, id: StatementId) -> Result<(), Failure<CommitError>> {
    let holds = statements::table.filter(statements::id.eq(Id(id.0)).and(statements::excludes_later.eq(false)));
    let left_out = (statements::excludes_later.eq(true), statements::differs.eq(statements::differs + statements::later));
    on!(conn, |c| diesel::update(holds).set(left_out).execute(c))?;
    Ok(())
}

fn records(rows: Vec<StatementRow>) -> Result<Vec<StatementRecord>, Failure<Unavailable>> {
    rows.into_iter().map(StatementRow::into_record).collect()
}

/// The last day first, those without a closing balance behind the others.
fn listed(conn: &mut Conn, before: Option<StatementId>, most: i64) -> Result<Vec<StatementRow>, Failure<Unavailable>> {
    let closed_on = |StatementId(id)| statements::table.find(Id(id)).select(statements::closed_on);
    let before: Option<(Id, Option<NaiveDate>)> = match before {
        None => None,
        Some(before) => match on!(&mut *conn, |c| closed_on(before).get_result(c)).optional()? {
            Some(closed_on) => Some((Id(before.0), closed_on)),
            None => return Ok(Vec::new()),
        },
    };
    Ok(on!(conn, |c| {
        // One that a file tells again is listed once: it has no lines of its own.
        let earlier = diesel::alias!(statements as earlier);
        let field = (earlier.field(statements::account), earlier.field(statements::currency));
        let is_of_account = field.0.eq(statements::account).and(field.1.eq(statements::currency));
        let opens =
            earlier.field(statements::opened_on).eq(statements::opened_on).and(earlier.field(statements::opening).eq(statements::opening));
        let closes =
            earlier.field(statements::closed_on).eq(statements::closed_on).and(earlier.field(statements::closing).eq(statements::closing));
        let is_named = earlier.field(statements::name).eq(statements::name).or(statements::lines.gt(0));
        let is_as_long = earlier.field(statements::lines).eq(statements::lines).and(statements::taken.ge(statements::lines));
        let is_before = earlier.field(statements::id).lt(statements::id);
        let same = earlier.filter(is_of_account.and(opens).and(closes).and(is_named).and(is_as_long).and(is_before));
        let lines = statement_lines::table.filter(statement_lines::statement_id.eq(statements::id));
        let held = statement_held::table.filter(statement_held::statement_id.eq(statements::id));
        let is_its_own = exists(lines).or(exists(held)).or(not(exists(same)));
        let mut wanted = statements::table.filter(is_its_own).select(StatementRow::as_select()).into_boxed();
        let has_none = statements::closed_on.is_null();
        wanted = match before {
            None => wanted,
            Some((id, None)) => wanted.filter(has_none.and(statements::id.lt(id))),
            Some((id, Some(on))) => {
                let same_day = statements::closed_on.eq(on).and(statements::id.lt(id));
                wanted.filter(has_none.or(statements::closed_on.lt(on)).or(same_day))
            }
        };
        wanted = wanted.order((has_none, statements::closed_on.desc(), statements::id.desc()));
        First(most, wanted).load(c)
    })?)
}

fn page(conn: &mut Conn, before: Option<StatementId>, most: i64) -> Result<Vec<FoundStatement>, Failure<Unavailable>> {
    let rows = listed(conn, before, most)?;
    let (ids, days): (Vec<Id>, Vec<Option<NaiveDate>>) = rows.iter().map(|row| (row.id, row.closed_on)).unzip();
    let of_days = statements::table.filter(statements::closed_on.eq_any(days));
    let of_days = records(on!(&mut *conn, |c| of_days.select(StatementRow::as_select()).load(c))?)?;
    let open = statement_lines::table
        .filter(statement_lines::outcome.eq(LineOutcome::Open.code()).and(statement_lines::statement_id.eq_any(ids)))
        .group_by(statement_lines::statement_id)
        .select((statement_lines::statement_id, count_star()));
    let open: Vec<(Id, i64)> = on!(&mut *conn, |c| open.load(c))?;
    let held = held_lines::counts(conn, rows.iter().map(|row| row.id).collect())?;
    let differing = rows.iter().map(|row| (row.id, row.differs, row.closed_on.map(|on| closing_day((on, row.excludes_later)))));
    let unread = held_lines::unread(conn, differing.collect())?;
    let found = |record: StatementRecord| FoundStatement {
        open: open.iter().find(|(of, _)| of.0 == record.id.0).map_or(0, |(_, count)| *count),
        held: held.iter().find(|(of, _)| of.0 == record.id.0).map_or(0, |(_, count)| *count),
        unread: unread.get(&record.id).map_or(Minor::ZERO, |unread| unread.waiting),
        is_continued: of_days.iter().any(|other| record.is_continued_by(other)),
        record,
    };
    Ok(records(rows)?.into_iter().map(found).collect())
}

pub(super) fn told<E: From<Unavailable>>(conn: &mut Conn, things: Vec<Uuid>) -> Result<Vec<(Uuid, Currency)>, Failure<E>> {
    let things: Vec<_> = things.into_iter().map(Id).collect();
    let settled = || statement_lines::table.filter(statement_lines::outcome.ne(LineOutcome::Open.code()));
    let themselves = settled().filter(statement_lines::id.eq_any(things.clone()));
    let mut found: Vec<(Id, String)> = on!(&mut *conn, |c| themselves.select((statement_lines::id, statement_lines::currency)).load(c))?;
    let about = settled().filter(statement_lines::about_id.eq_any(things.iter().copied().map(Some).collect::<Vec<_>>()));
    let about: Vec<(Option<Id>, String)> =
        on!(&mut *conn, |c| about.select((statement_lines::about_id, statement_lines::currency)).load(c))?;
    found.extend(about.into_iter().filter_map(|(about, currency)| Some((about?, currency))));
    let several = together::table.inner_join(statement_lines::table).filter(together::receipt_id.eq_any(things.clone()));
    let several: Vec<(Id, String)> = on!(&mut *conn, |c| several.select((together::receipt_id, statement_lines::currency)).load(c))?;
    found.extend(several);
    let linked = told::table.inner_join(statement_lines::table).filter(told::entry_id.eq_any(things));
    let linked: Vec<(Id, String)> = on!(conn, |c| linked.select((told::entry_id, statement_lines::currency)).load(c))?;
    found.extend(linked);
    let read = |(id, currency): (Id, String)| Some((id.0, Currency::parse(&currency).ok()?));
    let found: Option<BTreeSet<_>> = found.into_iter().map(read).collect();
    Ok(found.ok_or_else(|| corrupt("statement line"))?.into_iter().collect())
}

fn closing_day((on, excludes_later): (NaiveDate, bool)) -> ClosingDay {
    ClosingDay { on, excludes_later }
}

fn outstanding(conn: &mut Conn, currency: Currency) -> Result<Vec<Outstanding>, Failure<Unavailable>> {
    let code = currency.code();
    let mut found = held_lines::outstanding(conn, currency)?;
    let differs = statements::currency.eq(code).and(statements::differs.ne(0)).and(statements::closed_on.is_not_null());
    let differing = statements::table.filter(differs).order(statements::id);
    let closing = (statements::closed_on.assume_not_null(), statements::excludes_later);
    let differing: Vec<(Id, i64, (NaiveDate, bool))> =
        on!(&mut *conn, |c| differing.select((statements::id, statements::differs, closing)).load(c))?;
    let of = differing.iter().map(|(id, differs, closing)| (*id, *differs, Some(closing_day(*closing))));
    let unread = held_lines::unread(conn, of.collect())?;
    let unread_on = |(id, _, (on, _)): (Id, i64, (NaiveDate, bool))| {
        Outstanding::of_unread(on, unread.get(&StatementId(id.0)).copied().unwrap_or_default())
    };
    found.extend(differing.into_iter().flat_map(unread_on));
    let later = statement_lines::table
        .inner_join(statements::table)
        .filter(statement_lines::currency.eq(code).and(statements::excludes_later.eq(false)))
        .filter(statements::closed_on.assume_not_null().lt(statement_lines::booked_on).and(statements::closed_on.is_not_null()))
        .select((statements::closed_on.assume_not_null(), statement_lines::booked_on, statement_lines::amount));
    let later: Vec<(NaiveDate, NaiveDate, i64)> = on!(conn, |c| later.load(c))?;
    found.extend(later.into_iter().map(|(closed_on, booked_on, amount)| Outstanding::later(closed_on, booked_on, Minor::new(amount))));
    found.extend(on_another(conn, code)?);
    found.retain(|one| !one.amount.is_zero());
    Ok(found)
}

/// A line that may lie before its statement: its day, amount, outcome, and what it is of.
type BeforeOpening = (NaiveDate, i64, String, Option<Id>);
/// Its statement: account, and the balance with which it begins.
type Opened = (Id, String, Option<NaiveDate>, Option<i64>);

/// `Outstanding::on_another`, of lines that are no money of another one.
fn on_another(conn: &mut Conn, code: &str) -> Result<Vec<Outstanding>, Failure<Unavailable>> {
    let opened_on = statements::opened_on.assume_not_null();
    let on_its_day = statement_lines::booked_on.eq(opened_on).and(statements::closed_on.assume_not_null().gt(opened_on));
    let has_both = statements::opened_on.is_not_null().and(statements::closed_on.is_not_null());
    let wanted = statement_lines::table
        .inner_join(statements::table)
        .filter(statement_lines::currency.eq(code))
        .filter(has_both)
        .filter(statement_lines::booked_on.lt(opened_on).or(on_its_day))
        .select((
            statement_lines::id,
            (statement_lines::booked_on, statement_lines::amount, statement_lines::outcome, statement_lines::about_id),
            (statements::id, statements::account, statements::opened_on, statements::opening),
        ));
    let found: Vec<(Id, BeforeOpening, Opened)> = on!(&mut *conn, |c| wanted.load(c))?;
    let (days, about): (Vec<Option<NaiveDate>>, Vec<Id>) = {
        let on_its_day = found.iter().filter(|(_, line, of)| Some(line.0) == of.2).map(|(.., of)| of.2);
        (on_its_day.collect(), found.iter().filter_map(|(_, line, _)| line.3).collect())
    };
    let ended = statements::table.filter(statements::currency.eq(code).and(statements::closed_on.eq_any(days)));
    let ended = ended.select((statements::id, statements::account, statements::closed_on, statements::closing));
    let ended: Vec<Opened> = on!(&mut *conn, |c| ended.load(c))?;
    let others = statement_lines::table.filter(statement_lines::id.eq_any(about)).select(statement_lines::id);
    let others: Vec<Id> = on!(conn, |c| others.load(c))?;
    let others: BTreeSet<Uuid> = others.into_iter().map(|id| id.0).collect();
    let on_another = |(id, (booked_on, amount, outcome, about), of): &(Id, BeforeOpening, Opened)| {
        let is_of_other = about.is_some_and(|about| about.0 != id.0 && others.contains(&about.0));
        let goes_on = |other: &Opened| other.0.0 != of.0.0 && (&other.1, other.2, other.3) == (&of.1, of.2, of.3);
        let opening = Balance { on: of.2?, amount: Minor::new(of.3?) };
        let is_behind = *booked_on < opening.on || ended.iter().any(goes_on);
        let is_open = outcome == LineOutcome::Open.code();
        (is_behind && !is_of_other).then(|| Outstanding::on_another(*booked_on, opening, is_open, Minor::new(*amount)))
    };
    Ok(found.iter().filter_map(on_another).flatten().collect())
}

fn near(
    conn: &mut Conn,
    account: BankAccountOf,
    (from, to): (NaiveDate, NaiveDate),
    (amounts, most): (Vec<Minor>, i64),
) -> Result<Vec<LineRecord>, Failure<Unavailable>> {
    let amounts: Vec<i64> = amounts.into_iter().map(Minor::get).collect();
    let code = account.currency.code();
    let rows: Vec<LineRow> = on!(conn, |c| {
        let is_of = statements::account.eq(account.account.clone()).and(statements::currency.eq(code));
        let of_days = statement_lines::currency.eq(code).and(statement_lines::booked_on.between(from, to));
        let all = statement_lines::table.inner_join(statements::table).filter(of_days.and(is_of));
        let mut wanted = all.order((statement_lines::booked_on, statement_lines::id)).select(LineRow::as_select()).into_boxed();
        if !amounts.is_empty() {
            // An entry has an amount where its lines were kept with it.
            let whole =
                statement_lines::entry_amount.is_not_null().and(statement_lines::entry_amount.assume_not_null().eq_any(amounts.clone()));
            wanted = wanted.filter(statement_lines::amount.eq_any(amounts.clone()).or(whole));
        }
        First(most, wanted).load(c)
    })?;
    lines(rows)
}

#[async_trait]
impl Statements for PaymentStore {
    async fn of_file(&self, sha256: Digest, place: i32) -> Result<Option<StatementRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = statements::table.filter(statements::sha256.eq(sha256.0.to_vec()).and(statements::place.eq(place)));
            let row: Option<StatementRow> = on!(conn, |c| query.select(StatementRow::as_select()).get_result(c)).optional()?;
            row.map(StatementRow::into_record).transpose()
        };
        self.db.read(read).await
    }

    async fn of_content(&self, content: Digest) -> Result<Option<StatementRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = statements::table.filter(statements::content.eq(content.0.to_vec())).order(statements::id);
            let row: Option<StatementRow> = on!(conn, |c| query.select(StatementRow::as_select()).first(c)).optional()?;
            row.map(StatementRow::into_record).transpose()
        };
        self.db.read(read).await
    }

    async fn page(&self, before: Option<StatementId>, most: i64) -> Result<Vec<FoundStatement>, Unavailable> {
        self.db.read(move |conn| page(conn, before, most)).await
    }

    async fn by_id(&self, id: StatementId) -> Result<Option<StatementRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = statements::table.find(Id(id.0));
            let row: Option<StatementRow> = on!(conn, |c| query.select(StatementRow::as_select()).get_result(c)).optional()?;
            row.map(StatementRow::into_record).transpose()
        };
        self.db.read(read).await
    }

    async fn latest(&self, most: i64) -> Result<Vec<StatementRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let ended = statements::table.filter(statements::closed_on.is_not_null());
            let wanted = ended.order((statements::closed_on.desc(), statements::id.desc()));
            records(on!(conn, |c| First(most, wanted.select(StatementRow::as_select())).load(c))?)
        };
        self.db.read(read).await
    }

    async fn of_last_day(&self, account: BankAccountOf, by: NaiveDate) -> Result<Vec<StatementRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let BankAccountOf { account, currency } = &account;
            let of_account = statements::account.eq(account).and(statements::currency.eq(currency.code()));
            let ended = statements::table.filter(of_account.and(statements::closed_on.assume_not_null().le(by)));
            let last = ended.filter(statements::closed_on.is_not_null()).select(max(statements::closed_on));
            let last: Option<NaiveDate> = on!(conn, |c| last.get_result(c))?;
            let Some(last) = last else { return Ok(Vec::new()) };
            let of_day = statements::table.filter(of_account.and(statements::closed_on.eq(last))).order(statements::id);
            records(on!(conn, |c| of_day.select(StatementRow::as_select()).load(c))?)
        };
        self.db.read(read).await
    }

    async fn first_day(&self, account: BankAccountOf) -> Result<Option<NaiveDate>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let BankAccountOf { account, currency } = &account;
            let of_account = statements::account.eq(account).and(statements::currency.eq(currency.code()));
            let first = statements::table.filter(of_account).select(min(statements::opened_on));
            Ok(on!(conn, |c| first.get_result::<Option<NaiveDate>>(c))?)
        };
        self.db.read(read).await
    }

    async fn moves(&self, account: BankAccountOf) -> Result<i64, Unavailable> {
        self.db.read(move |conn| days::moves(conn, &account)).await
    }

    async fn day(&self, account: BankAccountOf, on: NaiveDate) -> Result<AccountDay, Unavailable> {
        self.db.read(move |conn| days::day(conn, &account, on)).await
    }

    async fn places(&self, statement: StatementId) -> Result<(BTreeSet<i32>, BTreeSet<i32>), Unavailable> {
        self.db.read(move |conn| days::places(conn, statement)).await
    }

    async fn due(&self, on: NaiveDate) -> Result<Vec<StatementRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let due = held_lines::due(conn, on)?;
            let query = statements::table.filter(statements::id.eq_any(due)).order(statements::id.desc());
            records(on!(conn, |c| query.select(StatementRow::as_select()).load(c))?)
        };
        self.db.read(read).await
    }

    async fn held_line(&self, id: LineId) -> Result<Option<HeldLine>, Unavailable> {
        self.db.read(move |conn| held_lines::one(conn, id)).await
    }

    async fn held(&self, which: HeldLines, before: Option<LineId>, most: i64) -> Result<Vec<HeldLine>, Unavailable> {
        self.db.read(move |conn| held_lines::page(conn, which, before, most)).await
    }

    async fn held_in(&self, statement: StatementId) -> Result<Vec<HeldLine>, Unavailable> {
        self.db.read(move |conn| held_lines::of_statement(conn, statement)).await
    }

    async fn decided_with(&self, lines: Vec<LineId>) -> Result<Vec<(HeldLine, Option<LineRecord>)>, Unavailable> {
        let lines = lines.into_iter().map(|line| Id(line.0)).collect();
        self.db.read(move |conn| held_lines::decided_with(conn, lines)).await
    }

    async fn liked(&self, lines: Vec<LineId>) -> Result<BTreeSet<LineId>, Unavailable> {
        let lines = lines.into_iter().map(|line| Id(line.0)).collect();
        self.db.read(move |conn| held_lines::liked(conn, lines)).await
    }

    async fn held_of(&self, account: BankAccountOf) -> Result<Vec<HeldLine>, Unavailable> {
        self.db.read(move |conn| held_lines::of_account(conn, &account)).await
    }

    async fn unread_of(&self, account: BankAccountOf) -> Result<Vec<HeldLine>, Unavailable> {
        self.db.read(move |conn| held_lines::unread_of(conn, &account)).await
    }

    async fn known_in(&self, statement: StatementId) -> Result<BTreeSet<LineId>, Unavailable> {
        self.db.read(move |conn| held_lines::known_in(conn, statement)).await
    }

    async fn near(
        &self,
        account: BankAccountOf,
        (from, to): (NaiveDate, NaiveDate),
        amounts: Vec<Minor>,
        most: i64,
    ) -> Result<Vec<LineRecord>, Unavailable> {
        self.db.read(move |conn| near(conn, account, (from, to), (amounts, most))).await
    }

    async fn line(&self, id: LineId) -> Result<Option<LineRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = statement_lines::table.find(Id(id.0));
            let row: Option<LineRow> = on!(conn, |c| query.select(LineRow::as_select()).get_result(c)).optional()?;
            row.map(LineRow::into_record).transpose()
        };
        self.db.read(read).await
    }

    async fn proofs(&self, lines: Vec<LineId>) -> Result<Vec<Proof>, Unavailable> {
        self.db.read(move |conn| days::proofs(conn, lines.into_iter().map(|line| Id(line.0)).collect())).await
    }

    async fn about(&self, things: Vec<Uuid>) -> Result<Vec<LineRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let things: Vec<_> = things.into_iter().map(|thing| Some(Id(thing))).collect();
            let query = statement_lines::table.filter(statement_lines::about_id.eq_any(things)).order(statement_lines::id);
            lines(on!(conn, |c| query.select(LineRow::as_select()).load(c))?)
        };
        self.db.read(read).await
    }

    async fn told(&self, things: Vec<Uuid>) -> Result<Vec<(Uuid, Currency)>, Unavailable> {
        self.db.read(move |conn| told(conn, things)).await
    }

    async fn entries_of(&self, lines: Vec<LineId>) -> Result<HashMap<LineId, BTreeSet<EntryId>>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let lines: Vec<_> = lines.into_iter().map(|line| Id(line.0)).collect();
            let query = told::table.filter(told::line_id.eq_any(lines)).select((told::line_id, told::entry_id));
            let rows: Vec<(Id, Id)> = on!(conn, |c| query.load(c))?;
            let mut found: HashMap<LineId, BTreeSet<EntryId>> = HashMap::new();
            for (line, entry) in rows {
                found.entry(LineId(line.0)).or_default().insert(EntryId(entry.0));
            }
            Ok(found)
        };
        self.db.read(read).await
    }

    async fn lines_of(&self, statement: StatementId, after: Option<i32>, most: i64) -> Result<Vec<LineRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let of_statement = statement_lines::table.filter(statement_lines::statement_id.eq(Id(statement.0)));
            let behind = of_statement.filter(statement_lines::place.gt(after.unwrap_or(-1))).order(statement_lines::place);
            lines(on!(conn, |c| First(most, behind.select(LineRow::as_select())).load(c))?)
        };
        self.db.read(read).await
    }

    async fn unexplained(&self, currency: Currency) -> Result<Vec<(NaiveDate, Minor)>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let is_open = statement_lines::outcome.eq(LineOutcome::Open.code()).and(statement_lines::currency.eq(currency.code()));
            let wanted = statement_lines::table.filter(is_open).select((statement_lines::booked_on, statement_lines::amount));
            let found: Vec<(NaiveDate, i64)> = on!(conn, |c| wanted.load(c))?;
            Ok(found.into_iter().map(|(on, amount)| (on, Minor::new(amount))).collect())
        };
        self.db.read(read).await
    }

    async fn outstanding(&self, currency: Currency) -> Result<Vec<Outstanding>, Unavailable> {
        self.db.read(move |conn| conn.at_one_moment(|conn| outstanding(conn, currency))).await
    }

    async fn open(&self, before: Option<LineId>, most: i64) -> Result<Vec<LineRecord>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let rows: Vec<LineRow> = on!(conn, |c| {
                let open = statement_lines::table.filter(statement_lines::outcome.eq(LineOutcome::Open.code()));
                let mut wanted = open.select(LineRow::as_select()).order(statement_lines::id.desc()).into_boxed();
                if let Some(before) = before {
                    wanted = wanted.filter(statement_lines::id.lt(Id(before.0)));
                }
                First(most, wanted).load(c)
            })?;
            lines(rows)
        };
        self.db.read(read).await
    }
}
