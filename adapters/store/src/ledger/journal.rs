//! Reading what was booked.

use super::{
    LedgerStore, chain,
    horizons::Wanted,
    rows::{AccountKey, EntryRow, PostingRow},
    schema::{ledger_balances as kept, ledger_entries as entries, ledger_postings as postings, ledger_shares as shares},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    first::First,
    sql_types::{DbTime, DbUuid, Id, Time},
};
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::{
    QueryableByName,
    prelude::*,
    sql_types::{BigInt, Bool, Date, Nullable, Text},
};
use sooner_application::{
    kernel::unavailable::Unavailable,
    ledger::{
        Record,
        ports::{AccountFilter, AccountLine, Balance, Journal, Known, LineId, Total},
    },
};
use sooner_domain::{
    kernel::{calendar::LAST_DAY, coded::Coded, ids::ReceivableId, minor::Minor, money::Currency},
    ledger::{
        account::{Account, AccountKind},
        entry::{Entry, EntryId, Event},
    },
};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    time::Duration,
};
use uuid::Uuid;

/// A report adds up all there ever was, and whoever asks for it waits for that.
const REPORT: Duration = Duration::from_secs(25);

/// How many ids a statement names.
const TOGETHER: usize = 1_000;

type Read<T> = Result<T, Failure<Unavailable>>;

#[derive(QueryableByName)]
struct BalanceRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = DbUuid)]
    owner_id: Id,
    #[diesel(sql_type = BigInt)]
    balance: i64,
}

#[derive(QueryableByName)]
struct TotalRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = BigInt)]
    amount: i64,
}

/// The postings to one account by this day and before this one: the end of one index range.
macro_rules! lines_of {
    ($key:expr, $on:expr, $before:expr) => {{
        let (AccountKey { kind, currency, owner }, (entry, line)) = ($key, $before);
        let account = postings::kind.eq(kind).and(postings::currency.eq(currency)).and(postings::owner_id.eq(Id(owner)));
        let is_before = postings::entry_id.le(entry).and(postings::entry_id.lt(entry).or(postings::line.lt(line)));
        let newest_first = (postings::entry_id.desc(), postings::line.desc());
        postings::table.inner_join(entries::table).filter(account.and(is_before).and(entries::dated_on.le($on))).order(newest_first)
    }};
}

/// The entries about one thing before this one: the end of one index range.
macro_rules! about {
    ($column:ident, $thing:expr, $before:expr) => {
        entries::table.filter(entries::$column.eq(Id($thing)).and(entries::id.lt($before))).order(entries::id.desc())
    };
}

fn read(conn: &mut Conn, rows: Vec<EntryRow>) -> Read<Vec<Record>> {
    let records = chain::records(conn, rows.into_iter().map(Some).collect())?;
    records.into_iter().map(|record| record.ok_or_else(|| corrupt("journal entry"))).collect()
}

/// The entries of these ids, in whatever order.
pub(crate) fn entries(conn: &mut Conn, ids: Vec<Id>) -> Read<Vec<Entry>> {
    let mut found = Vec::with_capacity(ids.len());
    for ids in ids.chunks(TOGETHER) {
        let query = entries::table.filter(entries::id.eq_any(ids));
        let rows: Vec<EntryRow> = on!(&mut *conn, |c| query.select(EntryRow::as_select()).load(c))?;
        found.extend(read(conn, rows)?.into_iter().map(|record| record.entry));
    }
    Ok(found)
}

fn about(conn: &mut Conn, thing: Uuid, before: Id, most: i64) -> Read<Vec<Record>> {
    let (subject, cause) = (about!(subject, thing, before), about!(cause, thing, before));
    let mut rows: Vec<EntryRow> = on!(&mut *conn, |c| First(most, subject.select(EntryRow::as_select())).load(c))?;
    let caused: Vec<EntryRow> = on!(&mut *conn, |c| First(most, cause.select(EntryRow::as_select())).load(c))?;
    rows.extend(caused);
    // An entry may be both.
    rows.sort_by_key(|row| std::cmp::Reverse(row.id.0));
    rows.dedup_by_key(|row| row.id.0);
    rows.truncate(usize::try_from(most).unwrap_or(0));
    read(conn, rows)
}

fn of_event(conn: &mut Conn, event: Event, things: Vec<Uuid>) -> Read<Vec<Record>> {
    let things: Vec<Id> = things.into_iter().map(Id).collect();
    let of_event = || entries::table.filter(entries::event.eq(event.code()));
    let (about, caused) = (of_event().filter(entries::subject.eq_any(things.clone())), of_event().filter(entries::cause.eq_any(things)));
    let mut rows: Vec<EntryRow> = on!(&mut *conn, |c| about.select(EntryRow::as_select()).load(c))?;
    let caused: Vec<EntryRow> = on!(&mut *conn, |c| caused.select(EntryRow::as_select()).load(c))?;
    rows.extend(caused);
    // An entry may be both.
    rows.sort_by_key(|row| row.id.0);
    rows.dedup_by_key(|row| row.id.0);
    read(conn, rows)
}

fn by_hand(conn: &mut Conn, days: Vec<NaiveDate>) -> Read<Vec<Record>> {
    let query = entries::table.filter(entries::subject.eq(entries::id).and(entries::dated_on.eq_any(days))).order(entries::id);
    let rows: Vec<EntryRow> = on!(&mut *conn, |c| query.select(EntryRow::as_select()).load(c))?;
    read(conn, rows)
}

fn taken_from(
    conn: &mut Conn,
    account: Account,
    ((from, to), amounts): ((NaiveDate, NaiveDate), Vec<Minor>),
    most: i64,
) -> Read<Vec<Record>> {
    let AccountKey { kind, currency, owner } = AccountKey::from(account);
    let amounts: Vec<i64> = amounts.into_iter().map(Minor::get).collect();
    let rows: Vec<EntryRow> = on!(&mut *conn, |c| {
        let of_account = postings::kind.eq(kind).and(postings::currency.eq(currency)).and(postings::owner_id.eq(Id(owner)));
        let mut moves = postings::table.filter(of_account.and(postings::amount.lt(0))).select(postings::entry_id).into_boxed();
        if !amounts.is_empty() {
            moves = moves.filter(postings::amount.eq_any(amounts.clone()));
        }
        let dated = entries::table.filter(entries::dated_on.ge(from).and(entries::dated_on.le(to)).and(entries::reverses.is_null()));
        let reversing = diesel::alias!(entries as reversing);
        let taken_back = reversing.filter(reversing.field(entries::reverses).eq(entries::id.nullable()));
        let wanted = dated.filter(entries::id.eq_any(moves).and(diesel::dsl::not(diesel::dsl::exists(taken_back))));
        First(most, wanted.order(entries::id).select(EntryRow::as_select())).load(c)
    })?;
    read(conn, rows)
}

fn lines(conn: &mut Conn, account: Account, by: NaiveDate, before: (Id, i16), most: i64) -> Read<Vec<AccountLine>> {
    let query = lines_of!(AccountKey::from(account), by, before);
    let rows: Vec<(PostingRow, EntryRow)> =
        on!(conn, |c| First(most, query.select((PostingRow::as_select(), EntryRow::as_select()))).load(c))?;
    let line = |(posting, entry): (PostingRow, EntryRow)| {
        let (reverses, number, line) = (entry.reverses(), entry.number, posting.line);
        Some(AccountLine { booking: entry.booking()?, reverses, number, line, posting: posting.posting()? })
    };
    rows.into_iter().map(|row| line(row).ok_or_else(|| corrupt("journal entry"))).collect()
}

fn balance(conn: &mut Conn, account: Account) -> Read<Minor> {
    let AccountKey { kind, currency, owner } = AccountKey::from(account);
    let query = diesel::sql_query(
        "SELECT kind, currency, owner_id, balance FROM ledger_balances WHERE kind = $1 AND currency = $2 AND owner_id = $3",
    );
    let query = query.bind::<Text, _>(kind).bind::<Text, _>(currency).bind::<DbUuid, _>(Id(owner));
    let row: Option<BalanceRow> = on!(conn, |c| query.get_result(c)).optional()?;
    Ok(row.map_or(Minor::ZERO, |row| Minor::new(row.balance)))
}

/// The balances whose kind, currency and owner are among these: those asked for and, where several currencies or kinds are, a few
/// more.
macro_rules! balances_of {
    ($keys:expr) => {{
        let kinds: HashSet<String> = $keys.iter().map(|key: &AccountKey| key.kind.clone()).collect();
        let currencies: HashSet<String> = $keys.iter().map(|key| key.currency.clone()).collect();
        let owners: HashSet<Id> = $keys.iter().map(|key| Id(key.owner)).collect();
        kept::table.filter(kept::kind.eq_any(kinds).and(kept::currency.eq_any(currencies)).and(kept::owner_id.eq_any(owners))).select((
            kept::kind,
            kept::currency,
            kept::owner_id,
            kept::balance,
        ))
    }};
}

/// What each of these holds, in their order.
fn balances(conn: &mut Conn, accounts: Vec<Account>) -> Read<Vec<Minor>> {
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<AccountKey> = accounts.into_iter().map(AccountKey::from).collect();
    let rows: Vec<(String, String, Id, i64)> = on!(conn, |c| balances_of!(keys).load(c))?;
    let row = |(kind, currency, owner, balance): (String, String, Id, i64)| (AccountKey { kind, currency, owner: owner.0 }, balance);
    let found: BTreeMap<AccountKey, i64> = rows.into_iter().map(row).collect();
    Ok(keys.iter().map(|key| found.get(key).copied().map_or(Minor::ZERO, Minor::new)).collect())
}

fn balance_on(conn: &mut Conn, account: Account, on_day: NaiveDate) -> Read<Minor> {
    let AccountKey { kind, currency, owner } = AccountKey::from(account);
    let query = diesel::sql_query(
        "SELECT kind, currency, owner_id, CAST(SUM(amount) AS BIGINT) AS balance \
         FROM ledger_postings INNER JOIN ledger_entries ON ledger_entries.id = entry_id \
         WHERE kind = $1 AND currency = $2 AND owner_id = $3 AND dated_on <= $4 GROUP BY kind, currency, owner_id",
    );
    let query = query.bind::<Text, _>(kind).bind::<Text, _>(currency).bind::<DbUuid, _>(Id(owner)).bind::<Date, _>(on_day);
    let row: Option<BalanceRow> = on!(conn, |c| query.get_result(c)).optional()?;
    Ok(row.map_or(Minor::ZERO, |row| Minor::new(row.balance)))
}

/// The shares of an account that are not nothing.
macro_rules! shares_of {
    ($key:expr) => {{
        let AccountKey { kind, currency, owner } = $key;
        let of_account = shares::kind.eq(kind).and(shares::currency.eq(currency)).and(shares::owner_id.eq(Id(owner)));
        shares::table.filter(of_account.and(shares::held.ne(0))).order(shares::receivable_id).select((shares::receivable_id, shares::held))
    }};
}

fn by_receivable(conn: &mut Conn, account: Account) -> Read<Vec<(ReceivableId, Minor)>> {
    let rows: Vec<(Id, i64)> = on!(conn, |c| shares_of!(AccountKey::from(account)).load(c))?;
    let posted = |held| if account.kind().is_debit() { Minor::new(held) } else { -Minor::new(held) };
    Ok(rows.into_iter().map(|(receivable, held)| (ReceivableId(receivable.0), posted(held))).collect())
}

/// The shares whose kind, owner and receivable are among these: those asked for and, where several currencies are, a few more.
macro_rules! shares_among {
    ($of:expr) => {{
        let keys = || $of.iter().map(|(account, _)| AccountKey::from(*account));
        let kinds: HashSet<String> = keys().map(|key| key.kind).collect();
        let currencies: HashSet<String> = keys().map(|key| key.currency).collect();
        let owners: HashSet<Id> = keys().map(|key| Id(key.owner)).collect();
        let receivables: HashSet<Id> = $of.iter().map(|(_, receivable)| Id(receivable.0)).collect();
        let of_account = shares::kind.eq_any(kinds).and(shares::currency.eq_any(currencies)).and(shares::owner_id.eq_any(owners));
        shares::table.filter(of_account.and(shares::receivable_id.eq_any(receivables)).and(shares::held.ne(0))).select((
            shares::kind,
            shares::currency,
            shares::owner_id,
            shares::receivable_id,
            shares::held,
        ))
    }};
}

fn shares(conn: &mut Conn, of: Vec<(Account, ReceivableId)>) -> Read<Vec<((Account, ReceivableId), Minor)>> {
    if of.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(String, String, Id, Id, i64)> = on!(conn, |c| shares_among!(of).load(c))?;
    let found: BTreeMap<(AccountKey, Uuid), i64> = rows
        .into_iter()
        .map(|(kind, currency, owner, about, held)| ((AccountKey { kind, currency, owner: owner.0 }, about.0), held))
        .collect();
    let share = |(account, about): (Account, ReceivableId)| {
        let held = Minor::new(*found.get(&(AccountKey::from(account), about.0))?);
        Some(((account, about), if account.kind().is_debit() { held } else { -held }))
    };
    Ok(of.into_iter().filter_map(share).collect())
}

fn accounts(conn: &mut Conn, filter: AccountFilter, after: Option<Account>, most: i64) -> Read<Vec<Balance>> {
    let AccountFilter { kind, holds_something, on: on_day } = filter;
    // Nothing comes before the empty text.
    let nothing = AccountKey { kind: String::new(), currency: String::new(), owner: Uuid::nil() };
    let AccountKey { kind: last, currency, owner } = after.map_or(nothing, AccountKey::from);
    // Of one kind, or of all, it is one range of the key.
    let (range, kind) = match kind {
        Some(kind) => ("kind = $1 AND (currency, owner_id) > ($2, $3)", kind.code().to_owned()),
        None => ("(kind, currency, owner_id) > ($1, $2, $3)", last),
    };
    // What they hold now is kept; what they held on a day is added up. SQLite counts parameters as they come, whatever they
    // are called: they come in the order of their numbers.
    let rows: Vec<BalanceRow> = match on_day {
        None => {
            let query = diesel::sql_query(format!(
                "SELECT kind, currency, owner_id, balance FROM ledger_balances WHERE {range} AND (NOT $4 OR balance <> 0) \
                 ORDER BY kind, currency, owner_id LIMIT {most}"
            ));
            let query = query.bind::<Text, _>(kind).bind::<Text, _>(currency).bind::<DbUuid, _>(Id(owner));
            on!(conn, |c| query.bind::<Bool, _>(holds_something).load(c))?
        }
        Some(day) => {
            let query = diesel::sql_query(format!(
                "SELECT kind, currency, owner_id, CAST(SUM(amount) AS BIGINT) AS balance \
                 FROM ledger_postings INNER JOIN ledger_entries ON ledger_entries.id = entry_id \
                 WHERE {range} AND dated_on <= $4 GROUP BY kind, currency, owner_id HAVING NOT $5 OR SUM(amount) <> 0 \
                 ORDER BY kind, currency, owner_id LIMIT {most}"
            ));
            let query = query.bind::<Text, _>(kind).bind::<Text, _>(currency).bind::<DbUuid, _>(Id(owner));
            on!(conn, |c| query.bind::<Date, _>(day).bind::<Bool, _>(holds_something).load(c))?
        }
    };
    let balance = |BalanceRow { kind, currency, owner_id, balance }| {
        let account = AccountKey { kind, currency, owner: owner_id.0 }.account().ok_or_else(|| corrupt("account"))?;
        Ok(Balance { account, amount: Minor::new(balance) })
    };
    rows.into_iter().map(balance).collect()
}

fn totals(conn: &mut Conn, on_day: Option<NaiveDate>, known: Known) -> Read<Vec<Total>> {
    let query = diesel::sql_query(
        "SELECT kind, currency, CAST(SUM(amount) AS BIGINT) AS amount \
         FROM ledger_postings INNER JOIN ledger_entries ON ledger_entries.id = entry_id \
         WHERE number <= $1 AND booked_at <= $2 AND ($3 IS NULL OR dated_on <= $3) \
         GROUP BY kind, currency ORDER BY kind, currency",
    );
    let query = query.bind::<BigInt, _>(known.last_number).bind::<DbTime, _>(Time(known.moment)).bind::<Nullable<Date>, _>(on_day);
    let rows: Vec<TotalRow> = on!(conn, |c| query.load(c))?;
    let total = |TotalRow { kind, currency, amount }| {
        let (kind, currency) = AccountKind::from_code(&kind).zip(Currency::parse(&currency).ok()).ok_or_else(|| corrupt("account"))?;
        Ok(Total { kind, currency, amount: Minor::new(amount) })
    };
    rows.into_iter().map(total).collect()
}

#[async_trait]
impl Journal for LedgerStore {
    async fn entry(&self, id: EntryId) -> Result<Option<Record>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = entries::table.find(Id(id.0));
                let row: Option<EntryRow> = on!(&mut *conn, |c| query.select(EntryRow::as_select()).get_result(c)).optional()?;
                Ok(read(conn, row.into_iter().collect())?.pop())
            })
            .await
    }

    async fn reversal_of(&self, id: EntryId) -> Result<Option<EntryId>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = entries::table.filter(entries::reverses.eq(Id(id.0))).select(entries::id);
                let found: Option<Id> = on!(conn, |c| query.get_result(c)).optional()?;
                Ok(found.map(|id| EntryId(id.0)))
            })
            .await
    }

    async fn reversed(&self, ids: Vec<EntryId>) -> Result<BTreeSet<EntryId>, Unavailable> {
        self.db
            .read(move |conn| {
                let ids: Vec<_> = ids.into_iter().map(|id| Some(Id(id.0))).collect();
                let query = entries::table.filter(entries::reverses.eq_any(ids)).select(entries::reverses.assume_not_null());
                let found: Vec<Id> = on!(conn, |c| query.load(c))?;
                Ok(found.into_iter().map(|id| EntryId(id.0)).collect())
            })
            .await
    }

    async fn about(&self, thing: Uuid, before: Option<EntryId>, most: i64) -> Result<Vec<Record>, Unavailable> {
        // No entry has the id of ones.
        let before = Id(before.map_or(Uuid::max(), |id| id.0));
        self.db.read(move |conn| about(conn, thing, before, most)).await
    }

    async fn of_event(&self, event: Event, things: Vec<Uuid>) -> Result<Vec<Record>, Unavailable> {
        self.db.read(move |conn| of_event(conn, event, things)).await
    }

    async fn by_hand(&self, days: Vec<NaiveDate>) -> Result<Vec<Record>, Unavailable> {
        self.db.read(move |conn| by_hand(conn, days)).await
    }

    async fn taken_from(
        &self,
        account: Account,
        between: (NaiveDate, NaiveDate),
        amounts: Vec<Minor>,
        most: i64,
    ) -> Result<Vec<Record>, Unavailable> {
        self.db.read(move |conn| taken_from(conn, account, (between, amounts), most)).await
    }

    async fn lines(
        &self,
        account: Account,
        on: Option<NaiveDate>,
        before: Option<LineId>,
        most: i64,
    ) -> Result<Vec<AccountLine>, Unavailable> {
        let before = before.map_or((Id(Uuid::max()), 0), |before| (Id(before.entry.0), before.line));
        self.db.read(move |conn| lines(conn, account, on.unwrap_or(LAST_DAY), before, most)).await
    }

    async fn balance_on(&self, account: Account, on: NaiveDate) -> Result<Minor, Unavailable> {
        self.db.patient_for(REPORT).read(move |conn| balance_on(conn, account, on)).await
    }

    async fn balance(&self, account: Account) -> Result<Minor, Unavailable> {
        self.db.read(move |conn| balance(conn, account)).await
    }

    async fn balances(&self, accounts: Vec<Account>) -> Result<Vec<Minor>, Unavailable> {
        self.db.read(move |conn| balances(conn, accounts)).await
    }

    async fn by_receivable(&self, account: Account) -> Result<Vec<(ReceivableId, Minor)>, Unavailable> {
        self.db.read(move |conn| by_receivable(conn, account)).await
    }

    async fn shares(&self, of: Vec<(Account, ReceivableId)>) -> Result<Vec<((Account, ReceivableId), Minor)>, Unavailable> {
        self.db.read(move |conn| shares(conn, of)).await
    }

    async fn accounts(&self, filter: AccountFilter, after: Option<Account>, most: i64) -> Result<Vec<Balance>, Unavailable> {
        let db = if filter.on.is_some() { self.db.patient_for(REPORT) } else { self.db.clone() };
        db.read(move |conn| accounts(conn, filter, after, most)).await
    }

    async fn known_by(&self, moment: DateTime<Utc>) -> Result<Known, Unavailable> {
        self.horizon_by(moment).await
    }

    async fn known_now(&self, now: DateTime<Utc>) -> Result<Known, Unavailable> {
        self.horizon(Wanted::Now(now)).await
    }

    async fn totals(&self, on: Option<NaiveDate>, known: Known) -> Result<Vec<Total>, Unavailable> {
        self.db.patient_for(REPORT).read(move |conn| totals(conn, on, known)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_by_key;

    #[test]
    fn balances_are_looked_up_by_their_key() {
        let key = |owner| AccountKey { kind: "reserves".to_owned(), currency: "EUR".to_owned(), owner: Uuid::from_u128(owner) };
        let keys = [key(1), key(2)];
        assert_by_key(&balances_of!(keys), "kind=? AND currency=? AND owner_id=?");
        assert_by_key(&shares_of!(key(1)), "kind=? AND currency=? AND owner_id=?");
    }
}
